"""The real memory killed, frozen, emptied, refusing and late: said with its cause, and nothing is lost or doubled."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from memoryops.adapters.hindsight import HindsightMemory
from memoryops.adapters.hindsight_server import HindsightServer
from memoryops.runtime import build_runtime
from tests.fakes.fault_proxy import Point, fault_proxy
from tests.harness import API, Values, answer, settings_for
from tests.hindsight import ENVIRONMENT, RunningHindsight, TollHindsight
from tests.stories.life import Life, empty_bank, lived, living, server_client
from tests.stories.whole import differences, held_ids

SYMPTOMS = "Card charges hang for thirty seconds and then fail with HTTP 504 while Postgres itself is idle."
QUESTION = "card charges hang and fail with 504"


async def learned(life: Life) -> str:
    """The id of an incident that memory holds and recalls."""
    incident_id = await resolved(life)
    await life.until_state(incident_id, "ready")
    return incident_id


async def resolved(life: Life) -> str:
    """The id of an incident that was resolved just now, whatever memory does; the record holds what was said."""
    incident_id: str = (await life.incidents.declare(symptoms=SYMPTOMS))["id"]
    after = await life.incidents.resolve(incident_id, root_cause="The decline path leaked its database session.")
    assert (after["status"], after["root_cause"]) == ("resolved", "The decline path leaked its database session.")
    return incident_id


async def assert_whole(life: Life, hindsight: RunningHindsight, *incident_ids: str) -> None:
    """All of these come to be ready, memory holds them once and as written, and a recall brings them back."""
    await life.until_memory("ready")
    for incident_id in incident_ids:
        await life.until_state(incident_id, "ready")
    async with server_client(hindsight) as server:
        assert await differences(life.http, server) == []
        assert sorted(await held_ids(server)) == sorted(incident_ids)
    recalled = await life.recall(QUESTION)
    assert recalled["memory_status"] == "ok"
    assert {item["incident_id"] for item in recalled["similar_historical_incidents"]} == set(incident_ids)


def outcome(recalled: Values) -> tuple[str, str | None]:
    assert bool(recalled["memory"]["detail"]) is (recalled["memory_status"] == "unavailable")
    return recalled["memory_status"], recalled["memory"]["reason"]


def send(number: signal.Signals, *pids: int | None) -> None:
    for pid in pids:
        assert pid is not None
        os.kill(pid, number)


def postmaster(hindsight: RunningHindsight) -> int:
    """The process that PostgreSQL's lock file names."""
    folder = hindsight.server.state.postgres_folder
    assert folder is not None
    return int((folder / "data" / "postmaster.pid").read_text().partition("\n")[0])


@pytest.mark.parametrize("call", ["retain", "recall"], ids={"retain": "retain", "recall": "probe"}.get)
async def test_memory_killed_during_a_request_of_ours_and_a_recall_of_a_person(
    hindsight: RunningHindsight, sqlite_record: str, tmp_path: Path, call: str
) -> None:
    async with (
        fault_proxy(lambda: hindsight.connection.url) as proxy,
        living(hindsight, tmp_path, sqlite_record, through=proxy.url) as life,
    ):
        first = await learned(life)
        second = (await life.incidents.declare(symptoms=SYMPTOMS))["id"]
        held = [
            proxy.holds(call, Point.sent, about=f"incident:{second}"),
            proxy.holds("recall", Point.sent, about=QUESTION),
        ]
        asked = asyncio.create_task(life.recall(QUESTION))
        await life.incidents.resolve(second)
        await asyncio.gather(*(one.reached() for one in held))
        for one in held:
            one.pass_to(Point.underway)
        await asyncio.gather(*(one.reached() for one in held))
        send(signal.SIGKILL, hindsight.server.state.pid)
        for one in held:
            one.release()
        assert outcome(await asked) == ("unavailable", "unreachable")

        third = (await life.incidents.declare(symptoms=SYMPTOMS))["id"]
        run = await life.analyze(third)
        assert (run["state"], outcome(run)) == ("completed", ("unavailable", "unreachable"))
        assert run["similar_historical_incidents"] == []
        assert (await life.memory_status())["status"] == "unavailable"
        after = await life.incidents.resolve(third)
        assert (after["status"], after["memory"]["state"]) == ("resolved", "queued")
        await assert_whole(life, hindsight, first, second, third)


@asynccontextmanager
async def sharing(hindsight: RunningHindsight, data_dir: Path, record: str) -> AsyncIterator[Life]:
    """The product as a second process on the server's data directory: it uses the first one's Hindsight."""
    server = HindsightServer(ENVIRONMENT, hindsight.data_dir)
    runtime = build_runtime(settings_for(data_dir, record), memory=HindsightMemory(server.connection))
    async with lived(replace(runtime, server=server)) as life:
        yield life


async def test_its_postgres_is_killed_and_a_process_that_starts_meanwhile_waits_for_it(
    hindsight: RunningHindsight, sqlite_record: str, tmp_path: Path
) -> None:
    await empty_bank(hindsight)
    async with sharing(hindsight, tmp_path, sqlite_record) as life:
        await life.until_memory("ready")
        first, before = await learned(life), hindsight.server.state.pid
        send(signal.SIGKILL, postmaster(hindsight))
        status, reason = outcome(await life.recall(QUESTION))
        assert (status, reason in {"server_error", "unreachable", "timeout"}) == ("unavailable", True)
        second = await resolved(life)
        hindsight.wait_until(lambda: hindsight.server.state.pid is None)
    async with sharing(hindsight, tmp_path, sqlite_record) as life:
        assert outcome(await life.recall(QUESTION)) == ("unavailable", "starting")
        assert (await life.memory_status())["reason"] == "starting"
        third = await resolved(life)
        await assert_whole(life, hindsight, first, second, third)
    assert hindsight.server.state.pid not in {None, before}


async def test_a_frozen_memory_is_given_up_in_time_and_goes_on_where_it_was(
    hindsight: RunningHindsight, sqlite_record: str, tmp_path: Path
) -> None:
    async with living(hindsight, tmp_path, sqlite_record) as life:
        first = await learned(life)
        send(signal.SIGSTOP, hindsight.server.state.pid)
        try:
            assert outcome(await life.recall(QUESTION)) == ("unavailable", "timeout")
            second = await resolved(life)
            assert (await life.memory_status())["reason"] == "timeout"
        finally:
            send(signal.SIGCONT, hindsight.server.state.pid)
        await assert_whole(life, hindsight, first, second)


async def test_a_memory_replaced_by_an_empty_one_is_filled_again_and_never_called_empty(
    hindsight: RunningHindsight, sqlite_record: str, tmp_path: Path
) -> None:
    async with living(hindsight, tmp_path, sqlite_record) as life:
        first = await learned(life)
        await empty_bank(hindsight)
        status, reason = outcome(await life.recall(QUESTION))
        assert (status, reason in {"bank_missing", "starting"}) == ("unavailable", True)
        second = await resolved(life)
        await until_recalled(life, unless={"empty"})
        await assert_whole(life, hindsight, first, second)


async def until_recalled(life: Life, *, unless: set[str]) -> None:
    """Ask until memory answers; no answer on the way may be one of those."""

    async def answered() -> bool:
        status = (await life.recall(QUESTION))["memory_status"]
        assert status not in unless
        return bool(status == "ok")

    await life.until(answered, "recalled")


async def test_a_wrong_key_is_said_and_what_was_learned_meanwhile_waits_for_the_right_one(
    hindsight: RunningHindsight, sqlite_record: str, tmp_path: Path
) -> None:
    async with living(hindsight, tmp_path, sqlite_record, key="not-the-key") as life:
        await life.until_reason("unauthorized")
        assert outcome(await life.recall(QUESTION)) == ("unavailable", "unauthorized")
        incident_id = await resolved(life)
        assert "not-the-key" not in str(await life.memory_status())
    async with living(hindsight, tmp_path, sqlite_record) as life:
        await assert_whole(life, hindsight, incident_id)


async def retry_by_hand(life: Life, incident_id: str) -> None:
    document = answer(await life.http.get(f"{API}/memory/documents/{incident_id}"), 200)
    assert document["next_attempt_at"] is None
    answer(await life.http.post(f"{API}/memory/documents/{incident_id}/retain"), 200)


async def wait_for_itself(life: Life, incident_id: str) -> None:
    """Nothing: it is tried again without us."""


REFUSALS: dict[int, tuple[str, Callable[[Life, str], Awaitable[None]]]] = {
    402: ("payment_required", retry_by_hand),
    429: ("rate_limited", wait_for_itself),
}


@pytest.mark.parametrize("status", REFUSALS)
async def test_a_memory_that_refuses_is_said_and_goes_on_when_it_does_not(
    hindsight: TollHindsight, sqlite_record: str, tmp_path: Path, status: int
) -> None:
    reason, go_on = REFUSALS[status]
    async with living(hindsight, tmp_path, sqlite_record) as life:
        first = await learned(life)
        with hindsight.refusing(status):
            assert outcome(await life.recall(QUESTION)) == ("unavailable", reason)
            second = await resolved(life)
            await life.until_state(second, "failed")
            assert (await life.incidents.read(second))["memory"]["reason"] == reason
        await go_on(life, second)
        await assert_whole(life, hindsight, first, second)
