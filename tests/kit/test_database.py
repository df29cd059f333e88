"""The record store: one write lane on SQLite, readers that nobody blocks, commits that are durable."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from typing import Any

import pytest
import pytest_asyncio
import sqlalchemy as sa

from memoryops.kit.db import EVERY_WORKSPACE, Database, ScopedSession, Session, UtcDateTime
from memoryops.kit.db.engine import WaitsOutsideError, async_url
from memoryops.kit.db.lane import Lane
from memoryops.workspaces.models import Workspace
from memoryops.workspaces.service import bank_id, take_incident_number
from tests.benchmarks.measuring import wait_until
from tests.kit.queued import is_queued

NOW = datetime(2026, 11, 30, tzinfo=UTC)
DEADLINE_S = 5


@pytest_asyncio.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    database = Database(database_url)
    async with database.writing(EVERY_WORKSPACE) as session:
        session.add(Workspace(id="team", name="Team", next_incident_number=101, created_at=NOW))
    yield database
    await database.aclose()


async def next_number(database: Database) -> int | None:
    async with database.reading("team") as session:
        return await session.scalar(sa.select(Workspace.next_incident_number))


async def test_readers_are_not_blocked_by_an_open_write_and_see_what_is_committed(database: Database) -> None:
    async with database.writing("team") as session:
        await take_incident_number(session)
        async with asyncio.timeout(DEADLINE_S):
            assert await next_number(database) == 101
    assert await next_number(database) == 102


async def test_a_write_that_raises_leaves_nothing_and_frees_the_lane(database: Database) -> None:
    with pytest.raises(LookupError):
        await take_in_vain(database)
    assert await next_number(database) == 101
    async with asyncio.timeout(DEADLINE_S), database.writing("team") as session:
        assert await take_incident_number(session) == 101


async def take_in_vain(database: Database) -> None:
    async with database.writing("team") as session:
        await take_incident_number(session)
        raise LookupError


async def test_a_write_that_is_cancelled_leaves_nothing_and_frees_the_lane(database: Database) -> None:
    began = asyncio.Event()

    async def write() -> None:
        async with database.writing("team") as session:
            await take_incident_number(session)
            began.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(write())
    await began.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    async with asyncio.timeout(DEADLINE_S), database.writing("team") as session:
        assert await take_incident_number(session) == 101


async def test_a_write_in_one_hop_is_committed_and_its_result_given(database: Database) -> None:
    assert await database.write("team", take_incident_number) == 101
    assert await next_number(database) == 102


async def test_a_write_in_one_hop_that_raises_leaves_nothing_and_frees_the_lane(database: Database) -> None:
    async def in_vain(session: Session) -> None:
        await take_incident_number(session)
        raise LookupError

    with pytest.raises(LookupError):
        await database.write("team", in_vain)
    async with asyncio.timeout(DEADLINE_S):
        assert await database.write("team", take_incident_number, survives_power_cut=False) == 101


async def test_writes_of_both_kinds_take_turns(database: Database) -> None:
    async def take() -> int:
        async with database.writing("team") as session:
            return await take_incident_number(session)

    taken = await asyncio.gather(*(one() for _ in range(5) for one in (take, write_number(database))))
    assert sorted(taken) == list(range(101, 111))


def write_number(database: Database) -> Callable[[], Coroutine[Any, Any, int]]:
    return lambda: database.write("team", take_incident_number)


async def test_a_write_in_one_hop_that_is_cancelled_is_whole_or_not_at_all(database: Database) -> None:
    task = asyncio.create_task(database.write("team", take_incident_number))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    number = await next_number(database)
    async with asyncio.timeout(DEADLINE_S):
        assert await database.write("team", take_incident_number) == number


async def test_work_in_the_write_lane_cannot_wait_for_anything_else(tmp_path: Path) -> None:
    async def waits(session: Session) -> None:
        await asyncio.sleep(0)

    database = Database(f"sqlite:///{tmp_path / 'lane.db'}")
    with pytest.raises(WaitsOutsideError):
        await database.write("team", waits)
    await database.aclose()


@pytest.mark.parametrize("in_one_hop", [True, False])
async def test_a_write_locks_the_file_only_once_it_has_its_turn_among_processes(
    sqlite_record: str, in_one_hop: bool
) -> None:
    path = Path(str(sa.make_url(sqlite_record).database))
    database, another_process = Database(sqlite_record), Lane(path)

    async def rename(session: Session) -> None:
        await session.execute(sa.update(Workspace).values(name="Renamed"))

    async def write() -> None:
        if in_one_hop:
            await database.write(EVERY_WORKSPACE, rename)
            return
        async with database.writing(EVERY_WORKSPACE) as session:
            await rename(session)

    another_process.take()
    waiting = asyncio.create_task(write())
    await asyncio.to_thread(wait_until, lambda: is_queued(path), DEADLINE_S, "the write waits for its turn")
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.rollback()
    assert not waiting.done()
    another_process.leave()
    async with asyncio.timeout(DEADLINE_S):
        await waiting
    await database.aclose()
    another_process.close()


async def test_what_a_reading_session_writes_is_not_kept(database: Database) -> None:
    async with database.reading("team") as session:
        session.add(Workspace(id="other", name="Other", next_incident_number=101, created_at=NOW))
        await session.flush()
    async with database.reading(EVERY_WORKSPACE) as session:
        assert list(await session.scalars(sa.select(Workspace.id))) == ["team"]


async def test_a_hundred_writers_wait_for_each_other_in_turn(database: Database) -> None:
    async def take() -> int:
        async with database.writing("team") as session:
            return await take_incident_number(session)

    assert sorted(await asyncio.gather(*(take() for _ in range(100)))) == list(range(101, 201))


async def test_numbers_cannot_be_taken_from_a_workspace_that_is_not_there(database: Database) -> None:
    with pytest.raises(LookupError, match="nowhere"):
        async with database.writing("nowhere") as session:
            await take_incident_number(session)


async def test_sqlite_is_durable_checks_keys_and_lets_readers_read(sqlite_record: str) -> None:
    database = Database(sqlite_record)
    wanted = {"journal_mode": "wal", "foreign_keys": 1, "synchronous": 2, "busy_timeout": 5000}
    for opened in (database.reading(EVERY_WORKSPACE), database.writing(EVERY_WORKSPACE)):
        async with opened as session:
            connection = await session.connection()
            found = {name: (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one() for name in wanted}
            assert found == wanted
    await database.aclose()


async def test_only_a_write_that_says_so_may_be_lost_with_the_power(sqlite_record: str) -> None:
    database = Database(sqlite_record)
    found = []
    for survives in (True, False, True):
        async with database.writing(EVERY_WORKSPACE, survives_power_cut=survives) as session:
            connection = await session.connection()
            found.append((await connection.exec_driver_sql("PRAGMA synchronous")).scalar_one())
    assert found == [2, 1, 2]
    await database.aclose()


async def test_two_processes_on_one_sqlite_file_wait_for_each_other(sqlite_record: str) -> None:
    first, second = Database(sqlite_record), Database(sqlite_record)
    async with first.writing(EVERY_WORKSPACE) as session:
        session.add(Workspace(id="team", name="Team", next_incident_number=101, created_at=NOW))

    async def take(database: Database) -> int:
        async with database.writing("team") as session:
            return await take_incident_number(session)

    taken = await asyncio.gather(*(take(database) for database in [first, second] * 15))
    assert sorted(taken) == list(range(101, 131))
    await first.aclose()
    await second.aclose()


@pytest.mark.parametrize(
    ("given", "driver"),
    [
        ("sqlite:////x/y.db", "sqlite+aiosqlite"),
        ("sqlite+aiosqlite:////x/y.db", "sqlite+aiosqlite"),
        ("postgresql://u:p@h/d", "postgresql+asyncpg"),
        ("postgresql+psycopg://u:p@h/d", "postgresql+asyncpg"),
        ("postgres://u:p@h/d", "postgresql+asyncpg"),
    ],
)
def test_every_usual_url_gets_the_driver_that_we_use(given: str, driver: str) -> None:
    assert async_url(given).drivername == driver


def test_a_time_without_a_zone_is_not_stored() -> None:
    with pytest.raises(ValueError, match="zone"):
        UtcDateTime().process_bind_param(datetime(2026, 11, 30), sa.create_mock_engine("sqlite://", print).dialect)  # noqa: DTZ001


def test_a_bank_s_name_has_only_what_hindsight_takes() -> None:
    assert bank_id("default") == "memoryops-default"
    assert bank_id("a/b c.d") == "memoryops-a-b-c-d"


async def test_a_store_that_is_not_there_is_told(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/no/such/folder/x.db")
    with pytest.raises(sa.exc.OperationalError):
        await database.ping()
    await database.aclose()


async def test_a_read_beside_leaves_the_event_loop_to_others(database: Database) -> None:
    goes_on = Event()

    def read(session: ScopedSession) -> int | None:
        assert goes_on.wait(DEADLINE_S)
        return session.scalar(sa.select(Workspace.next_incident_number))

    reading = asyncio.create_task(database.read_beside("team", read))
    asyncio.get_running_loop().call_later(0.01, goes_on.set)
    assert await reading == 101


async def test_a_read_beside_tells_of_its_failure(database: Database) -> None:
    def fails(_: ScopedSession) -> None:
        raise LookupError

    with pytest.raises(LookupError):
        await database.read_beside("team", fails)
