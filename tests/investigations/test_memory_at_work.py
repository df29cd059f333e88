"""What investigations got from memory, and what people said of it, is counted as it was."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
import sqlalchemy as sa

from memoryops.incidents.models import Incident
from tests.fakes.hindsight_server import refuses
from tests.harness import API, Values, answer, as_actor
from tests.investigations.stage import PatientModel
from tests.memory.world import World, world


@pytest_asyncio.fixture
async def on_each(database_url: str, tmp_path: Path, model: PatientModel) -> AsyncIterator[World]:
    """A world on SQLite, then one on Postgres."""
    async with world(database_url, tmp_path, model=model) as one:
        yield one


async def memory_at_work(here: World) -> Values:
    return answer(await here.product.http.get(f"{API}/insights/memory"), 200)


async def listed(here: World, rows: str) -> list[str]:
    """The ids of the rows behind a number."""
    return [row["id"] for row in answer(await here.product.http.get(rows), 200)["items"]]


async def investigated(here: World) -> str:
    incident_id: str = (await here.incidents.declare(error="Database connection timeout"))["id"]
    answer(await here.product.http.post(f"{API}/incidents/{incident_id}/analyze"), 200)
    return incident_id


async def test_evidence_that_was_shown_and_confirmed_is_counted_with_its_incidents(here: World) -> None:
    await investigated(here)
    remembered = await here.remembered()
    confirming, failing = await investigated(here), await investigated(here)
    here.clock.advance(minutes=30)
    await here.incidents.resolve(confirming, same_as=remembered)
    await here.incidents.resolve(failing, did_not_help=[remembered])
    seen = await memory_at_work(here)
    recalls, evidence = seen["investigations"], seen["evidence"]
    assert (recalls["ok"]["count"], recalls["empty"]["count"], recalls["hit_rate"]) == (2, 1, 0.6667)
    assert {name: share["count"] for name, share in evidence.items()} == {
        "shown": 2,
        "confirmed": 1,
        "confirmed_shown": 1,
        "did_not_help": 1,
        "did_not_help_shown": 1,
        "marked_helped": 0,
        "marked_did_not_help": 0,
        "marked_wrong": 0,
    }
    assert await listed(here, evidence["confirmed_shown"]["rows"]) == [confirming]
    assert await listed(here, evidence["did_not_help_shown"]["rows"]) == [failing]
    assert await listed(here, evidence["shown"]["rows"]) == [failing, confirming]
    assert await listed(here, seen["with_evidence_rows"]) == [failing, confirming]
    assert len(await listed(here, recalls["ok"]["rows"])) == 2
    assert (seen["with_evidence"]["n"], seen["with_evidence"]["median_s"]) == (2, 1800)
    assert seen["without_evidence"]["n"] == 0
    assert "no experiment" in seen["warning"]


async def test_a_memory_that_did_not_answer_is_no_miss(here: World) -> None:
    await here.remembered()
    here.fake.answers("recall", refuses(500))
    await investigated(here)
    recalls = (await memory_at_work(here))["investigations"]
    assert (recalls["unavailable"]["count"], recalls["empty"]["count"], recalls["hit_rate"]) == (1, 0, None)
    [row] = answer(await here.product.http.get(recalls["unavailable"]["rows"]), 200)["items"]
    assert row["id"].startswith("INV-")
    assert row["incident_id"] == "INC-102"


async def is_a_sample(here: World, incident_id: str) -> None:
    async with here.product.runtime.database.writing(here.product.runtime.workspace_id) as session:
        await session.execute(sa.update(Incident).where(Incident.id == incident_id).values(sample=True))


async def test_what_people_say_of_sample_evidence_is_counted_only_with_the_samples(on_each: World) -> None:
    here, http = on_each, on_each.product.http
    sample = await here.remembered()
    incident_id = await investigated(here)
    await is_a_sample(here, sample)
    run = answer(await http.get(f"{API}/incidents/{incident_id}/investigations"), 200)["items"][0]["id"]
    answer(await http.put(f"{API}/investigations/{run}/feedback/{sample}", json={"verdict": "helped"}), 200)
    await here.incidents.resolve(incident_id, did_not_help=[sample])

    async def told(**params: str) -> list[int]:
        seen = answer(await http.get(f"{API}/insights/memory", params=params), 200)["evidence"]
        return [seen[name]["count"] for name in ("marked_helped", "did_not_help")]

    assert await told() == [1, 1]
    assert await told(samples="false") == [0, 0]
    await here.incidents.delete(sample)
    assert await told(samples="false") == [0, 0]
    rows = (await memory_at_work(here))["evidence"]["marked_helped"]["rows"]
    [row] = answer(await http.get(rows), 200)["items"]
    assert (row["id"], row["title"], row["sample"]) == (sample, "A deleted incident", True)


async def marked(here: World) -> dict[str, list[tuple[str, str]]]:
    """The evidence behind each number of marks, with the incident that it was marked in; the number is theirs."""
    found = {}
    for name, share in (await memory_at_work(here))["evidence"].items():
        if name.startswith("marked_"):
            rows = answer(await here.product.http.get(share["rows"]), 200)["items"]
            assert share["count"] == len(rows), name
            found[name.removeprefix("marked_")] = [(row["id"], row["incident_id"]) for row in rows]
    return found


async def test_what_people_mark_evidence_as_is_counted_at_once_with_its_evidence(on_each: World) -> None:
    here, http = on_each, on_each.product.http
    first, second = await here.remembered(), await here.remembered()
    incident_id: str = (await here.incidents.declare(symptoms="Charges hang and then fail with 504."))["id"]
    runs = [answer(await http.post(f"{API}/incidents/{incident_id}/analyze"), 200)["id"] for _ in range(2)]

    async def says(verdict: str, by: str, *, of: str, run: int = 0) -> None:
        url = f"{API}/investigations/{runs[run]}/feedback/{of}"
        answer(await http.put(url, json={"verdict": verdict}, headers=as_actor(by)), 200)

    assert await marked(here) == {"helped": [], "did_not_help": [], "wrong": []}
    await says("helped", "Ada", of=first)
    await says("did_not_help", "Ada", of=second)
    await says("wrong", "Ada", of="analysis")
    assert await marked(here) == {
        "helped": [(first, incident_id)],
        "did_not_help": [(second, incident_id)],
        "wrong": [],
    }
    here.clock.advance(minutes=1)
    await says("wrong", "Ada", of=first, run=1)
    assert (await marked(here))["wrong"] == [(first, incident_id)], "what one person says last counts"
    await says("wrong", "Grace", of=second)
    assert (await marked(here))["wrong"] == [(second, incident_id), (first, incident_id)], "divided: the cautious one"
    assert (await marked(here))["helped"] == []
    rows = (await memory_at_work(here))["evidence"]["marked_wrong"]["rows"]
    page = answer(await http.get(f"{rows}&limit=1"), 200)
    rest = answer(await http.get(f"{rows}&limit=1&cursor={page['next_cursor']}"), 200)
    assert (page["items"][0]["id"], rest["items"][0]["id"], rest["next_cursor"]) == (second, first, None)
    listed_as_csv = (await http.get(f"{API}/insights/memory", params={"format": "csv"})).text
    assert "evidence,marked_wrong,2" in listed_as_csv
    await here.incidents.delete(incident_id)
    assert (await marked(here))["wrong"] == []
