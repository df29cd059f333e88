"""The live stream's table: one row per change, written in the transaction of the change."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from memoryops.kit.db import Base, Session, WorkspaceOwned


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
    session.add(Event(workspace_id=workspace_id, kind=kind, incident_id=incident_id, data=data, at=at))
