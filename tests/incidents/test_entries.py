"""Entries that people write: of kinds, edited with their history kept, removed and brought back, pinned."""

from typing import Any

import httpx
import pytest

from tests.harness import API, Product, Values, answer, as_actor, assert_problem

TIMELINE = f"{API}/incidents/INC-101/timeline"


class Entries:
    """What people do with entries of INC-101."""

    def __init__(self, product: Product) -> None:
        self.http = product.http

    async def add(self, **fields: Any) -> Values:
        return answer(await self.try_add(**fields), 201)

    async def try_add(self, **fields: Any) -> httpx.Response:
        return await self.http.post(TIMELINE, json=fields, headers=as_actor("Ada"))

    async def try_edit(self, entry: Values, /, actor: str = "Grace", **changes: Any) -> httpx.Response:
        headers = {"If-Match": f'"{entry["revision"]}"', **as_actor(actor)}
        return await self.http.patch(f"{TIMELINE}/{entry['id']}", json=changes, headers=headers)

    async def edit(self, entry: Values, /, actor: str = "Grace", **changes: Any) -> Values:
        return answer(await self.try_edit(entry, actor, **changes), 200)

    async def remove(self, entry: Values) -> None:
        headers = {"If-Match": f'"{entry["revision"]}"', **as_actor("Grace")}
        assert (await self.http.delete(f"{TIMELINE}/{entry['id']}", headers=headers)).status_code == 204

    async def history(self, entry: Values) -> list[Values]:
        changes: list[Values] = answer(await self.http.get(f"{TIMELINE}/{entry['id']}/history"), 200)["changes"]
        return changes

    async def texts(self, **params: Any) -> list[str]:
        items = answer(await self.http.get(TIMELINE, params=params), 200)["items"]
        return [item["text"] for item in items if item["text"]]


@pytest.fixture
def entries(product: Product) -> Entries:
    return Entries(product)


async def test_what_an_entry_said_before_is_kept_with_who_changed_it_and_when(
    product: Product, entries: Entries
) -> None:
    await product.incidents.declare()
    product.clock.advance(minutes=40)
    note = await entries.add(text="Restarted the pool", happened_at="2026-11-30T12:00:00Z")
    product.clock.advance(minutes=1)
    edited = await entries.edit(note, text="Restarted two pools", happened_at="2026-11-30T12:05:00Z")
    assert (edited["revision"], edited["edited_by"], edited["edited_at"]) == (2, "Grace", "2026-11-30T12:41:00.000Z")
    assert (edited["actor"], edited["recorded_at"]) == ("Ada", note["recorded_at"])
    same = await entries.edit(edited, text="Restarted two pools")
    assert same["revision"] == 2

    product.clock.advance(minutes=1)
    await entries.remove(edited)
    assert await entries.texts() == []
    assert await entries.texts(removed="true") == ["Restarted two pools"]
    assert_problem(await entries.try_edit({**edited, "revision": 3}, text="x"), 409)
    back = answer(await product.http.post(f"{TIMELINE}/{note['id']}/restore", headers=as_actor("Ada")), 200)
    assert (back["revision"], back["removed_at"], await entries.texts()) == (4, None, ["Restarted two pools"])

    changes = await entries.history(note)
    assert [(one["revision"], one["change"], one["by"]) for one in changes] == [
        (4, "restored", "Ada"),
        (3, "removed", "Grace"),
        (2, "edited", "Grace"),
    ]
    first = changes[-1]
    assert first["before"] == {"text": "Restarted the pool", "happened_at": "2026-11-30T12:00:00.000Z", "details": None}
    assert first["after"] == {"text": "Restarted two pools", "happened_at": "2026-11-30T12:05:00.000Z", "details": None}
    assert first["at"] == "2026-11-30T12:41:00.000Z"


async def test_an_edit_says_which_revision_it_edits(product: Product, entries: Entries) -> None:
    await product.incidents.declare()
    note = await entries.add(text="One")
    await entries.edit(note, text="Two")
    async with product.unchanged():
        stale = assert_problem(await entries.try_edit(note, text="Three"), 412)
        assert (stale["revision"], stale["current"]["text"]) == (2, "Two")
        for call in (
            product.http.patch(f"{TIMELINE}/{note['id']}", json={}),
            product.http.delete(f"{TIMELINE}/{note['id']}"),
        ):
            assert_problem(await call, 428)


async def test_only_what_people_wrote_is_changed(product: Product, entries: Entries) -> None:
    await product.incidents.declare()
    await product.incidents.resolve("INC-101")
    declared, _, step = await product.incidents.timeline("INC-101")
    async with product.unchanged():
        refused = assert_problem(await entries.try_edit(declared, text="Never"), 409)
        assert "only what people wrote is changed" in refused["detail"]
        assert_problem(await entries.try_edit(step, text="Never"), 409)
        assert_problem(await product.http.post(f"{TIMELINE}/{step['id']}/pin"), 409)
        for unknown in ("record-000000000999", "record-1", "note", "record-00000000000a"):
            assert_problem(await product.http.get(f"{TIMELINE}/{unknown}/history"), 404)
    pinned = answer(await product.http.post(f"{TIMELINE}/{declared['id']}/pin", headers=as_actor("Ada")), 200)
    assert (pinned["pinned"], pinned["pinned_by"]) == (True, "Ada")


async def test_entries_of_another_incident_are_out_of_reach(product: Product, entries: Entries) -> None:
    for _ in range(2):
        await product.incidents.declare()
    note = await entries.add(text="Mine")
    elsewhere = f"{API}/incidents/INC-102/timeline/{note['id']}"
    headers = {"If-Match": '"1"'}
    async with product.unchanged():
        assert_problem(await product.http.patch(elsewhere, json={"text": "x"}, headers=headers), 404)
        assert_problem(await product.http.get(f"{elsewhere}/history"), 404)
    await product.incidents.delete("INC-101")
    assert_problem(await product.http.patch(f"{TIMELINE}/{note['id']}", json={"text": "x"}, headers=headers), 404)


async def test_a_pinned_entry_stays_pinned_until_it_is_unpinned(product: Product, entries: Entries) -> None:
    await product.incidents.declare()
    note = await entries.add(text="The cause")
    for actor in ("Ada", "Grace"):
        pinned = answer(await product.http.post(f"{TIMELINE}/{note['id']}/pin", headers=as_actor(actor)), 200)
    assert (pinned["pinned"], pinned["pinned_by"], pinned["revision"]) == (True, "Ada", 1)
    assert [entry["text"] for entry in await product.incidents.timeline("INC-101") if entry["pinned"]] == ["The cause"]
    unpinned = answer(await product.http.delete(f"{TIMELINE}/{note['id']}/pin"), 200)
    assert (unpinned["pinned"], unpinned["pinned_at"]) == (False, None)


async def test_kinds_say_what_is_theirs(product: Product, entries: Entries) -> None:
    await product.incidents.declare(service="payment-api")
    update = await entries.add(
        kind="status_update", text="We are on it", audience="customers", next_update_at="2026-11-30T13:00:00+00:30"
    )
    assert update["details"] == {"audience": "customers", "next_update_at": "2026-11-30T12:30:00.000Z"}
    deploy = await entries.add(kind="deploy", version="2.3.1")
    assert (deploy["text"], deploy["details"]) == (None, {"service": "payment-api", "version": "2.3.1"})
    guess = await entries.add(kind="hypothesis", text="The pool leaks")
    assert guess["details"] == {"state": "open"}
    ruled_out = await entries.edit(guess, state="ruled_out")
    assert (ruled_out["details"], ruled_out["text"]) == ({"state": "ruled_out"}, "The pool leaks")
    [change] = await entries.history(guess)
    assert (change["before"]["details"], change["after"]["details"]) == ({"state": "open"}, {"state": "ruled_out"})


async def test_the_newest_status_update_says_when_the_next_one_is_due(product: Product, entries: Entries) -> None:
    await product.incidents.declare()
    product.clock.advance(minutes=30)
    first = await entries.add(kind="status_update", text="On it", next_update_at="2026-11-30T13:00:00Z")
    earlier = {"happened_at": "2026-11-30T12:10:00Z", "next_update_at": "2026-11-30T12:20:00Z"}
    await entries.add(kind="status_update", text="Told by phone", **earlier)
    assert (await product.incidents.read("INC-101"))["next_update_at"] == "2026-11-30T13:00:00.000Z"
    await entries.edit(first, next_update_at="2026-11-30T13:30:00Z")
    assert (await product.incidents.read("INC-101"))["next_update_at"] == "2026-11-30T13:30:00.000Z"
    refused = await entries.try_add(kind="status_update", text="x", next_update_at="2026-11-30T12:30:00Z")
    assert assert_problem(refused, 422)["errors"][0]["field"] == "next_update_at"
    await entries.add(kind="status_update", text="All is well")
    assert (await product.incidents.read("INC-101"))["next_update_at"] is None


async def test_when_the_next_update_is_due_follows_the_updates_that_stand(product: Product, entries: Entries) -> None:
    incidents, clock = product.incidents, product.clock
    one, other, third = (f"2026-11-30T1{hour}:00:00.000Z" for hour in (4, 5, 6))

    async def due() -> str | None:
        told: str | None = (await incidents.read("INC-101"))["next_update_at"]
        return told

    await incidents.declare()
    clock.advance(minutes=10)
    await entries.add(kind="status_update", text="A", next_update_at=one)
    clock.advance(minutes=10)
    newer = await entries.add(kind="status_update", text="B", next_update_at=other)
    moved = await entries.edit(newer, happened_at="2026-11-30T12:05:00Z")
    assert await due() == one, "moved before A, B is the newest no more"
    back = await entries.edit(moved, happened_at="2026-11-30T12:20:00Z")
    assert await due() == other
    await entries.remove(back)
    assert await due() == one
    await product.http.post(f"{TIMELINE}/{newer['id']}/restore")
    assert await due() == other
    clock.advance(minutes=10)
    await incidents.edit("INC-101", next_update_at=third)
    await entries.remove({**back, "revision": 5})
    assert await due() == third, "what was promised later on the incident itself stands"
    await incidents.resolve("INC-101")
    await incidents.reopen("INC-101")
    await product.http.post(f"{TIMELINE}/{newer['id']}/restore")
    assert await due() is None, "what was promised before the resolution does not come back"


WRONG: list[tuple[Values, str]] = [
    ({"kind": "note", "text": "x", "version": "1"}, "version"),
    ({"kind": "note", "text": "x", "state": "open"}, "state"),
    ({"kind": "deploy"}, "version"),
    ({"kind": "deploy", "version": " "}, "version"),
    ({"kind": "deploy", "version": "1\n2"}, "version"),
    ({"kind": "hypothesis"}, "text"),
    ({"kind": "hypothesis", "text": "x", "state": "maybe"}, "state"),
    ({"kind": "hypothesis", "text": "x", "audience": "internal"}, "audience"),
    ({"kind": "status_update", "text": "x", "audience": "everyone"}, "audience"),
    ({"kind": "status_update", "text": "x", "next_update_at": "soon"}, "next_update_at"),
    ({"kind": "status_update", "audience": "internal"}, "text"),
    ({"kind": "role", "text": "x"}, "kind"),
    ({"text": "x", "pinned": True}, "pinned"),
]


async def test_what_a_kind_does_not_say_is_refused_by_field(sqlite_product: Product) -> None:
    entries = Entries(sqlite_product)
    await sqlite_product.incidents.declare()
    async with sqlite_product.unchanged():
        for fields, field in WRONG:
            body = assert_problem(await entries.try_add(**fields), 422)
            assert [error["field"] for error in body["errors"]] == [field], fields
    note = await entries.add(text="x")
    async with sqlite_product.unchanged():
        for changes in ({"text": " "}, {"text": None}, {"state": "open"}, {"happened_at": "2026-11-30T12:00:01Z"}):
            assert_problem(await entries.try_edit(note, **changes), 422)
