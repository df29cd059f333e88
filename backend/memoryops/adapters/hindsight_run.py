"""One run of the embedded server over its PostgreSQL: from what an earlier run left to nothing left behind."""

import asyncio
import contextlib
import json
import os
import signal
import time
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx

from memoryops.adapters.hindsight_connection import Running, find_running, key_file, running_file, worker_name
from memoryops.adapters.hindsight_environment import ReflectModel, ServerEnvironment, server_environment
from memoryops.adapters.hindsight_places import SYSTEM_FOLDER, create_key
from memoryops.adapters.hindsight_postgres import EmbeddedPostgres, free_port
from memoryops.adapters.hindsight_processes import Child, end_stranger

HEALTH_TIMEOUT = 180.0  # seconds; the first start ever took 30 s on two busy cores
STOP_TIMEOUT = 15.0
LOG_CAP = 5_000_000  # bytes; a longer log is set aside at the next start


@dataclass(frozen=True)
class Patience:
    """How long a server that runs may answer nothing at all: so many looks in a row, each of so many seconds.

    Looks are counted and not the time, which also passes while this machine or this process is suspended.
    """

    looks: int = 6
    look_s: float = 10.0


PATIENCE = Patience()


class ServerEnded(Exception):
    """The server, or the PostgreSQL under it, ended or did not come up; the sentence may be shown."""


class ServerRun:
    """The processes of one run; only the owner of the folder's lock makes one."""

    def __init__(
        self,
        laid: ServerEnvironment,
        folder: Path,
        log_file: Path,
        *,
        model: ReflectModel | None = None,
        system_folder: Path = SYSTEM_FOLDER,
        patience: Patience = PATIENCE,
    ) -> None:
        self._laid = laid
        self._folder = folder
        self._log_file = log_file
        self._model = model
        self._patience = patience
        self._api: Child | None = None
        self._url = ""
        self._hung = False
        self.postgres = EmbeddedPostgres(laid.postgres, folder, log_file, system_folder=system_folder)

    async def start(self, stopping: asyncio.Event) -> Running | None:
        """Bring both up, the noted ports first; None when told to stop meanwhile.

        Raises ServerEnded, PostgresFailed, EnvironmentMissing or OSError.
        """
        prepare_log(self._log_file)
        await clear_orphan(self._folder)
        ports = read_ports(self._folder)
        await self.postgres.start(ports.get("postgres"))
        port = free_port(ports.get("api"))
        write_ports(self._folder, {"postgres": self.postgres.port or 0, "api": port})
        api = await self._spawn(port)
        self._url = f"http://127.0.0.1:{port}"
        running = Running(self._url, api.pid, os.getpid(), ready=False)
        running.write(self._folder)
        if not await until_healthy(api, running.url, stopping):
            return None
        running = Running(running.url, running.pid, running.owner, ready=True)
        running.write(self._folder)
        return running

    async def _spawn(self, port: int) -> Child:
        home = self._folder / "home"
        home.mkdir(mode=0o700, exist_ok=True)
        environment = server_environment(
            self._laid,
            database_url=self.postgres.url(),
            api_key=create_key(key_file(self._folder)),
            worker=worker_name(self._folder),
            home=home,
            model=self._model,
        )
        command = [str(self._laid.program), "--host", "127.0.0.1", "--port", str(port)]
        self._api = await Child.spawn(command, environment, self._log_file, "TERM")
        return self._api

    async def ended(self) -> str:
        """A sentence on what ended, when one of the two has, or when the server answers nothing any more."""
        waits = {asyncio.create_task(one) for one in (self._api_end(), self._postgres_end(), self._api_hangs())}
        try:
            done, _ = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            return done.pop().result()
        finally:
            for wait in waits:
                wait.cancel()
            await asyncio.gather(*waits, return_exceptions=True)

    async def _api_end(self) -> str:
        code = await self._api.wait() if self._api else 0
        return f"Hindsight ended unexpectedly ({manner(code)})."

    async def _postgres_end(self) -> str:
        return f"The PostgreSQL under Hindsight ended unexpectedly ({manner(await self.postgres.wait())})."

    async def _api_hangs(self) -> str:
        await until_hung(self._url, self._patience)
        self._hung = True
        seconds = self._patience.looks * self._patience.look_s
        return f"Hindsight was running and had answered nothing for {seconds:.0f} s."

    async def end(self) -> None:
        """End the server, then PostgreSQL; returns when neither is left."""
        running_file(self._folder).unlink(missing_ok=True)
        if self._api is not None:
            await self._api.stop(signal.SIGKILL if self._hung else signal.SIGTERM, STOP_TIMEOUT)
        await self.postgres.stop()


async def until_healthy(api: Child, url: str, stopping: asyncio.Event) -> bool:
    """True when the server is healthy, False when told to stop first; raises ServerEnded."""
    import httpx  # the console is up before it is needed

    deadline = time.monotonic() + HEALTH_TIMEOUT
    pause = 0.1
    async with httpx.AsyncClient(base_url=url, trust_env=False, timeout=5) as client:
        while not await is_healthy(client):
            if api.ended:
                raise ServerEnded(f"Hindsight ended while starting ({manner(await api.wait())}).")
            if time.monotonic() > deadline:
                raise ServerEnded(f"Hindsight was not healthy within {HEALTH_TIMEOUT:.0f} s.")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stopping.wait(), pause)
                return False
            pause = min(pause * 1.5, 1.0)
    return True


async def is_healthy(client: "httpx.AsyncClient") -> bool:
    """Whether the server says that it and its database work."""
    import httpx

    try:
        return (await client.get("/health")).status_code == HTTPStatus.OK
    except httpx.HTTPError:
        return False


async def until_hung(url: str, patience: Patience) -> None:
    """Return when so many looks in a row brought no answer of any kind; one that does starts the count anew."""
    import httpx

    missed = 0
    async with httpx.AsyncClient(base_url=url, trust_env=False, timeout=patience.look_s) as client:
        while missed < patience.looks:
            answered, _ = await asyncio.gather(is_alive(client), asyncio.sleep(patience.look_s))
            missed = 0 if answered else missed + 1


async def is_alive(client: "httpx.AsyncClient") -> bool:
    """Whether the server answers at all, whatever it says of its database."""
    import httpx

    try:
        await client.get("/health/live")
    except httpx.HTTPError:
        return False
    return True


async def clear_orphan(folder: Path) -> None:
    """End a server that an earlier run left for exactly this folder, and forget it; others are left alone."""
    running = find_running(folder)
    if running:
        await end_stranger(running.pid, signal.SIGTERM, STOP_TIMEOUT)
    running_file(folder).unlink(missing_ok=True)


def manner(code: int) -> str:
    """How a process ended, in words."""
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def prepare_log(log_file: Path) -> None:
    """A log that only its owner reads, set aside when it has grown long."""
    if log_file.exists() and log_file.stat().st_size > LOG_CAP:
        log_file.replace(log_file.with_suffix(".log.1"))
    log_file.touch(mode=0o600)


def read_ports(folder: Path) -> dict[str, int]:
    """The ports of the last run, so that addresses stay the same where they can."""
    try:
        return {str(name): int(port) for name, port in json.loads((folder / "ports.json").read_text()).items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


def write_ports(folder: Path, ports: dict[str, int]) -> None:
    """Note the ports of this run."""
    (folder / "ports.json").write_text(json.dumps(ports))
