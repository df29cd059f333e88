"""A process of its own interprets while there is much to interpret: nothing depends on its life."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from memoryops.alerts.intake.relief import TOO_MUCH_S, WINDOW_S, Effort, Relief
from memoryops.app import create_app
from memoryops.runtime import Runtime, build_runtime, prepare_record
from tests.alerts.sending import GENERIC, Intake
from tests.harness import Values, client_of, settings_for
from tests.process import PATIENCE_S


def test_much_work_within_seconds_is_too_much_and_some_now_and_then_is_not() -> None:
    now = 0.0
    effort = Effort(clock=lambda: now)
    for _ in range(20):
        effort.took(0.8 * TOO_MUCH_S)
        assert not effort.too_much
        now += WINDOW_S + 0.1
    effort.took(0.8 * TOO_MUCH_S)
    now += 0.1
    effort.took(0.8 * TOO_MUCH_S)
    assert effort.too_much
    now += WINDOW_S
    assert not effort.too_much


class Desk:
    """A server that takes deliveries in and leaves their interpretation to others."""

    def __init__(self, runtime: Runtime, intake: Intake, token: str) -> None:
        self.runtime, self.intake, self.token = runtime, intake, token
        self.changes = 0
        self.wanted: list[str] = []
        assert runtime.interpreter.relief is not None
        self.relief: Relief = runtime.interpreter.relief

    async def send(self, name: str, **fields: str) -> str:
        return await self.intake.send(self.token, {**GENERIC, "id": name, **fields})

    def begin(self) -> "asyncio.Task[None]":
        """Have the process work."""
        return asyncio.create_task(self.relief.work(self._changed, self.wanted.append))

    def _changed(self) -> None:
        self.changes += 1

    async def told(self, *delivery_ids: str) -> list[Values]:
        """The deliveries once they are interpreted; a process takes seconds to begin."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            told = [await self.intake.delivery(one) for one in delivery_ids]
            if all(one["state"] != "stored" for one in told):
                return told
            assert time.monotonic() < deadline, f"never interpreted: {told}"
            await asyncio.sleep(0.05)


@asynccontextmanager
async def desk_on(folder: Path, database_url: str | None) -> AsyncIterator[Desk]:
    """On a clock of the machine's own, which another process shares."""
    runtime = build_runtime(settings_for(folder, database_url))
    await prepare_record(runtime.database, runtime.clock, seed=False)
    async with client_of(create_app(runtime)) as http:
        intake = Intake(http)
        yield Desk(runtime, intake, (await intake.integrate())["token"])
    await runtime.aclose()


def is_alive(pid: int | None) -> bool:
    return pid is not None and Path(f"/proc/{pid}").exists()


async def test_it_interprets_what_waits_and_what_comes_tells_of_it_and_ends_with_us(
    database_url: str, tmp_path: Path
) -> None:
    async with desk_on(tmp_path, database_url) as desk:
        waiting = [await desk.send(f"q-{number}") for number in range(3)]
        working = desk.begin()
        told = await desk.told(*waiting)
        told += await desk.told(await desk.send("q-later", service="billing"))
        assert [one["state"] for one in told] == ["parsed"] * 4
        assert desk.changes > 0
        assert desk.wanted == list(dict.fromkeys(one["alerts"][0]["incident_id"] for one in told))
        pid = desk.relief.pid
        assert is_alive(pid)
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
        assert not is_alive(pid)


async def test_where_it_dies_this_process_does_the_work(tmp_path: Path) -> None:
    async with desk_on(tmp_path, None) as desk:
        working = desk.begin()
        await desk.told(await desk.send("q-1"))
        assert desk.relief.pid is not None
        os.kill(desk.relief.pid, signal.SIGKILL)
        await working
        assert not desk.relief.is_to_be_had
        left = await desk.send("q-2")
        assert await desk.runtime.interpreter.work_once()
        assert [one["state"] for one in await desk.told(left)] == ["parsed"]
