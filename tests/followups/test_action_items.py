"""Action items from being added to being done, with what each change leaves behind."""

import pytest

from memoryops.kit.clock import ManualClock
from tests.followups.acting import ActionItems
from tests.harness import API, Incidents, Product, answer, assert_problem


@pytest.fixture
def product(sqlite_product: Product) -> Product:
    """On SQLite alone: what depends on the database is told by lists and repeats."""
    return sqlite_product


async def test_an_item_is_due_by_the_target_of_its_incident_unless_somebody_says_otherwise(
    incidents: Incidents, items: ActionItems, clock: ManualClock
) -> None:
    await incidents.declare(severity="sev2")
    first = await items.add(actor="Ada", owner="Grace", link="https://tracker.example/OPS-7")
    assert (first["id"], first["state"], first["created_by"]) == ("ACT-1", "open", "Ada")
    assert (first["due_on"], first["target_on"]) == ("2026-12-28", "2026-12-28")
    assert (first["kind"], first["priority"], first["incident_id"]) == ("prevent", "medium", "INC-101")
    clock.advance(days=3)
    await incidents.resolve("INC-101")
    undated = await items.add(due_on=None, title="Rehearse the failover")
    assert (undated["id"], undated["due_on"], undated["target_on"]) == ("ACT-2", None, "2026-12-31")
    assert (await items.read("ACT-1"))["target_on"] == "2026-12-31"
    assert await incidents.kinds("INC-101") == ["declared", "action_item", "resolved"]


async def test_moving_an_item_keeps_who_moved_it_and_asks_why_it_will_not_be_done(
    incidents: Incidents, items: ActionItems, clock: ManualClock
) -> None:
    await incidents.declare()
    await items.add()
    clock.advance(hours=1)
    done = await items.edit("ACT-1", actor="Ada", state="done")
    assert (done["state"], done["done_at"], done["revision"]) == ("done", "2026-11-30T13:00:00.000Z", 2)
    problem = assert_problem(await items.try_edit("ACT-1", 2, state="wont_do", reason="No"), 409, "illegal-transition")
    assert problem["allowed"] == ["open", "in_progress"]
    assert (await items.edit("ACT-1", state="open"))["done_at"] is None
    assert_problem(await items.try_edit("ACT-1", 3, state="wont_do"), 422)
    refused = await items.edit("ACT-1", state="wont_do", reason="The service is retired.")
    assert (refused["reason"], refused["done_at"]) == ("The service is retired.", None)
    assert (await items.edit("ACT-1", state="in_progress"))["reason"] is None
    history = answer(await items.http.get(f"{API}/action-items/ACT-1/history"), 200)["items"]
    assert [(one["kind"], one["by"], one["changes"].get("state")) for one in history[:2]] == [
        ("added", "unknown", None),
        ("edited", "Ada", {"from": "open", "to": "done"}),
    ]
    assert history[-1]["changes"]["reason"] == {"from": "The service is retired.", "to": None}


async def test_an_edit_names_the_revision_it_read(incidents: Incidents, items: ActionItems, product: Product) -> None:
    await incidents.declare()
    await items.add()
    async with product.unchanged():
        assert_problem(await items.try_edit("ACT-1", None, title="New"), 428)
        assert_problem(await items.try_edit("ACT-1", 9, title="New"), 412)
        answer(await items.try_edit("ACT-1", 1, title="Alert on pool exhaustion", details=" "), 200)
        assert_problem(await items.try_edit("ACT-2", 1, title="New"), 404)


async def test_a_deleted_item_is_hidden_until_it_is_restored(
    incidents: Incidents, items: ActionItems, product: Product
) -> None:
    await incidents.declare()
    await items.add()
    assert (await product.http.delete(f"{API}/action-items/ACT-1")).status_code == 204
    assert_problem(await product.http.get(f"{API}/action-items/ACT-1"), 404)
    assert await items.found() == []
    restored = answer(await product.http.post(f"{API}/action-items/ACT-1/restore"), 200)
    assert (restored["revision"], restored["deleted_at"]) == (3, None)
    await incidents.delete("INC-101")
    assert (await items.found(), (await items.counts())["open"]) == ([], 0)
    await incidents.restore("INC-101")
    assert await items.found() == ["ACT-1"]


async def test_what_is_no_action_item_is_refused(product: Product) -> None:
    await product.incidents.declare()
    wrong = [
        {},
        {"title": " "},
        {"title": "x", "link": "javascript:alert(1)"},
        {"title": "x", "link": "https://"},
        {"title": "x", "link": "https://ada:secret@tracker.example/1"},
        {"title": "x", "link": "https://tracker.example/a b"},
        {"title": "x", "due_on": "2026-11-30T00:00:00Z"},
        {"title": "x", "due_on": "2026-02-30"},
        {"title": "x", "due_on": 20260101},
        {"title": "x", "due_on": "1999-12-31"},
        {"title": "x", "due_on": "3000-01-01"},
        {"title": "x", "kind": "blame"},
        {"title": "x", "state": "done"},
    ]
    async with product.unchanged():
        for item in wrong:
            response = await product.http.post(f"{API}/incidents/INC-101/action-items", json=item)
            assert assert_problem(response, 422)["errors"], item
            assert "datetime." not in response.text, "it is told to people, not in Python"
        assert_problem(await product.http.post(f"{API}/incidents/INC-9/action-items", json={"title": "x"}), 404)


async def test_open_consoles_hear_of_every_change(product: Product, items: ActionItems) -> None:
    await product.incidents.declare()
    await product.incidents.resolve("INC-101")
    await items.add()
    await items.edit("ACT-1", state="done")
    told = [row for row in (await product.contents())["events"] if "action_item" in row]
    assert [row[3] for row in told] == [
        {"id": "ACT-1", "change": "added", "revision": 1},
        {"id": "ACT-1", "change": "edited", "revision": 2},
    ]
