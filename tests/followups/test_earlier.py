"""What earlier incidents left open is told where their error repeats."""

from memoryops.kit.clock import ManualClock
from tests.followups.acting import ActionItems
from tests.harness import Incidents

ERROR = "QueuePool limit of size 20 reached"


async def test_a_repeat_tells_of_the_open_items_of_earlier_ones_until_they_are_done(
    incidents: Incidents, items: ActionItems, clock: ManualClock
) -> None:
    await incidents.declare(error=ERROR)
    await items.add(title="Raise the pool", due_on="2026-12-20")
    await items.add(title="Fix the leak", due_on="2026-12-10", owner="Ada")
    await incidents.resolve("INC-101")
    await incidents.declare(error="Something else")
    clock.advance(weeks=2)
    await incidents.declare(error=ERROR)
    await items.add("INC-103")
    told = await items.earlier("INC-103")
    assert [(one["incident_id"], one["open"], one["first"]["title"]) for one in told["items"]] == [
        ("INC-101", 2, "Fix the leak")
    ]
    assert (told["total"], told["items"][0]["first"]["days_overdue"]) == (2, 4)
    assert (await items.earlier("INC-101"))["items"] == (await items.earlier("INC-102"))["items"] == []
    await items.edit("ACT-2", state="done")
    await items.edit("ACT-1", state="wont_do", reason="The leak was it.")
    assert await items.earlier("INC-103") == {"items": [], "total": 0}


async def test_an_incident_that_ended_by_the_same_resolution_counts_as_repeated(
    incidents: Incidents, items: ActionItems
) -> None:
    await incidents.declare(error=ERROR)
    await items.add()
    await incidents.resolve("INC-101")
    await incidents.declare(error="Another text of the same")
    assert (await items.earlier("INC-102"))["total"] == 0
    await incidents.resolve("INC-102", same_as="INC-101")
    assert (await items.earlier("INC-102"))["items"][0]["incident_id"] == "INC-101"
