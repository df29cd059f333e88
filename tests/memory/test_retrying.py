"""Many documents tried again with one call."""

from typing import Any

import pytest

from tests.harness import API, Values, answer, assert_problem
from tests.memory.world import World

PATH = f"{API}/memory/documents/retain"


async def retry(here: World, **chosen: Any) -> Values:
    return answer(await here.product.http.post(PATH, json=chosen), 200)


async def failed(here: World, count: int) -> list[str]:
    """So many documents that wait for a person."""
    ids = [await here.resolved() for _ in range(count)]
    here.fake.answers("retain", here.refusal(402))
    await here.settle()
    here.fake.behaves()
    return ids


async def test_all_that_failed_is_tried_again_with_one_call(on_each: World) -> None:
    here = on_each
    ready = await here.remembered()
    ids = await failed(here, 3)
    assert await retry(here, states=["failed"]) == {"retried": ids, "refused": [], "more": False}
    await here.settle()
    assert [await here.state(one) for one in (ready, *ids)] == ["ready"] * 4
    assert len(here.sent()) == 1 + 3 + 3


async def test_named_ones_are_tried_and_the_others_left(here: World) -> None:
    first, second = await failed(here, 2)
    assert (await retry(here, ids=[second]))["retried"] == [second]
    await here.settle()
    assert [await here.state(first), await here.state(second)] == ["failed", "ready"]


async def test_who_is_refused_is_told_why(on_each: World) -> None:
    here = on_each
    forgotten, reopened, ready = [await here.remembered() for _ in range(3)]
    [broken] = await failed(here, 1)
    await here.forget(forgotten)
    await here.incidents.reopen(reopened)
    await here.settle()
    await here.incidents.edit(forgotten, resolution="Closed the leak.")
    done = await retry(here, ids=[forgotten, reopened, broken, "INC-999"])
    assert done["retried"] == [broken]
    assert {one["id"]: one["reason"] for one in done["refused"]} == {
        forgotten: "forgotten",
        reopened: "nothing_to_retain",
        "INC-999": "not_found",
    }
    narrowed = await retry(here, ids=[ready], states=["failed"])
    assert narrowed["refused"] == [{"id": ready, "reason": "other_state"}]
    assert await here.state(forgotten) == "withdrawn"


async def test_a_withdrawal_that_failed_is_tried_again_too(here: World) -> None:
    incident_id = await here.remembered()
    here.fake.answers("delete_document", here.refusal(401))
    await here.incidents.reopen(incident_id)
    await here.settle()
    here.fake.behaves()
    assert (await retry(here, states=["failed"]))["retried"] == [incident_id]
    await here.settle()
    assert await here.state(incident_id) == "withdrawn"


async def test_a_forgetting_that_failed_goes_on_and_is_not_undone(here: World) -> None:
    incident_id = await here.remembered()
    here.fake.answers("delete_document", here.refusal(401))
    await here.forget(incident_id)
    await here.settle()
    here.fake.behaves()
    assert (await retry(here, states=["failed"]))["retried"] == [incident_id]
    await here.settle()
    document = await here.document(incident_id)
    assert (document["state"], document["reason"], here.fake.held) == ("withdrawn", "forgotten", {})


@pytest.mark.parametrize(
    "chosen", [{}, {"ids": []}, {"states": []}, {"states": ["lost"]}, {"ids": ["x" * 65]}, {"ids": None}]
)
async def test_a_call_that_names_no_documents_is_refused(here: World, chosen: Values) -> None:
    assert_problem(await here.product.http.post(PATH, json=chosen), 422)
