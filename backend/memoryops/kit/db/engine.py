"""Engines for SQLite and Postgres: many readers, one write lane on SQLite."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.util import await_only

from memoryops.kit.db.beside import ReaderBeside
from memoryops.kit.db.lane import Lane
from memoryops.kit.db.session import WAKES, ScopedSession, Session
from memoryops.kit.waiting import Pulse, whole

Result = TypeVar("Result")

BUSY_TIMEOUT_MS = 5_000
POOL_SIZE = 8
WRITE_LANE_TIMEOUT_S = 30
SURVIVES_POWER_CUT = "survives_power_cut"
SQLITE_OPTIONS: dict[str, Any] = {
    "max_overflow": 0,
    "pool_timeout": WRITE_LANE_TIMEOUT_S,
    "hide_parameters": True,
    "connect_args": {"timeout": BUSY_TIMEOUT_MS / 1000},
}


class WaitsOutsideError(Exception):
    """Work in one hop to the record was about to wait for something that is not the record."""


class Database:
    """One record store. Reads use a pool; on SQLite all writes share one connection, first come first served.

    Concurrent SQLite writers wait for each other by polling, which gives long tails; a queue for one
    connection with `BEGIN IMMEDIATE` does not. Postgres needs no lane.
    """

    def __init__(self, url: str | sa.URL) -> None:
        self.url = async_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._pulses: defaultdict[str, Pulse] = defaultdict(Pulse)
        if self.is_sqlite:
            self._lane = Lane(Path(self.url.database or "memoryops.db"))
            self._readers = _sqlite_engine(self.url)
            self._writer = _sqlite_engine(self.url, self._lane)
            self._thread_readers = _in_threads(self.url)
            self._thread_writer = _in_threads(self.url, self._lane)
            self._quick_writer = self._writer.execution_options(**{SURVIVES_POWER_CUT: False})
        else:
            self._readers = self._writer = create_async_engine(
                self.url, pool_size=POOL_SIZE, max_overflow=POOL_SIZE, pool_pre_ping=True, hide_parameters=True
            )
            self._quick_writer = self._writer
            self._beside = ReaderBeside(self.url)

    def pulse(self, waiting_for: str) -> Pulse:
        """Beats whenever a session of this process that was to `wake` those who wait for it has committed."""
        return self._pulses[waiting_for]

    def _wake(self, session: Session) -> None:
        for waiting_for in session.info.pop(WAKES, ()):
            self.pulse(waiting_for).beat()

    @asynccontextmanager
    async def reading(self, workspace_id: str) -> AsyncIterator[Session]:
        """A session for reads; nothing it holds is committed."""
        async with Session(self._readers, info={"workspace": workspace_id}, expire_on_commit=False) as session:
            yield session

    async def read(self, workspace_id: str, work: Callable[[ScopedSession], Result]) -> Result:
        """What `work` makes of a session for reads, all of it in one hop to a thread where the store is SQLite.

        The async driver hops to its thread for every statement, fetch and rollback; a read that is made often
        spends more on that than on the rows.
        """
        if self.is_sqlite:
            return await asyncio.to_thread(self._read_here, workspace_id, work)
        async with self.reading(workspace_id) as session:
            return await session.run_sync(lambda sync: work(cast(ScopedSession, sync)))

    async def look(self, workspace_id: str, work: Callable[[Session], Coroutine[Any, Any, Result]]) -> Result:
        """As `read`, for work that is written for a session of `reading`; it awaits that session and nothing else."""
        if not self.is_sqlite:
            async with self.reading(workspace_id) as session:
                return await work(session)
        return await asyncio.to_thread(self._look_here, workspace_id, work)

    def _look_here(self, workspace_id: str, work: Callable[[Session], Coroutine[Any, Any, Result]]) -> Result:
        session = Session(info={"workspace": workspace_id}, expire_on_commit=False)
        session.sync_session.bind = self._thread_readers
        with session.sync_session:
            return _without_waiting(work(session))

    async def read_beside(self, workspace_id: str, work: Callable[[ScopedSession], Result]) -> Result:
        """As `read`, for what reads thousands of rows: in a thread on both stores, so that requests go on meanwhile."""
        if self.is_sqlite:
            return await self.read(workspace_id, work)
        return await self._beside.read(workspace_id, work)

    def _read_here(self, workspace_id: str, work: Callable[[ScopedSession], Result]) -> Result:
        with ScopedSession(self._thread_readers, info={"workspace": workspace_id}, expire_on_commit=False) as session:
            return work(session)

    @asynccontextmanager
    async def writing(self, workspace_id: str, *, survives_power_cut: bool = True) -> AsyncIterator[Session]:
        """A session in the write lane, committed when the block ends, rolled back when it raises.

        Hold it briefly: nobody else writes meanwhile, so no network call belongs inside. What can be done again may do
        without `survives_power_cut`: on SQLite its commit outlives every crash of ours and does not wait for the disk.
        """
        writer = self._writer if survives_power_cut else self._quick_writer
        session = Session(writer, info={"workspace": workspace_id}, expire_on_commit=False)
        async with session, session.begin():
            yield session
        self._wake(session)

    async def write(
        self,
        workspace_id: str,
        work: Callable[[Session], Coroutine[Any, Any, Result]],
        *,
        survives_power_cut: bool = True,
    ) -> Result:
        """What `work` makes of a session in the write lane, committed when it ends and rolled back when it raises.

        As `writing`, but where the store is SQLite all of it is one hop to a thread: the loop goes on meanwhile, and
        many statements cost no more hops than one. `work` awaits its session and nothing else.
        """
        if not self.is_sqlite:
            async with self.writing(workspace_id, survives_power_cut=survives_power_cut) as session:
                return await work(session)
        session = Session(info={"workspace": workspace_id}, expire_on_commit=False)
        # To hold the lane's only connection is to have one's turn.
        async with self._writer.connect():
            result = await whole(asyncio.to_thread(self._write_here, session, work, survives_power_cut))
        self._wake(session)
        return result

    def _write_here(
        self, session: Session, work: Callable[[Session], Coroutine[Any, Any, Result]], survives_power_cut: bool
    ) -> Result:
        session.sync_session.bind = self._thread_writer.execution_options(**{SURVIVES_POWER_CUT: survives_power_cut})
        with session.sync_session, session.sync_session.begin():
            return _without_waiting(work(session))

    async def ping(self) -> None:
        """Raise unless the record store answers."""
        async with self._readers.connect() as connection:
            await connection.execute(sa.text("SELECT 1"))

    async def schema_version(self) -> str | None:
        """The migration that the store is at, or None when it has no schema yet."""
        async with self._readers.connect() as connection:
            if not await connection.run_sync(lambda sync: sa.inspect(sync).has_table("alembic_version")):
                return None
            version: str | None = await connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
            return version

    async def aclose(self) -> None:
        """Give back all connections."""
        await self._readers.dispose()
        if self.is_sqlite:
            await self._writer.dispose()
            self._thread_readers.dispose()
            self._thread_writer.dispose()
            self._lane.close()
        else:
            await self._beside.aclose()


def async_url(url: str | sa.URL) -> sa.URL:
    """The URL with the async driver that MemoryOps uses for that database."""
    parsed = sa.make_url(url)
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    return parsed.set(drivername=drivers.get(parsed.get_backend_name(), parsed.drivername))


def sqlite_url(path: Path) -> sa.URL:
    """The URL of a SQLite file; built from parts, since a path may hold what a URL gives a meaning to."""
    return sa.URL.create("sqlite+aiosqlite", database=str(path))


def _sqlite_engine(url: sa.URL, lane: Lane | None = None) -> AsyncEngine:
    """An engine of many readers, or of one writer that takes its turns in the lane."""
    engine = create_async_engine(url, pool_size=1 if lane else POOL_SIZE, **SQLITE_OPTIONS)
    _configure(engine.sync_engine, lane)
    return engine


def _in_threads(url: sa.URL, lane: Lane | None = None) -> sa.Engine:
    """As `_sqlite_engine`, for threads without a loop."""
    engine = sa.create_engine(url.set(drivername="sqlite"), pool_size=1 if lane else POOL_SIZE, **SQLITE_OPTIONS)
    _configure(engine, lane)
    return engine


def _without_waiting(work: Coroutine[Any, Any, Result]) -> Result:
    """What the work returns, run in this thread without a loop; raises WaitsOutsideError where it needs one."""
    try:
        work.send(None)
    except StopIteration as end:
        result: Result = end.value
        return result
    work.close()
    raise WaitsOutsideError("work in one hop awaits its session and nothing else")


def _wait(connection: sa.Connection, lane: Lane) -> None:
    if connection.dialect.is_async:
        await_only(lane.wait())
    else:
        lane.take()


def _configure(engine: sa.Engine, lane: Lane | None) -> None:
    @event.listens_for(engine, "connect")
    def _set_pragmas(connection: Any, _record: Any) -> None:
        # pysqlite's own transaction handling cannot express BEGIN IMMEDIATE.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        wanted = "FULL" if connection.get_execution_options().get(SURVIVES_POWER_CUT, True) else "NORMAL"
        if connection.info.get("synchronous", "FULL") != wanted:
            connection.exec_driver_sql(f"PRAGMA synchronous={wanted}")
            connection.info["synchronous"] = wanted
        if lane is None:
            connection.exec_driver_sql("BEGIN")
            return
        _wait(connection, lane)
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    @event.listens_for(engine, "checkin")
    def _leave(_connection: Any, _record: Any) -> None:
        if lane is not None:
            lane.leave()
