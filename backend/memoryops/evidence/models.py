"""The table of feedback: what people said of an analysis, or of one piece of evidence, in one investigation."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from memoryops.evidence.ordering import Verdict
from memoryops.kit.db import Base, WorkspaceOwned

ANALYSIS = "analysis"
"""The target that is no document; the ids of documents read otherwise (`INC-117`)."""

STANDS = sa.column("ended_at").is_(None)


class Feedback(WorkspaceOwned, Base):
    """What one person says of one target of a run, beside the run, which never changes.

    `target` is `ANALYSIS` or the id of a document in the run's evidence. A row stands until `ended_at`, when its
    author changed their mind (another row begins) or withdrew it (`withdrawn`); it is kept as history. Of a forgotten
    document no sentence is left, `forgotten_at` says since when.
    """

    __tablename__ = "feedback"
    __table_args__ = (
        sa.Index(
            "ix_feedback_standing",
            "investigation_id",
            "target",
            "by",
            unique=True,
            sqlite_where=STANDS,
            postgresql_where=STANDS,
        ),
        sa.Index("ix_feedback_workspace_target", "workspace_id", "target"),
    )

    pk: Mapped[int] = mapped_column(primary_key=True)
    investigation_id: Mapped[str] = mapped_column(sa.String(40), sa.ForeignKey("investigations.id"))
    incident_pk: Mapped[int] = mapped_column(sa.ForeignKey("incidents.pk"), index=True)
    target: Mapped[str] = mapped_column(sa.String(64))
    verdict: Mapped[Verdict]
    sentence: Mapped[str | None] = mapped_column(sa.Text)
    by: Mapped[str] = mapped_column(sa.Text)
    at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    withdrawn: Mapped[bool]
    forgotten_at: Mapped[datetime | None]
