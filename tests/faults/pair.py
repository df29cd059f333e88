"""The supervised pair: our program, the Hindsight that it runs and the PostgreSQL under that, each to be killed."""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from enum import StrEnum
from pathlib import Path

import httpx

from memoryops.adapters.hindsight_connection import FOLDER, read_running
from memoryops.adapters.hindsight_homes import home_of
from memoryops.adapters.hindsight_places import SYSTEM_FOLDER
from memoryops.adapters.hindsight_processes import comes_true, command_line
from memoryops.settings import CHECKOUT
from tests.harness import API, answer
from tests.process import Served, environment

READY_S = 240.0
"""As long as a start may take on a busy machine; the claims are timed from the moment it is over."""


class Target(StrEnum):
    """What is killed."""

    ours = "our process"
    hindsight = "Hindsight"
    postgres = "PostgreSQL"
    everything = "all three"


WEIGHTS = {Target.ours: 4, Target.hindsight: 3, Target.postgres: 2, Target.everything: 1}


class Pair:
    """One data folder and what runs on it; our process runs Hindsight, which ends with it."""

    def __init__(self, data_dir: Path) -> None:
        self.folder = data_dir.resolve() / FOLDER
        self.served = Served(data_dir)
        self._ended: list[int] = []

    def choose(self, dice: random.Random) -> Target:
        """What to kill next: our own process most often."""
        target = dice.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        return target if self.pids(target) else Target.ours

    async def start(self) -> None:
        """Return when our process answers."""
        await self.served.start()

    async def close(self) -> None:
        """End what was started."""
        await self.served.close()

    def pids(self, target: Target) -> list[int]:
        """The processes to kill; one that does not run now, in the middle of a start say, is not among them."""
        known = {
            Target.ours: [self.served.pid],
            Target.hindsight: self._hindsight(),
            Target.postgres: self._postmaster(),
        }
        chosen = list(known) if target is Target.everything else [target]
        return [pid for one in chosen for pid in known[one] if command_line(pid)]

    def _hindsight(self) -> list[int]:
        try:
            running = json.loads((self.folder / "running.json").read_text())
            return [running["pid"]]
        except (OSError, ValueError):
            return []

    def _postmaster(self) -> list[int]:
        home = home_of(self.folder, SYSTEM_FOLDER)
        try:
            return [int((home / "data" / "postmaster.pid").read_text().partition("\n")[0])] if home else []
        except (OSError, ValueError):
            return []

    async def kill(self, target: Target) -> list[int]:
        """SIGKILL what runs of the target, and start our process again where it was hit; the ids that were hit."""
        pids, ours = self.pids(target), self.served.pid
        self._ended = self._hindsight()
        for pid in pids:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:  # it went down with another
                continue
        if ours in pids:
            self.served.wait()
            await self.served.start()
        return pids

    async def until_ready(self) -> float:
        """Seconds until memory is ready on another Hindsight than at the last kill; raises TimeoutError.

        Whatever is killed, Hindsight is started anew, and for some seconds nobody has noticed.
        """
        started = time.monotonic()
        while not (self._is_new() and (await self.memory_status())["status"] == "ready"):
            if time.monotonic() - started > READY_S:
                raise TimeoutError(f"memory was not ready within {READY_S:.0f} s: {await self.memory_status()}")
            await asyncio.sleep(0.1)
        return time.monotonic() - started

    def _is_new(self) -> bool:
        return self._hindsight() != self._ended and read_running(self.served.data_dir) is not None

    async def memory_status(self) -> dict[str, object]:
        """What our process says of memory."""
        return answer(await self.served.http.get(f"{API}/memory/status"), 200)

    def server(self) -> httpx.AsyncClient:
        """A client of the Hindsight that is ready; raises LookupError."""
        connection = read_running(self.served.data_dir)
        if connection is None:
            raise LookupError("Hindsight does not run")
        headers = {"Authorization": f"Bearer {connection.api_key}"}
        return httpx.AsyncClient(base_url=connection.url, headers=headers, timeout=60, trust_env=False)


class KeptPair(Pair):
    """Hindsight is run by a process of its own, as by a second MemoryOps on the same folder, and survives ours.

    Only ours is killed: it comes back within seconds, so that many kills can be made.
    """

    def __init__(self, data_dir: Path) -> None:
        super().__init__(data_dir)
        self._keeper: subprocess.Popen[bytes] | None = None

    def choose(self, dice: random.Random) -> Target:
        """Our own process."""
        return Target.ours

    async def start(self) -> None:
        """Return when our process answers and Hindsight is ready."""
        self._keeper = self._spawn()
        if not await comes_true(lambda: read_running(self.served.data_dir) is not None, READY_S):
            raise TimeoutError(f"Hindsight was not ready within {READY_S:.0f} s")
        await super().start()

    def _spawn(self) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "tests.faults.keeper", str(self.served.data_dir)]
        return subprocess.Popen(command, cwd=CHECKOUT, env=environment(), start_new_session=True)

    async def close(self) -> None:
        """End what was started."""
        await super().close()
        if self._keeper is not None:
            self._keeper.terminate()
            await asyncio.to_thread(self._keeper.wait, 60)

    def _is_new(self) -> bool:
        return True
