"""A process of our own that takes interpretation over while there is much of it, so that the intake has this one.

It reads what waits from the record, as any other process would: leases say who interprets what, so it may die at any
moment and nothing is lost or told twice. It costs memory, so it lives only while there is work for it.

Two pipes tie the two together. We write a line whenever a delivery came in; it writes an empty line whenever something
changed, and the id of an incident where an investigation is wanted. The end of a pipe is the end of the other process.
"""

import asyncio
import logging
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from memoryops.kit.waiting import Pulse

log = logging.getLogger(__name__)

RECORD: Final = "MEMORYOPS_RECORD"
"""The variable that says where the record is; a URL may hold a password, and so stands in no argument."""

WINDOW_S: Final = 3.0
TOO_MUCH_S: Final = 0.5
"""Interpretation that took so long within the window keeps the intake waiting too often."""

NOT_AGAIN_S: Final = 60.0
"""After a process that failed, this one does the work itself for a while."""

END_S: Final = 5.0
"""How long the process may take to finish what it has begun; what it then leaves, others take up."""


@dataclass
class Effort:
    """How much of its time this process interprets."""

    clock: Callable[[], float] = time.monotonic
    _recent: deque[tuple[float, float]] = field(default_factory=deque)

    def took(self, seconds: float) -> None:
        """Take note of some work that ends now."""
        self._recent.append((self.clock(), seconds))

    @property
    def too_much(self) -> bool:
        """Whether another process had better do it."""
        begins = self.clock() - WINDOW_S
        while self._recent and self._recent[0][0] < begins:
            self._recent.popleft()
        return sum(seconds for _, seconds in self._recent) > TOO_MUCH_S


@dataclass
class Relief:
    """Starts and ends the process; `environment` tells it where the record is, `arrivals` beats for each delivery."""

    environment: Mapping[str, str]
    arrivals: Pulse
    module: str = "memoryops.interpreting"
    _process: "asyncio.subprocess.Process | None" = None
    _failed_at: float | None = None

    @property
    def pid(self) -> int | None:
        """The process while it works, None while this one does."""
        return None if self._process is None else self._process.pid

    @property
    def is_to_be_had(self) -> bool:
        """Whether a process may be started now."""
        return self._failed_at is None or time.monotonic() - self._failed_at > NOT_AGAIN_S

    async def work(self, changed: Callable[[], None], investigate: Callable[[str], None]) -> None:
        """Have the process work until it has nothing to do any more, or fails; what it left waits in the record.

        `changed` is called for what it did, `investigate` with the id of each incident that it declared.
        """
        try:
            self._process = process = await self._begin()
        except OSError as error:
            self._failed(f"could not begin ({type(error).__name__})")
            return
        calls = asyncio.create_task(self._call(process), name="relief calls")
        try:
            await _listen(process, changed, investigate)
        finally:
            calls.cancel()
            await self._end(process)
            self._process = None
        if process.returncode != 0:
            self._failed(f"ended with {process.returncode}")

    async def _begin(self) -> "asyncio.subprocess.Process":
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            self.module,
            env=dict(self.environment),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            # Ctrl-C is for us alone; it ends with us.
            start_new_session=True,
        )

    def _failed(self, how: str) -> None:
        self._failed_at = time.monotonic()
        log.warning("The process that interprets deliveries %s; this one does the work for a while", how)

    async def _call(self, process: "asyncio.subprocess.Process") -> None:
        """Wake it for every delivery."""
        while process.stdin is not None and not process.stdin.is_closing():
            beat = self.arrivals.next
            await beat.wait()
            process.stdin.write(b"\n")

    async def _end(self, process: "asyncio.subprocess.Process") -> None:
        """Let it finish what it has begun; it sees that we are gone by its end of the pipe."""
        if process.stdin is not None:
            process.stdin.close()
        if process.returncode is None:
            # Once it works it does not heed this, and while it still begins it has nothing to finish.
            process.terminate()
        try:
            async with asyncio.timeout(END_S):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()


async def _listen(
    process: "asyncio.subprocess.Process", changed: Callable[[], None], investigate: Callable[[str], None]
) -> None:
    while process.stdout is not None and (line := await process.stdout.readline()):
        if incident_id := line.decode().strip():
            investigate(incident_id)
        else:
            changed()
