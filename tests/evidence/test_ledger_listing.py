"""The ledger as a list: filtered, searched, paged, each document with what its incident is about."""

from typing import Any

from tests.harness import API, Values, answer, assert_problem
from tests.memory.world import World

PATH = f"{API}/memory/documents"


async def page(here: World, **params: Any) -> Values:
    return answer(await here.product.http.get(PATH, params=params), 200)


async def found(here: World, **params: Any) -> list[str]:
    return [item["id"] for item in (await page(here, **params))["items"]]


async def remembered(here: World, **declared: Any) -> str:
    incident_id: str = (await here.incidents.declare(**declared))["id"]
    await here.incidents.resolve(incident_id)
    await here.settle()
    return incident_id


async def test_each_document_says_what_its_incident_is_about(on_each: World) -> None:
    here = on_each
    await remembered(here, title="Charges hang", service="payment-api")
    [item] = (await page(here))["items"]
    assert (item["title"], item["service"], item["state"]) == ("Charges hang", "payment-api", "ready")


async def test_filters_narrow_by_state_reason_service_id_and_words(on_each: World) -> None:
    here = on_each
    charges = await remembered(here, title="Charges hang", service="payment-api")
    search = await remembered(here, title="Search is slow", service="search")
    await here.incidents.reopen(search)
    await here.settle()
    assert await found(here) == [search, charges]
    assert await found(here, state="withdrawn") == [search]
    assert await found(here, state=["withdrawn", "ready"]) == [search, charges]
    assert await found(here, reason="reopened") == [search]
    assert await found(here, service="payment-api") == [charges]
    assert await found(here, q=charges.lower()) == [charges]
    assert await found(here, q="slow sea") == [search]
    assert await found(here, q="slow", service="payment-api") == []
    assert (await page(here, q="slow", count="true"))["total"] == 1


async def test_a_deleted_incident_leaves_its_document_in_the_list(here: World) -> None:
    incident_id = await here.remembered()
    await here.incidents.delete(incident_id)
    await here.settle()
    [item] = (await page(here, reason="deleted"))["items"]
    assert (item["id"], item["title"]) == (incident_id, "Payments time out")


async def test_pages_are_complete_and_disjoint(here: World) -> None:
    ids = [await here.resolved() for _ in range(5)]
    seen, cursor = [], None
    while True:
        answered = await page(here, limit=2, **({"cursor": cursor} if cursor else {}))
        seen += [item["id"] for item in answered["items"]]
        if (cursor := answered["next_cursor"]) is None:
            break
    assert seen == ids[::-1]


async def test_a_cursor_of_another_list_is_refused(here: World) -> None:
    for _ in range(2):
        await here.resolved()
    cursor = (await page(here, limit=1))["next_cursor"]
    assert_problem(await here.product.http.get(PATH, params={"cursor": cursor, "service": "search"}), 400)
