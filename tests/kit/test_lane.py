"""Processes take turns at writing to one file: whoever waits is next."""

import errno
from pathlib import Path
from threading import Thread

from memoryops.kit.db.lane import Lane
from tests.benchmarks.measuring import wait_until
from tests.kit.queued import is_queued


def test_nobody_has_a_turn_while_another_one_has(tmp_path: Path) -> None:
    ours, theirs = Lane(tmp_path / "record.db"), Lane(tmp_path / "record.db")
    assert ours.take_if_free()
    assert not theirs.take_if_free()
    ours.leave()
    assert theirs.take_if_free()
    ours.close()
    theirs.close()


def test_who_waits_comes_before_who_just_had_a_turn(tmp_path: Path) -> None:
    ours, theirs = Lane(tmp_path / "record.db"), Lane(tmp_path / "record.db")
    turns = ["ours"]
    ours.take()

    def take_theirs() -> None:
        theirs.take()
        turns.append("theirs")
        theirs.leave()

    waiting = Thread(target=take_theirs)
    waiting.start()
    wait_until(lambda: is_queued(tmp_path / "record.db"), 10, "theirs waits")
    ours.leave()
    ours.take()
    turns.append("ours again")
    waiting.join()
    assert turns == ["ours", "theirs", "ours again"]
    ours.close()
    theirs.close()


def test_what_a_process_that_died_had_is_free(tmp_path: Path) -> None:
    ours, theirs = Lane(tmp_path / "record.db"), Lane(tmp_path / "record.db")
    assert ours.take_if_free()
    ours.close()
    assert theirs.take_if_free()
    theirs.close()


async def test_where_the_file_system_knows_no_locks_nobody_waits(tmp_path: Path) -> None:
    def unsupported(file: int, operation: int) -> None:
        raise OSError(errno.ENOTSUP, f"No locks on {file} ({operation})")

    lane = Lane(tmp_path / "record.db", unsupported)
    assert lane.take_if_free()
    await lane.wait()
    lane.leave()
    lane.close()
