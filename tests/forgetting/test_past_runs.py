"""What was forgotten is gone from every investigation that held it, and nothing else is."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from memoryops.evidence.schemas import HistoricalIncident
from memoryops.investigations.erasure import ERASED_ENTIRELY, TOLD
from tests.harness import API, Values, answer
from tests.investigations.stage import UNSUPPORTED, PatientModel
from tests.memory.world import World, world

SENTENCE = "Forgotten on 2026-11-30 by Ada."
LESSON = {"root_cause": "Quicksilver drained the pool.", "resolution": "Quicksilver was banned from the pool."}
MARK = {"at": "2026-11-30T12:00:00.000Z", "by": "Ada"}


@pytest_asyncio.fixture
async def on_each(database_url: str, tmp_path: Path, model: PatientModel) -> AsyncIterator[World]:
    """A world on SQLite, then one on Postgres."""
    async with world(database_url, tmp_path, model=model) as one:
        yield one


async def investigated(here: World, symptoms: str = "Charges hang.") -> Values:
    incident_id = (await here.incidents.declare(symptoms=symptoms))["id"]
    return answer(await here.product.http.post(f"{API}/incidents/{incident_id}/analyze"), 200)


async def read(here: World, run: Values) -> Values:
    return answer(await here.product.http.get(f"{API}/investigations/{run['id']}"), 200)


async def test_a_run_that_cited_it_shows_who_forgot_it_in_place_of_its_words(
    on_each: World, model: PatientModel
) -> None:
    here = on_each
    remembered = await here.remembered(**LESSON)
    said = {**UNSUPPORTED, "reasoning": f"{remembered} knew quicksilver.", "probable_root_cause": "Quicksilver again."}
    citation = {"incident_id": remembered, "quote": LESSON["resolution"]}
    model.says = json.dumps({**said, "supporting_historical_incidents": [citation]})
    run = await investigated(here)
    assert "uicksilver" in json.dumps(run["ai_analysis"])
    await here.forget(remembered, actor="Ada")
    after = await read(here, run)
    [entry] = after["similar_historical_incidents"]
    assert (entry["memory_text"], entry["title"], entry["why"]) == (SENTENCE, SENTENCE, [])
    assert entry["forgotten"] == MARK
    assert after["forgotten"] == [{"document_id": remembered, **MARK, "in_analysis": True}]
    analysis = after["ai_analysis"]
    assert {analysis[part] for part in ("probable_root_cause", "recommended_action", "reasoning")} == {SENTENCE}
    assert analysis["supporting_historical_incidents"] == [
        {"incident_id": remembered, "title": SENTENCE, "quote": SENTENCE}
    ]
    same = ("memory_status", "memory", "analysis_status", "repeat", "started_at", "completed_at")
    assert {name: after[name] for name in same} == {name: run[name] for name in same}
    assert "uicksilver" not in str((await here.product.contents())["investigations"])


async def test_a_heuristic_made_with_it_is_erased_and_one_made_without_it_is_not(
    here: World, model: PatientModel
) -> None:
    model.says = "not an answer"
    untouched = await investigated(here)
    remembered = await here.remembered(**LESSON)
    model.says = "not an answer: quicksilver"
    run = await investigated(here)
    assert "uicksilver" in run["ai_analysis"]["recommended_action"]
    await here.forget(remembered, actor="Ada")
    after = await read(here, run)
    assert after["ai_analysis"]["recommended_action"] == SENTENCE
    assert "uicksilver" not in json.dumps(after), "nor does an answer that was refused keep it"
    assert [row["stage"] for row in after["trace"]] == [row["stage"] for row in run["trace"]]
    assert await read(here, untouched) == untouched


async def test_an_analysis_that_never_saw_it_stays(here: World, model: PatientModel) -> None:
    strong = await here.remembered()
    weak = await here.remembered(**LESSON)
    here.held(weak).similarity = 0.45
    model.cites(strong, "Raised the pool and fixed the leak.")
    run = await investigated(here, symptoms="It is slow.")
    assert [entry["match"] for entry in run["similar_historical_incidents"]] == ["strong", "weak"]
    await here.forget(weak, actor="Ada")
    after = await read(here, run)
    assert [entry["forgotten"] for entry in after["similar_historical_incidents"]] == [None, MARK]
    assert after["ai_analysis"] == run["ai_analysis"]
    assert after["forgotten"][0]["in_analysis"] is False
    assert "uicksilver" not in json.dumps(after)


async def test_what_is_forgotten_while_memory_answers_is_never_stored(on_each: World, model: PatientModel) -> None:
    here = on_each
    remembered = await here.remembered(**LESSON)
    here.fake.during("recall", lambda: here.forget(remembered, actor="Ada"))
    run = await investigated(here)
    assert (run["memory_status"], run["similar_historical_incidents"]) == ("empty", [])
    assert {"document_id": remembered, "reason": "withdrawn"} in run["memory"]["excluded"]
    assert "uicksilver" not in json.dumps(run)
    assert "uicksilver" not in model.everything_it_was_told


async def test_what_is_forgotten_while_the_model_thinks_is_not_in_its_analysis(
    on_each: World, model: PatientModel
) -> None:
    here = on_each
    remembered = await here.remembered(**LESSON)
    model.cites(remembered, LESSON["resolution"])
    model.gate.clear()
    under_way = asyncio.create_task(investigated(here))
    await model.reached.wait()
    await here.forget(remembered, actor="Ada")
    model.gate.set()
    run = await under_way
    assert run["state"] == "completed"
    assert run["ai_analysis"]["reasoning"] == SENTENCE
    assert "uicksilver" not in json.dumps(run)
    assert "uicksilver" not in str((await here.product.contents())["investigations"])


async def test_a_past_run_stays_erased_when_the_document_is_retained_again(here: World, model: PatientModel) -> None:
    remembered = await here.remembered(**LESSON)
    model.cites(remembered, LESSON["resolution"])
    run = await investigated(here)
    await here.forget(remembered, actor="Ada")
    await here.settle()
    erased = await read(here, run)
    await here.retain_again(remembered)
    await here.settle()
    assert await here.state(remembered) == "ready"
    assert await read(here, run) == erased
    anew = await investigated(here)
    assert anew["similar_historical_incidents"][0]["root_cause"] == LESSON["root_cause"]
    assert anew["forgotten"] == []


async def test_two_forgotten_documents_are_both_told_of(here: World) -> None:
    first, second = await here.remembered(**LESSON), await here.remembered(**LESSON)
    run = await investigated(here)
    await here.forget(first, actor="Ada")
    await here.forget(second, actor="Grace")
    after = await read(here, run)
    assert [(one["document_id"], one["by"]) for one in after["forgotten"]] == [(first, "Ada"), (second, "Grace")]
    assert "uicksilver" not in json.dumps(after)


async def test_a_forgotten_document_stays_away_through_delete_and_restore(here: World) -> None:
    remembered = await here.remembered(**LESSON)
    await here.forget(remembered, actor="Ada")
    await here.incidents.delete(remembered)
    await here.settle()
    await here.incidents.restore(remembered)
    await here.settle()
    document = await here.document(remembered)
    assert (document["state"], document["reason"], document["text"]) == ("withdrawn", "forgotten", "")
    assert here.fake.held == {}
    assert (await investigated(here))["memory_status"] == "empty"


async def test_a_run_that_was_stored_before_there_was_forgetting_is_read_and_erased(here: World) -> None:
    remembered = await here.remembered(**LESSON)
    run = await investigated(here)
    await here.product.run_sql(
        "UPDATE investigations SET evidence = json_remove(evidence, '$.similar_historical_incidents[0].forgotten')"
    )
    assert (await read(here, run))["similar_historical_incidents"][0]["forgotten"] is None
    await here.forget(remembered, actor="Ada")
    assert (await read(here, run))["similar_historical_incidents"][0]["forgotten"] == MARK


def test_every_field_of_evidence_is_erased_or_holds_no_words_of_the_document() -> None:
    wordless = {
        "incident_id", "document_id", "service", "severity", "started_at", "resolved_at", "duration_s", "outcome",
        "sample", "similarity", "match", "record", "track_record", "forgotten",
    }  # fmt: skip
    assert wordless | set(TOLD) | set(ERASED_ENTIRELY) == set(HistoricalIncident.model_fields)


async def repeated(here: World) -> tuple[str, str]:
    """The ids of an incident that memory holds and of a later one with the same error."""
    error = {"error": "PoolTimeout: no connection", "symptoms": "Charges hang."}
    first = (await here.incidents.declare(**error))["id"]
    await here.incidents.resolve(first, **LESSON)
    await here.settle()
    return first, (await here.incidents.declare(**error))["id"]


async def test_what_a_repeat_told_of_it_goes_too_though_the_record_has_other_words_since(
    here: World, model: PatientModel
) -> None:
    remembered, incident_id = await repeated(here)
    model.says = "not an answer"
    run = answer(await here.product.http.post(f"{API}/incidents/{incident_id}/analyze"), 200)
    assert run["repeat"]["verified_resolution"]["resolution"] == LESSON["resolution"]
    await here.incidents.edit(remembered, root_cause="A job drained the pool.", resolution="The job was banned.")
    await here.forget(remembered, actor="Ada")
    after = await read(here, run)
    assert after["repeat"]["verified_resolution"]["root_cause"] == SENTENCE
    assert [one["resolution"] for one in after["repeat"]["resolutions"]] == [SENTENCE]
    assert after["repeat"]["occurrences"] == run["repeat"]["occurrences"]
    assert "uicksilver" not in str((await here.product.contents())["investigations"])


async def test_what_was_told_from_the_record_alone_while_memory_was_away_goes_too(
    here: World, model: PatientModel
) -> None:
    remembered, incident_id = await repeated(here)
    model.says = "not an answer"
    here.fake.answers("recall", here.refusal(503))
    run = answer(await here.product.http.post(f"{API}/incidents/{incident_id}/analyze"), 200)
    assert run["memory_status"] == "unavailable"
    assert "uicksilver" in run["ai_analysis"]["probable_root_cause"]
    await here.forget(remembered, actor="Ada")
    assert "uicksilver" not in json.dumps(await read(here, run))
