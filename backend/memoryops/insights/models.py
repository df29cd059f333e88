"""The tables behind insights: what was counted of each day, and which days changed since."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from memoryops.kit.db import Base, WorkspaceOwned

INCIDENTS, FIRINGS = "incidents", "firings"
"""What days are kept of: incidents by when they were declared, firings of alerts by when they began."""


class InsightDay(WorkspaceOwned, Base):
    """What insights need of one day in UTC (`2026-11-30`), as `sheets` or `firing_sheets` pack it.

    `without_samples` is the same as if there were no samples, null where that makes no difference. A day of which
    nothing is kept, and that no mark names, has nothing to count.
    """

    __tablename__ = "insight_days"
    __table_args__ = (sa.PrimaryKeyConstraint("workspace_id", "what", "day"),)

    what: Mapped[str] = mapped_column(sa.String(16))
    day: Mapped[str] = mapped_column(sa.String(10))
    content: Mapped[bytes] = mapped_column(sa.LargeBinary)
    without_samples: Mapped[bytes | None] = mapped_column(sa.LargeBinary)


class InsightMark(WorkspaceOwned, Base):
    """A day that changed since it was kept, written by triggers in the transaction of the change (migration 0014).

    Where an incident changed, `fingerprint` and `at`, its declaration, say whose successors look back at it.
    """

    __tablename__ = "insight_marks"
    __table_args__ = (sa.Index("ix_insight_marks_workspace_what_day", "workspace_id", "what", "day"),)

    pk: Mapped[int] = mapped_column(primary_key=True)
    what: Mapped[str] = mapped_column(sa.String(16))
    day: Mapped[str] = mapped_column(sa.String(10))
    fingerprint: Mapped[str | None] = mapped_column(sa.String(80))
    at: Mapped[datetime | None]
