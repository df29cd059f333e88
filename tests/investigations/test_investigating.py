"""What an investigation says: evidence that memory and record bear out, and an analysis that keeps to it."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.groq_server import Reply, completion, failure, groq_server
from tests.fakes.hindsight_server import refuses
from tests.harness import API, Values, answer
from tests.investigations.stage import UNSUPPORTED, PatientModel
from tests.memory.world import World, world

ERROR = "Database connection timeout"


async def analyze(here: World, incident_id: str) -> Values:
    return answer(await here.product.http.post(f"{API}/incidents/{incident_id}/analyze"), 200)


async def investigated(here: World, **fields: Any) -> Values:
    """The completed run of an incident that was just declared."""
    return await analyze(here, (await here.incidents.declare(**fields))["id"])


def stage(run: Values, name: str) -> Values:
    [row] = [row for row in run["trace"] if row["stage"] == name]
    row_values: Values = row
    return row_values


async def test_a_strong_match_is_evidence_that_may_be_cited(here: World, model: PatientModel) -> None:
    remembered = await here.remembered()
    model.cites(remembered, "Raised the pool and fixed the leak.")
    run = await investigated(here)
    assert (run["state"], run["memory_status"]) == ("completed", "ok")
    assert (run["analysis_status"], run["analysis_reason"]) == ("ok", None)
    [citation] = run["ai_analysis"]["supporting_historical_incidents"]
    assert citation["incident_id"] == remembered
    assert run["ai_analysis"]["source"] == "model"


async def test_every_stage_leaves_its_row_with_its_timing(here: World) -> None:
    run = await investigated(here, error=ERROR)
    assert [row["stage"] for row in run["trace"]] == ["fingerprint", "recall", "verify", "analyse", "check_citations"]
    assert all(row["latency_ms"] >= 0 and row["started_at"] for row in run["trace"])
    assert stage(run, "fingerprint")["detail"]["fingerprint_input"] == ERROR.lower()


async def test_the_trace_holds_exactly_what_was_sent(here: World) -> None:
    await here.remembered()
    run = await investigated(here, error=f"{ERROR}\n\tat com.acme.Pay(Pay.java:41)", symptoms="Charges hang.")
    sent = here.fake.calls("recall")[-1]
    assert run["memory"]["query"] == sent.body["query"] == stage(run, "recall")["detail"]["query"]
    assert run["memory"]["tags"] == sent.body["tags"] == ["workspace:default"]
    assert "Pay.java" not in sent.body["query"]


async def test_an_incident_is_no_evidence_for_itself(here: World) -> None:
    remembered = await here.remembered()
    run = await analyze(here, remembered)
    assert (run["memory_status"], run["similar_historical_incidents"]) == ("empty", [])
    assert run["memory"]["excluded"] == [{"document_id": remembered, "reason": "this_incident"}]


async def test_the_model_never_sees_a_weak_match_nor_the_repeat(here: World, model: PatientModel) -> None:
    strong = await here.remembered(resolution="Raised the pool.")
    weak = await here.remembered(resolution="Replaced the certificate.")
    here.held(weak).similarity = 0.45
    run = await investigated(here, error=ERROR)
    shown = [(item["incident_id"], item["match"]) for item in run["similar_historical_incidents"]]
    assert shown == [(strong, "strong"), (weak, "weak")]
    told = model.everything_it_was_told
    assert strong in told
    assert "Raised the pool" in told
    assert weak not in told
    assert "certificate" not in told
    repeated = await investigated(here, error=ERROR)
    assert repeated["repeat"]["occurrences"] == 2
    assert repeated["repeat"]["last_incident_id"] not in "".join(message.content for message in model.asked[-1])


async def test_a_weak_match_cannot_be_cited(here: World, model: PatientModel) -> None:
    await here.remembered()
    weak = await here.remembered(resolution="Replaced the certificate.")
    here.held(weak).similarity = 0.45
    model.cites(weak, "Replaced the certificate.")
    run = await investigated(here)
    assert (run["analysis_status"], run["analysis_reason"]) == ("fallback", "invented_citation")
    assert weak not in json.dumps(run["ai_analysis"])


@pytest.mark.parametrize("memory", ["ok", "empty", "unavailable"])
async def test_an_invented_citation_never_comes_through_and_is_kept_in_the_trace(
    here: World, model: PatientModel, memory: str
) -> None:
    if memory != "empty":
        await here.remembered()
    if memory == "unavailable":
        here.fake.answers("recall", refuses(500))
    model.cites("INC-999", "We restarted everything and it worked.")
    run = await investigated(here)
    assert run["memory_status"] == memory
    assert (run["analysis_status"], run["analysis_reason"]) == ("fallback", "invented_citation")
    assert (run["ai_analysis"]["source"], run["ai_analysis"]["confidence"]) == ("heuristic", "low")
    assert "INC-999" not in json.dumps(run["ai_analysis"])
    checked = stage(run, "check_citations")
    assert checked["status"] == "rejected"
    assert [
        ("INC-999" in refused["content"], bool(refused["findings"])) for refused in checked["detail"]["refused"]
    ] == [(True, True)] * 2
    assert len(model.asked) == 2


async def test_a_repair_that_keeps_the_rules_is_the_analysis(here: World, model: PatientModel) -> None:
    model.says_in_turn(json.dumps({**UNSUPPORTED, "reasoning": "As in INC-999."}), json.dumps(UNSUPPORTED))
    run = await investigated(here)
    assert (run["analysis_status"], run["ai_analysis"]["source"]) == ("ok", "model")
    assert len(stage(run, "check_citations")["detail"]["refused"]) == 1


async def test_a_repeat_counts_while_memory_is_down_and_is_told_by_the_record(here: World) -> None:
    first = (await here.incidents.declare(error=ERROR))["id"]
    await here.incidents.resolve(first)
    here.fake.answers("recall", refuses(500))
    here.fake.banks["memoryops-default"] = {}
    run = await investigated(here, error="DATABASE  connection timeout")
    assert (run["memory_status"], run["memory"]["reason"]) == ("unavailable", "server_error")
    assert run["similar_historical_incidents"] == []
    assert (run["repeat"]["occurrences"], run["repeat"]["last_incident_id"]) == (2, first)
    assert run["repeat"]["verified_resolution"]["resolution"] == "Raised the pool and fixed the leak."


async def test_the_record_is_never_shown_as_a_memory(here: World) -> None:
    await here.resolved(root_cause="A cause that only the record knows.")
    run = await investigated(here, error=ERROR)
    assert (run["memory_status"], run["similar_historical_incidents"]) == ("empty", [])


async def test_an_incident_without_an_error_skips_the_fingerprint(here: World) -> None:
    run = await investigated(here)
    assert (stage(run, "fingerprint")["status"], run["repeat"]) == ("skipped", None)


async def test_verifying_is_skipped_where_nothing_could_be_recalled(here: World) -> None:
    here.fake.banks["memoryops-default"] = {}
    here.fake.answers("recall", refuses(503))
    run = await investigated(here)
    assert [(row["stage"], row["status"]) for row in run["trace"][1:3]] == [
        ("recall", "unavailable"),
        ("verify", "skipped"),
    ]


HOSTILE = json.dumps(
    {**UNSUPPORTED, "supporting_historical_incidents": [{"incident_id": "INC-101", "quote": "it was never said"}]}
)
REPLIES = [
    (completion(json.dumps(UNSUPPORTED)), "ok", None),
    (failure(401), "fallback", "unauthorized"),
    (failure(404), "fallback", "model_unavailable"),
    (failure(413), "fallback", "too_large"),
    (failure(500), "fallback", "server_error"),
    (completion("Sorry, I cannot."), "fallback", "invalid_output"),
    (completion(HOSTILE), "fallback", "invented_citation"),
    (Reply(hangs=True), "fallback", "timeout"),
]


@pytest.mark.parametrize(("reply", "status", "reason"), REPLIES, ids=[str(reason) for _, _, reason in REPLIES])
async def test_what_the_endpoint_does_is_told_with_the_analysis(
    sqlite_record: str, tmp_path: Path, reply: Reply, status: str, reason: str | None
) -> None:
    async with groq_server(reply) as groq:
        given: Values = {"GROQ_API_KEY": "gsk-test", "GROQ_BASE_URL": groq.url, "MEMORYOPS_ANALYSIS_TIMEOUT_S": 5}
        async with world(sqlite_record, tmp_path, **given) as here:
            run = await investigated(here)
    assert (run["state"], run["analysis_status"], run["analysis_reason"]) == ("completed", status, reason)
    assert run["ai_analysis"]["source"] == ("model" if status == "ok" else "heuristic")
    assert "gsk-test" not in json.dumps(run)


async def test_without_a_key_the_analysis_is_the_labelled_heuristic(sqlite_record: str, tmp_path: Path) -> None:
    async with world(sqlite_record, tmp_path) as here:
        run = await investigated(here)
    assert (run["analysis_status"], run["analysis_reason"]) == ("fallback", "not_configured")
    assert (run["ai_analysis"]["source"], run["ai_analysis"]["confidence"]) == ("heuristic", "low")


async def test_evidence_carries_its_track_record_and_the_model_is_told(here: World, model: PatientModel) -> None:
    first = await here.remembered()
    again = await here.resolved(same_as=first)
    tried = await here.resolved(resolution="Shed load.", did_not_help=[first])
    run = await investigated(here, symptoms="Charges hang and then fail with 504.")
    [known] = [item for item in run["similar_historical_incidents"] if item["incident_id"] == first]
    assert again not in [item["incident_id"] for item in run["similar_historical_incidents"]]
    assert known["track_record"] == {
        "seen": 1,
        "fixed": 2,
        "mitigated": 0,
        "did_not_help": 1,
        "confirmed_by": [again],
        "median_time_to_fix_s": 0,
    }
    told = "Fixed the same way twice; once it did not help"
    assert known["why"][-1] == told
    assert f"Track record: {told}" in model.everything_it_was_told
    assert (await here.incidents.read(tried))["did_not_help"] == [first]


async def test_a_run_from_before_track_records_were_counted_can_still_be_read(here: World) -> None:
    await here.incidents.edit(await here.remembered(), error=ERROR)
    run = await investigated(here, error=ERROR, symptoms="Charges hang and then fail with 504.")
    assert run["repeat"]["resolutions"]
    old = "'$.similar_historical_incidents[0].track_record', '$.repeat.resolutions'"
    await here.product.run_sql(f"UPDATE investigations SET evidence = json_remove(evidence, {old})")
    read = answer(await here.product.http.get(f"{API}/investigations/{run['id']}"), 200)
    [item] = read["similar_historical_incidents"]
    assert (item["track_record"], read["repeat"]["resolutions"]) == (None, [])
    assert item["resolution"] == run["similar_historical_incidents"][0]["resolution"]
