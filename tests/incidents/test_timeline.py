"""The timeline: every change once, in the order in which things happened."""

import httpx

from memoryops.kit.clock import ManualClock
from tests.harness import API, Incidents, Product, assert_problem


async def test_every_change_writes_one_entry(incidents: Incidents, clock: ManualClock) -> None:
    await incidents.declare()
    for change in (
        incidents.edit("INC-101", title="Changed"),
        incidents.note("INC-101", "Looking"),
        incidents.resolve("INC-101"),
        incidents.edit("INC-101", root_cause="Another"),
        incidents.reopen("INC-101"),
    ):
        clock.advance(minutes=1)
        await change
    await incidents.delete("INC-101")
    clock.advance(minutes=1)
    await incidents.restore("INC-101")
    assert await incidents.kinds("INC-101") == [
        "declared", "edited", "note", "resolved", "edited", "reopened", "deleted", "restored",
    ]  # fmt: skip


async def test_a_note_may_tell_of_the_past_and_stands_where_it_happened(
    incidents: Incidents, clock: ManualClock
) -> None:
    await incidents.declare()
    clock.advance(minutes=10)
    await incidents.note("INC-101", "Now")
    note = await incidents.note("INC-101", "Before", actor="Ada", happened_at="2026-11-30T13:05:00+01:00")
    assert (note["happened_at"], note["recorded_at"]) == ("2026-11-30T12:05:00.000Z", "2026-11-30T12:10:00.000Z")
    assert (note["kind"], note["source"], note["actor"]) == ("note", "record", "Ada")
    assert [entry["text"] for entry in await incidents.timeline("INC-101")] == [None, "Before", "Now"]


async def test_entries_of_one_moment_stand_in_the_order_of_writing(incidents: Incidents) -> None:
    await incidents.declare()
    for number in range(12):
        await incidents.note("INC-101", str(number))
    assert [entry["text"] for entry in await incidents.timeline("INC-101")][1:] == [str(number) for number in range(12)]


async def test_a_note_has_to_say_something_that_has_happened(product: Product) -> None:
    await product.incidents.declare()
    wrong = [
        {},
        {"text": ""},
        {"text": " \n "},
        {"text": None},
        {"text": "x" * 20_001},
        {"text": "x\0"},
        {"text": "x", "happened_at": "2026-11-30T12:00:01Z"},
        {"text": "x", "happened_at": "2026-11-30T12:00:00"},
        {"text": "x", "kind": "resolved"},
    ]
    async with product.unchanged():
        for note in wrong:
            response = await product.http.post(f"{API}/incidents/INC-101/timeline", json=note)
            assert assert_problem(response, 422)["errors"]


async def test_a_note_does_not_change_the_revision(incidents: Incidents) -> None:
    before = await incidents.declare()
    await incidents.note("INC-101", "Looking")
    assert await incidents.read("INC-101") == before


async def test_memory_s_steps_stand_beside_the_record_s(incidents: Incidents) -> None:
    await incidents.declare()
    await incidents.resolve("INC-101")
    entries = await incidents.timeline("INC-101")
    assert [(entry["source"], entry["kind"]) for entry in entries] == [
        ("record", "declared"),
        ("record", "resolved"),
        ("memory", "memory_queued"),
    ]


async def test_the_timeline_of_one_incident_holds_nothing_of_another(incidents: Incidents) -> None:
    for _ in range(2):
        await incidents.declare()
    await incidents.note("INC-101", "Mine")
    assert await incidents.kinds("INC-102") == ["declared"]


async def test_there_is_no_timeline_without_an_incident(http: httpx.AsyncClient) -> None:
    assert_problem(await http.get(f"{API}/incidents/INC-101/timeline"), 404)
    assert_problem(await http.post(f"{API}/incidents/INC-101/timeline", json={"text": "x"}), 404)
