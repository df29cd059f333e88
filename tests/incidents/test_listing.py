"""Lists: newest first, filtered, paged by key without gaps or repeats."""

import base64
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryops.incidents.lifecycle import Severity, Status
from memoryops.incidents.listing import ListQuery
from memoryops.kit.cursor import InvalidCursorError, decode_cursor, decode_places, encode_cursor, encode_places
from tests.harness import API, Incidents, Product, assert_problem

SUMMARY = {
    "id", "title", "service", "severity", "status", "environment", "version", "commander", "declared_by", "started_at",
    "declared_at", "resolved_at", "next_update_at", "outcome", "sample", "revision", "same_as", "memory",
    "memory_retained",
}  # fmt: skip


async def declare_many(incidents: Incidents, number: int, **fields: Any) -> list[str]:
    return [(await incidents.declare(**fields))["id"] for _ in range(number)]


async def test_an_empty_list_is_a_list(incidents: Incidents) -> None:
    assert await incidents.page() == {"items": [], "next_cursor": None, "total": None}
    assert await incidents.page(count="true") == {"items": [], "next_cursor": None, "total": 0}


async def test_the_newest_comes_first(incidents: Incidents) -> None:
    await declare_many(incidents, 3)
    assert await incidents.found() == ["INC-103", "INC-102", "INC-101"]


async def test_an_item_says_what_the_incident_says(incidents: Incidents) -> None:
    await incidents.declare(environment="production", version="7", commander="Ada", started_at="2026-11-30T11:00:00Z")
    await incidents.resolve("INC-101")
    (item,) = (await incidents.page())["items"]
    incident = await incidents.read("INC-101")
    assert set(item) <= SUMMARY
    assert item == {name: incident[name] for name in item}


async def test_pages_of_every_size_are_complete_and_disjoint(incidents: Incidents) -> None:
    ids = await declare_many(incidents, 7)
    for limit in (1, 2, 3, 6, 7, 8, 200):
        items = await incidents.everything(limit=limit)
        assert [item["id"] for item in items] == ids[::-1], limit


async def test_the_last_page_has_no_cursor(incidents: Incidents) -> None:
    await declare_many(incidents, 4)
    first = await incidents.page(limit=2)
    second = await incidents.page(limit=2, cursor=first["next_cursor"])
    assert second["next_cursor"] is None


async def test_what_is_declared_between_pages_disturbs_none_of_them(incidents: Incidents) -> None:
    before = await declare_many(incidents, 6)
    page = await incidents.page(limit=2)
    seen = [item["id"] for item in page["items"]]
    while page["next_cursor"]:
        await declare_many(incidents, 2)
        page = await incidents.page(limit=2, cursor=page["next_cursor"])
        seen += [item["id"] for item in page["items"]]
    assert seen == before[::-1]


async def test_what_is_deleted_between_pages_takes_nothing_else_with_it(incidents: Incidents) -> None:
    ids = await declare_many(incidents, 6)
    page = await incidents.page(limit=2)
    await incidents.delete("INC-105")
    await incidents.delete("INC-103")
    rest = await incidents.everything(limit=2, cursor=page["next_cursor"])
    assert [item["id"] for item in rest] == ["INC-104", "INC-102", "INC-101"]
    assert len(ids) == 6


async def test_filtered_pages_are_complete_too(incidents: Incidents) -> None:
    for number in range(8):
        await incidents.declare(severity=f"sev{number % 2 + 1}", title=f"needle {number}" if number > 2 else "hay")
    items = await incidents.everything(limit=1, severity="sev1", q="needle")
    assert [item["id"] for item in items] == ["INC-107", "INC-105"]


async def test_the_total_is_counted_only_when_asked_for_and_is_exact(incidents: Incidents) -> None:
    await declare_many(incidents, 5)
    await incidents.declare(service="other")
    await incidents.delete("INC-101")
    assert (await incidents.page(limit=2))["total"] is None
    assert (await incidents.page(limit=2, count="false"))["total"] is None
    assert (await incidents.page(limit=2, count="true"))["total"] == 5
    assert (await incidents.page(limit=1, count="true", service="payment-api"))["total"] == 4
    page = await incidents.page(limit=2)
    assert (await incidents.page(limit=2, count="true", cursor=page["next_cursor"]))["total"] == 5


async def test_limits_from_1_to_200_are_taken(product: Product) -> None:
    for limit in (1, 200):
        assert (await product.http.get(f"{API}/incidents", params={"limit": limit})).status_code == 200
    for limit in (0, -1, 201, 2**63):
        assert_problem(await product.http.get(f"{API}/incidents", params={"limit": limit}), 422)


async def test_filters_narrow_and_combine(incidents: Incidents) -> None:
    await incidents.declare(service="a", severity="sev1")
    await incidents.declare(service="b", severity="sev1")
    await incidents.declare(service="a", severity="sev2")
    await incidents.resolve("INC-101")
    await incidents.edit("INC-102", status="identified")
    assert await incidents.found(service="a") == ["INC-103", "INC-101"]
    assert await incidents.found(severity="sev1") == ["INC-102", "INC-101"]
    assert await incidents.found(severity=["sev1", "sev2"], service="a") == ["INC-103", "INC-101"]
    assert await incidents.found(status="resolved") == ["INC-101"]
    assert await incidents.found(status=["identified", "investigating"]) == ["INC-103", "INC-102"]
    assert await incidents.found(status="resolved", severity="sev2") == []
    assert await incidents.found(service="A") == []
    assert await incidents.found(service="a%") == []


async def test_a_tampered_or_foreign_cursor_is_400(product: Product) -> None:
    await declare_many(product.incidents, 3)
    cursor: str = (await product.incidents.page(limit=1))["next_cursor"]
    swapped = cursor[:-1] + ("A" if cursor[-1] != "A" else "B")
    forged = base64.urlsafe_b64encode(b"102:0000000000000000").decode()
    wrong = [
        "x",
        "INC-102",
        "102",
        cursor[1:],
        cursor[:-1],
        swapped,
        cursor + "=",
        cursor * 2,
        forged,
        " " + cursor,
        "é",
    ]
    for tampered in wrong:
        response = await product.http.get(f"{API}/incidents", params={"cursor": tampered})
        assert_problem(response, 400, "invalid-cursor")
    for other in ({"severity": "sev1"}, {"q": "x"}, {"status": "resolved"}, {"service": "payment-api"}):
        response = await product.http.get(f"{API}/incidents", params={"cursor": cursor, **other})
        assert_problem(response, 400, "invalid-cursor")
    assert_problem(await product.http.get(f"{API}/memory/documents", params={"cursor": cursor}), 400, "invalid-cursor")


QUERIES = st.builds(
    ListQuery,
    st.lists(st.sampled_from(Status)).map(tuple),
    st.lists(st.sampled_from(Severity)).map(tuple),
    st.none() | st.text(),
    st.none() | st.text(),
).map(repr)


@given(position=st.integers(0, 2**31 - 1), query=QUERIES)
def test_a_cursor_leads_back_to_its_position(position: int, query: str) -> None:
    assert decode_cursor(encode_cursor(position, query), query) == position


@given(position=st.integers(0, 2**31 - 1), mine=QUERIES, other=QUERIES, text=st.text())
def test_no_other_text_is_a_cursor(position: int, mine: str, other: str, text: str) -> None:
    cursor = encode_cursor(position, mine)
    if mine != other:
        with pytest.raises(InvalidCursorError):
            decode_cursor(cursor, other)
    if text != cursor:
        with pytest.raises(InvalidCursorError):
            decode_cursor(text, mine)
        with pytest.raises(InvalidCursorError):
            decode_cursor(cursor + text + "A", mine)


@given(places=st.lists(st.integers(0, 9), max_size=4) | st.lists(st.integers(), max_size=4), count=st.integers(0, 4))
def test_a_cursor_of_several_lists_leads_back_only_to_places_that_there_can_be(places: list[int], count: int) -> None:
    cursor, within = encode_places(places, "mine"), [range(10)] * count
    if len(places) == count and all(0 <= place < 10 for place in places) and places:
        assert decode_places(cursor, "mine", within) == places
    else:
        with pytest.raises(InvalidCursorError):
            decode_places(cursor, "mine", within)


@given(position=st.integers(max_value=-1) | st.integers(min_value=2**31))
def test_a_position_that_no_row_has_is_no_cursor(position: int) -> None:
    with pytest.raises(InvalidCursorError):
        decode_cursor(encode_cursor(position, "mine"), "mine")
