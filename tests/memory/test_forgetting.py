"""Forgetting is a person's veto; it does not hide what the record wants."""

import json

import pytest

from tests.fakes.hindsight_server import piece, says
from tests.harness import assert_problem
from tests.memory.world import World


async def _reopened(here: World, incident_id: str) -> None:
    await here.incidents.edit(incident_id, resolution="Restarted it, twice.")
    await here.incidents.reopen(incident_id)


async def _deleted(here: World, incident_id: str) -> None:
    await here.incidents.edit(incident_id, resolution="Restarted it, twice.")
    await here.incidents.delete(incident_id)


async def _false_alarm(here: World, incident_id: str) -> None:
    await here.incidents.edit(incident_id, resolution="Restarted it, twice.")
    await here.incidents.edit(incident_id, outcome="false_alarm")


@pytest.mark.parametrize("settled", [True, False], ids=["withdrawn", "withdrawing"])
@pytest.mark.parametrize("change", [_reopened, _deleted, _false_alarm])
@pytest.mark.parametrize("confirm", ["false", "true"])
async def test_a_forgotten_document_whose_incident_teaches_nothing_cannot_be_retained(
    here: World, change: object, settled: bool, confirm: str
) -> None:
    incident_id = await here.remembered()
    await here.forget(incident_id)
    if settled:
        await here.settle()
    await change(here, incident_id)  # type: ignore[operator]
    assert_problem(await here.try_retain(incident_id, confirm=confirm), 409, "nothing-to-retain")
    await here.settle()
    document = await here.document(incident_id)
    assert (document["state"], document["reason"]) == ("withdrawn", "forgotten")
    assert here.fake.held == {}


async def test_a_refused_retain_leaves_the_veto(here: World) -> None:
    incident_id = await here.remembered()
    await here.forget(incident_id)
    await here.incidents.reopen(incident_id)
    await here.try_retain(incident_id, confirm="true")
    await here.incidents.resolve(incident_id)
    await here.settle()
    assert await here.state(incident_id) == "withdrawn"
    assert here.fake.held == {}


async def test_what_was_forgotten_and_resolved_anew_can_be_retained(here: World) -> None:
    incident_id = await here.remembered()
    await here.forget(incident_id)
    await here.incidents.reopen(incident_id)
    await here.settle()
    await here.incidents.resolve(incident_id)
    await here.retain_again(incident_id)
    await here.settle()
    assert await here.state(incident_id) == "ready"


async def test_a_forgotten_document_is_no_evidence_whatever_the_record_wants(here: World) -> None:
    incident_id = await here.remembered()
    await here.forget(incident_id)
    await here.incidents.edit(incident_id, resolution="Closed the leak.")
    recalled = await here.recall("charges hang and fail with 504")
    assert recalled["memory"]["excluded"] == [{"document_id": incident_id, "reason": "withdrawn"}]


async def test_a_forgotten_document_leaves_who_and_when_and_none_of_its_words(here: World) -> None:
    incident_id = await here.remembered(root_cause="Quicksilver drained the pool.")
    await here.incidents.edit(incident_id, root_cause="Quicksilver and mercury drained the pool.")
    here.fake.answers("delete_document", here.refusal(500))
    document = await here.forget(incident_id, actor="Ada")
    assert (document["forgotten_at"], document["forgotten_by"]) == ("2026-11-30T12:00:00.000Z", "Ada")
    assert "uicksilver" not in json.dumps(document)
    assert "Charges hang" not in json.dumps(document)
    await here.settle()
    assert (await here.document(incident_id))["state"] == "failed", "what goes wrong is shown"
    here.fake.behaves()
    await here.wait(minutes=1)
    assert await here.state(incident_id) == "withdrawn"
    for table, rows in (await here.product.contents()).items():
        if table not in {"incidents", "timeline_entries"}:
            assert "uicksilver" not in str(rows), table
            assert "Charges hang" not in str(rows), table
    assert "uicksilver" in (await here.incidents.read(incident_id))["root_cause"], "the record is not touched"


async def test_a_document_is_gone_when_neither_its_id_nor_a_recall_finds_it(here: World) -> None:
    forgotten, reopened = await here.remembered(), await here.remembered()
    await here.forget(forgotten)
    await here.incidents.reopen(reopened)
    await here.settle()
    lookups = here.fake.asked_documents.count(forgotten)
    assert lookups >= 2, "deleted, then looked up"
    proof = (await here.document(forgotten))["absence"]
    assert proof == {
        "at": "2026-11-30T12:00:00.000Z",
        "query": None,
        "tags": ["workspace:default", f"incident:{forgotten}"],
        "found_by_id": False,
        "returned": 0,
        "of_this_document": 0,
    }
    assert here.sent("recall")[-1]["tags"] == ["workspace:default", f"incident:{reopened}"]
    assert (await here.document(reopened))["absence"]["query"] == here.sent("recall")[-1]["query"]
    assert (await here.document(reopened))["probe_trace"] is None


async def test_a_document_that_is_still_recalled_is_not_gone(here: World) -> None:
    incident_id = await here.remembered()
    here.fake.answers("recall", says({"results": [piece(incident_id, semantic=0.4)]}))
    await here.forget(incident_id)
    await here.settle()
    document = await here.document(incident_id)
    assert (document["state"], document["steps"][-1]["cause"]) == ("withdrawing", "memory still recalls it")
    assert (document["absence"]["of_this_document"], document["absence"]["query"]) == (1, None)
    here.fake.behaves()
    await here.wait(minutes=1)
    assert await here.state(incident_id) == "withdrawn"


async def test_a_recall_that_fails_proves_nothing(here: World) -> None:
    incident_id = await here.remembered()
    here.fake.answers("recall", here.refusal(500))
    await here.forget(incident_id)
    await here.settle()
    document = await here.document(incident_id)
    assert (document["state"], document["reason"], document["absence"]) == ("failed", "server_error", None)


async def test_what_was_forgotten_while_it_was_retained_is_taken_out_again(here: World) -> None:
    incident_id = await here.resolved()
    here.fake.during("retain", lambda: here.forget(incident_id))
    await here.settle()
    document = await here.document(incident_id)
    assert (document["state"], document["reason"], document["text"]) == ("withdrawn", "forgotten", "")
    assert here.fake.held == {}
    assert "Charges hang" not in json.dumps(document)


async def test_forgetting_twice_keeps_the_first_name(here: World) -> None:
    incident_id = await here.remembered()
    await here.forget(incident_id, actor="Ada")
    here.clock.advance(hours=1)
    again = await here.forget(incident_id, actor="Grace")
    assert (again["forgotten_by"], again["forgotten_at"]) == ("Ada", "2026-11-30T12:00:00.000Z")
    await here.settle()
    assert await here.state(incident_id) == "withdrawn"


async def test_a_failed_forgetting_is_retried_and_not_undone(here: World) -> None:
    incident_id = await here.remembered()
    here.fake.answers("delete_document", here.refusal(401))
    await here.forget(incident_id)
    await here.settle()
    assert await here.state(incident_id) == "failed"
    here.fake.behaves()
    await here.retain(incident_id)
    await here.settle()
    document = await here.document(incident_id)
    assert (document["state"], document["forgotten_by"]) == ("withdrawn", "unknown")
    assert here.fake.held == {}


async def test_neither_a_lost_bank_nor_a_foreign_one_brings_back_what_was_forgotten(here: World) -> None:
    incident_id, other = await here.remembered(), await here.remembered()
    copy = here.held(incident_id)
    await here.forget(incident_id)
    await here.settle()
    here.fake.held.clear()
    await here.reconciler.compare()
    await here.settle()
    assert list(here.fake.held) == [other]
    here.fake.held[incident_id] = copy
    await here.reconciler.compare()
    await here.settle()
    assert list(here.fake.held) == [other]
    assert (await here.document(incident_id))["reason"] == "forgotten"
