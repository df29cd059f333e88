"""Figures of insights: the page's calls together, at two sizes side by side, on both kinds of record store."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import sqlalchemy as sa

from memoryops.kit.db.engine import sqlite_url
from tests.benchmarks.insights_store import ALERTS_AN_INCIDENT, fill
from tests.benchmarks.measuring import Client, Figure, percentile, product, spread, timed
from tests.benchmarks.record_store import CLOSED_HINDSIGHT
from tests.benchmarks.stores import STORES, store

SMALL, LARGE = 10_000, 100_000
CALLS = ("services", "errors", "hours", "times", "noise", "memory", "findings")
VIEWS = 60
FRESH_VIEWS = 30
LONG_VIEWS = 10
TARGET_MS = "p95 300 ms"
TARGET_RATIO = "at most 1.5x"
DECLARED = {"title": "Checkout is slow", "service": "service-1", "severity": "sev2", "error": "upstream timed out"}
TICKS_A_MS = os.sysconf("SC_CLK_TCK") / 1000

View = Callable[[], None]


@dataclass(frozen=True)
class Served:
    """A product that serves a history, and the process that does."""

    port: int
    pid: int

    @property
    def processor_ms(self) -> float:
        """Processor time that the process has taken so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS_A_MS


def measure(folder: Path) -> Iterator[Figure]:
    """All figures of insights."""
    for kind in STORES:
        with (
            _history(kind, folder / f"insights-{kind}-small", SMALL) as small,
            _history(kind, folder / f"insights-{kind}-large", LARGE) as large,
        ):
            yield from _of_store(kind, small, large)


@contextmanager
def _history(kind: str, folder: Path, incidents: int) -> Iterator[Served]:
    """The product on a record that holds that many incidents, ten firings of alerts to each."""
    with store(kind, folder) as environment:
        url = environment.get("DATABASE_URL")
        fill(sa.make_url(url) if url else sqlite_url(folder / "memoryops.db"), incidents, until=datetime.now(UTC))
        options = {"HINDSIGHT_API_URL": CLOSED_HINDSIGHT, "MEMORYOPS_SEED": "0", **environment}
        with product(folder, **options) as (port, process):
            yield Served(port, process.pid)


def _of_store(kind: str, small: Served, large: Served) -> Iterator[Figure]:
    size = f"{LARGE:,} incidents, {LARGE * ALERTS_AN_INCIDENT:,} alerts"
    first = timed(_page(large.port))
    yield Figure(f"insights page, {size}, {kind}, first view", f"{first:.0f} ms", "n=1")
    _page(small.port)()
    yield from _side_by_side(f"{kind}, at rest", _page, (small, large), VIEWS)
    yield from _side_by_side(f"{kind}, after a change", _changed, (small, large), VIEWS)
    yield from _side_by_side(f"{kind}, never asked before", _fresh, (small, large), FRESH_VIEWS)
    yield from _side_by_side(f"{kind}, never asked before, one service", _fresh_service, (small, large), LONG_VIEWS)
    yield from _side_by_side(f"{kind}, a year never asked before", _fresh_year, (small, large), LONG_VIEWS)


def _side_by_side(name: str, view: Callable[[int], View], sizes: tuple[Served, Served], views: int) -> Iterator[Figure]:
    """The page at both sizes in turn: how long the large one took, and both held against each other."""
    small, large = (view(served.port) for served in sizes)
    pairs = [(_taken(small, sizes[0]), _taken(large, sizes[1])) for _ in range(views)]
    walls = [big for _, (big, _) in pairs]
    value = f"{percentile(walls, 0.5):.0f} / {percentile(walls, 0.95):.0f} ms"
    yield Figure(f"insights page, {name}, p50 and p95", value, f"n={views}", TARGET_MS)
    ratio, range_ = spread([big[0] / little[0] for little, big in pairs]).show("x")
    yield Figure(f"insights page, {name}, {LARGE:,} / {SMALL:,}", ratio, range_, TARGET_RATIO)
    little, big = (sum(pair[size][1] for pair in pairs) / views for size in (0, 1))
    yield Figure(f"insights page, {name}, processor time", f"{big:.0f} ms", f"{little:.0f} ms at a tenth of the size")


def _taken(view: View, served: Served) -> tuple[float, float]:
    """Milliseconds on the clock and of the processor."""
    before = served.processor_ms
    return timed(view), served.processor_ms - before


def _page(port: int, query: str = "") -> View:
    client = Client(port)

    def view() -> None:
        for call in CALLS:
            client.call("GET", f"/api/v1/insights/{call}{query}")

    return view


def _changed(port: int) -> View:
    """The page right after an incident was declared."""
    client, page = Client(port), _page(port)

    def view() -> None:
        client.call("POST", "/api/v1/incidents", DECLARED)
        page()

    return view


def _fresh(port: int, days: int = 90, more: str = "") -> View:
    """The page of days that end at a moment nobody asked for before, so that nothing is kept of it."""
    numbers, today = count(), datetime.now(UTC)

    def view() -> None:
        end = today - timedelta(minutes=next(numbers))
        _page(port, f"?from={end - timedelta(days=days):%Y-%m-%dT%H:%M:%SZ}&to={end:%Y-%m-%dT%H:%M:%SZ}{more}")()

    return view


def _fresh_service(port: int) -> View:
    return _fresh(port, 91, "&service=service-1")


def _fresh_year(port: int) -> View:
    return _fresh(port, 365)
