"""Figures of the intake, on both kinds of store, with memory and model down: sustained, a storm, a large incident."""

import json
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.benchmarks.load import Answered, Call, at_rate, beside
from tests.benchmarks.measuring import (
    Client,
    Figure,
    percentile,
    processor_s,
    product,
    resident_mib,
    spread,
    timed,
    wait_until,
)
from tests.benchmarks.record_store import CLOSED_HINDSIGHT
from tests.benchmarks.stores import STORES, store

RATES = {1: (25, 50, 100, 150, 200, 300, 400), 10: (10, 20, 40, 80, 120), 100: (2, 5, 10, 15, 20)}
"""Bodies a second that are tried in turn, by the alerts of a body."""

SUSTAINED_S = 6.0
LEAST_BODIES = 60
"""Of twenty, the 95th percentile is the slowest one."""

BOUND_MS = 100.0
STORM_ALERTS, STORM_FINGERPRINTS, STORM_BODY, STORM_S = 5_000, 200, 20, 10.0
LARGE_INCIDENT = 15_000
STATUS_CHANGES = 30
INTERPRETED_WITHIN_S = 300.0
LATEST_START = "2026-11-30T12:00:00Z"
PATH = "/api/v1/alerts/alertmanager"


def measure(folder: Path) -> Iterator[Figure]:
    """All figures of the intake, one kind of store after the other."""
    for kind in STORES:
        with _intake(kind, folder / f"intake-{kind}") as intake:
            yield from _sustained(kind, intake)
        with _intake(kind, folder / f"storm-{kind}") as intake:
            yield from _storm(kind, intake)
        with _intake(kind, folder / f"large-{kind}") as intake:
            yield from _large_incident(kind, intake)


@dataclass(frozen=True)
class Intake:
    """A product with one integration, and how to send to it."""

    port: int
    pid: int
    token: str

    def client(self) -> Client:
        return Client(self.port)

    def call(self, body: Any) -> Call:
        """The request that brings the body."""
        return Call("POST", PATH, json.dumps(body).encode(), self.token)

    def waiting(self) -> int:
        """How many deliveries wait for their interpretation."""
        total: int = self.client().call("GET", "/api/v1/deliveries?state=stored&limit=1&count=true")["total"]
        return total

    def until_interpreted(self) -> float:
        """Seconds until no delivery waits any more."""
        started = time.perf_counter()
        wait_until(lambda: self.waiting() == 0, INTERPRETED_WITHIN_S, "all deliveries are interpreted")
        return time.perf_counter() - started


@contextmanager
def _intake(kind: str, folder: Path) -> Iterator[Intake]:
    with (
        store(kind, folder) as environment,
        product(folder / "data", HINDSIGHT_API_URL=CLOSED_HINDSIGHT, MEMORYOPS_SEED="0", **environment) as (port, own),
    ):
        made = Client(port).call("POST", "/api/v1/integrations", {"source": "alertmanager", "name": "Bench"})
        intake = Intake(port, own.pid, made["token"])
        # What comes first pays for what everybody uses later.
        first = body([firing("first", "warm-up", "critical")])
        at_rate(port, [intake.call(first), *(intake.call(fresh(1)) for _ in range(20))], 20)
        intake.until_interpreted()
        yield intake


def body(alerts: Sequence[Any]) -> dict[str, Any]:
    """A group as Alertmanager posts it."""
    return {"version": "4", "status": "firing", "receiver": "memoryops", "groupLabels": {}, "alerts": list(alerts)}


def firing(fingerprint: str, service: str, severity: str = "warning") -> dict[str, Any]:
    """One firing alert of a group."""
    return {
        "status": "firing",
        "labels": {"alertname": "LatencyHigh", "app": service, "instance": fingerprint, "severity": severity},
        "annotations": {"summary": f"p99 of {service} is high on {fingerprint}"},
        "startsAt": LATEST_START,
        "endsAt": "0001-01-01T00:00:00Z",
        "fingerprint": fingerprint,
    }


def fresh(count: int) -> dict[str, Any]:
    """A group of alerts that nobody has seen before."""
    return body([firing(uuid.uuid4().hex[:16], f"service-{index % 20}") for index in range(count)])


def _sustained(kind: str, intake: Intake) -> Iterator[Figure]:
    """The highest of the rates that are held, bodies of alerts that nobody has seen before."""
    for alerts, rates in RATES.items():
        held: Figure | None = None
        name = f"{kind}: alerts/s taken in at p95 < 100 ms, {alerts} a body"
        for rate in rates:
            calls = [intake.call(fresh(alerts)) for _ in range(max(LEAST_BODIES, int(rate * SUSTAINED_S)))]
            with beside(intake.port) as idle:
                answered = at_rate(intake.port, calls, rate)
            if answered.at(0.95) >= BOUND_MS:
                held = held or Figure(name, "never", f"at {rate}/s {_said(answered, idle)}", "")
                break
            behind = intake.until_interpreted()
            held = Figure(name, f"{rate * alerts:,}/s", f"{_said(answered, idle)}, told {behind:.1f} s after", "")
        intake.until_interpreted()
        assert held is not None
        yield held


def _said(answered: Answered, idle: Sequence[float]) -> str:
    return f"p50/95/99 {answered.show()}, no work {percentile(idle, 0.95):.0f} ms"


def _storm(kind: str, intake: Intake) -> Iterator[Figure]:
    """5,000 alerts of 200 fingerprints, 20 services, sent evenly over ten seconds."""
    names = [f"{index:016x}" for index in range(STORM_FINGERPRINTS)]
    alerts = [firing(names[n % len(names)], f"service-{n % 20}", "critical") for n in range(STORM_ALERTS)]
    calls = [intake.call(body(alerts[at : at + STORM_BODY])) for at in range(0, STORM_ALERTS, STORM_BODY)]
    client, before = intake.client(), processor_s(intake.pid)
    with beside(intake.port) as idle:
        answered = at_rate(intake.port, calls, len(calls) / STORM_S)
    behind = intake.until_interpreted()
    worked = processor_s(intake.pid) - before
    incidents = client.call("GET", "/api/v1/incidents?count=true&limit=1")["total"]
    told = client.call("GET", "/api/v1/alerts?count=true&limit=1")["total"]
    yield Figure(
        f"{kind}: storm of 5,000 alerts, intake p95",
        f"{answered.at(0.95):.0f} ms",
        f"{_said(answered, idle)}, {answered.seconds:.1f} s",
        "under 100 ms",
    )
    yield Figure(f"{kind}: storm, interpreted after the last was sent", f"{behind:.1f} s", f"{told} alerts", "")
    yield Figure(f"{kind}: storm, processor time", f"{worked:.1f} s", f"{resident_mib(intake.pid):.0f} MiB", "")
    yield Figure(f"{kind}: storm, incidents declared", str(incidents), "20 services", "a handful")


def _large_incident(kind: str, intake: Intake) -> Iterator[Figure]:
    client = intake.client()
    bodies = [body([firing(uuid.uuid4().hex[:16], "ledger", "critical") for _ in range(100)]) for _ in range(150)]
    at_rate(intake.port, [intake.call(one) for one in bodies], 20, connections=2)
    intake.until_interpreted()
    incident = client.call("GET", "/api/v1/incidents?limit=1")["items"][0]
    path = f"/api/v1/incidents/{incident['id']}"
    held = client.call("GET", f"/api/v1/alerts?incident={incident['id']}&count=true&limit=1")["total"]
    readings: list[float] = []
    for index in range(STATUS_CHANGES):
        status = ("investigating", "identified")[index % 2]
        revision = client.call("GET", path)["revision"]
        headers = {"If-Match": json.dumps(str(revision))}
        readings.append(timed(lambda: client.call("PATCH", path, {"status": status}, headers)))  # noqa: B023
    value, range_ = spread(readings).show(" ms", 1)
    yield Figure(f"{kind}: status change, incident with {held:,} alerts, median", value, range_, "under 100 ms")
    summary = [timed(lambda: client.call("GET", f"{path}/alerts/summary")) for _ in range(STATUS_CHANGES)]
    value, range_ = spread(summary).show(" ms", 1)
    yield Figure(f"{kind}: its summary of alerts, median", value, range_, "")
