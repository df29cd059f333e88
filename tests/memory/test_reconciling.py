"""From a resolution to a memory that is proved, and back out again."""

import pytest

from tests.harness import API, assert_problem
from tests.memory.world import World


async def test_a_resolution_is_queued_retained_and_proved(here: World) -> None:
    incident_id = await here.resolved()
    assert await here.state(incident_id) == "queued"
    await here.settle()
    assert await here.steps(incident_id) == ["queued", "retaining", "retained", "ready"]
    document = await here.document(incident_id)
    assert document["ready_revision"] == document["retained_revision"] == document["revision"] == 2
    assert document["probe_trace"]["proved"] is True
    assert here.held(incident_id).metadata["revision"] == "2"


async def test_resolving_asks_memory_for_nothing(here: World) -> None:
    await here.resolved()
    assert here.fake.asked == []


async def test_editing_the_cause_replaces_the_same_document(here: World) -> None:
    incident_id = await here.remembered()
    await here.incidents.edit(incident_id, root_cause="A firewall rule dropped idle connections.")
    assert await here.state(incident_id) == "queued"
    await here.settle()
    assert list(here.fake.held) == [incident_id]
    assert "firewall rule" in here.held(incident_id).text
    assert "session leak" not in here.held(incident_id).text
    document = await here.document(incident_id)
    assert (document["state"], document["ready_revision"]) == ("ready", 3)


async def test_editing_the_commander_sends_nothing(here: World) -> None:
    incident_id = await here.remembered()
    before = len(here.fake.asked)
    await here.incidents.edit(incident_id, commander="Ada")
    assert await here.settle() == 0
    assert len(here.fake.asked) == before
    assert await here.state(incident_id) == "ready"


async def test_reopening_withdraws_and_resolving_again_brings_back(here: World) -> None:
    incident_id = await here.remembered()
    await here.incidents.reopen(incident_id)
    assert await here.state(incident_id) == "withdrawing"
    await here.settle()
    document = await here.document(incident_id)
    assert (document["state"], document["reason"], document["ready_revision"]) == ("withdrawn", "reopened", None)
    assert here.fake.held == {}
    await here.incidents.resolve(incident_id)
    await here.settle()
    assert await here.state(incident_id) == "ready"
    assert here.held(incident_id).metadata["revision"] == "4"


async def test_reopening_and_resolving_at_once_with_the_same_words_is_proved_at_the_new_revision(here: World) -> None:
    incident_id = await here.remembered()
    await here.incidents.reopen(incident_id)
    await here.incidents.resolve(incident_id)
    await here.settle()
    document = await here.document(incident_id)
    assert (document["state"], document["ready_revision"]) == ("ready", document["revision"])
    assert here.held(incident_id).metadata["revision"] == "4"


async def test_deleting_withdraws_and_restoring_brings_back(here: World) -> None:
    incident_id = await here.remembered()
    await here.incidents.delete(incident_id)
    await here.settle()
    assert (await here.document(incident_id))["reason"] == "deleted"
    assert here.fake.held == {}
    await here.incidents.restore(incident_id)
    await here.settle()
    assert list(here.fake.held) == [incident_id]


async def test_an_outcome_turned_into_a_false_alarm_withdraws(here: World) -> None:
    incident_id = await here.remembered()
    await here.incidents.edit(incident_id, outcome="false_alarm")
    await here.settle()
    assert (await here.document(incident_id))["reason"] == "false_alarm"
    assert here.fake.held == {}


async def test_a_false_alarm_is_never_retained(here: World) -> None:
    incident = await here.incidents.declare()
    answer = await here.incidents.resolve(incident["id"], outcome="false_alarm", root_cause=None, resolution=None)
    assert (answer["memory"]["state"], answer["memory"]["reason"]) == ("none", "false_alarm")
    await here.settle()
    assert here.sent() == []


async def test_what_was_withdrawn_before_it_was_sent_is_never_sent(here: World) -> None:
    incident_id = await here.resolved()
    await here.incidents.reopen(incident_id)
    await here.settle()
    assert here.sent() == []
    assert await here.state(incident_id) == "withdrawn"


async def test_forgetting_erases_and_an_edit_does_not_bring_it_back(here: World) -> None:
    incident_id = await here.remembered()
    await here.forget(incident_id)
    await here.settle()
    document = await here.document(incident_id)
    assert (document["state"], document["reason"]) == ("withdrawn", "forgotten")
    assert (document["text"], document["probe"]) == ("", "")
    assert here.fake.held == {}
    await here.incidents.edit(incident_id, root_cause="Something else altogether.")
    await here.incidents.reopen(incident_id)
    await here.incidents.resolve(incident_id)
    await here.incidents.delete(incident_id)
    await here.incidents.restore(incident_id)
    await here.settle()
    assert here.fake.held == {}
    assert await here.state(incident_id) == "withdrawn"


async def test_only_a_person_brings_back_what_was_forgotten(here: World) -> None:
    incident_id = await here.remembered()
    await here.forget(incident_id)
    await here.settle()
    await here.incidents.edit(incident_id, resolution="Raised the pool, and closed the leak for good.")
    refused = assert_problem(await here.try_retain(incident_id), 409, "forgotten-document")
    assert "forgotten by unknown on 2026-11-30 12:00 UTC" in refused["detail"]
    await here.retain_again(incident_id)
    await here.settle()
    document = await here.document(incident_id)
    assert (document["state"], document["forgotten_at"], document["forgotten_by"]) == ("ready", None, None)
    assert "closed the leak for good" in document["text"] == here.held(incident_id).text


async def test_forgetting_while_it_is_being_withdrawn_erases_too(here: World) -> None:
    incident_id = await here.remembered()
    await here.incidents.reopen(incident_id)
    here.fake.during("delete_document", lambda: here.forget(incident_id))
    await here.settle()
    document = await here.document(incident_id)
    assert (document["state"], document["reason"], document["text"]) == ("withdrawn", "forgotten", "")


async def test_withdrawing_where_no_bank_was_ever_made_succeeds(here: World) -> None:
    incident_id = await here.resolved()
    here.fake.answers("retain", here.refusal(500))
    await here.settle()
    here.fake.behaves()
    here.fake.banks.clear()
    await here.incidents.reopen(incident_id)
    await here.settle()
    assert await here.state(incident_id) == "withdrawn"


async def test_a_bank_that_vanished_is_made_again_by_the_next_try(here: World) -> None:
    incident_id = await here.resolved()
    here.fake.answers("read_config", here.refusal(500))
    await here.settle()
    assert await here.state(incident_id) == "failed"
    here.fake.behaves()
    await here.wait(seconds=2)
    assert await here.state(incident_id) == "ready"


async def test_a_retain_that_is_asked_for_twice_leaves_one_document(here: World) -> None:
    incident_id = await here.remembered()
    await here.retain(incident_id)
    await here.settle()
    assert list(here.fake.held) == [incident_id]
    assert await here.state(incident_id) == "ready"


@pytest.mark.parametrize("verb", ["retain", "forget"])
async def test_a_document_that_is_not_in_the_ledger_is_not_found(here: World, verb: str) -> None:
    path = f"{API}/memory/documents/INC-999"
    call = here.product.http.post(f"{path}/retain") if verb == "retain" else here.product.http.delete(path)
    assert_problem(await call, 404)
