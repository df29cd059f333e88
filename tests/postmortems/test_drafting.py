"""Drafts: from a model where its words hold, from the template where they do not, never over a person's words."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from memoryops.analysis.port import AnalysisReason, ModelUnavailable
from tests.harness import API, Values, answer, as_actor, assert_problem
from tests.investigations.stage import PatientModel
from tests.memory.world import World, world
from tests.postmortems.desk import Desk

QUOTE = "A session leak exhausted the pool"


@pytest_asyncio.fixture
async def model() -> PatientModel:
    return PatientModel()


@pytest_asyncio.fixture
async def here(sqlite_record: str, tmp_path: Path, model: PatientModel) -> AsyncIterator[World]:
    async with world(sqlite_record, tmp_path, model=model) as one:
        yield one


def drafted(**sections: str | Values) -> str:
    """A model's draft of these sections; a text alone cites nothing."""
    whole = {
        name: said if isinstance(said, dict) else {"text": said, "timeline": [], "citations": []}
        for name, said in sections.items()
    }
    return json.dumps({"sections": [{"section": name, **said} for name, said in whole.items()]})


async def draft(desk: Desk, incident_id: str, **body: object) -> Values:
    path = f"{API}/postmortems/{incident_id}/draft"
    return answer(await desk.http.post(path, json=body, headers=as_actor("Ada")), 200)


async def investigated(here: World, desk: Desk) -> tuple[str, str]:
    """A resolved incident whose investigation was shown an earlier one as evidence; both ids, the earlier one first."""
    earlier = await here.remembered()
    later = (await here.incidents.declare(symptoms="Charges hang and then fail with 504."))["id"]
    await here.incidents.note(later, "Counted the sessions: 200 of 200.")
    answer(await here.product.http.post(f"{API}/incidents/{later}/analyze"), 200)
    await here.incidents.resolve(later, root_cause="The pool was exhausted again.")
    answer(await desk.try_begin(later), 201)
    return earlier, later


async def test_a_model_s_draft_fills_what_is_empty_and_is_proposed_beside_what_a_person_wrote(
    here: World, model: PatientModel
) -> None:
    desk = Desk(here.product)
    earlier, incident_id = await investigated(here, desk)
    await desk.save(incident_id, "overview", "Written by hand.", actor="Grace")
    cited = [{"incident_id": earlier, "quote": QUOTE}]
    response = {"text": f"The sessions were counted, as in {earlier}.", "timeline": ["T2"], "citations": cited}
    model.says = drafted(overview="Charges hung.", response=response)
    outcome = await draft(desk, incident_id)
    assert (outcome["source"], outcome["model"], outcome["reason"]) == ("model", "patient-1", None)
    assert (outcome["filled"], outcome["proposed"]) == (["response"], ["overview"])
    sections = await desk.sections(incident_id)
    assert sections["overview"]["text"] == "Written by hand."
    proposal = sections["overview"]["proposal"]
    assert (proposal["text"], proposal["source"], proposal["by"]) == ("Charges hung.", "model", "Ada")
    written = sections["response"]["written"]
    assert (written["source"], written["model"], written["citations"][0]["quote"]) == ("model", "patient-1", QUOTE)
    notes = [item["id"] for item in await here.incidents.timeline(incident_id) if item["kind"] == "note"]
    assert written["entries"] == notes
    assert "Counted the sessions" in model.everything_it_was_told

    path = f"{API}/postmortems/{incident_id}/sections/overview/proposal"
    read = {"draft": proposal["id"]}
    assert_problem(await desk.http.post(path, params=read, headers={"If-Match": '"0"'}), 412)
    answer(await desk.http.post(path, params=read, headers={"If-Match": '"1"'}), 200)
    overview = (await desk.sections(incident_id))["overview"]
    assert (overview["text"], overview["revision"], overview["proposal"]) == ("Charges hung.", 2, None)
    assert [one["text"] for one in await desk.versions(incident_id, "overview")] == [
        "Charges hung.",
        "Written by hand.",
    ]
    assert_problem(await desk.http.delete(path, params=read), 409)


async def test_a_newer_draft_is_neither_taken_nor_left_by_who_read_the_one_before(
    here: World, model: PatientModel
) -> None:
    desk = Desk(here.product)
    incident_id = await desk.begun()
    await desk.save(incident_id, "overview", "Written by hand.")
    model.says = drafted(overview="The first draft.")
    first = (await draft(desk, incident_id))["postmortem"]["sections"][0]["proposal"]
    model.says = drafted(overview="The second draft.")
    second = (await draft(desk, incident_id))["postmortem"]["sections"][0]["proposal"]
    path = f"{API}/postmortems/{incident_id}/sections/overview/proposal"
    read = {"draft": first["id"]}
    left = assert_problem(await desk.http.delete(path, params=read), 412)
    assert left["detail"] == "Another draft stands beside “Overview” than the one you read; read it first."
    assert_problem(await desk.http.post(path, params=read, headers={"If-Match": '"1"'}), 412)
    overview = (await desk.sections(incident_id))["overview"]
    assert (overview["text"], overview["proposal"]) == ("Written by hand.", second)
    answer(await desk.http.delete(path, params={"draft": second["id"]}), 200)
    assert (await desk.sections(incident_id))["overview"]["proposal"] is None


async def test_an_invented_citation_is_repaired_once_and_then_the_template_writes(
    here: World, model: PatientModel
) -> None:
    desk = Desk(here.product)
    _, incident_id = await investigated(here, desk)
    invented = drafted(response={"text": "Like INC-999.", "timeline": [], "citations": []})
    model.says_in_turn(invented, drafted(response="The pool was raised."))
    assert (await draft(desk, incident_id, sections=["response"]))["source"] == "model"
    assert "999" in model.asked[-1][-1].content, "the model was told what was wrong"
    model.says_in_turn(invented, drafted(overview={"text": "So.", "timeline": ["T99"], "citations": []}))
    outcome = await draft(desk, incident_id, sections=["overview"])
    assert (outcome["source"], outcome["reason"], outcome["filled"]) == ("template", "invented_citation", ["overview"])
    overview = (await desk.sections(incident_id))["overview"]
    assert "INC-999" not in overview["text"]
    assert overview["written"]["source"] == "template"
    model.says = ModelUnavailable(AnalysisReason.timeout, "No answer within 20 s.")
    outcome = await draft(desk, incident_id, sections=["detection"])
    assert (outcome["reason"], outcome["detail"]) == ("timeout", "No answer within 20 s.")


async def test_what_was_written_while_the_model_thought_stays(here: World, model: PatientModel) -> None:
    desk = Desk(here.product)
    incident_id = await desk.begun()
    model.says = drafted(overview="The model's.")
    model.gate.clear()
    thinking = asyncio.create_task(draft(desk, incident_id))
    await model.reached.wait()
    await desk.save(incident_id, "overview", "A person's, meanwhile.")
    model.gate.set()
    outcome = await thinking
    assert (outcome["filled"], outcome["proposed"]) == ([], ["overview"])
    assert (await desk.sections(incident_id))["overview"]["text"] == "A person's, meanwhile."


async def test_forgetting_a_document_erases_the_drafts_made_with_it_and_leaves_what_people_wrote(
    here: World, model: PatientModel
) -> None:
    desk = Desk(here.product)
    earlier, incident_id = await investigated(here, desk)
    await desk.save(incident_id, "overview", "Like quicksilver, says a person.", actor="Grace")
    model.says = drafted(overview="Like quicksilver.", response="Quicksilver again.", detection="By quicksilver.")
    await draft(desk, incident_id)
    await desk.save(incident_id, "detection", "Rewritten by a person.", actor="Grace")
    await desk.save(incident_id, "response", "Quicksilver again. We then raised the pool.", actor="Grace")
    await here.forget(earlier, actor="Ada")
    sections = await desk.sections(incident_id)
    assert sections["response"]["text"] == "Forgotten on 2026-11-30 by Ada. We then raised the pool."
    assert sections["overview"]["proposal"] is None
    assert sections["overview"]["text"] == "Like quicksilver, says a person."
    texts = [one["text"] for one in await desk.versions(incident_id, "detection")]
    assert texts == ["Rewritten by a person.", "Forgotten on 2026-11-30 by Ada."]

    model.says = drafted(surprised="The cause was found.")
    outcome = await draft(desk, incident_id, sections=["surprised"])
    assert outcome["filled"] == ["surprised"]
    assert "A session leak exhausted" not in model.asked[-1][-1].content, "a forgotten document is shown to no model"
