"""Reads of thousands of rows from Postgres: in a thread with an event loop of its own, so that requests go on."""

import asyncio
from collections.abc import Callable
from threading import Thread
from typing import TypeVar, cast

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from memoryops.kit.db.session import ScopedSession, Session

Result = TypeVar("Result")

CONNECTIONS = 2
"""What waits for them waits longer for the one interpreter that all threads share."""


class ReaderBeside:
    """An event loop in a thread, with connections of its own: an async driver decodes rows on the loop it is used from.

    The thread begins with the first read.
    """

    def __init__(self, url: sa.URL) -> None:
        self._engine = create_async_engine(
            url, pool_size=CONNECTIONS, max_overflow=0, pool_pre_ping=True, hide_parameters=True
        )
        self._thread: tuple[Thread, asyncio.AbstractEventLoop] | None = None

    async def read(self, workspace_id: str, work: Callable[[ScopedSession], Result]) -> Result:
        """What `work` makes of a session for reads."""
        self._thread = self._thread or _running_loop()
        _, loop = self._thread
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(self._read(workspace_id, work), loop))

    async def _read(self, workspace_id: str, work: Callable[[ScopedSession], Result]) -> Result:
        async with Session(self._engine, info={"workspace": workspace_id}, expire_on_commit=False) as session:
            return await session.run_sync(lambda sync: work(cast(ScopedSession, sync)))

    async def aclose(self) -> None:
        """Give back the connections and end the thread."""
        if self._thread is None:
            return
        thread, loop = self._thread
        self._thread = None
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(self._engine.dispose(), loop))
        loop.call_soon_threadsafe(loop.stop)
        await asyncio.to_thread(thread.join)
        loop.close()


def _running_loop() -> tuple[Thread, asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, name="reader-beside", daemon=True)
    thread.start()
    return thread, loop
