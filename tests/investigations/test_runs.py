"""A run belongs to the server: no client, no second click and no crash can lose or change it."""

import asyncio
import time
from dataclasses import replace
from typing import Any

import httpx
import pytest

from memoryops.investigations import service
from memoryops.investigations.runs import Runs
from memoryops.kit.leases import LEASE
from memoryops.runtime import Runtime
from tests.harness import API, Values, answer, assert_problem
from tests.investigations.stage import PatientModel, broken, streaming, sweeping
from tests.memory.world import World

PATIENCE_S = 30


async def analyze(here: World, incident_id: str) -> Values:
    return answer(await here.product.http.post(f"{API}/incidents/{incident_id}/analyze"), 200)


async def runs_of(here: World, incident_id: str) -> list[Values]:
    runs: list[Values] = answer(await here.product.http.get(f"{API}/incidents/{incident_id}/investigations"), 200)[
        "items"
    ]
    return runs


async def until_states(here: World, incident_id: str, *states: str) -> list[Values]:
    """The incident's runs, newest first, once they are in these states."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        runs = await runs_of(here, incident_id)
        if [run["state"] for run in runs] == list(states):
            return runs
        assert time.monotonic() < deadline, [run["state"] for run in runs]
        await asyncio.sleep(0.02)


def another_process(runtime: Runtime) -> Runs:
    """The runs of a second process on the same record."""
    return Runs(
        database=runtime.database,
        workspace_id=runtime.workspace_id,
        recaller=runtime.recaller,
        model=runtime.model,
        clock=runtime.clock,
        pulse=runtime.pulse,
        analysis_deadline_s=20,
    )


async def wished(here: World, incident_id: str) -> None:
    from memoryops.incidents.service import load

    async with here.product.runtime.database.writing("default") as session:
        await service.wish(session, await load(session, incident_id), actor="Ada", at=here.clock.now())


async def begun_by_a_process_that_died(here: World, incident_id: str) -> str:
    """A run that a process began and nobody works on, though its lease is still good."""
    from memoryops.incidents.service import load

    async with here.product.runtime.database.writing("default") as session:
        incident = await load(session, incident_id)
        run_id, is_new = await service.begin(
            session, incident, actor="Ada", owner="a process that died", at=here.clock.now()
        )
    assert is_new
    return run_id


async def test_the_same_run_comes_as_json_and_as_events(here: World, served: httpx.AsyncClient) -> None:
    await here.remembered()
    incident_id = (await here.incidents.declare(error="Database connection timeout"))["id"]
    async with streaming(served, incident_id) as stream:
        events = [event async for event in stream]
    names = [event.name for event in events]
    assert names == ["stage", "stage", "stage", "evidence", "stage", "stage", "analysis", "done"]
    stages = [event.data["stage"] for event in events if event.name == "stage"]
    assert stages == ["fingerprint", "recall", "verify", "analyse", "check_citations"]
    done = events[-1].data
    assert done == answer(await here.product.http.get(f"{API}/investigations/{done['id']}"), 200)
    for event in (events[3], events[6]):
        assert {name: done[name] for name in event.data} == event.data
    as_json = await analyze(here, incident_id)
    assert as_json.keys() == done.keys()
    assert as_json["similar_historical_incidents"] == done["similar_historical_incidents"]


async def test_the_evidence_arrives_before_the_model_has_answered(
    here: World, served: httpx.AsyncClient, model: PatientModel
) -> None:
    remembered = await here.remembered()
    incident_id = (await here.incidents.declare())["id"]
    model.gate.clear()
    async with streaming(served, incident_id) as stream:
        async for event in stream:
            if event.name == "evidence":
                break
        assert [item["incident_id"] for item in event.data["similar_historical_incidents"]] == [remembered]
        [run] = await runs_of(here, incident_id)
        assert (run["state"], run["ai_analysis"], run["memory_status"]) == ("running", None, "ok")
        model.gate.set()
        rest = [event.name async for event in stream]
    assert rest[-2:] == ["analysis", "done"]


async def test_a_client_that_goes_away_loses_nothing(
    here: World, served: httpx.AsyncClient, model: PatientModel
) -> None:
    incident_id = (await here.incidents.declare())["id"]
    model.gate.clear()
    async with streaming(served, incident_id) as stream:
        await anext(stream)
    model.gate.set()
    [run] = await until_states(here, incident_id, "completed")
    assert run["ai_analysis"]["source"] == "model"


async def test_a_json_client_that_gives_up_loses_nothing(
    here: World, served: httpx.AsyncClient, model: PatientModel
) -> None:
    incident_id = (await here.incidents.declare())["id"]
    model.gate.clear()
    with pytest.raises(httpx.ReadTimeout):
        await served.post(f"{API}/incidents/{incident_id}/analyze", timeout=1)
    model.gate.set()
    await until_states(here, incident_id, "completed")


async def test_two_clicks_at_once_share_one_run(here: World, served: httpx.AsyncClient, model: PatientModel) -> None:
    incident_id = (await here.incidents.declare())["id"]
    model.gate.clear()
    path = f"{API}/incidents/{incident_id}/analyze"
    clicks = [asyncio.create_task(served.post(path)) for _ in range(5)]
    await asyncio.wait_for(model.reached.wait(), PATIENCE_S)
    async with streaming(served, incident_id) as stream:
        model.gate.set()
        streamed = [event async for event in stream][-1].data
    answers = [answer(await click, 200) for click in clicks]
    assert {run["id"] for run in answers} == {streamed["id"]}
    assert len(await runs_of(here, incident_id)) == len(model.asked) == 1


async def test_a_click_after_the_end_starts_another_run(here: World) -> None:
    incident_id = (await here.incidents.declare())["id"]
    first, second = await analyze(here, incident_id), await analyze(here, incident_id)
    assert first["id"] != second["id"]
    assert [run["id"] for run in await runs_of(here, incident_id)] == [second["id"], first["id"]]


async def test_a_run_whose_process_died_is_joined_while_its_lease_is_good(here: World) -> None:
    incident_id = (await here.incidents.declare())["id"]
    run_id = await begun_by_a_process_that_died(here, incident_id)
    assert await here.product.runtime.runs.start(incident_id, actor="Bob") == run_id


async def test_a_run_whose_process_died_is_interrupted_after_its_lease_and_a_new_one_started(here: World) -> None:
    incident_id = (await here.incidents.declare())["id"]
    lost = await begun_by_a_process_that_died(here, incident_id)
    here.clock.advance(seconds=LEASE.total_seconds() - 1)
    async with sweeping(here.product.runtime.runs):
        await asyncio.sleep(0.1)
        await until_states(here, incident_id, "running")
    here.clock.advance(seconds=1)
    async with sweeping(here.product.runtime.runs):
        new, old = await until_states(here, incident_id, "completed", "interrupted")
    assert old["id"] == lost
    assert new["id"] != lost
    assert old["completed_at"] is not None


async def test_a_click_on_a_lost_run_closes_it_and_starts_one_new_run_only(here: World) -> None:
    incident_id = (await here.incidents.declare())["id"]
    await begun_by_a_process_that_died(here, incident_id)
    here.clock.advance(seconds=LEASE.total_seconds())
    run = await analyze(here, incident_id)
    async with sweeping(here.product.runtime.runs):
        await asyncio.sleep(0.1)
        new, _ = await until_states(here, incident_id, "completed", "interrupted")
    assert new["id"] == run["id"]


async def test_a_process_that_lost_its_run_cannot_complete_it(here: World, model: PatientModel) -> None:
    incident_id = (await here.incidents.declare())["id"]
    model.gate.clear()
    await here.product.runtime.runs.start(incident_id, actor="Ada")
    await asyncio.wait_for(model.reached.wait(), PATIENCE_S)
    here.clock.advance(seconds=LEASE.total_seconds())
    other = another_process(here.product.runtime)
    async with sweeping(other):
        model.reached.clear()
        await asyncio.wait_for(model.reached.wait(), PATIENCE_S)
        model.gate.set()
        new, old = await until_states(here, incident_id, "completed", "interrupted")
    assert old["ai_analysis"] is None
    assert new["ai_analysis"] is not None


async def test_a_run_cut_off_by_an_orderly_stop_goes_on_in_the_next_process(here: World, model: PatientModel) -> None:
    incident_id = (await here.incidents.declare())["id"]
    model.gate.clear()
    await here.product.runtime.runs.start(incident_id, actor="Ada")
    await asyncio.wait_for(model.reached.wait(), PATIENCE_S)
    await here.product.runtime.runs.aclose()
    model.gate.set()
    async with sweeping(another_process(here.product.runtime)):
        await until_states(here, incident_id, "completed", "interrupted")


async def test_a_committed_wish_is_begun_at_once_however_long_until_the_next_look(here: World) -> None:
    first, second = [(await here.incidents.declare(title=title))["id"] for title in ("Disk is full", "Disk is slow")]
    await wished(here, first)
    async with sweeping(replace(here.product.runtime.runs, sweep_s=3600)):
        await until_states(here, first, "completed")
        await wished(here, second)
        [run] = await until_states(here, second, "completed")
    assert (run["incident_id"], run["state"]) == (second, "completed")


async def test_a_run_for_an_incident_that_was_deleted_meanwhile_is_closed_and_not_started_again(here: World) -> None:
    incident_id = (await here.incidents.declare())["id"]
    lost = await begun_by_a_process_that_died(here, incident_id)
    await here.incidents.delete(incident_id)
    here.clock.advance(seconds=LEASE.total_seconds())
    async with sweeping(here.product.runtime.runs):
        deadline = time.monotonic() + PATIENCE_S
        while (await _read(here, lost))["state"] != "interrupted":
            assert time.monotonic() < deadline
            await asyncio.sleep(0.02)
    await here.incidents.restore(incident_id)
    assert len(await runs_of(here, incident_id)) == 1


async def test_a_defect_of_ours_ends_the_run_and_the_client_is_told(
    here: World, served: httpx.AsyncClient, model: PatientModel
) -> None:
    incident_id = (await here.incidents.declare())["id"]
    model.says = broken()
    problem = assert_problem(await served.post(f"{API}/incidents/{incident_id}/analyze"), 503, "run-interrupted")
    assert "defect" not in problem["detail"]
    async with streaming(served, incident_id) as stream:
        events = [event async for event in stream]
    assert events[-1].name == "error"
    assert events[-1].data["type"] == "urn:memoryops:problem:run-interrupted"
    assert [run["state"] for run in await runs_of(here, incident_id)] == ["interrupted", "interrupted"]


async def test_a_completed_run_never_changes(here: World) -> None:
    remembered = await here.remembered()
    incident_id = (await here.incidents.declare(error="Database connection timeout"))["id"]
    before = await analyze(here, incident_id)
    await here.incidents.edit(remembered, root_cause="Something else.")
    await here.incidents.edit(incident_id, title="Another title", service="search")
    await here.incidents.delete(remembered)
    await here.settle()
    async with here.product.runtime.database.writing("default") as session:
        owner, now = here.product.runtime.runs.owner, here.clock.now()
        values: dict[str, Any] = {"evidence": {}, "trace": [], "at": now}
        assert not await service.keep_evidence(session, before["id"], owner, **values)
        assert not await service.complete(session, before["id"], owner, analysis={}, trace=[], at=now)
        assert not await service.interrupt(session, before["id"], None, at=now)
    assert await _read(here, before["id"]) == before


@pytest.mark.parametrize("accept", ["application/json", "text/event-stream"])
async def test_an_incident_that_is_not_there_is_not_found_whatever_is_asked_for(here: World, accept: str) -> None:
    response = await here.product.http.post(f"{API}/incidents/INC-999/analyze", headers={"Accept": accept})
    assert_problem(response, 404, "not-found")


async def test_a_run_that_is_not_there_is_not_found(here: World) -> None:
    assert_problem(await here.product.http.get(f"{API}/investigations/INV-nothing"), 404, "not-found")


async def test_a_run_is_on_the_timeline_with_who_asked(here: World) -> None:
    incident_id = (await here.incidents.declare())["id"]
    await here.product.http.post(f"{API}/incidents/{incident_id}/analyze", headers={"X-Actor": "Ada"})
    started = [item for item in await here.incidents.timeline(incident_id) if item["kind"] == "investigation_started"]
    assert [item["actor"] for item in started] == ["Ada"]


async def _read(here: World, run_id: str) -> Values:
    return answer(await here.product.http.get(f"{API}/investigations/{run_id}"), 200)
