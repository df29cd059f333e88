"""A document with the record beside it: what the record gives, what the ledger wants, what memory holds."""

from tests.harness import API, Values, answer, assert_problem
from tests.memory.world import World


async def beside(here: World, document_id: str) -> Values:
    return answer(await here.product.http.get(f"{API}/memory/documents/{document_id}/record"), 200)


async def test_what_is_remembered_is_the_same_in_all_three_places(on_each: World) -> None:
    here = on_each
    incident_id = await here.remembered()
    seen = await beside(here, incident_id)
    assert seen["same"] is True
    assert seen["written"] == seen["ledger"]["text"] == seen["held"]["text"]
    assert (seen["held"]["status"], seen["held"]["revision"], seen["held"]["reason"]) == ("ok", 2, None)
    assert set(seen["held"]["tags"]) == set((await here.document(incident_id))["tags"])
    incident = await here.incidents.read(incident_id)
    shared = seen["incident"].keys() & incident.keys()
    assert {name: seen["incident"][name] for name in shared} == {name: incident[name] for name in shared}
    assert seen["incident"]["root_cause"] == "A session leak exhausted the pool."


async def test_what_memory_holds_otherwise_is_shown_as_it_is(here: World) -> None:
    incident_id = await here.remembered()
    here.held(incident_id).text = "<b>Somebody changed this.</b>"
    seen = await beside(here, incident_id)
    assert (seen["held"]["text"], seen["same"]) == ("<b>Somebody changed this.</b>", False)


async def test_an_edit_stands_in_record_and_ledger_before_memory_has_it(here: World) -> None:
    incident_id = await here.remembered()
    await here.incidents.edit(incident_id, resolution="Closed the leak.")
    seen = await beside(here, incident_id)
    assert "Closed the leak" in seen["written"]
    assert seen["written"] == seen["ledger"]["text"]
    assert (seen["ledger"]["revision"], seen["held"]["revision"], seen["same"]) == (3, 2, False)


async def test_nothing_held_is_empty_and_a_memory_that_does_not_answer_is_not(here: World) -> None:
    incident_id = await here.remembered()
    here.fake.held.clear()
    seen = await beside(here, incident_id)
    assert (seen["held"]["status"], seen["held"]["text"], seen["same"]) == ("empty", None, False)
    here.fake.answers("get_document", here.refusal(500))
    seen = await beside(here, incident_id)
    assert (seen["held"]["status"], seen["held"]["reason"], seen["same"]) == ("unavailable", "server_error", False)
    assert seen["written"]


async def test_a_bank_that_vanished_is_not_called_empty(here: World) -> None:
    incident_id = await here.remembered()
    here.fake.banks.clear()
    held = (await beside(here, incident_id))["held"]
    assert (held["status"], held["reason"]) == ("unavailable", "bank_missing")


async def test_before_memory_was_compared_what_it_does_not_hold_is_not_called_empty(here: World) -> None:
    kept, lost = await here.remembered(), await here.remembered()
    await here.product.runtime.health.check()
    del here.fake.held[lost]
    held = (await beside(here, lost))["held"]
    assert (held["status"], held["reason"]) == ("unavailable", "starting")
    assert (await beside(here, kept))["same"] is True


async def test_before_anything_was_retained_memory_is_empty(here: World) -> None:
    held = (await beside(here, await here.resolved()))["held"]
    assert (held["status"], held["reason"]) == ("empty", None)


async def test_what_is_wanted_nowhere_is_the_same_when_memory_holds_nothing(here: World) -> None:
    reopened, deleted, forgotten = [await here.remembered() for _ in range(3)]
    await here.incidents.reopen(reopened)
    await here.incidents.delete(deleted)
    await here.forget(forgotten)
    assert (await beside(here, reopened))["same"] is False
    await here.settle()
    seen = [await beside(here, one) for one in (reopened, deleted, forgotten)]
    assert [one["same"] for one in seen] == [True, True, True]
    assert [one["written"] is None for one in seen] == [True, True, False]
    assert [one["incident"]["deleted"] for one in seen] == [False, True, False]
    assert seen[2]["ledger"]["text"] == ""


async def test_a_document_that_the_ledger_has_not_is_not_found(here: World) -> None:
    assert_problem(await here.product.http.get(f"{API}/memory/documents/INC-999/record"), 404)
