"""Child processes that end with us, and the honest clearing of those that an earlier run left behind."""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path


class Child:
    """A process of ours: it gets `death_signal` from the kernel when we die, however we die."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def spawn(
        cls,
        command: Sequence[str],
        environment: Mapping[str, str],
        log_file: Path,
        death_signal: str,
        run_as: Sequence[str] = (),
    ) -> "Child":
        """Start `command` with that environment only, its output appended to the log; raises OSError.

        A session of its own keeps a Ctrl-C in the terminal from ending it before we do.
        """
        with log_file.open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                *("setpriv", "--pdeathsig", death_signal, *run_as, *command),
                env=dict(environment),
                cwd="/",
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=asyncio.subprocess.STDOUT,
                start_new_session=True,
            )
        return cls(process)

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def ended(self) -> bool:
        """Whether it has ended."""
        return self._process.returncode is not None

    async def wait(self) -> int:
        """The exit code, negative for a signal, when it has ended."""
        return await self._process.wait()

    async def stop(self, polite: signal.Signals, patience: float) -> None:
        """Ask it to end, and kill it after `patience` seconds; returns when it has ended."""
        if self.ended:
            return
        self._process.send_signal(polite)
        try:
            async with asyncio.timeout(patience):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()
            await self._process.wait()


def command_line(pid: int) -> list[str]:
    """The arguments a process was started with; empty when there is no such process or it is a zombie."""
    try:
        raw = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return []
    return [part.decode(errors="replace") for part in raw.split(b"\0") if part]


def environment_of(pid: int) -> dict[str, str]:
    """The environment a process was started with; empty when it cannot be read."""
    try:
        raw = Path(f"/proc/{pid}/environ").read_bytes().decode(errors="replace")
    except OSError:
        return {}
    return dict(pair.split("=", 1) for pair in raw.split("\0") if "=" in pair)


def processes_in(folder: Path, name: str) -> list[int]:
    """The ids of all processes of that name that work in exactly this folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (process / "comm").read_text().strip() == name and (process / "cwd").samefile(folder):
                found.append(int(process.name))
        except OSError:  # it has ended, or is not ours to see
            continue
    return found


async def end_stranger(pid: int, polite: signal.Signals, patience: float) -> None:
    """End a process that is not our child, politely and then not; returns when it is gone."""
    for chosen, seconds in ((polite, patience), (signal.SIGKILL, 10.0)):
        try:
            os.kill(pid, chosen)
        except ProcessLookupError:
            return
        if await comes_true(lambda: not command_line(pid), seconds):
            return


async def comes_true(condition: Callable[[], bool], seconds: float) -> bool:
    """Whether the condition held before that many seconds had passed."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        await asyncio.sleep(0.05)
    return True
