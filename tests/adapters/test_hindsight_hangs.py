"""A server that runs and answers nothing is started again; one that is only slow is not."""

import asyncio
import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest

from memoryops.adapters.hindsight import HindsightMemory
from memoryops.adapters.hindsight_processes import command_line
from memoryops.adapters.hindsight_run import PATIENCE, Patience, until_hung
from memoryops.adapters.hindsight_server import HindsightServer, Phase
from memoryops.memory.health import CHECK_WHEN_READY_S
from memoryops.memory.port import MemoryReason
from memoryops.runtime import build_runtime
from tests.fakes.hindsight_server import HANGS, FakeHindsight, fake_hindsight, says
from tests.harness import settings_for
from tests.hindsight import CHECKOUT, ENVIRONMENT, RunningHindsight, environment_with
from tests.stories.life import lived

PROGRAM = CHECKOUT / "tests" / "fakes" / "hindsight_program.py"
SHORT = Patience(looks=3, look_s=0.5)


@pytest.fixture
def running(reachable_folder: Path) -> Iterator[RunningHindsight]:
    """A supervisor with a real PostgreSQL and, over it, a program that only answers that it is well."""
    folder = reachable_folder / uuid4().hex
    environment = environment_with(folder / "environment", f"exec '{sys.executable}' '{PROGRAM}' \"$@\"")
    supervisor = RunningHindsight(folder, environment, SHORT)
    supervisor.start()
    yield supervisor
    supervisor.close()


def test_a_server_that_hangs_is_said_ended_and_started_again(running: RunningHindsight) -> None:
    hung = running.server.state.pid
    assert hung is not None
    os.kill(hung, signal.SIGSTOP)
    running.wait_until(lambda: running.server.state.phase is Phase.restarting)
    assert "answered nothing for 2 s" in running.server.state.detail
    running.wait_until(lambda: running.server.state.phase is Phase.ready)
    assert running.server.state.pid != hung
    assert not command_line(hung)


async def test_the_end_of_an_idle_server_shows_before_the_next_check_is_due(
    running: RunningHindsight, sqlite_record: str, tmp_path: Path
) -> None:
    server = HindsightServer(ENVIRONMENT, running.data_dir)
    memory = HindsightMemory(server.connection)
    runtime = replace(build_runtime(settings_for(tmp_path, sqlite_record), memory=memory), server=server)
    async with lived(runtime) as life:
        await life.until_memory("ready")
        running.stop()
        await life.until_reason("unreachable", within_s=CHECK_WHEN_READY_S / 2)
        assert runtime.health.current.reason is MemoryReason.unreachable


async def test_a_server_that_answers_now_and_then_is_left_alone() -> None:
    async with fake_hindsight() as server:
        watching = asyncio.create_task(until_hung(server.url, SHORT))
        for _ in range(4):
            await hang_for_a_look(server)
            server.behaves()
            await until_asked(server)
        assert not watching.done()
        server.answers("unknown", HANGS)
        await asyncio.wait_for(watching, 30)


async def test_a_server_whose_database_is_down_is_not_hung() -> None:
    async with fake_hindsight() as server:
        server.answers("unknown", says({"status": "unhealthy"}, 503))
        watching = asyncio.create_task(until_hung(server.url, Patience(looks=1, look_s=0.5)))
        for _ in range(3):
            await until_asked(server)
        assert not watching.done()
        watching.cancel()


def test_a_busy_server_has_a_minute() -> None:
    assert PATIENCE.looks * PATIENCE.look_s == 60


async def hang_for_a_look(server: FakeHindsight) -> None:
    server.answers("unknown", HANGS)
    await until_asked(server)


async def until_asked(server: FakeHindsight) -> None:
    """Return when the server is asked once more."""
    asked, deadline = len(server.asked), asyncio.get_running_loop().time() + 30
    while len(server.asked) == asked:
        assert asyncio.get_running_loop().time() < deadline
        await asyncio.sleep(0.02)
