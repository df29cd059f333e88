"""Memory's health: what a check finds, what a failed request makes one doubt, and when memory counts as back."""

import asyncio

import pytest

from memoryops.adapters.hindsight_processes import comes_true
from memoryops.memory.health import ADVICE, CHECK_WHEN_READY_S
from memoryops.memory.port import MemoryReason, MemoryUnavailable
from tests.fakes.hindsight_server import Answer, refuses
from tests.harness import API, Values, answer
from tests.memory.world import World


async def status(here: World) -> Values:
    return answer(await here.product.http.get(f"{API}/memory/status"), 200)


async def test_memory_is_starting_until_it_has_answered(here: World) -> None:
    assert ((await status(here))["status"], (await status(here))["reason"]) == ("unavailable", "starting")


async def test_a_memory_that_answers_is_ready_and_counts_its_documents(here: World) -> None:
    await here.remembered()
    await here.resolved()
    await here.check()
    body = await status(here)
    assert (body["status"], body["reason"], body["advice"], body["version"]) == ("ready", None, None, "1.1.0")
    assert (body["documents"]["ready"], body["documents"]["queued"]) == (1, 1)


@pytest.mark.parametrize(
    ("said", "reason"),
    [(refuses(401), "unauthorized"), (refuses(404), "rejected"), (refuses(500), "server_error")],
    ids=["401", "404", "500"],
)
async def test_a_check_that_fails_is_shown_with_what_to_do(here: World, said: Answer, reason: str) -> None:
    here.fake.answers("list_banks", said)
    await here.product.runtime.health.check()
    body = await status(here)
    assert (body["status"], body["reason"]) == ("unavailable", reason)
    assert body["advice"]
    assert body["detail"]


async def test_since_is_when_it_began_not_when_it_was_last_seen(here: World) -> None:
    health = here.product.runtime.health
    here.fake.answers("list_banks", refuses(500))
    await health.check()
    began = health.current.since
    here.clock.advance(seconds=30)
    await health.check()
    assert health.current.since == began
    assert health.current.checked_at == here.clock.now()


@pytest.mark.parametrize("reason", [MemoryReason.rejected, MemoryReason.bank_missing, MemoryReason.needs_model])
async def test_what_one_request_did_wrong_says_nothing_of_the_server(here: World, reason: MemoryReason) -> None:
    health = here.product.runtime.health
    await health.check()
    health.observe(MemoryUnavailable(reason, "no"))
    assert health.answers


async def test_one_request_that_failed_is_no_outage(here: World) -> None:
    health = here.product.runtime.health
    await here.check()
    health.recovered.clear()
    health.observe(MemoryUnavailable(MemoryReason.server_error, "no"))
    assert (await status(here))["reason"] == "server_error"
    await health.check()
    assert (await status(here))["status"] == "ready"
    assert not health.recovered.is_set()


async def test_memory_is_back_when_a_check_says_so_after_one_that_failed(here: World) -> None:
    health = here.product.runtime.health
    await health.check()
    health.recovered.clear()
    here.fake.answers("list_banks", refuses(500))
    await health.check()
    assert not health.recovered.is_set()
    here.fake.behaves()
    await health.check()
    assert health.recovered.is_set()


async def test_the_first_answer_after_a_start_counts_as_memory_being_back(here: World) -> None:
    await here.product.runtime.health.check()
    assert here.product.runtime.health.recovered.is_set()


@pytest.mark.parametrize("reason", MemoryReason)
def test_every_reason_comes_with_advice(reason: MemoryReason) -> None:
    assert ADVICE[reason].endswith(".")


async def test_a_doubt_brings_the_next_check_at_once(here: World) -> None:
    health = here.product.runtime.health
    watching = asyncio.create_task(health.run())
    await comes_true(lambda: health.answers, 30)
    here.fake.answers("list_banks", refuses(500))
    health.doubt()
    assert await comes_true(lambda: not health.answers, CHECK_WHEN_READY_S / 2)
    watching.cancel()
