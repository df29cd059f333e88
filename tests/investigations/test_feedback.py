"""Feedback: kept beside the run, shown on the old incident, and what orders evidence next time."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.harness import API, Values, answer, as_actor, assert_problem
from tests.investigations.stage import PatientModel
from tests.memory.world import World, world


@pytest_asyncio.fixture
async def on_each(database_url: str, tmp_path: Path, model: PatientModel) -> AsyncIterator[World]:
    """A world on SQLite, then one on Postgres."""
    async with world(database_url, tmp_path, model=model) as one:
        yield one


async def investigated(here: World) -> Values:
    incident_id = (await here.incidents.declare(symptoms="Charges hang and then fail with 504."))["id"]
    return await investigated_again(here, incident_id)


async def investigated_again(here: World, incident_id: str) -> Values:
    return answer(await here.product.http.post(f"{API}/incidents/{incident_id}/analyze"), 200)


async def says(
    here: World, run: Values, target: str, verdict: str, sentence: str | None = None, by: str = "Ada"
) -> Values:
    body = {"verdict": verdict, "sentence": sentence}
    url = f"{API}/investigations/{run['id']}/feedback/{target}"
    return answer(await here.product.http.put(url, json=body, headers=as_actor(by)), 200)


async def withdraws(here: World, run: Values, target: str, by: str = "Ada") -> None:
    url = f"{API}/investigations/{run['id']}/feedback/{target}"
    assert (await here.product.http.delete(url, headers=as_actor(by))).status_code == 204


async def feedback_on(here: World, run: Values) -> Values:
    return answer(await here.product.http.get(f"{API}/investigations/{run['id']}/feedback"), 200)


async def told_elsewhere(here: World, incident_id: str) -> list[Values]:
    items: list[Values] = answer(await here.product.http.get(f"{API}/incidents/{incident_id}/feedback"), 200)["items"]
    return items


def shown(run: Values) -> list[str]:
    return [item["incident_id"] for item in run["similar_historical_incidents"]]


async def test_what_is_called_wrong_is_shown_on_the_old_incident_and_comes_last_next_time(
    on_each: World, model: PatientModel
) -> None:
    here = on_each
    first, second = await here.remembered(), await here.remembered()
    run = await investigated(here)
    leading, following = shown(run)
    assert {leading, following} == {first, second}
    given = await says(here, run, leading, "wrong", "That was the old pool.")
    assert (given["target"], given["document_id"], given["by"]) == ("evidence", leading, "Ada")
    await says(here, run, "analysis", "helped", by="Grace")
    [told] = await told_elsewhere(here, leading)
    assert (told["incident_id"], told["verdict"], told["sentence"]) == (
        run["incident_id"],
        "wrong",
        "That was the old pool.",
    )
    assert await told_elsewhere(here, following) == []
    model.asked.clear()
    again = await investigated(here)
    assert shown(again) == [following, leading]
    last = again["similar_historical_incidents"][1]
    assert last["feedback"]["moved"] == "last"
    assert last["why"][-1] == f"Last, since Ada called it wrong in {run['incident_id']}: “That was the old pool.”"
    prompt = model.everything_it_was_told
    assert prompt.index(f"{following}") < prompt.index(f"{leading}"), "the model is given them in that order"
    assert "called wrong in 1 incident" in prompt
    assert "old pool" not in prompt, "people's words on evidence are not given to a model"
    recalled = await here.recall("Charges hang and then fail with 504.")
    assert shown(recalled)[-1] == leading, "a recall of one's own has the same order"
    await withdraws(here, run, leading)
    assert await told_elsewhere(here, leading) == []
    assert shown(await investigated(here)) == [leading, following]
    stored = answer(await here.product.http.get(f"{API}/investigations/{again['id']}"), 200)
    assert stored == again, "a run never changes"


async def test_whoever_changes_their_mind_is_heard_once_and_the_former_is_kept(here: World) -> None:
    remembered = await here.remembered()
    run = await investigated(here)
    await says(here, run, remembered, "helped")
    await says(here, run, remembered, "helped", "The leak was there.")
    here.clock.advance(minutes=5)
    await says(here, run, remembered, "did_not_help", "The leak came back.")
    await says(here, run, remembered, "helped", by="Grace")
    await says(here, run, "analysis", "wrong", "It was the disk.")
    await withdraws(here, run, "analysis")
    listed = await feedback_on(here, run)
    assert [(one["by"], one["verdict"], one["sentence"]) for one in listed["items"]] == [
        ("Ada", "did_not_help", "The leak came back."),
        ("Grace", "helped", None),
    ]
    assert listed["former"][0]["sentence"] == "The leak was there.", "a sentence completes its verdict"
    assert [(one["target"], one["verdict"], one["withdrawn"], one["until"]) for one in listed["former"]] == [
        ("evidence", "helped", False, "2026-11-30T12:05:00.000Z"),
        ("analysis", "wrong", True, "2026-11-30T12:05:00.000Z"),
    ]
    missing = f"{API}/investigations/{run['id']}/feedback/analysis"
    assert_problem(await here.product.http.delete(missing, headers=as_actor("Ada")), 404)


async def test_only_what_the_investigation_shows_can_be_judged(here: World) -> None:
    await here.remembered()
    run = await investigated(here)
    http, url = here.product.http, f"{API}/investigations/{run['id']}/feedback"
    async with here.product.unchanged():
        for target in ("INC-999", run["incident_id"], "evidence"):
            assert_problem(await http.put(f"{url}/{target}", json={"verdict": "helped"}), 404)
        for body in (
            {"verdict": "nice"},
            {"verdict": "wrong", "sentence": "  "},
            {"verdict": "wrong", "sentence": "x" * 1_001},
        ):
            assert_problem(await http.put(f"{url}/analysis", json=body), 422)
        assert_problem(await http.get(f"{API}/investigations/INV-none/feedback"), 404)
        assert_problem(await http.get(f"{API}/incidents/INC-999/feedback"), 404)


async def test_what_was_said_in_a_deleted_incident_does_not_count(here: World) -> None:
    remembered = await here.remembered()
    run = await investigated(here)
    await says(here, run, remembered, "wrong")
    await here.incidents.delete(run["incident_id"])
    assert await told_elsewhere(here, remembered) == []
    assert (await investigated(here))["similar_historical_incidents"][0]["feedback"] is None
    url = f"{API}/investigations/{run['id']}/feedback/{remembered}"
    async with here.product.unchanged():
        refused = assert_problem(await here.product.http.put(url, json={"verdict": "helped"}), 409)
    assert refused["detail"].startswith(f"{run['incident_id']} was deleted; restore it")


async def test_a_forgotten_document_leaves_verdicts_without_sentences(here: World) -> None:
    remembered = await here.remembered(root_cause="Quicksilver drained the pool.")
    run = await investigated(here)
    await says(here, run, remembered, "wrong", "Quicksilver is gone since May.")
    await says(here, run, remembered, "helped", "Quicksilver again.")
    await says(here, run, "analysis", "wrong", "Not quicksilver.", by="Grace")
    later = await investigated(here)
    await here.forget(remembered, actor="Ada")
    listed = await feedback_on(here, run)
    assert [(one["verdict"], one["sentence"], one["forgotten_at"]) for one in listed["items"]] == [
        ("helped", None, "2026-11-30T12:00:00.000Z"),
        ("wrong", None, "2026-11-30T12:00:00.000Z"),
    ]
    for target in (remembered, "analysis"):
        url, said = (
            f"{API}/investigations/{run['id']}/feedback/{target}",
            {"verdict": "wrong", "sentence": "Quicksilver!"},
        )
        refused = assert_problem(await here.product.http.put(url, json=said, headers=as_actor("Ben")), 409)
        assert refused["detail"] == f"{remembered} was forgotten, so nothing more is said of it."
    contents = await here.product.contents()
    assert "uicksilver" not in str(contents["feedback"])
    assert "uicksilver" not in str(contents["investigations"]), f"nor in {later['id']}, which quoted the feedback"
