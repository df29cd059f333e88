"""`python -m memoryops.interpreting`: interprets deliveries in a process of its own, for the server that started it.

See `alerts/intake/relief.py`: a line on standard input says that a delivery came in, its end that the server is gone; a
line on standard output says that something changed, or names an incident that is to be investigated.
"""

import asyncio
import os
import signal
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from memoryops.alerts.intake.interpreter import Interpreter
from memoryops.alerts.intake.relief import RECORD
from memoryops.kit.clock import SystemClock
from memoryops.kit.db import Database
from memoryops.kit.garbage import settle
from memoryops.kit.logs import configure_logs
from memoryops.kit.waiting import Pulse, whole

IDLE_S: Final = 60.0
"""Without work for so long, it ends and gives its memory back."""


@dataclass
class Server:
    """The server at the other end of the pipes."""

    arrivals: Pulse = field(default_factory=Pulse)
    worked_at: float = field(default_factory=time.monotonic)

    async def start(self, incident_id: str, *, actor: str) -> str:
        """Ask for an investigation; it becomes a run there."""
        _say(incident_id)
        return incident_id

    def beat(self) -> None:
        """Say that something changed."""
        self.worked_at = time.monotonic()
        _say("")

    async def until_gone(self) -> None:
        """Pass on that deliveries come in; return when the server is gone, or nothing came for long."""
        lines = await _lines()
        while True:
            try:
                async with asyncio.timeout(IDLE_S):
                    line = await lines.readline()
            except TimeoutError:
                if time.monotonic() - self.worked_at > IDLE_S:
                    return
                continue
            if not line:
                return
            self.arrivals.beat()


async def main() -> None:
    """Interpret until the server is gone, or there is nothing to do."""
    database, server = Database(os.environ[RECORD]), Server()
    interpreter = Interpreter(database, SystemClock(), server.arrivals, server, server)
    settle()
    working = asyncio.create_task(interpreter.run())
    try:
        await server.until_gone()
    finally:
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
        await interpreter.aclose()
        await whole(database.aclose())


async def _lines() -> asyncio.StreamReader:
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    return lines


def _say(text: str) -> None:
    # Whoever listens no longer is gone, which the other pipe tells.
    with suppress(BrokenPipeError):
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    configure_logs()
    # What ends a whole group of processes ends the server, and so this one in order.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    asyncio.run(main())
