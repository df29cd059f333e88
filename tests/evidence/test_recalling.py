"""A recall comes to one of three states, and an error is never an empty memory."""

from dataclasses import replace

import pytest

from memoryops.evidence.verify import Subject
from memoryops.memory.port import MemoryReason
from memoryops.memory.schemas import MemoryStatus
from tests.fakes.hindsight_server import BROKEN_JSON, CUT, HANGS, HTML_200, HTML_502, Answer, refuses
from tests.harness import API, assert_problem
from tests.memory.world import World

QUESTION = "charges hang and fail with 504"

FAILURES = [
    (refuses(401), MemoryReason.unauthorized),
    (refuses(402), MemoryReason.payment_required),
    (refuses(403), MemoryReason.unauthorized),
    (refuses(404, "No such thing"), MemoryReason.rejected),
    (refuses(404, "Bank 'memoryops-default' not found"), MemoryReason.bank_missing),
    (refuses(409), MemoryReason.rejected),
    (refuses(422), MemoryReason.rejected),
    (refuses(429), MemoryReason.rate_limited),
    (refuses(500), MemoryReason.server_error),
    (HTML_502, MemoryReason.server_error),
    (refuses(503), MemoryReason.server_error),
    (HTML_200, MemoryReason.invalid_response),
    (BROKEN_JSON, MemoryReason.invalid_response),
    (CUT, MemoryReason.unreachable),
]


@pytest.mark.parametrize(("answer", "reason"), FAILURES, ids=lambda value: getattr(value, "value", ""))
async def test_an_error_is_unavailable_with_its_cause_and_never_empty(
    here: World, answer: Answer, reason: MemoryReason
) -> None:
    await here.remembered()
    here.fake.answers("recall", answer)
    recalled = await here.recall(QUESTION)
    assert (recalled["memory_status"], recalled["memory"]["reason"]) == ("unavailable", reason.value)
    assert recalled["similar_historical_incidents"] == []
    assert recalled["memory"]["detail"]
    assert recalled["memory"]["query"] == QUESTION


async def test_a_memory_that_does_not_answer_in_time_is_unavailable(impatient: World) -> None:
    await impatient.remembered()
    impatient.fake.answers("recall", HANGS)
    recalled = await impatient.recall(QUESTION)
    assert (recalled["memory_status"], recalled["memory"]["reason"]) == ("unavailable", "timeout")
    assert 900 <= recalled["memory"]["latency_ms"] < 10_000


async def test_a_bank_that_refuses_our_settings_is_misconfigured(here: World) -> None:
    here.fake.banks["memoryops-default"] = {}
    here.fake.obeys_configuration = False
    recalled = await here.recall(QUESTION)
    assert (recalled["memory_status"], recalled["memory"]["reason"]) == ("unavailable", "misconfigured")


async def test_a_question_without_words_is_refused_not_empty(here: World) -> None:
    await here.remembered()
    recalled = await here.recall("🔥🔥🔥")
    assert (recalled["memory_status"], recalled["memory"]["reason"]) == ("unavailable", "rejected")


async def test_a_missing_bank_is_empty_where_nothing_was_ever_retained(here: World) -> None:
    recalled = await here.recall(QUESTION)
    assert (recalled["memory_status"], recalled["memory"]["reason"]) == ("empty", None)
    assert recalled["similar_historical_incidents"] == []


@pytest.mark.parametrize("then", ["stay", "reopen", "forget"])
async def test_a_missing_bank_is_unavailable_once_something_was_retained(here: World, then: str) -> None:
    incident_id = await here.remembered()
    if then == "reopen":
        await here.incidents.reopen(incident_id)
    elif then == "forget":
        await here.forget(incident_id)
    await here.settle()
    here.fake.banks.clear()
    await here.recall(QUESTION)
    recalled = await here.recall(QUESTION)
    assert (recalled["memory_status"], recalled["memory"]["reason"]) == ("unavailable", "bank_missing")


async def test_a_bank_lost_after_a_retain_whose_probe_failed_is_not_called_empty(here: World) -> None:
    await here.resolved()
    here.fake.answers("recall", refuses(500))
    await here.settle()
    here.fake.behaves()
    here.fake.banks.clear()
    recalled = await here.recall(QUESTION)
    assert (recalled["memory_status"], recalled["memory"]["reason"]) == ("unavailable", "bank_missing")


async def test_a_strong_match_is_ok_and_the_trace_holds_exactly_what_was_sent(here: World) -> None:
    incident_id = await here.remembered()
    recalled = await here.recall(QUESTION, service="Payment-API", severity="sev2", outcome="fixed")
    assert recalled["memory_status"] == "ok"
    assert [item["incident_id"] for item in recalled["similar_historical_incidents"]] == [incident_id]
    trace, sent = recalled["memory"], here.fake.calls("recall")[-1]
    assert (trace["query"], trace["tags"], trace["bank_id"]) == (sent.body["query"], sent.body["tags"], sent.bank)
    assert sent.body["tags_match"] == "all_strict"
    assert sent.body["tags"] == ["workspace:default", "service:payment-api", "severity:sev2", "outcome:fixed"]
    assert (trace["reason"], trace["detail"], trace["recalled"], trace["kept"]) == (None, None, 1, 1)


async def test_filters_narrow_what_memory_is_asked_for(here: World) -> None:
    await here.remembered()
    assert (await here.recall(QUESTION, service="search"))["memory_status"] == "empty"


async def test_weak_hits_are_empty_with_their_ids_in_the_trace(here: World) -> None:
    incident_id = await here.remembered()
    here.held(incident_id).similarity = 0.31
    recalled = await here.recall(QUESTION)
    assert (recalled["memory_status"], recalled["similar_historical_incidents"]) == ("empty", [])
    assert recalled["memory"]["excluded"] == [{"document_id": incident_id, "reason": "weak_match"}]
    assert (recalled["memory"]["recalled"], recalled["memory"]["kept"]) == (1, 0)


async def test_hits_by_words_alone_are_empty(here: World) -> None:
    incident_id = await here.remembered()
    here.held(incident_id).similarity = None
    assert (await here.recall(QUESTION))["memory_status"] == "empty"


async def test_an_edit_that_memory_has_not_followed_yet_is_shown_as_stale(here: World) -> None:
    incident_id = await here.remembered()
    await here.incidents.edit(incident_id, root_cause="It was the firewall.")
    [item] = (await here.recall(QUESTION))["similar_historical_incidents"]
    assert item["record"] == {"verified": True, "stale": True}
    assert item["root_cause"] == "It was the firewall."
    await here.settle()
    [item] = (await here.recall(QUESTION))["similar_historical_incidents"]
    assert item["record"]["stale"] is False


@pytest.mark.parametrize(
    ("verb", "reason"), [("reopen", "not_resolved"), ("delete", "deleted"), ("forget", "withdrawn")]
)
async def test_what_the_record_took_back_is_no_evidence_even_before_memory_follows(
    here: World, verb: str, reason: str
) -> None:
    incident_id = await here.remembered()
    if verb == "forget":
        await here.forget(incident_id)
    else:
        await getattr(here.incidents, verb)(incident_id)
    recalled = await here.recall(QUESTION)
    assert recalled["memory_status"] == "empty"
    assert recalled["memory"]["excluded"] == [{"document_id": incident_id, "reason": reason}]


async def test_a_document_that_somebody_else_put_into_the_bank_is_excluded(here: World) -> None:
    incident_id = await here.remembered()
    foreign = here.held(incident_id)
    here.fake.held["INC-101-copy"] = type(foreign)("INC-101-copy", foreign.text, foreign.tags, foreign.metadata)
    recalled = await here.recall(QUESTION)
    assert [item["incident_id"] for item in recalled["similar_historical_incidents"]] == [incident_id]
    assert recalled["memory"]["excluded"] == [{"document_id": "INC-101-copy", "reason": "not_our_document"}]


async def test_a_recall_that_failed_shows_on_the_status_and_a_check_clears_it(here: World) -> None:
    health = here.product.runtime.health
    await here.check()
    here.fake.answers("recall", refuses(500))
    here.fake.banks["memoryops-default"] = {}
    await here.recall(QUESTION)
    assert (await _status(here))["reason"] == "server_error"
    await health.check()
    assert (await _status(here))["status"] == "ready"


@pytest.mark.parametrize(
    "body", [{}, {"query": ""}, {"query": "  "}, {"query": "x", "limit": 3}, {"query": "x" * 4_001}]
)
async def test_a_recall_that_cannot_be_meant_is_refused(here: World, body: dict[str, object]) -> None:
    assert_problem(await here.product.http.post(f"{API}/memory/recall", json=body), 422)


async def test_reflecting_without_a_model_says_exactly_that_and_still_counts_the_record(here: World) -> None:
    await here.remembered()
    await here.remembered()
    here.fake.answers("reflect", refuses(400, "Reflect requires an LLM provider. Current provider is set to 'none'."))
    answer = (await here.product.http.post(f"{API}/incidents/reflect", json={"query": "what keeps failing"})).json()
    assert (answer["memory_status"], answer["memory"]["reason"]) == ("unavailable", "needs_model")
    assert (answer["answer"], answer["based_on"]) == (None, [])
    assert answer["from_record"][0]["count"] == 2
    assert here.product.runtime.health.current.reason is not MemoryReason.needs_model


async def test_a_large_memory_is_asked_for_its_best_pieces_alone(here: World) -> None:
    await here.remembered()
    await here.check()
    recaller, subject = here.product.runtime.recaller, Subject("default", QUESTION)
    await recaller.recall(subject)
    assert here.sent("recall")[-1]["budget"] == "mid"
    assert (await replace(recaller, many_documents=1).recall(subject)).status is MemoryStatus.ok
    assert here.sent("recall")[-1]["budget"] == "low"


async def _status(here: World) -> dict[str, object]:
    body: dict[str, object] = (await here.product.http.get(f"{API}/memory/status")).json()
    return body


async def test_a_pattern_names_its_newest_incidents_and_counts_all(here: World) -> None:
    ids = [(await here.incidents.declare(service="search", error=None))["id"] for _ in range(23)]
    answer = (await here.product.http.post(f"{API}/incidents/reflect", json={"query": "what keeps failing"})).json()
    [pattern] = [one for one in answer["from_record"] if one["statement"].startswith("search had")]
    assert pattern["count"] == 23
    assert pattern["incident_ids"] == ids[:2:-1]


async def test_reflecting_before_memory_is_compared_is_unavailable(here: World) -> None:
    await here.remembered()
    await here.product.runtime.health.check()
    here.fake.answers("reflect", Answer(200, b'{"text": "Nothing.", "based_on": {"memories": []}}'))
    answer = (await here.product.http.post(f"{API}/incidents/reflect", json={"query": "what keeps failing"})).json()
    assert (answer["memory_status"], answer["memory"]["reason"]) == ("unavailable", "starting")
