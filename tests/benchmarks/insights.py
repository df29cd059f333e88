"""Figures of insights: the page's calls together, at two sizes side by side, on both kinds of record store."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
FRESH_VIEWS = 8
TARGET_MS = "p95 300 ms"
TARGET_RATIO = "at most 1.5x"
DECLARED = {"title": "Checkout is slow", "service": "service-1", "severity": "sev2", "error": "upstream timed out"}

View = Callable[[], None]


def measure(folder: Path) -> Iterator[Figure]:
    """All figures of insights."""
    for kind in STORES:
        with (
            _history(kind, folder / f"insights-{kind}-small", SMALL) as small,
            _history(kind, folder / f"insights-{kind}-large", LARGE) as large,
        ):
            yield from _of_store(kind, small, large)


@contextmanager
def _history(kind: str, folder: Path, incidents: int) -> Iterator[int]:
    """The port of a product whose record holds that many incidents, ten firings of alerts to each."""
    with store(kind, folder) as environment:
        url = environment.get("DATABASE_URL")
        fill(sa.make_url(url) if url else sqlite_url(folder / "memoryops.db"), incidents, until=datetime.now(UTC))
        with product(folder, HINDSIGHT_API_URL=CLOSED_HINDSIGHT, MEMORYOPS_SEED="0", **environment) as (port, _):
            yield port


def _of_store(kind: str, small: int, large: int) -> Iterator[Figure]:
    size = f"{LARGE:,} incidents, {LARGE * ALERTS_AN_INCIDENT:,} alerts"
    first = timed(_page(large))
    yield Figure(f"insights page, {size}, {kind}, first view", f"{first:.0f} ms", "n=1")
    _page(small)()
    met = (TARGET_MS, TARGET_RATIO)
    yield from _side_by_side(f"{kind}, at rest", _page(small), _page(large), VIEWS, met)
    changed = (small, large)
    yield from _side_by_side(f"{kind}, after a change", _page(small), _page(large), VIEWS, met, changed)
    yield from _side_by_side(f"{kind}, counted anew", _fresh(small), _fresh(large), FRESH_VIEWS, ("", ""))


def _side_by_side(
    name: str, small: View, large: View, views: int, targets: tuple[str, str], changed: tuple[int, ...] = ()
) -> Iterator[Figure]:
    """The page at both sizes in turn; incidents are declared at these ports before each view."""
    clients = [Client(port) for port in changed]
    pairs = []
    for _ in range(views):
        for client in clients:
            client.call("POST", "/api/v1/incidents", DECLARED)
        pairs.append((timed(small), timed(large)))
    readings = [big for _, big in pairs]
    value = f"{percentile(readings, 0.5):.0f} / {percentile(readings, 0.95):.0f} ms"
    yield Figure(f"insights page, {name}, p50 and p95", value, f"n={views}", targets[0])
    ratio, range_ = spread([big / little for little, big in pairs]).show("x")
    yield Figure(f"insights page, {name}, {LARGE:,} / {SMALL:,}", ratio, range_, targets[1])


def _page(port: int) -> View:
    client = Client(port)

    def view() -> None:
        for call in CALLS:
            client.call("GET", f"/api/v1/insights/{call}")

    return view


def _fresh(port: int) -> View:
    """The page of ninety days that end at a moment nobody asked for before, so that nothing is kept of it."""
    client, numbers, today = Client(port), count(), datetime.now(UTC)

    def view() -> None:
        end = today - timedelta(minutes=next(numbers))
        period = f"from={end - timedelta(days=90):%Y-%m-%dT%H:%M:%SZ}&to={end:%Y-%m-%dT%H:%M:%SZ}"
        for call in CALLS:
            client.call("GET", f"/api/v1/insights/{call}?{period}")

    return view
