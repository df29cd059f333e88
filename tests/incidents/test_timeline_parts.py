"""A long timeline in parts: nothing is missing, nothing comes twice, and what changed is told alone."""

import pytest

from memoryops.kit.clock import ManualClock
from memoryops.kit.cursor import encode_places
from tests.harness import API, Product, Values, answer, assert_problem

TIMELINE = f"{API}/incidents/INC-101/timeline"


async def part(product: Product, **query: str | int | bool) -> Values:
    told: Values = answer(await product.http.get(TIMELINE, params=query), 200)
    return told


async def pages(product: Product, limit: int) -> list[list[str]]:
    """The ids of every page, the newest page first."""
    told = await part(product, limit=limit)
    found = [[item["id"] for item in told["items"]]]
    while told["next_cursor"]:
        told = await part(product, limit=limit, cursor=told["next_cursor"])
        found.append([item["id"] for item in told["items"]])
    return found


@pytest.mark.parametrize("limit", [1, 3, 200])
async def test_the_pages_together_are_the_whole_timeline_with_memory_s_steps_in_their_places(
    product: Product, clock: ManualClock, limit: int
) -> None:
    await product.incidents.declare()
    for number in range(4):
        await product.incidents.note("INC-101", str(number))
    clock.advance(minutes=5)
    await product.incidents.note("INC-101", "Of before", happened_at="2026-11-30T11:59:00Z")
    await product.incidents.resolve("INC-101")
    clock.advance(minutes=5)
    await product.incidents.reopen("INC-101")
    whole = [item["id"] for item in await product.incidents.timeline("INC-101")]
    found = await pages(product, limit)
    assert [name for page in reversed(found) for name in page] == whole
    assert any(name.startswith("memory-") for name in whole)
    assert len(found) == {1: 8, 3: 3, 200: 1}[limit]


async def test_since_a_position_only_what_was_written_changed_or_removed_is_told(
    product: Product, clock: ManualClock
) -> None:
    await product.incidents.declare()
    kept, removed, pinned = [await product.incidents.note("INC-101", text) for text in ("Kept", "Removed", "Pinned")]
    clock.advance(minutes=1)
    before = await part(product)
    await product.incidents.declare()
    assert (await part(product, since=before["position"]))["items"] == []
    await product.http.post(f"{TIMELINE}/{pinned['id']}/pin")
    await product.http.delete(f"{TIMELINE}/{removed['id']}", headers={"If-Match": '"1"'})
    added = await product.incidents.note("INC-101", "Of before", happened_at="2026-11-30T11:00:00Z")
    changes = await part(product, since=before["position"])
    told = {item["id"]: (item["pinned"], item["removed_at"] is not None) for item in changes["items"]}
    assert told == {added["id"]: (False, False), removed["id"]: (False, True), pinned["id"]: (True, False)}
    assert kept["id"] not in told
    assert changes["since"] == before["position"]
    assert (await part(product, since=changes["position"]))["items"] == []


async def test_memory_s_steps_are_told_all_when_one_of_them_is_new(product: Product, clock: ManualClock) -> None:
    await product.incidents.declare()
    await product.incidents.resolve("INC-101")
    position = (await part(product))["position"]
    clock.advance(minutes=1)
    await product.incidents.reopen("INC-101")
    changes = await part(product, since=position)
    whole = await part(product)
    steps = [item for item in whole["items"] if item["source"] == "memory"]
    assert [item for item in changes["items"] if item["source"] == "memory"] == steps
    assert [item["kind"] for item in changes["items"] if item["source"] == "record"] == ["reopened"]


async def test_a_position_that_the_stream_does_not_know_is_answered_with_the_whole_timeline(product: Product) -> None:
    await product.incidents.declare()
    whole = await part(product)
    for unknown in (0, whole["position"] + 1_000):
        assert await part(product, since=unknown) == whole
    assert whole["since"] is None


async def test_a_cursor_of_another_timeline_is_refused(product: Product) -> None:
    for _ in range(2):
        await product.incidents.declare()
    await product.incidents.note("INC-102", "More")
    other = answer(await product.http.get(f"{API}/incidents/INC-102/timeline", params={"limit": 1}), 200)
    assert_problem(await product.http.get(TIMELINE, params={"cursor": other["next_cursor"]}), 400)


async def test_a_made_up_cursor_is_refused_whatever_places_it_names(product: Product) -> None:
    await product.incidents.declare()
    for places in ([], [1], [1, 2], [1, 2, 3, 4], [10**30, 0, 1], [-(10**18), 0, 1], [0, 0, 2**70], [0, 0, -1]):
        made_up = encode_places(places, "timeline of INC-101")
        assert_problem(await product.http.get(TIMELINE, params={"cursor": made_up}), 400, "invalid-cursor")


async def test_a_text_that_is_too_long_is_told_its_limit_in_characters(product: Product) -> None:
    await product.incidents.declare()
    problem = assert_problem(await product.http.post(TIMELINE, json={"text": "x" * 20_001}), 422)
    assert problem["errors"] == [{"field": "text", "message": "Should have at most 20000 characters"}]
