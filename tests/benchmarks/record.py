"""Figures of the record: lists, writers, resolving while memory and model are down."""

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from memoryops.kit.db.engine import sqlite_url
from tests.benchmarks.measuring import Client, Figure, free_port, percentile, product, ratios, serving, spread, timed
from tests.benchmarks.record_store import CLOSED_HINDSIGHT, fill

SMALL, LARGE = 1_000, 100_000
LIST = "/api/v1/incidents?limit=50"
WRITERS = 8
DECLARES = 800
RESOLVES = 60


def measure(folder: Path) -> Iterator[Figure]:
    """All figures of the record."""
    small, large = fill(folder / "small", SMALL), fill(folder / "large", LARGE)
    with _without_memory(small) as one, _without_memory(large) as other:
        yield from _lists(one, other, large)
        yield from _declaring(one)
        yield from _resolving(one)


@contextmanager
def _without_memory(folder: Path) -> Iterator[int]:
    with product(folder, HINDSIGHT_API_URL=CLOSED_HINDSIGHT, MEMORYOPS_SEED="0") as (port, _):
        yield port


def _lists(small: int, large: int, folder: Path) -> Iterator[Figure]:
    get_small, get_large = _getter(small, LIST), _getter(large, LIST)
    value, range_ = ratios(get_large, get_small, pairs=15, times=30).show("x")
    yield Figure(f"list 50 of {LARGE:,} / list 50 of {SMALL:,}, time", value, range_, "at most 1.3x")
    port = free_port()
    command = (sys.executable, "-m", "tests.benchmarks.usual_list", str(sqlite_url(folder / "memoryops.db")), str(port))
    with serving(command, port):
        usual = _getter(port, "/incidents?limit=50")
        assert usual()["items"] == get_large()["items"], "both must serve the same rows"
        value, range_ = ratios(usual, get_large, pairs=15, times=30).show("x")
    yield Figure("usual list endpoint / ours, time for the same 50 rows", value, range_, "at least 1.5x")


def _getter(port: int, path: str) -> Callable[[], Any]:
    client = Client(port)
    return lambda: client.call("GET", path)


def _declaring(port: int) -> Iterator[Figure]:
    for writers in (1, WRITERS):
        with ThreadPoolExecutor(writers) as pool:
            readings = [
                ms for part in pool.map(_declare, [port] * writers, [DECLARES // writers] * writers) for ms in part
            ]
        p50, p99 = percentile(readings, 0.5), percentile(readings, 0.99)
        yield Figure(f"declare, {writers} writer(s), p50 and p99", f"{p50:.1f} / {p99:.1f} ms", f"n={len(readings)}")


def _declare(port: int, times: int) -> list[float]:
    client = Client(port)
    body = {"title": "Checkout is slow", "service": "checkout", "severity": "sev2", "error": "upstream timed out"}
    return [timed(lambda: client.call("POST", "/api/v1/incidents", body)) for _ in range(times)]


def _resolving(port: int) -> Iterator[Figure]:
    client = Client(port)
    body = {"outcome": "fixed", "root_cause": "A leak", "resolution": "Closed it", "resolved_by": "Ada"}
    ids = [item["id"] for item in client.call("GET", f"/api/v1/incidents?limit={RESOLVES}")["items"]]
    readings = [timed(lambda path=f"/api/v1/incidents/{one}/resolve": client.call("POST", path, body)) for one in ids]  # type: ignore[misc]
    value, range_ = spread(readings).show(" ms", 1)
    yield Figure("resolve with memory and model down, median", value, range_, "at most 200 ms")
