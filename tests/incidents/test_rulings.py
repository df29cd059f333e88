"""Rulings on what counts as the same error: merged, split, logged and undone."""

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryops.incidents.identity import Ruling, effective
from memoryops.incidents.lifecycle import RulingKind
from tests.harness import API, Product, Values, answer, as_actor, assert_problem

MERGE, SPLIT = RulingKind.merging, RulingKind.splitting


def merging(source: str, target: str) -> Ruling:
    return Ruling(MERGE, source, target)


def splitting(source: str, target: str, *exact: str) -> Ruling:
    return Ruling(SPLIT, source, target, frozenset(exact))


@pytest.mark.parametrize(
    ("computed", "exact", "rulings", "counts_as"),
    [
        ("A", "a1", [], "A"),
        ("A", "a1", [merging("A", "B")], "B"),
        ("B", "b1", [merging("A", "B")], "B"),
        ("A", "a1", [merging("A", "B"), merging("B", "C")], "C"),
        ("A", "a1", [merging("B", "C"), merging("A", "B")], "C"),
        ("A", "a1", [splitting("A", "S", "a1")], "S"),
        ("A", "a2", [splitting("A", "S", "a1")], "A"),
        ("A", "a1", [splitting("A", "S", "a1"), splitting("S", "T", "a1")], "T"),
        ("A", "a1", [splitting("A", "S", "a1"), merging("S", "B")], "B"),
        ("A", "a1", [splitting("A", "S", "a1"), merging("A", "B")], "S"),
        ("A", "a2", [splitting("A", "S", "a1"), merging("A", "B")], "B"),
        ("A", "a1", [merging("A", "B"), splitting("B", "S", "a1")], "S"),
    ],
)
def test_the_newest_split_decides_where_to_start_and_merges_are_followed_to_the_end(
    computed: str, exact: str, rulings: list[Ruling], counts_as: str
) -> None:
    assert effective(computed, exact, rulings) == counts_as


@given(st.lists(st.builds(merging, st.sampled_from("ABCD"), st.sampled_from("ABCD")), max_size=8))
def test_an_identity_is_found_whatever_merges_there_are(rulings: list[Ruling]) -> None:
    assert effective("A", "a1", rulings) in "ABCD"


TIMEOUT, REFUSED = "connection timeout to 10.0.0.1", "connection refused"


async def rule(product: Product, call: str, **asked: Any) -> Values:
    response = await product.http.post(f"{API}/fingerprints/{call}", json=asked, headers=as_actor("Ada"))
    return answer(response, 201)


async def undo(product: Product, ruling_id: int) -> Values:
    path = f"{API}/fingerprints/rulings/{ruling_id}/undo"
    return answer(await product.http.post(path, headers=as_actor("Grace")), 200)


async def together(product: Product) -> list[list[str]]:
    """The incidents by what counts as the same error."""
    sets: dict[str, list[str]] = {}
    for item in sorted((await product.incidents.page())["items"], key=lambda one: one["id"]):
        sets.setdefault((await product.incidents.read(item["id"]))["fingerprint"], []).append(item["id"])
    return sorted(sets.values())


async def test_a_merge_counts_what_was_and_what_will_be_as_one_error_until_it_is_undone(product: Product) -> None:
    for error in (TIMEOUT, "connection timeout to 10.0.0.2", REFUSED):
        await product.incidents.declare(error=error)
    ruling = await rule(product, "merge", incident_id="INC-101", into="INC-103", reason="One proxy, two words.")
    assert (ruling["kind"], ruling["moved"], ruling["by"]) == ("merge", 2, "Ada")
    await product.incidents.declare(error="connection timeout to 10.0.0.3")
    assert await together(product) == [["INC-101", "INC-102", "INC-103", "INC-104"]]
    repeat = answer(await product.http.get(f"{API}/incidents/INC-104/repeat"), 200)
    assert (repeat["occurrences"], repeat["last_incident_id"]) == (4, "INC-103")
    undone = await undo(product, ruling["id"])
    assert (undone["undone_by"], undone["undone_at"]) == ("Grace", "2026-11-30T12:00:00.000Z")
    assert await together(product) == [["INC-101", "INC-102", "INC-104"], ["INC-103"]]


async def test_a_split_takes_the_exact_text_along_now_and_later_until_it_is_undone(product: Product) -> None:
    for port in (5432, 6379, 6379):
        await product.incidents.declare(error=f"cannot connect to port {port}")
    assert await together(product) == [["INC-101", "INC-102", "INC-103"]]
    ruling = await rule(product, "split", incident_ids=["INC-102"])
    assert (ruling["kind"], ruling["moved"], ruling["incident_ids"]) == ("split", 2, ["INC-102"])
    await product.incidents.declare(error="Cannot  connect to PORT 6379")
    await product.incidents.declare(error="cannot connect to port 5433")
    assert await together(product) == [["INC-101", "INC-105"], ["INC-102", "INC-103", "INC-104"]]
    await undo(product, ruling["id"])
    assert len(await together(product)) == 1


async def test_undoing_a_ruling_leaves_those_that_were_built_on_it(sqlite_product: Product) -> None:
    for error in ("first error", "second error", "third error"):
        await sqlite_product.incidents.declare(error=error)
    first = await rule(sqlite_product, "merge", incident_id="INC-101", into="INC-102")
    await rule(sqlite_product, "merge", incident_id="INC-102", into="INC-103")
    assert await together(sqlite_product) == [["INC-101", "INC-102", "INC-103"]]
    await undo(sqlite_product, first["id"])
    assert await together(sqlite_product) == [["INC-101"], ["INC-102", "INC-103"]]


async def test_an_edit_of_the_error_follows_the_rulings(sqlite_product: Product) -> None:
    for error in (TIMEOUT, REFUSED, "something else"):
        await sqlite_product.incidents.declare(error=error)
    await rule(sqlite_product, "merge", incident_id="INC-101", into="INC-102")
    await sqlite_product.incidents.edit("INC-103", error="connection timeout to 10.9.9.9")
    assert await together(sqlite_product) == [["INC-101", "INC-102", "INC-103"]]


async def test_rulings_stand_on_the_timelines_and_in_the_log_newest_first(product: Product) -> None:
    for error in (TIMEOUT, REFUSED):
        await product.incidents.declare(error=error)
    ruling = await rule(product, "merge", incident_id="INC-101", into="INC-102", reason="The same proxy.")
    entry, counterpart = [(await product.incidents.timeline(name))[-1] for name in ("INC-101", "INC-102")]
    assert (entry["kind"], entry["actor"]) == ("fingerprint_merge", "Ada")
    assert entry["text"] == "Counts as the same error as INC-102 from now on"
    assert entry["changes"] == {"ruling": ruling["id"], "reason": "The same proxy."}
    assert counterpart["text"] == "Counts as the same error as INC-101 from now on"
    await undo(product, ruling["id"])
    assert (await product.incidents.timeline("INC-101"))[-1]["kind"] == "fingerprint_undone"
    again = await rule(product, "merge", incident_id="INC-102", into="INC-101")
    page = answer(await product.http.get(f"{API}/fingerprints/rulings", params={"limit": 1, "count": True}), 200)
    assert ([item["id"] for item in page["items"]], page["total"]) == ([again["id"]], 2)
    params = {"limit": 1, "cursor": page["next_cursor"]}
    rest = answer(await product.http.get(f"{API}/fingerprints/rulings", params=params), 200)
    assert ([item["id"] for item in rest["items"]], rest["next_cursor"]) == ([ruling["id"]], None)


async def test_a_ruling_is_not_undone_twice(product: Product) -> None:
    for error in (TIMEOUT, REFUSED):
        await product.incidents.declare(error=error)
    ruling = await rule(product, "merge", incident_id="INC-101", into="INC-102")
    await undo(product, ruling["id"])
    path = f"{API}/fingerprints/rulings"
    async with product.unchanged():
        assert_problem(await product.http.post(f"{path}/{ruling['id']}/undo"), 409, "ruling-undone")
        assert_problem(await product.http.post(f"{path}/999/undo"), 404)


async def test_what_cannot_be_merged_or_split_changes_nothing(product: Product) -> None:
    for error in (TIMEOUT, TIMEOUT, REFUSED, None):
        await product.incidents.declare(error=error)
    await product.incidents.declare(error=REFUSED)
    await product.incidents.delete("INC-105")
    refused = [
        ("merge", {"incident_id": "INC-101", "into": "INC-102"}, 409),
        ("merge", {"incident_id": "INC-101", "into": "INC-101"}, 409),
        ("merge", {"incident_id": "INC-101", "into": "INC-104"}, 422),
        ("merge", {"incident_id": "INC-101", "into": "INC-105"}, 422),
        ("merge", {"incident_id": "INC-999", "into": "INC-101"}, 422),
        ("split", {"incident_ids": ["INC-101"]}, 409),
        ("split", {"incident_ids": ["INC-101", "INC-103"]}, 422),
        ("split", {"incident_ids": ["INC-104"]}, 422),
        ("split", {"incident_ids": []}, 422),
    ]
    async with product.unchanged():
        for call, asked, status in refused:
            assert_problem(await product.http.post(f"{API}/fingerprints/{call}", json=asked), status)


async def test_what_is_declared_while_people_rule_counts_as_they_rule(product: Product) -> None:
    for error in (TIMEOUT, REFUSED):
        await product.incidents.declare(error=error)
    declaring = (product.incidents.declare(error=f"connection timeout to 10.0.1.{number}") for number in range(8))
    await asyncio.gather(rule(product, "merge", incident_id="INC-101", into="INC-102"), *declaring)
    assert len(await together(product)) == 1
