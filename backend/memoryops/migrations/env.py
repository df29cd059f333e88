"""How Alembic runs our migrations: online only, against the URL it is given."""

import asyncio
import re
from typing import Any

import sqlalchemy as sa
from alembic import context
from sqlalchemy.ext.asyncio import create_async_engine

from memoryops.kit.db import Base, UtcDateTime

SEARCH_INDEX = re.compile(r"_search(_(data|idx|docsize|config))?$")
"""An index, or one of the tables that FTS5 keeps for it."""


def include_name(name: str | None, kind: str, _parents: Any) -> bool:
    """Search indexes live outside the models, since each database has its own kind."""
    return not (name and kind in ("table", "index") and SEARCH_INDEX.search(name))


def render_item(kind: str, item: Any, _context: Any) -> Any:
    """Migrations hold plain column types, so that old ones keep running when our types change."""
    return "sa.DateTime(timezone=True)" if kind == "type" and isinstance(item, UtcDateTime) else False


def run_migrations(connection: sa.Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        include_name=include_name,
        render_item=render_item,
        render_as_batch=connection.dialect.name == "sqlite",
        compare_type=True,
    )
    with context.begin_transaction():
        context.run_migrations()


async def run() -> None:
    engine = create_async_engine(context.config.attributes["url"], poolclass=sa.NullPool)
    async with engine.connect() as connection:
        await connection.run_sync(run_migrations)
        await connection.commit()
    await engine.dispose()


asyncio.run(run())
