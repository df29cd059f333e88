"""The lists: filters, orders, pages, and counts that are true."""

from memoryops.kit.clock import ManualClock
from tests.followups.acting import ActionItems
from tests.harness import API, Incidents, assert_problem


async def several(incidents: Incidents, items: ActionItems) -> None:
    """Two incidents of other services and severities with six action items."""
    await incidents.declare(service="payment-api", severity="sev1")
    await incidents.declare(service="search", severity="sev4", title="Search is slow")
    await items.add(owner="Ada", due_on="2026-12-05", kind="detect", priority="high")
    await items.add(owner="Grace", due_on="2026-12-01", details="See **runbook** `pg_stat_activity`")
    await items.add(due_on="2026-12-05", priority="low")
    await items.add("INC-102", owner="Ada", due_on=None)
    await items.add("INC-102", owner="Ada", due_on="2026-12-03")
    await items.add("INC-102", due_on="2026-12-02", kind="process")


async def test_filters_narrow_the_list_and_what_is_due_first_comes_first(
    incidents: Incidents, items: ActionItems
) -> None:
    await several(incidents, items)
    assert await items.found() == ["ACT-2", "ACT-6", "ACT-5", "ACT-1", "ACT-3", "ACT-4"]
    assert await items.found(order="newest", incident="INC-102") == ["ACT-6", "ACT-5", "ACT-4"]
    assert await items.found(owner="Ada", service="search") == ["ACT-5", "ACT-4"]
    assert await items.found(unowned=True) == ["ACT-6", "ACT-3"]
    assert await items.found(severity="sev1", priority=["high", "low"]) == ["ACT-1", "ACT-3"]
    assert await items.found(kind=["detect", "process"]) == ["ACT-6", "ACT-1"]
    assert await items.found(q="RUNBOOK activity") == ["ACT-2"]
    assert await items.found(q="act-4") == ["ACT-4"]


async def test_pages_are_complete_in_every_order(incidents: Incidents, items: ActionItems, clock: ManualClock) -> None:
    await several(incidents, items)
    for item_id in ("ACT-5", "ACT-2", "ACT-3", "ACT-1"):
        await items.edit(item_id, state="done")
        clock.advance(milliseconds=1.5)
    assert await items.pages() == ["ACT-2", "ACT-6", "ACT-5", "ACT-1", "ACT-3", "ACT-4"]
    assert await items.pages(order="newest") == [f"ACT-{number}" for number in (6, 5, 4, 3, 2, 1)]
    assert await items.pages(order="closed") == ["ACT-1", "ACT-3", "ACT-2", "ACT-5"]
    cursor = (await items.page(limit=2))["next_cursor"]
    for wrong in (cursor.split(".")[0], "x", "", f"{cursor}."):
        response = await items.http.get(f"{API}/action-items", params={"cursor": wrong})
        assert_problem(response, 400, "invalid-cursor")


async def test_late_ones_are_counted_with_their_owners_the_latest_first(
    incidents: Incidents, items: ActionItems, clock: ManualClock
) -> None:
    await several(incidents, items)
    await items.edit("ACT-2", state="wont_do", reason="Done elsewhere")
    clock.advance(days=3, hours=11, minutes=59)
    assert await items.found(overdue=True) == ["ACT-6"]
    clock.advance(minutes=1)
    assert await items.found(overdue=True) == ["ACT-6", "ACT-5"]
    assert [one["days_overdue"] for one in (await items.page(overdue=True))["items"]] == [2, 1]
    assert await items.found(overdue=False, state=["open", "in_progress"]) == ["ACT-1", "ACT-3", "ACT-4"]
    counts = await items.counts(state="done")
    assert {name: counts[name] for name in ("open", "in_progress", "done", "wont_do", "overdue", "past_target")} == {
        "open": 5, "in_progress": 0, "done": 0, "wont_do": 1, "overdue": 2, "past_target": 0,
    }  # fmt: skip
    assert counts["owners"] == [
        {"owner": None, "open": 2, "overdue": 1, "most_days_overdue": 2},
        {"owner": "Ada", "open": 3, "overdue": 1, "most_days_overdue": 1},
    ]
    assert (await items.page(owner="Ada", count=True, limit=1))["total"] == 3


async def test_past_the_target_is_told_apart_from_past_due(
    incidents: Incidents, items: ActionItems, clock: ManualClock
) -> None:
    await several(incidents, items)
    await items.edit("ACT-1", due_on="2027-06-01")
    clock.advance(weeks=4, days=1)
    assert await items.found(past_target=True) == ["ACT-2", "ACT-3", "ACT-1"]
    assert await items.found(past_target=True, overdue=False) == ["ACT-1"]
    assert (await items.counts())["past_target"] == 3
