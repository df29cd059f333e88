"""The embedded Hindsight: a server of our own beside us, started, watched, restarted and ended by us."""

import asyncio
import contextlib
import logging
import time
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from memoryops.adapters.hindsight_connection import FOLDER, Connection, InstanceLock, Running, find_running
from memoryops.adapters.hindsight_environment import EnvironmentMissing, ReflectModel, ServerEnvironment
from memoryops.adapters.hindsight_homes import home_of
from memoryops.adapters.hindsight_places import SYSTEM_FOLDER
from memoryops.adapters.hindsight_postgres import PostgresFailed
from memoryops.adapters.hindsight_run import PATIENCE, Patience, ServerEnded, ServerRun
from memoryops.kit.clock import Clock, SystemClock
from memoryops.kit.waiting import Pulse
from memoryops.memory.port import MemoryReason, MemoryUnavailable

LONGEST_PAUSE = 30.0  # seconds between two attempts; a run that lasted longer starts the count anew
ATTENDANCE = 1.0  # seconds between two looks at a server that another process owns

log = logging.getLogger(__name__)


class Phase(StrEnum):
    """Where the embedded server is in its life."""

    starting = "starting"
    ready = "ready"
    restarting = "restarting"
    stopped = "stopped"
    failed = "failed"


@dataclass(frozen=True)
class ServerState:
    """What people are shown of the embedded server; `owner` is the process that runs it."""

    phase: Phase
    since: datetime
    detail: str
    log_file: Path
    postgres_folder: Path | None
    running: Running | None = None

    @property
    def pid(self) -> int | None:
        """The server's process id while it is ready."""
        return self.running.pid if self.running else None

    @property
    def port(self) -> int | None:
        """Its port on 127.0.0.1 while it is ready."""
        return int(self.running.url.rpartition(":")[2]) if self.running else None


class HindsightServer:
    """Supervises the embedded server of one data directory.

    A second process on the same directory starts no second server: it uses the first one's,
    and takes over when that process is gone.
    """

    def __init__(
        self,
        environment_dir: Path,
        data_dir: Path,
        *,
        clock: Clock | None = None,
        model: ReflectModel | None = None,
        system_folder: Path = SYSTEM_FOLDER,
        patience: Patience = PATIENCE,
    ) -> None:
        self._laid = ServerEnvironment(environment_dir.absolute())
        self._folder = data_dir.resolve() / FOLDER
        self._log_file = self._folder / "server.log"
        self._clock = clock or SystemClock()
        self._model = model
        self._system_folder = system_folder
        self._patience = patience
        self._lock = InstanceLock(self._folder / "lock")
        self._stopping = asyncio.Event()
        self._turns = Pulse()
        self._supervision: asyncio.Task[None] | None = None
        self._state = self._new_state(Phase.stopped, "The embedded Hindsight has not been started.")

    @property
    def next_turn(self) -> asyncio.Event:
        """Set when the state turns the next time."""
        return self._turns.next

    @property
    def state(self) -> ServerState:
        """What it is doing now, and since when."""
        return self._state

    def facts(self) -> dict[str, str]:
        """What `doctor` shows beside the state: the folders in use and who runs the server."""
        postgres, running = home_of(self._folder, self._system_folder), find_running(self._folder)
        known = {
            "data": str(self._folder),
            "postgres data": str(postgres) if postgres else "",
            "server process": str(running.pid) if running else "",
            "run by process": str(running.owner) if running else "",
        }
        return {name: value for name, value in known.items() if value}

    def connection(self) -> Connection:
        """How to reach it; raises MemoryUnavailable while it is not up.

        A command that did not start it gets the one that another process runs.
        """
        state = self._state
        running = find_running(self._folder) if self._supervision is None else state.running
        if running is not None and running.ready:
            try:
                return running.connection(self._folder)
            except OSError as error:
                raise MemoryUnavailable(MemoryReason.misconfigured, f"Its key cannot be read: {error}") from error
        reason = MemoryReason.starting if state.phase is Phase.starting else MemoryReason.unreachable
        raise MemoryUnavailable(reason, f"{state.detail} Its log is {state.log_file}.")

    async def start(self) -> None:
        """Begin to bring it up and return at once."""
        if self._supervision is None:
            self._stopping.clear()
            self._turn(Phase.starting, "The embedded Hindsight is starting.")
            self._supervision = asyncio.create_task(self._supervise(), name="hindsight-server")

    async def stop(self) -> None:
        """End the server, then its PostgreSQL; returns when no process is left."""
        if self._supervision is not None:
            self._stopping.set()
            await self._supervision
            self._supervision = None
            self._turn(Phase.stopped, "The embedded Hindsight was stopped.")

    async def _supervise(self) -> None:
        pause = 0.5
        try:
            while not self._stopping.is_set():
                started = time.monotonic()
                await self._attempt()
                lasted = time.monotonic() - started
                pause = 1.0 if lasted > LONGEST_PAUSE else min(pause * 2, LONGEST_PAUSE)
                await self._stops_within(pause)
        finally:
            self._lock.release()

    async def _attempt(self) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._laid.check()
            if self._lock.acquire():
                await self._own()
            else:
                await self._attend()
        except (ServerEnded, PostgresFailed) as error:
            self._turn(Phase.restarting, f"{error} It is being started again.")
        except (EnvironmentMissing, OSError) as error:
            self._turn(Phase.failed, f"The embedded Hindsight cannot be started: {error}")
        except Exception as error:
            log.exception("An attempt to run the embedded Hindsight failed; another follows")
            self._turn(Phase.failed, f"The embedded Hindsight cannot be started ({type(error).__name__}); see our log.")

    async def _own(self) -> None:
        """Run the server until it ends, which raises ServerEnded, or until we are stopped."""
        run = ServerRun(
            self._laid,
            self._folder,
            self._log_file,
            model=self._model,
            system_folder=self._system_folder,
            patience=self._patience,
        )
        try:
            running = await run.start(self._stopping)
            if running is not None:
                self._turn(Phase.ready, "The embedded Hindsight is ready.", running)
                await self._until_ended(run)
        finally:
            await run.end()

    async def _until_ended(self, run: ServerRun) -> None:
        ended = asyncio.create_task(run.ended())
        stopped = asyncio.create_task(self._stopping.wait())
        await asyncio.wait({ended, stopped}, return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        if not self._stopping.is_set():
            sentence = await ended
            self._turn(Phase.restarting, f"{sentence} It is being started again.")
            raise ServerEnded(sentence)
        ended.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await ended

    async def _attend(self) -> None:
        """Use the server of the process that owns the directory, until that process is gone or we are stopped."""
        while not self._lock.acquire():
            running = find_running(self._folder)
            if running is not None and running.ready:
                self._turn(Phase.ready, f"The embedded Hindsight of process {running.owner} is ready.", running)
            elif self._state.phase is not Phase.starting:
                self._turn(Phase.restarting, "The process that owns the embedded Hindsight is starting it again.")
            if await self._stops_within(ATTENDANCE):
                return
        self._turn(Phase.restarting, "The process that ran the embedded Hindsight has ended; it starts here.")

    async def _stops_within(self, seconds: float) -> bool:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), seconds)
        return self._stopping.is_set()

    def _turn(self, phase: Phase, detail: str, running: Running | None = None) -> None:
        if (self._state.phase, self._state.detail, self._state.running) != (phase, detail, running):
            self._state = self._new_state(phase, detail, running)
            self._turns.beat()

    def _new_state(self, phase: Phase, detail: str, running: Running | None = None) -> ServerState:
        home = home_of(self._folder, self._system_folder)
        return ServerState(phase, self._clock.now(), detail, self._log_file, home, running)
