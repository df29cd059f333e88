"""What is compiled for one engine of the tests serves them all, as it does within a server that runs for weeks.

SQLAlchemy keeps compiled statements by dialect, and every test has engines of its own: without this each of them
compiled the same hundred statements again, which took a fifth of the time of most tests.
"""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

COMPILED: sa.util.LRUCache[Any, Any] = sa.util.LRUCache(5_000)


class OfOneKind:
    """A dialect that is the same key as all others of its class; there is one version of each database in a run."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))

    @classmethod
    def engine_created(cls, engine: sa.Engine) -> None:
        engine.update_execution_options(compiled_cache=COMPILED)


class Postgres(OfOneKind, PGDialect_asyncpg):
    supports_statement_cache = True


class Sqlite(OfOneKind, SQLiteDialect_aiosqlite):
    supports_statement_cache = True


class SqliteInThreads(OfOneKind, SQLiteDialect_pysqlite):
    supports_statement_cache = True


def share() -> None:
    """Have every engine that is made from now on keep what it compiles for all."""
    for name, dialect in {
        "postgresql.asyncpg": Postgres,
        "sqlite.aiosqlite": Sqlite,
        "sqlite": SqliteInThreads,
    }.items():
        registry.register(name, __name__, dialect.__name__)
