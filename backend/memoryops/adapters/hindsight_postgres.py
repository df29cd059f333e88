"""The PostgreSQL under the embedded Hindsight: ours alone, on loopback, durable, never run as root."""

import asyncio
import shutil
import signal
import socket
from collections.abc import Mapping
from pathlib import Path

from memoryops.adapters.hindsight_connection import InstanceLock
from memoryops.adapters.hindsight_places import SYSTEM_FOLDER, Place, create_key, prepare_place, read_key
from memoryops.adapters.hindsight_processes import Child, comes_true, command_line, end_stranger, processes_in

USER = DATABASE = "hindsight"
START_TIMEOUT = 120.0
STOP_TIMEOUT = 30.0
# Small and durable; queries over a team's incidents are too short to gain from being compiled.
SETTINGS: Mapping[str, str] = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "on",
    "jit": "off",
    "shared_buffers": "128MB",
    "timezone": "UTC",
    "log_timezone": "UTC",
}


class PostgresFailed(Exception):
    """PostgreSQL could not be made or started; the sentence may be shown to a person."""


class EmbeddedPostgres:
    """A PostgreSQL server that is a child of this process and ends with it.

    `installation` holds its binaries, `folder` its data or a note of where they are.
    """

    def __init__(
        self,
        installation: Path,
        folder: Path,
        log_file: Path,
        *,
        system_folder: Path = SYSTEM_FOLDER,
        settings: Mapping[str, str] = SETTINGS,
    ) -> None:
        self._installation = installation
        self._folder = folder
        self._log_file = log_file
        self._system_folder = system_folder
        self._settings = settings
        self._place: Place | None = None
        self._child: Child | None = None
        self._lock: InstanceLock | None = None
        self.port: int | None = None

    async def start(self, preferred_port: int | None = None) -> None:
        """Return when it takes connections; raises PostgresFailed with a sentence."""
        try:
            place = await asyncio.to_thread(prepare_place, self._installation, self._folder, self._system_folder)
            self._own(place)
            await clear_orphan(place.data)
            if not place.data.exists():
                await create_cluster(place)
            port = free_port(preferred_port)
            command = server_command(place, port, self._settings)
            child = await Child.spawn(command, environment(place), self._log_file, "INT", place.run_as)
        except OSError as error:
            raise PostgresFailed(f"PostgreSQL could not be prepared: {error}") from error
        self._place, self.port, self._child = place, port, child
        await self._until_ready(place, child)

    def _own(self, place: Place) -> None:
        """Become the home's only owner until `stop`, so that what still runs on it has lost its own."""
        self._lock = self._lock or InstanceLock(place.lock_file)
        if not self._lock.acquire():
            raise PostgresFailed(f"The data in {place.data} is in use by another MemoryOps.")

    async def _until_ready(self, place: Place, child: Child) -> None:
        if not await comes_true(lambda: child.ended or reports_ready(place.data, child.pid), START_TIMEOUT):
            await self.stop()
        if child.ended:
            raise PostgresFailed(f"PostgreSQL did not start; the reason is in {self._log_file}.")

    async def wait(self) -> int:
        """The exit code, when it has ended; 0 when it was never started."""
        return await self._child.wait() if self._child else 0

    async def stop(self) -> None:
        """End it with all that was committed on disk; nothing happens when it does not run."""
        if self._child is not None:
            await self._child.stop(signal.SIGINT, STOP_TIMEOUT)
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    @property
    def pid(self) -> int | None:
        """The process id of the server once there is one."""
        return self._child.pid if self._child else None

    def url(self, database: str = DATABASE, scheme: str = "postgresql") -> str:
        """Where the superuser connects, password included; raises PostgresFailed before a start."""
        if self._place is None or self.port is None:
            raise PostgresFailed("PostgreSQL has not been started.")
        return f"{scheme}://{USER}:{read_key(self._place.key_file)}@127.0.0.1:{self.port}/{database}"


async def create_cluster(place: Place) -> None:
    """Make the data beside its final name, so that what was cut off is never taken for whole."""
    fresh, password = place.data.with_name("data.new"), place.data.with_name("password.new")
    shutil.rmtree(fresh, ignore_errors=True)
    password.unlink(missing_ok=True)
    create_key(password, create_key(place.key_file))
    place.give(password)
    access = ("-U", USER, f"--pwfile={password}", "-A", "scram-sha-256")
    text = ("-E", "UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "-T", "english")
    try:
        await run_tool(place, "initdb", "-D", str(fresh), *access, *text)
    finally:
        password.unlink()
    await run_tool(place, "postgres", "--single", "-D", str(fresh), "postgres", typed=f"CREATE DATABASE {DATABASE}\n")
    fresh.rename(place.data)


async def run_tool(place: Place, program: str, *arguments: str, typed: str = "") -> None:
    """Run one of PostgreSQL's own programs to its end; raises PostgresFailed with its last line."""
    process = await asyncio.create_subprocess_exec(
        *("setpriv", "--pdeathsig", "KILL", *place.run_as, str(place.binaries / "bin" / program), *arguments),
        env=environment(place),
        cwd="/",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await process.communicate(typed.encode())
    if process.returncode:
        lines = output.decode(errors="replace").strip().splitlines()
        raise PostgresFailed(f"PostgreSQL could not be set up: {lines[-1] if lines else program}")


def server_command(place: Place, port: int, settings: Mapping[str, str]) -> list[str]:
    """The command that runs the server in the foreground."""
    chosen = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    return [str(place.binaries / "bin/postgres"), "-D", str(place.data), "-p", str(port), *chosen]


def environment(place: Place) -> dict[str, str]:
    """Nothing but where its libraries are: nothing of our own environment reaches it."""
    return {"LD_LIBRARY_PATH": str(place.binaries / "lib"), "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"}


def reports_ready(data: Path, pid: int) -> bool:
    """Whether the server wrote into its lock file (line 1: its pid, line 8: its state) that it takes connections."""
    try:
        lines = (data / "postmaster.pid").read_text().splitlines()
    except OSError:
        return False
    return len(lines) >= 8 and lines[0] == str(pid) and lines[7].strip() == "ready"


async def clear_orphan(data: Path) -> None:
    """End what an earlier run left running in exactly this data, then its lock file; only the home's owner may.

    A copy comes with the file of the original, whose server works elsewhere. Nor does the process id
    in it prove anything: something else may have it by now (after a reboot, say), and is left alone.
    """
    lock_file = data / "postmaster.pid"
    if not lock_file.exists():
        return
    noted = lock_file.read_text().partition("\n")[0].strip()  # data that was moved is not under this name in commands
    servers = [pid for pid in processes_in(data, "postgres") if str(pid) == noted or str(data) in command_line(pid)]
    for pid in servers:
        await end_stranger(pid, signal.SIGINT, STOP_TIMEOUT)
    if not await comes_true(lambda: not processes_in(data, "postgres"), STOP_TIMEOUT):
        raise PostgresFailed(f"PostgreSQL processes of an earlier run still work in {data}.")
    lock_file.unlink(missing_ok=True)


def free_port(preferred: int | None = None) -> int:
    """The preferred port when nothing listens there, else one that the system names."""
    for port in (preferred or 0, 0):
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except (OSError, OverflowError):
                continue
            return int(probe.getsockname()[1])
    raise PostgresFailed("No free port was found on 127.0.0.1.")
