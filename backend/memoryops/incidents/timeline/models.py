"""The tables beside the entries: what they said before, and the images in their texts."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from memoryops.incidents.timeline.kinds import EntryChangeKind
from memoryops.kit.db import Base, WorkspaceOwned


class TimelineVersion(WorkspaceOwned, Base):
    """What an entry said until a change, who made the change and when; `revision` is the one that the change made."""

    __tablename__ = "timeline_versions"
    __table_args__ = (sa.UniqueConstraint("entry_pk", "revision"),)

    pk: Mapped[int] = mapped_column(primary_key=True)
    entry_pk: Mapped[int] = mapped_column(sa.ForeignKey("timeline_entries.pk"))
    revision: Mapped[int]
    change: Mapped[EntryChangeKind]
    by: Mapped[str] = mapped_column(sa.Text)
    at: Mapped[datetime]
    text: Mapped[str | None] = mapped_column(sa.Text)
    happened_at: Mapped[datetime]
    details: Mapped[dict[str, Any] | None]


class TimelineImage(WorkspaceOwned, Base):
    """An image pasted into the texts of an incident, as we encoded it anew.

    It stands in the record: so it is in every backup of it, seen by every process, and owned by a workspace.
    """

    __tablename__ = "timeline_images"
    __table_args__ = (
        sa.UniqueConstraint("id"),
        sa.UniqueConstraint("incident_pk", "digest"),
    )

    pk: Mapped[int] = mapped_column(primary_key=True)
    incident_pk: Mapped[int] = mapped_column(sa.ForeignKey("incidents.pk"))
    id: Mapped[str] = mapped_column(sa.String(32))
    digest: Mapped[str] = mapped_column(sa.String(64))
    media_type: Mapped[str] = mapped_column(sa.String(16))
    width: Mapped[int]
    height: Mapped[int]
    data: Mapped[bytes] = mapped_column(deferred=True)
    added_by: Mapped[str] = mapped_column(sa.Text)
    added_at: Mapped[datetime]
