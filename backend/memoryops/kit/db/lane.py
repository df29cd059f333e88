"""Whose turn it is to write to a SQLite file, among processes: a courtesy beside SQLite's own lock.

Who waits for SQLite's lock asks again after ever longer pauses, so a process that writes one transaction after the
other hardly ever lets another one in. Here they take turns.
"""

import asyncio
import fcntl
import os
import time
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

    def __init__(self, database: Path) -> None:
        self._paths = (f"{database}-next", f"{database}-turn")
        self._files: tuple[int, int] | None = None

    def take(self) -> None:
        """Return when it is our turn, at the latest after a few seconds."""
        upcoming, turn = self._opened()
        ends = time.monotonic() + PATIENCE_S
        while not _locked(upcoming) and time.monotonic() < ends:
            time.sleep(ASK_AGAIN_S)
        while not _locked(turn) and time.monotonic() < ends:
            time.sleep(ASK_AGAIN_S)
        fcntl.flock(upcoming, fcntl.LOCK_UN)

    def take_if_free(self) -> bool:
        """Whether it is our turn at once."""
        upcoming, turn = self._opened()
        free = _locked(upcoming) and _locked(turn)
        fcntl.flock(upcoming, fcntl.LOCK_UN)
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
            fcntl.flock(self._files[1], fcntl.LOCK_UN)

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


def _locked(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
