"""Figures of the intake, on both kinds of store, with memory and model down: sustained, a storm, a large incident."""

import json
import threading
import time
import uuid
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.benchmarks.measuring import Client, Figure, percentile, product, spread, timed, wait_until
from tests.benchmarks.record_store import CLOSED_HINDSIGHT
from tests.benchmarks.stores import STORES, store

ALERTS_A_BODY = (1, 10, 100)
SENDERS = (1, 2, 4, 8)
SUSTAINED_S = 8.0
BOUND_MS = 100.0
STORM_ALERTS, STORM_FINGERPRINTS, STORM_BODY, STORM_S = 5_000, 200, 20, 10.0
LARGE_INCIDENT = 15_000
STATUS_CHANGES = 30
INTERPRETED_WITHIN_S = 300.0
LATEST_START = "2026-11-30T12:00:00Z"


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
    token: str

    def client(self) -> Client:
        return Client(self.port)

    def send(self, client: Client, body: Any) -> float:
        """Milliseconds until the delivery was accepted."""
        headers = {"Authorization": f"Bearer {self.token}"}
        return timed(lambda: client.call("POST", "/api/v1/alerts/alertmanager", body, headers))

    def waiting(self) -> int:
        """How many deliveries wait for their interpretation, as far as one page shows it."""
        return len(self.client().call("GET", "/api/v1/deliveries?state=stored&limit=200")["items"])

    def until_interpreted(self) -> float:
        """Seconds until no delivery waits any more."""
        started = time.perf_counter()
        wait_until(lambda: self.waiting() == 0, INTERPRETED_WITHIN_S, "all deliveries are interpreted")
        return time.perf_counter() - started


@contextmanager
def _intake(kind: str, folder: Path) -> Iterator[Intake]:
    with (
        store(kind, folder) as environment,
        product(folder / "data", HINDSIGHT_API_URL=CLOSED_HINDSIGHT, MEMORYOPS_SEED="0", **environment) as (port, _),
    ):
        made = Client(port).call("POST", "/api/v1/integrations", {"source": "alertmanager", "name": "Bench"})
        yield Intake(port, made["token"])


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
    for alerts in ALERTS_A_BODY:
        best = max(_rates(intake, alerts), key=lambda one: one[0], default=None)
        name = f"{kind}: alerts/s taken in at p95 < 100 ms, {alerts} a body"
        if best is None:
            yield Figure(name, "never", f"{SENDERS[0]} sender", "")
            continue
        rate, p50, p95, senders = best
        yield Figure(name, f"{rate:,.0f}/s", f"p50 {p50:.0f}, p95 {p95:.0f} ms, {senders} senders", "")
    name = f"{kind}: after all that, interpreted within"
    yield Figure(name, f"{intake.until_interpreted():.1f} s", "n=1", "")


def _rates(intake: Intake, alerts: int) -> Iterator[tuple[float, float, float, int]]:
    """Alerts a second, p50 and p95 in ms and the number of senders, as long as the bound holds."""
    for senders in SENDERS:
        readings, seconds = _send_for(intake, senders, alerts)
        p95 = percentile(readings, 0.95)
        if p95 >= BOUND_MS:
            return
        yield len(readings) * alerts / seconds, percentile(readings, 0.5), p95, senders


def _send_for(intake: Intake, senders: int, alerts: int) -> tuple[list[float], float]:
    started = time.perf_counter()
    ends = started + SUSTAINED_S

    def send() -> list[float]:
        client = intake.client()
        readings: list[float] = []
        while time.perf_counter() < ends:
            readings.append(intake.send(client, fresh(alerts)))
        return readings

    with ThreadPoolExecutor(senders) as pool:
        parts = [pool.submit(send) for _ in range(senders)]
        readings = [ms for part in parts for ms in part.result()]
    return readings, time.perf_counter() - started


def _storm(kind: str, intake: Intake) -> Iterator[Figure]:
    """5,000 alerts of 200 fingerprints, 20 services, sent evenly over ten seconds by two senders."""
    names = [f"{index:016x}" for index in range(STORM_FINGERPRINTS)]
    alerts = [firing(names[n % len(names)], f"service-{n % 20}", "critical") for n in range(STORM_ALERTS)]
    bodies = [body(alerts[at : at + STORM_BODY]) for at in range(0, STORM_ALERTS, STORM_BODY)]
    started = time.perf_counter()
    turn, counter = threading.Lock(), iter(range(len(bodies)))

    def send() -> list[float]:
        client = intake.client()
        readings: list[float] = []
        while True:
            with turn:
                index = next(counter, None)
            if index is None:
                return readings
            time.sleep(max(0.0, started + index * STORM_S / len(bodies) - time.perf_counter()))
            readings.append(intake.send(client, bodies[index]))

    with ThreadPoolExecutor(4) as pool:
        parts = [pool.submit(send) for _ in range(4)]
        readings = [ms for part in parts for ms in part.result()]
    sent = time.perf_counter() - started
    behind = intake.until_interpreted()
    client = intake.client()
    incidents = client.call("GET", "/api/v1/incidents?count=true&limit=1")["total"]
    told = client.call("GET", "/api/v1/alerts?count=true&limit=1")["total"]
    said = f"p95 {percentile(readings, 0.95):.0f} ms, sent in {sent:.1f} s"
    yield Figure(
        f"{kind}: storm of 5,000 alerts, intake p50", f"{percentile(readings, 0.5):.0f} ms", said, "p95 < 100 ms"
    )
    yield Figure(f"{kind}: storm, interpreted after the last was sent", f"{behind:.1f} s", f"{told} alerts", "")
    yield Figure(f"{kind}: storm, incidents declared", str(incidents), "20 services", "a handful")


def _large_incident(kind: str, intake: Intake) -> Iterator[Figure]:
    client = intake.client()
    for _ in range(LARGE_INCIDENT // 100):
        intake.send(client, body([firing(uuid.uuid4().hex[:16], "ledger", "critical") for _ in range(100)]))
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
