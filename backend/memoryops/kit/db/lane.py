"""Whose turn it is to write to a SQLite file, among processes: a courtesy beside SQLite's own lock.

Who waits for SQLite's lock asks again after ever longer pauses, so a process that writes one transaction after the
other hardly ever lets another one in. Here they take turns.
"""

import asyncio
import fcntl
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from memoryops.kit.waiting import whole

ASK_AGAIN_S: Final = 0.001
PATIENCE_S: Final = 5.0
"""Who waited so long tries without a turn: SQLite has the last word."""


class Lane:
    """One process's place at the file; in the process itself, one at a time takes turns.

    Who comes next holds `next` until the one before is done; who was just done has to queue behind.
    """

    def __init__(self, database: Path, flock: Callable[[int, int], None] = fcntl.flock) -> None:
        self._paths = (f"{database}-next", f"{database}-turn")
        self._files: tuple[int, int] | None = None
        self._flock = flock

    def take(self) -> None:
        """Return when it is our turn, at the latest after a few seconds."""
        upcoming, turn = self._opened()
        ends = time.monotonic() + PATIENCE_S
        while not self._locked(upcoming) and time.monotonic() < ends:
            time.sleep(ASK_AGAIN_S)
        while not self._locked(turn) and time.monotonic() < ends:
            time.sleep(ASK_AGAIN_S)
        self._free(upcoming)

    def take_if_free(self) -> bool:
        """Whether it is our turn at once."""
        upcoming, turn = self._opened()
        free = self._locked(upcoming) and self._locked(turn)
        self._free(upcoming)
        return free

    async def wait(self) -> None:
        """As `take`, in a thread where others have their turn."""
        if self.take_if_free():
            return
        try:
            await whole(asyncio.to_thread(self.take))
        except asyncio.CancelledError:
            self.leave()
            raise

    def leave(self) -> None:
        """Let others have their turn."""
        if self._files is not None:
            self._free(self._files[1])

    def close(self) -> None:
        """Give the files back; they stay where they are, for others."""
        for file in self._files or ():
            os.close(file)
        self._files = None

    def _opened(self) -> tuple[int, int]:
        if self._files is None:
            upcoming, turn = (os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600) for path in self._paths)
            self._files = upcoming, turn
        return self._files

    def _locked(self, file: int) -> bool:
        try:
            self._flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            # A file system that knows no such locks: nobody queues there, and SQLite has the last word.
            return True
        return True

    def _free(self, file: int) -> None:
        with suppress(OSError):
            self._flock(file, fcntl.LOCK_UN)
