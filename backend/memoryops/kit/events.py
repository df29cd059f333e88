"""The live stream's table: one row per change, written in the transaction of the change."""

import asyncio
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.orm import Session as SyncSession

from memoryops.kit.clock import Clock
from memoryops.kit.db import EVERY_WORKSPACE, Base, Database, ScopedSession, Session, WorkspaceOwned

ANNOUNCED = "announced"
KEPT = timedelta(days=7)
PRUNE_S = 3600.0
STREAM_LOCK = 0x6D656D6F72796F70
"""Key of the advisory lock on Postgres; any number that nothing else in the database uses."""


class Event(WorkspaceOwned, Base):
    """Something that open consoles should know; `id` is the stream's position."""

    __tablename__ = "events"
    __table_args__ = (sa.Index("ix_events_workspace_id_id", "workspace_id", "id"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(primary_key=True)
    incident_id: Mapped[str | None] = mapped_column(sa.String(24))
    kind: Mapped[str] = mapped_column(sa.String(32))
    data: Mapped[dict[str, Any]]
    at: Mapped[datetime]


def announce(
    session: Session, workspace_id: str, kind: str, incident_id: str | None, at: datetime, **data: Any
) -> None:
    """Tell the workspace's open consoles, once the session commits."""
    news = Event(workspace_id=workspace_id, kind=kind, incident_id=incident_id, data=data, at=at)
    session.info.setdefault(ANNOUNCED, []).append(news)


@event.listens_for(ScopedSession, "before_commit")
def _publish(session: SyncSession) -> None:
    """Write what was announced, last of all and one transaction after the other.

    Ids are then given out in the order of the commits. Otherwise, on Postgres, a transaction that takes its id
    first and commits later would put an event behind a reader who has passed it. The lock comes after all others
    and is held for the commit alone, so it can be part of no deadlock.
    """
    announced = session.info.pop(ANNOUNCED, [])
    if not announced:
        return
    session.flush()
    if session.get_bind().dialect.name == "postgresql":
        session.connection().execute(sa.select(sa.func.pg_advisory_xact_lock(STREAM_LOCK)))
    session.add_all(announced)


async def position_in(session: Session) -> int:
    """The position of the workspace's newest event, 0 where there is none."""
    return await session.scalar(sa.select(sa.func.max(Event.id))) or 0


async def prune(database: Database, now: datetime) -> None:
    """Remove events so old that no console can still be waiting for them."""
    async with database.writing(EVERY_WORKSPACE) as session:
        await session.execute(sa.delete(Event).where(Event.at < now - KEPT))


async def prune_for_ever(database: Database, clock: Clock) -> None:
    """Prune now and then, for as long as the process lives."""
    while True:
        await prune(database, clock.now())
        await asyncio.sleep(PRUNE_S)
