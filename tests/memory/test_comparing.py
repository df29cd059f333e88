"""Memory that lost its data is noticed, refilled, and never taken for one that found nothing."""

from dataclasses import replace

from tests.fakes.hindsight_server import Answer
from tests.harness import START
from tests.memory.world import World

QUESTION = "charges hang and fail with 504"
UNTRUSTED = ("unavailable", "starting")


def lose_everything(here: World) -> None:
    here.fake.held.clear()
    here.fake.banks.clear()


async def outcome(here: World) -> tuple[str, str | None]:
    recalled = await here.recall(QUESTION)
    return recalled["memory_status"], recalled["memory"]["reason"]


async def test_data_lost_before_a_start_is_retained_again_and_never_called_empty(on_each: World) -> None:
    here = on_each
    lost = await here.remembered()
    lose_everything(here)
    await here.product.runtime.health.check()
    assert await outcome(here) == ("unavailable", "bank_missing")
    new = await here.resolved()
    await here.settle()
    here.held(new).recallable = False
    assert await outcome(here) == UNTRUSTED
    await here.reconciler.compare()
    document = await here.document(lost)
    assert (document["state"], document["retained_revision"], document["ready_revision"]) == ("queued", None, None)
    assert document["ready_at"] is None
    assert document["steps"][-1]["cause"] == "memory no longer holds it"
    await here.settle()
    assert await here.state(lost) == "ready"
    assert set(here.fake.held) == {lost, new}


async def test_until_it_is_compared_memory_is_starting_and_a_recall_says_so(here: World) -> None:
    await here.remembered()
    await here.product.runtime.health.check()
    recalled = await here.recall(QUESTION)
    assert (recalled["memory_status"], recalled["memory"]["reason"]) == UNTRUSTED
    assert "compared with the record" in recalled["memory"]["detail"]
    assert here.product.runtime.health.current.reason == "starting"
    await here.reconciler.compare()
    assert here.product.runtime.health.current.is_ready
    assert await outcome(here) == ("ok", None)


async def test_a_comparison_that_memory_does_not_answer_leaves_it_untrusted(here: World) -> None:
    await here.remembered()
    await here.product.runtime.health.check()
    here.fake.answers("list_documents", here.refusal(500))
    assert not await here.reconciler.compare()
    here.fake.behaves()
    await here.product.runtime.health.check()
    assert await outcome(here) == UNTRUSTED


async def test_a_bank_that_a_request_finds_missing_is_compared_before_it_is_trusted(here: World) -> None:
    incident_id = await here.remembered()
    await here.product.runtime.health.check()
    await here.reconciler.compare()
    lose_everything(here)
    assert await outcome(here) == ("unavailable", "bank_missing")
    here.fake.banks["memoryops-default"] = {}
    assert await outcome(here) == UNTRUSTED
    await here.reconciler.step()
    assert await here.state(incident_id) in ("queued", "ready")
    await here.settle()
    assert list(here.fake.held) == [incident_id]


async def test_a_bank_missing_where_nothing_was_retained_casts_no_doubt(here: World) -> None:
    assert await outcome(here) == ("empty", None)
    assert here.product.runtime.health.is_compared


async def test_a_lookup_that_finds_no_bank_casts_doubt(here: World) -> None:
    await here.remembered()
    incident_id = await here.resolved()
    here.fake.answers("retain", here.refusal(500))
    await here.settle()
    here.fake.behaves()
    lose_everything(here)
    await here.wait(seconds=2)
    assert await here.state(incident_id) == "ready"
    assert not here.product.runtime.health.is_compared


async def test_what_is_lost_while_memory_answers_is_found_within_minutes(here: World) -> None:
    incident_id = await here.remembered()
    await here.check()
    here.fake.held.clear()
    await here.reconciler.step()
    assert await here.state(incident_id) == "ready"
    assert here.fake.held == {}
    here.clock.advance(minutes=4)
    await here.reconciler.step()
    await here.settle()
    assert list(here.fake.held) == [incident_id]


async def test_a_withdrawn_document_that_memory_holds_after_all_is_withdrawn_again(here: World) -> None:
    incident_id = await here.remembered()
    came_late = here.held(incident_id)
    await here.incidents.reopen(incident_id)
    await here.settle()
    here.fake.held[incident_id] = came_late
    await here.reconciler.compare()
    document = await here.document(incident_id)
    assert (document["state"], document["reason"]) == ("withdrawing", "reopened")
    await here.settle()
    assert here.fake.held == {}


async def test_documents_of_nobody_are_left_alone(here: World) -> None:
    incident_id = await here.remembered()
    mine = here.held(incident_id)
    here.hold("somebody-elses", tags=["workspace:other", f"incident:{incident_id}"], metadata=mine.metadata)
    here.hold("INC-999", tags=["workspace:default", "incident:INC-999"], metadata={"incident_id": "INC-999"})
    steps = await here.transitions()
    await here.reconciler.compare()
    await here.settle()
    assert set(here.fake.held) == {incident_id, "somebody-elses", "INC-999"}
    assert await here.transitions() == steps


async def test_a_second_document_of_an_incident_of_ours_is_withdrawn(here: World) -> None:
    incident_id = await here.remembered()
    mine = here.held(incident_id)
    here.hold("INC-101-copy", tags=mine.tags, metadata=mine.metadata)
    await here.reconciler.compare()
    assert list(here.fake.held) == [incident_id]


async def test_a_second_document_that_cannot_be_withdrawn_leaves_memory_trusted(here: World) -> None:
    incident_id = await here.remembered()
    mine = here.held(incident_id)
    here.hold("INC-101-copy", tags=mine.tags, metadata=mine.metadata)
    here.fake.answers("delete_document", here.refusal(422))
    await here.check()
    assert await outcome(here) == ("ok", None)


async def test_an_older_revision_in_memory_is_replaced_and_proved_again(on_each: World) -> None:
    here = on_each
    incident_id = await here.remembered()
    backup = replace(here.held(incident_id))
    await here.incidents.edit(incident_id, resolution="Raised the pool and closed the leak.")
    await here.settle()
    here.fake.held[incident_id] = backup
    await here.reconciler.compare()
    document = await here.document(incident_id)
    assert (document["state"], document["retained_revision"], document["ready_revision"]) == ("queued", 2, None)
    assert document["steps"][-1]["cause"] == "memory holds another revision of it"
    await here.settle()
    assert here.held(incident_id).metadata["revision"] == "3"
    assert await here.state(incident_id) == "ready"


async def test_a_document_with_other_tags_gets_its_own_back(here: World) -> None:
    incident_id = await here.remembered()
    tags = list(here.held(incident_id).tags)
    here.held(incident_id).tags = ["workspace:default"]
    await here.reconciler.compare()
    assert (await here.document(incident_id))["steps"][-1]["cause"] == "memory holds it with other tags"
    await here.settle()
    assert here.held(incident_id).tags == tags
    assert await here.state(incident_id) == "ready"


async def test_a_difference_that_mending_does_not_cure_is_left_after_three_times(here: World) -> None:
    incident_id = await here.remembered()
    for _ in range(5):
        here.held(incident_id).tags.append("team:somebody")
        await here.reconciler.compare()
        await here.settle()
    assert len(here.sent()) == 1 + 3
    assert await here.state(incident_id) == "ready"


async def test_a_document_that_waits_for_a_person_is_not_sent_by_a_comparison(here: World) -> None:
    incident_id = await here.resolved()
    here.fake.answers("retain", here.refusal(422))
    await here.settle()
    here.fake.behaves()
    await here.reconciler.compare()
    await here.settle()
    assert await here.state(incident_id) == "failed"
    assert len(here.sent()) == 1


async def test_a_document_under_lease_is_left_to_its_holder(here: World) -> None:
    incident_id = await here.remembered()
    await here.incidents.edit(incident_id, resolution="Raised the pool and closed the leak.")
    here.fake.held.clear()
    here.fake.during("retain", here.another_reconciler().compare)
    await here.settle()
    causes = [step["cause"] for step in (await here.document(incident_id))["steps"]]
    assert "memory no longer holds it" not in causes
    assert await here.state(incident_id) == "ready"


async def test_a_document_retained_while_memory_was_being_asked_is_not_called_lost(here: World) -> None:
    incident_id = await here.remembered()
    here.fake.held.clear()

    async def retain_again() -> None:
        here.clock.advance(seconds=1)
        await here.retain(incident_id)
        await here.settle()

    here.fake.during("list_documents", retain_again)
    here.fake.answers("list_documents", nothing_listed())
    await here.reconciler.compare()
    assert here.clock.now() > START
    assert await here.state(incident_id) == "ready"


def nothing_listed() -> Answer:
    return Answer(200, b'{"items": [], "total": 0, "limit": 500, "offset": 0}')
