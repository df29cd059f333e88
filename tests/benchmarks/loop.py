"""Figures of the loop with a real Hindsight: what an investigation adds to a recall, memory, start-up."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from memoryops.adapters.hindsight_connection import FOLDER, find_running
from tests.benchmarks.measuring import Client, Figure, paired, product, resident_mib, wait_until

READY_DEADLINE_S = 240
IDLE_S = 20
SAMPLES = 16
MEMORY_PATH = "/v1/default/banks/{bank}/memories/recall"


def measure(folder: Path) -> Iterator[Figure]:
    """All figures of the loop."""
    data_dir = folder / "loop"
    with product(data_dir) as (port, process):
        client = Client(port)
        wait_until(lambda: _ready(client) == SAMPLES, READY_DEADLINE_S, "the samples are ready")
        yield from _investigating(client, data_dir)
        time.sleep(IDLE_S)
        rss = resident_mib(process.pid)
        yield Figure("resident memory of our process, idle after the loop", f"{rss:.0f} MiB", "n=1", "at most 150 MiB")
    started = time.perf_counter()
    with product(data_dir) as (port, _):
        up = time.perf_counter() - started
        status = Client(port).call("GET", "/api/v1/memory/status")
        detail = f"memory then {status['status']}/{status['reason']}"
        yield Figure("second start: API and console answer after", f"{up:.1f} s", detail, "at most 3 s")


def _ready(client: Client) -> int:
    counts: dict[str, int] = client.call("GET", "/api/v1/memory/status")["documents"]
    return counts["ready"]


def _investigating(client: Client, data_dir: Path) -> Iterator[Figure]:
    body = {
        "title": "Charges fail",
        "service": "payment-api",
        "severity": "sev1",
        "error": "Database connection timeout",
        "symptoms": "HTTP 504 on /v1/charge while requests wait for a connection",
    }
    incident = client.call("POST", "/api/v1/incidents", body)["id"]
    run = client.call("POST", f"/api/v1/incidents/{incident}/analyze")
    assert run["memory_status"] == "ok", "the figure is of an investigation with evidence"
    recall = _bare_recall(data_dir, run["memory"])
    analyze = lambda: client.call("POST", f"/api/v1/incidents/{incident}/analyze")  # noqa: E731
    ours, bare = paired(analyze, recall, pairs=60, times=1)
    yield Figure("bare Hindsight recall, median", *bare.show(" ms", 1))
    yield Figure("analyze without a model, median", *ours.show(" ms", 1))
    yield Figure(
        "analyze over bare recall, medians", f"+{ours.median - bare.median:.1f} ms", "n=60 pairs", "at most +15 ms"
    )


def _bare_recall(data_dir: Path, memory: dict[str, Any]) -> Callable[[], Any]:
    """The very recall that the investigation made, sent to Hindsight without us."""
    folder = data_dir / FOLDER
    running = find_running(folder)
    assert running is not None, "the embedded Hindsight runs"
    connection = running.connection(folder)
    client = Client(int(connection.url.rpartition(":")[2]))
    path = MEMORY_PATH.format(bank=memory["bank_id"])
    body = {
        "query": memory["query"],
        "tags": memory["tags"],
        "tags_match": "all_strict",
        "budget": "mid",
        "types": ["world"],
        "include": {"entities": None},
        "max_tokens": 90_000,
        "min_scores": {"semantic": 0.0},
    }
    headers = {"Authorization": f"Bearer {connection.api_key}"}
    return lambda: client.call("POST", path, body, headers)
