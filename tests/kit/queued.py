"""Who waits for a turn at writing to a SQLite file."""

import fcntl
from pathlib import Path


def is_queued(database: Path) -> bool:
    """Whether somebody holds the place of whoever comes next."""
    with Path(f"{database}-next").open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False
