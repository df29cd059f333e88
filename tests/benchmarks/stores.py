"""The kinds of record store that figures are taken on: SQLite, and a PostgreSQL as durable as the product's own."""

import asyncio
import os
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

from memoryops.adapters.hindsight_postgres import EmbeddedPostgres
from tests.postgres import INSTALLATION, run_sql

STORES = tuple(os.environ.get("BENCH_STORES", "SQLite,Postgres").split(","))


@contextmanager
def store(kind: str, folder: Path) -> Iterator[dict[str, str]]:
    """The environment of a product on an empty store of that kind; the folder is for nothing else."""
    folder.mkdir(parents=True)
    if kind == "SQLite":
        yield {}
        return
    folder.chmod(0o755)
    with _in_the_background() as loop, _postgres(folder, loop) as url:
        yield {"DATABASE_URL": url}


@contextmanager
def _postgres(folder: Path, loop: asyncio.AbstractEventLoop) -> Iterator[str]:
    server = EmbeddedPostgres(INSTALLATION, folder, folder / "postgres.log")
    _wait(loop, server.start())
    try:
        _wait(loop, run_sql(server, "CREATE DATABASE bench"))
        yield server.url("bench", "postgresql+asyncpg")
    finally:
        _wait(loop, server.stop())


@contextmanager
def _in_the_background() -> Iterator[asyncio.AbstractEventLoop]:
    """An event loop that runs on: the server ends with the thread that started it."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield loop
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def _wait(loop: asyncio.AbstractEventLoop, work: Any) -> None:
    done: Future[Any] = asyncio.run_coroutine_threadsafe(work, loop)
    done.result()
