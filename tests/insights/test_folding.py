"""Days that are kept say what the record says, whatever changed since, in whatever order, on both kinds of record."""

from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest_asyncio

from memoryops.incidents.lifecycle import Severity
from memoryops.insights.firing_sheets import AlertCount, counted_alerts, tallied
from memoryops.insights.folding import fold
from memoryops.insights.history import History
from memoryops.insights.loading import load_facts
from memoryops.insights.loading_firings import load_firings
from memoryops.insights.marks import FOLLOWED, changed_days
from memoryops.insights.models import FIRINGS, INCIDENTS
from memoryops.insights.period import DAY, Period
from memoryops.insights.reading import read_history
from memoryops.insights.sheets import Sheet, sheet_of
from memoryops.insights.summing import Summary, summary_of
from memoryops.kit.db import ScopedSession
from tests.alerts.telling import ACKNOWLEDGED, Teller, reading
from tests.harness import API, START, Product, answer, resting, settings_for
from tests.insights.test_sheets import rows_of


@pytest_asyncio.fixture
async def product(database_url: str, tmp_path: Path) -> AsyncIterator[Product]:
    """The product without the worker that keeps days: a slow machine must not let it come between two steps."""
    async with resting(settings_for(tmp_path, database_url)) as product:
        yield product


@pytest_asyncio.fixture
async def sqlite_product(sqlite_record: str, tmp_path: Path) -> AsyncIterator[Product]:
    """The same on SQLite alone."""
    async with resting(settings_for(tmp_path, sqlite_record)) as product:
        yield product


Counted = tuple[list[tuple[object, ...]], Summary, list[AlertCount]]


async def kept(product: Product, period: Period) -> Counted:
    """What is counted of the period from days that are kept, where they are."""
    read = partial(read_history, period=period, now=product.clock.now(), blocks=product.runtime.blocks)
    history: History = await product.runtime.database.read("default", read)
    return rows_of(history.everywhere), history.summary, sorted(history.alerts, key=repr)


async def recounted(product: Product, period: Period) -> Counted:
    """What one reading of the whole period says."""

    def read(session: ScopedSession) -> tuple[Sheet, list[AlertCount]]:
        return sheet_of(load_facts(session, period)), counted_alerts([tallied([load_firings(session, period)])])

    sheet, alerts = await product.runtime.database.read("default", read)
    return rows_of(sheet), summary_of(sheet), sorted(alerts, key=repr)


async def fold_all(product: Product) -> None:
    while await fold(product.runtime.database, "default"):
        pass


async def changed(product: Product) -> set[str]:
    """The days of incidents and firings that changed since they were kept."""

    def read(session: ScopedSession) -> set[str]:
        return {day for what in (INCIDENTS, FIRINGS) for day in changed_days(session, what).days}

    return await product.runtime.database.read("default", read)


def periods() -> Iterator[Period]:
    """Whole days, days cut in two and parts of one or two days, with the samples and without."""
    for samples in (True, False):
        yield Period(START - 400 * DAY, START + 60 * DAY, samples=samples)
        yield Period(START + timedelta(hours=5), START + timedelta(days=9, hours=7), samples=samples)
        for hours in (3, 24):
            yield Period(START + timedelta(hours=41), START + timedelta(hours=41 + hours), samples=samples)


async def agrees(product: Product) -> None:
    for period in periods():
        assert await kept(product, period) == await recounted(product, period), period


async def a_fortnight(product: Product) -> None:
    """One error on six days, resolved each time, and alerts that fire along with it."""
    teller = Teller(product)
    for place in range(6):
        await product.incidents.declare(error="Pool exhausted", service="api" if place % 2 else "payments")
        await teller.fires("disk", service="mailer", severity=Severity.sev3)
        product.clock.advance(hours=2)
        await product.incidents.resolve(f"INC-{101 + place}", outcome="fixed" if place else "mitigated")
        product.clock.advance(hours=40)


async def test_kept_days_say_what_the_record_says_after_every_change(product: Product) -> None:
    incidents, http, teller = product.incidents, product.http, Teller(product)
    await a_fortnight(product)
    await fold_all(product)
    assert await changed(product) == set()
    await agrees(product)

    async def merge() -> None:
        await incidents.declare(error="No connection left", service="search")
        ruling = {"incident_id": "INC-107", "into": "INC-101"}
        answer(await http.post(f"{API}/fingerprints/merge", json=ruling), 201)

    async def acknowledge() -> None:
        await teller.tells(reading("disk", ACKNOWLEDGED, service="mailer", starts_at=START, occurred_at=teller.now))

    changes: list[Any] = [
        lambda: incidents.reopen("INC-102"),
        lambda: incidents.resolve("INC-102", outcome="false_alarm", root_cause=None, resolution=None),
        lambda: incidents.delete("INC-101"),
        lambda: incidents.restore("INC-101"),
        lambda: incidents.edit("INC-103", service="search"),
        merge,
        lambda: http.post(f"{API}/incidents/INC-107/analyze"),
        lambda: incidents.resolve("INC-107", same_as="INC-103"),
        lambda: teller.fires("late", service="api", starts_at=START + timedelta(days=3)),
        acknowledge,
        lambda: product.run_sql("UPDATE incidents SET sample = true WHERE id IN ('INC-102', 'INC-105')"),
        lambda: incidents.delete("INC-104"),
    ]
    for place, change in enumerate(changes):
        await change()
        assert await changed(product), f"change {place} marks no day"
        await agrees(product)
        if place % 3 == 2:
            await fold_all(product)
            assert await changed(product) == set()
            await agrees(product)


async def test_a_change_marks_the_days_that_look_back_at_it_and_no_others(sqlite_product: Product) -> None:
    await a_fortnight(sqlite_product)
    await fold_all(sqlite_product)
    await sqlite_product.incidents.reopen("INC-103")
    same_service = (2, 4)
    days = {(START + place * timedelta(hours=42)).date().isoformat() for place in same_service}
    assert await changed(sqlite_product) == days


async def test_beyond_some_changes_everything_after_the_first_counts_as_changed(sqlite_product: Product) -> None:
    await a_fortnight(sqlite_product)
    await fold_all(sqlite_product)
    await sqlite_product.run_sql(
        f"""WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <= {FOLLOWED})
        INSERT INTO insight_marks (workspace_id, what, day, fingerprint, at)
        SELECT 'default', 'incidents', '{START.date()}', 'v1:a', '2026-01-01 00:00:00.' || printf('%06d', i) FROM n"""
    )
    await sqlite_product.incidents.reopen("INC-102")
    await agrees(sqlite_product)
    await fold_all(sqlite_product)
    assert await changed(sqlite_product) == set()
    await agrees(sqlite_product)
