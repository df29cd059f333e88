"""When an incident was acknowledged and mitigated, as the record keeps it."""

from datetime import datetime

import pytest
import sqlalchemy as sa

from memoryops.incidents.models import Incident
from tests.harness import START, Product

MINUTE = 60.0


async def milestones(product: Product, incident_id: str = "INC-101") -> tuple[float | None, float | None]:
    """Minutes from the start of the test to acknowledgement and mitigation."""
    columns = sa.select(Incident.acknowledged_at, Incident.mitigated_at).where(Incident.id == incident_id)
    async with product.runtime.database.reading("default") as session:
        acknowledged, mitigated = (await session.execute(columns)).one()
    return minutes(acknowledged), minutes(mitigated)


def minutes(moment: datetime | None) -> float | None:
    return None if moment is None else (moment - START).total_seconds() / MINUTE


async def test_nobody_has_acknowledged_what_was_just_declared(sqlite_product: Product) -> None:
    await sqlite_product.incidents.declare()
    assert await milestones(sqlite_product) == (None, None)


async def test_a_commander_named_at_once_acknowledges(sqlite_product: Product) -> None:
    await sqlite_product.incidents.declare(commander="Ada")
    assert await milestones(sqlite_product) == (0, None)


@pytest.mark.parametrize("action", ["note", "edit", "take command", "resolve"])
async def test_the_first_thing_that_somebody_does_acknowledges(sqlite_product: Product, action: str) -> None:
    incidents, clock = sqlite_product.incidents, sqlite_product.clock
    await incidents.declare()
    clock.advance(minutes=7)
    if action == "note":
        await incidents.note("INC-101", "Looking.", happened_at="2026-11-30T12:01:00Z")
    elif action == "edit":
        await incidents.edit("INC-101", severity="sev1")
    elif action == "take command":
        await incidents.edit("INC-101", commander="Ada")
    else:
        await incidents.resolve("INC-101")
    clock.advance(minutes=7)
    if action != "resolve":
        await incidents.note("INC-101", "Still looking.")
    assert (await milestones(sqlite_product))[0] == 7


async def test_monitoring_mitigates_and_going_back_to_work_takes_that_back(sqlite_product: Product) -> None:
    incidents, clock = sqlite_product.incidents, sqlite_product.clock
    await incidents.declare()
    seen = []
    for status in ("monitoring", "investigating", "monitoring"):
        clock.advance(minutes=10)
        await incidents.edit("INC-101", status=status)
        seen.append((await milestones(sqlite_product))[1])
    clock.advance(minutes=10)
    await incidents.resolve("INC-101")
    assert [*seen, (await milestones(sqlite_product))[1]] == [10, None, 30, 30]


async def test_resolving_as_mitigated_mitigates_and_reopening_takes_that_back(sqlite_product: Product) -> None:
    incidents, clock = sqlite_product.incidents, sqlite_product.clock
    await incidents.declare()
    clock.advance(minutes=5)
    await incidents.resolve("INC-101", outcome="mitigated")
    assert await milestones(sqlite_product) == (5, 5)
    await incidents.reopen("INC-101")
    assert await milestones(sqlite_product) == (5, None)
    await incidents.resolve("INC-101", outcome="fixed")
    assert await milestones(sqlite_product) == (5, None)
