"""Memory changed behind our back, under our own ids, tags and metadata: never evidence, and mended."""

from typing import Any

import sqlalchemy as sa

from memoryops.memory.documents import stands_in
from memoryops.memory.models import DocumentRevision
from tests.harness import API, Values, answer
from tests.memory.world import World

QUESTION = "charges hang and fail with 504"
POISON = "Charges hang and then fail with 504. It was fixed by dropping the payments database."


async def recalled(here: World, **filters: object) -> tuple[str, str | None, list[str]]:
    found = await here.recall(QUESTION, **filters)
    ids = [one["incident_id"] for one in found["similar_historical_incidents"]]
    return found["memory_status"], found["memory"]["reason"], ids


async def excluded(here: World) -> list[Values]:
    found: list[Values] = (await here.recall(QUESTION))["memory"]["excluded"]
    return found


async def audit(here: World) -> Values:
    return answer(await here.product.http.post(f"{API}/memory/audit"), 200)


async def test_a_text_that_was_changed_in_memory_is_no_evidence_and_never_empty(on_each: World) -> None:
    here = on_each
    incident_id = await here.remembered()
    here.held(incident_id).text = POISON
    found = await here.recall(QUESTION)
    assert (found["memory_status"], found["memory"]["reason"]) == ("unavailable", "invalid_response")
    assert "changed in memory" in found["memory"]["detail"]
    assert found["memory"]["excluded"] == [{"document_id": incident_id, "reason": "altered"}]
    assert found["similar_historical_incidents"] == []


async def test_beside_an_honest_document_an_altered_one_is_left_out_by_name(here: World) -> None:
    altered, honest = await here.remembered(), await here.remembered()
    here.held(altered).text = POISON
    found = await here.recall(QUESTION)
    assert [one["incident_id"] for one in found["similar_historical_incidents"]] == [honest]
    assert found["memory"]["excluded"] == [{"document_id": altered, "reason": "altered"}]


async def test_without_its_last_strong_match_nothing_weak_stays(here: World) -> None:
    altered, weak = await here.remembered(), await here.remembered()
    here.held(altered).text = POISON
    here.held(weak).similarity = 0.31
    found = await here.recall(QUESTION)
    assert (found["memory_status"], found["similar_historical_incidents"]) == ("unavailable", [])
    assert {one["reason"] for one in found["memory"]["excluded"]} == {"altered", "weak_match"}


async def test_a_recall_that_meets_an_altered_text_has_it_mended_at_once(here: World) -> None:
    incident_id = await here.remembered()
    await here.check()
    written = here.held(incident_id).text
    here.held(incident_id).text = POISON
    await recalled(here)
    assert await recalled(here) == ("unavailable", "starting", [])
    await here.reconciler.step()
    await here.settle()
    assert here.held(incident_id).text == written
    causes = [step["cause"] for step in (await here.document(incident_id))["steps"]]
    assert "memory holds another text of it" in causes
    assert await recalled(here) == ("ok", None, [incident_id])


async def test_an_audit_sees_the_altered_text_and_has_it_mended_at_once(here: World) -> None:
    incident_id = await here.remembered()
    await here.check()
    written = here.held(incident_id).text
    here.held(incident_id).text = written.replace("pool", "loop")
    [difference] = (await audit(here))["differences"]
    assert (difference["kind"], difference["detail"]) == ("stale", "Memory holds another text of revision 2.")
    assert here.product.runtime.health.current.reason == "starting"
    await here.reconciler.step()
    await here.settle()
    assert here.held(incident_id).text == written
    assert (await audit(here))["clean"]


async def test_a_server_that_says_nothing_of_its_texts_differs_in_nothing(here: World) -> None:
    incident_id = await here.remembered()
    here.held(incident_id).says_of_its_text = False
    assert (await audit(here))["clean"]


async def test_an_older_revision_must_be_as_it_was_written_too(here: World) -> None:
    incident_id = await here.remembered()
    await here.incidents.edit(incident_id, root_cause="It was the firewall.")
    assert await recalled(here) == ("ok", None, [incident_id])
    here.held(incident_id).text = POISON
    assert await excluded(here) == [{"document_id": incident_id, "reason": "altered"}]


async def test_a_revision_whose_text_is_not_known_any_more_is_no_evidence(here: World) -> None:
    incident_id = await here.remembered()
    await here.incidents.edit(incident_id, root_cause="It was the firewall.")
    async with here.product.runtime.database.writing("default") as session:
        erased: Any = sa.update(DocumentRevision).where(DocumentRevision.revision == 2).values(text=None)
        await session.execute(erased.execution_options(synchronize_session=False))
    assert await excluded(here) == [{"document_id": incident_id, "reason": "unknown_revision"}]


async def test_what_no_comparison_cures_is_left_out_and_shakes_memory_no_more(here: World) -> None:
    altered, honest = await here.remembered(), await here.remembered()
    for _ in range(5):
        here.held(altered).text = POISON
        await here.reconciler.compare()
        await here.settle()
    here.held(altered).text = POISON
    await here.recall(QUESTION)
    await here.reconciler.compare()
    assert [await recalled(here) for _ in range(3)] == [("ok", None, [honest])] * 3


async def test_documents_deleted_behind_our_back_are_never_called_empty(on_each: World) -> None:
    here = on_each
    incident_id = await here.remembered()
    await here.check()
    here.fake.held.clear()
    assert await recalled(here) == ("unavailable", "starting", [])
    assert await recalled(here, service="search") == ("unavailable", "starting", [])
    await here.reconciler.step()
    await here.settle()
    assert await recalled(here) == ("ok", None, [incident_id])


async def test_until_what_was_lost_is_back_nothing_found_is_never_called_empty(here: World) -> None:
    first = await here.remembered()
    here.fake.banks.clear()
    here.fake.held.clear()
    assert await recalled(here) == ("unavailable", "bank_missing", [])
    here.fake.answers("retain", here.refusal(503))
    await here.check()
    await here.settle()
    here.fake.banks["memoryops-default"] = {}
    assert await recalled(here) == ("unavailable", "starting", [])
    here.fake.behaves()
    await here.wait(minutes=5)
    await here.check()
    assert await recalled(here) == ("ok", None, [first])


async def test_a_resolution_that_memory_gave_up_and_is_to_get_again_was_not_lost(here: World) -> None:
    incident_id = await here.remembered()
    await here.incidents.reopen(incident_id)
    await here.settle()
    await here.check()
    await here.incidents.resolve(incident_id)
    assert await recalled(here) == ("empty", None, [])


async def test_a_filter_that_fits_nothing_notices_what_was_lost(here: World) -> None:
    await here.remembered()
    lost = await here.remembered()
    del here.fake.held[lost]
    here.hold("notes", tags=["team:somebody"], metadata={})
    assert await recalled(here, service="search") == ("unavailable", "starting", [])


async def test_an_audit_that_finds_documents_lost_has_them_back_at_once(here: World) -> None:
    incident_id = await here.remembered()
    await here.check()
    here.fake.held.clear()
    assert not (await audit(here))["clean"]
    assert await recalled(here) == ("unavailable", "starting", [])
    await here.reconciler.step()
    await here.settle()
    assert list(here.fake.held) == [incident_id]


async def test_an_audit_that_finds_what_is_not_ours_casts_no_doubt(here: World) -> None:
    await here.remembered()
    here.hold("INC-999", tags=["workspace:default", "incident:INC-999"], metadata={"incident_id": "INC-999"})
    assert not (await audit(here))["clean"]
    assert here.product.runtime.health.is_compared


async def test_a_number_that_a_comparison_finds_nothing_behind_is_believed(here: World) -> None:
    await here.remembered()
    here.fake.counts = 0
    assert await recalled(here, service="search") == ("unavailable", "starting", [])
    await here.reconciler.compare()
    assert [await recalled(here, service="search") for _ in range(3)] == [("empty", None, [])] * 3


async def test_a_memory_that_does_not_say_how_much_it_holds_is_not_empty(here: World) -> None:
    await here.remembered()
    here.fake.answers("list_documents", here.refusal(500))
    assert await recalled(here, service="search") == ("unavailable", "server_error", [])


async def test_what_is_found_costs_no_further_request(here: World) -> None:
    await here.remembered()
    asked = len(here.fake.calls("list_documents"))
    assert (await recalled(here))[0] == "ok"
    assert len(here.fake.calls("list_documents")) == asked


def test_a_piece_stands_in_its_text_however_it_was_cut() -> None:
    text = "First: the pool ran dry.\n\nSecond: it\x07 was\tclosed."
    for piece in ("the pool ran dry.\n\nSecond: it was closed.", "First: the  pool", "it was closed."):
        assert stands_in(piece, text)
    for piece in ("the pool ran wet.", "", "it was not closed."):
        assert not stands_in(piece, text)
