"""What memory cannot do now is tried again, shown, and never done twice."""

import pytest

from memoryops.memory.attempts import BACKOFF_CAP_S, WAIT_FOR_A_PERSON, backoff_s
from memoryops.memory.port import MemoryReason
from tests.fakes.hindsight_server import BROKEN_JSON, CUT, HANGS, HTML_502, Answer, refuses
from tests.memory.world import World

TRANSIENT = [
    (refuses(500), "server_error"),
    (HTML_502, "server_error"),
    (refuses(503), "server_error"),
    (refuses(429), "rate_limited"),
    (CUT, "unreachable"),
    (BROKEN_JSON, "invalid_response"),
]
FOR_A_PERSON = [
    (refuses(401), "unauthorized"),
    (refuses(403), "unauthorized"),
    (refuses(402), "payment_required"),
    (refuses(422), "rejected"),
    (refuses(400), "rejected"),
]


@pytest.mark.parametrize(("answer", "reason"), TRANSIENT, ids=lambda value: value if isinstance(value, str) else "")
async def test_a_passing_failure_is_shown_and_tried_again_by_itself(here: World, answer: Answer, reason: str) -> None:
    incident_id = await here.resolved()
    here.fake.answers("retain", answer)
    await here.settle()
    document = await here.document(incident_id)
    assert (document["state"], document["reason"], document["attempts"]) == ("failed", reason, 1)
    assert document["detail"]
    here.fake.behaves()
    await here.wait(seconds=2)
    assert await here.state(incident_id) == "ready"


@pytest.mark.parametrize(("answer", "reason"), FOR_A_PERSON, ids=lambda value: value if isinstance(value, str) else "")
async def test_what_only_a_person_can_mend_waits_for_one(here: World, answer: Answer, reason: str) -> None:
    incident_id = await here.resolved()
    here.fake.answers("retain", answer)
    await here.settle()
    document = await here.document(incident_id)
    assert (document["state"], document["reason"], document["next_attempt_at"]) == ("failed", reason, None)
    await here.wait(days=2)
    assert len(here.sent()) == 1
    here.fake.behaves()
    await here.retain(incident_id)
    await here.settle()
    assert await here.state(incident_id) == "ready"


async def test_a_server_back_from_an_outage_does_not_wake_what_waits_for_a_person(here: World) -> None:
    incident_id = await here.resolved()
    here.fake.answers("retain", refuses(402))
    await here.settle()
    here.fake.behaves()
    await here.reconciler.hurry()
    assert await here.settle() == 0
    assert await here.state(incident_id) == "failed"


async def test_a_failed_document_is_shown_on_its_incident(here: World) -> None:
    incident_id = await here.resolved()
    here.fake.answers("retain", refuses(402))
    await here.settle()
    incident = await here.incidents.read(incident_id)
    assert (incident["status"], incident["memory"]["state"]) == ("resolved", "failed")
    assert incident["memory"]["reason"] == "payment_required"
    assert incident["memory_retained"] is False


async def test_a_retain_that_timed_out_but_arrived_is_not_sent_again(impatient: World) -> None:
    incident_id = await impatient.resolved()
    impatient.fake.answers("retain", HANGS)
    impatient.fake.keeps_what_it_refuses = True
    await impatient.settle()
    assert (await impatient.document(incident_id))["reason"] == "timeout"
    impatient.fake.behaves()
    await impatient.wait(seconds=2)
    assert await impatient.state(incident_id) == "ready"
    assert len(impatient.sent()) == 1
    assert len(impatient.fake.calls("get_document")) == 1


async def test_a_document_of_the_same_name_with_another_text_is_not_taken_for_what_was_sent(impatient: World) -> None:
    here = impatient
    incident_id = await here.remembered()
    written = here.held(incident_id).text
    await here.retain(incident_id)
    here.fake.answers("retain", HANGS)
    await here.settle()
    here.fake.behaves()
    here.held(incident_id).text = "Somebody wrote this."
    await here.wait(seconds=2)
    assert here.held(incident_id).text == written
    assert await here.state(incident_id) == "ready"


async def test_a_retain_that_timed_out_and_never_arrived_is_looked_up_then_sent(impatient: World) -> None:
    incident_id = await impatient.resolved()
    impatient.fake.answers("retain", HANGS)
    await impatient.settle()
    impatient.fake.behaves()
    await impatient.wait(seconds=2)
    assert await impatient.state(incident_id) == "ready"
    calls = [asked.call for asked in impatient.fake.asked if asked.call in {"retain", "get_document"}]
    assert calls == ["retain", "get_document", "retain"]


async def test_a_document_that_memory_holds_only_in_part_is_sent_again(here: World) -> None:
    incident_id = await here.resolved(postmortem="The pool was exhausted. " * 200)
    here.fake.answers("retain", refuses(500))
    here.fake.keeps_what_it_refuses = True
    await here.settle()
    here.held(incident_id).pieces = 2
    here.fake.behaves()
    await here.wait(seconds=2)
    assert await here.state(incident_id) == "ready"
    assert len(here.sent()) == 2


async def test_an_older_revision_with_the_same_words_is_not_taken_for_the_new_one(impatient: World) -> None:
    incident_id = await impatient.remembered()
    await impatient.incidents.reopen(incident_id)
    await impatient.incidents.resolve(incident_id)
    impatient.fake.answers("retain", HANGS)
    await impatient.settle()
    assert await impatient.state(incident_id) == "failed"
    impatient.fake.behaves()
    await impatient.wait(seconds=2)
    assert await impatient.state(incident_id) == "ready"
    assert impatient.held(incident_id).metadata["revision"] == "4"


async def test_the_wait_that_the_server_asks_for_is_kept(here: World) -> None:
    incident_id = await here.resolved()
    here.fake.answers("retain", refuses(429, Retry_After="300"))
    await here.settle()
    assert await here.due_in(incident_id) == 300
    here.fake.behaves()
    await here.wait(seconds=299)
    assert len(here.sent()) == 1
    await here.wait(seconds=2)
    assert await here.state(incident_id) == "ready"


async def test_a_server_that_answers_again_does_not_cut_its_own_wait_short(here: World) -> None:
    incident_id = await here.resolved()
    here.fake.answers("retain", refuses(429, Retry_After="300"))
    await here.settle()
    await here.product.runtime.health.check()
    await here.reconciler.hurry()
    assert await here.due_in(incident_id) == 300


async def test_an_absurd_wait_is_capped(here: World) -> None:
    incident_id = await here.resolved()
    here.fake.answers("retain", refuses(429, Retry_After="86400"))
    await here.settle()
    assert await here.due_in(incident_id) == 600


async def test_tries_come_further_apart_up_to_a_cap(here: World) -> None:
    incident_id = await here.resolved()
    here.fake.answers("get_document", refuses(500))
    here.fake.answers("retain", refuses(500))
    waits: list[float] = []
    for _ in range(9):
        await here.settle()
        due = await here.due_in(incident_id)
        assert due is not None
        waits.append(due)
        here.clock.advance(seconds=due + 0.001)
    assert waits[0] < waits[2] < waits[4]
    assert max(waits) <= BACKOFF_CAP_S * 1.25
    assert (await here.document(incident_id))["attempts"] == 9


def test_the_pause_doubles_from_a_second_and_is_spread() -> None:
    assert [backoff_s(attempt, spread=1.0) for attempt in (1, 2, 3, 4, 5, 6, 500)] == [1, 2, 4, 8, 16, 30, 30]
    spread = {backoff_s(4) for _ in range(50)}
    assert len(spread) > 10
    assert all(6 <= pause <= 10 for pause in spread)


async def test_what_failed_in_an_outage_is_due_at_once_when_memory_is_back(here: World) -> None:
    incident_id = await here.resolved()
    here.fake.answers("retain", refuses(500))
    here.fake.answers("get_document", refuses(500))
    for _ in range(6):
        await here.wait(seconds=40)
    due = await here.due_in(incident_id)
    assert due is not None
    assert due > 5
    here.fake.behaves()
    await here.reconciler.hurry()
    await here.settle()
    assert await here.state(incident_id) == "ready"


async def test_repeated_tries_are_one_line_of_the_timeline(here: World) -> None:
    incident_id = await here.resolved()
    here.fake.answers("retain", refuses(500))
    for _ in range(5):
        await here.wait(seconds=40)
    timeline = await here.incidents.timeline(incident_id)
    memory = [item["kind"] for item in timeline if item["source"] == "memory"]
    assert len(memory) <= 4
    assert memory[-1] == "memory_failed"


async def test_a_probe_that_fails_leaves_no_doubt_that_memory_holds_the_document(here: World) -> None:
    incident_id = await here.resolved()
    here.fake.answers("recall", refuses(503))
    await here.settle()
    document = await here.document(incident_id)
    assert (document["state"], document["reason"], document["retained_revision"]) == ("failed", "server_error", 2)
    assert (await here.incidents.read(incident_id))["memory_retained"] is True
    here.fake.behaves()
    await here.wait(seconds=2)
    assert await here.state(incident_id) == "ready"
    assert len(here.sent()) == 1


async def test_a_withdrawal_that_fails_is_tried_again(here: World) -> None:
    incident_id = await here.remembered()
    here.fake.answers("delete_document", refuses(500))
    await here.incidents.reopen(incident_id)
    await here.settle()
    assert await here.state(incident_id) == "failed"
    here.fake.behaves()
    await here.wait(seconds=2)
    document = await here.document(incident_id)
    assert (document["state"], document["reason"]) == ("withdrawn", "reopened")


async def test_a_withdrawal_that_left_the_document_there_is_not_called_done(here: World) -> None:
    incident_id = await here.remembered()
    here.fake.answers(
        "delete_document", Answer(200, b'{"success":true,"message":"","document_id":"x","memory_units_deleted":0}')
    )
    await here.incidents.reopen(incident_id)
    await here.settle()
    assert await here.state(incident_id) == "withdrawing"
    here.fake.behaves()
    await here.wait(seconds=2)
    assert await here.state(incident_id) == "withdrawn"


def test_every_reason_either_waits_for_a_person_or_passes() -> None:
    assert {
        MemoryReason.unauthorized,
        MemoryReason.payment_required,
        MemoryReason.rejected,
        MemoryReason.misconfigured,
        MemoryReason.not_configured,
    } == WAIT_FOR_A_PERSON
