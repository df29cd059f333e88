"""The tables of postmortems: one a resolved incident, its sections with every version, what is said about them."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from memoryops.kit.db import Base, WorkspaceOwned
from memoryops.postmortems.lifecycle import PostmortemStatus
from memoryops.postmortems.sections import SectionKey, Source


class Postmortem(WorkspaceOwned, Base):
    """One postmortem; it goes by the id of its incident.

    `status` counts only while the incident is still resolved as at `reached_for` (see `lifecycle.standing`).
    `revision` is of what stands here; sections have their own. `published_revision` is the incident's that
    publishing made.
    """

    __tablename__ = "postmortems"
    __table_args__ = (
        sa.UniqueConstraint("incident_pk"),
        sa.Index("ix_postmortems_workspace_incident", "workspace_id", "incident_id"),
    )

    pk: Mapped[int] = mapped_column(primary_key=True)
    incident_pk: Mapped[int] = mapped_column(sa.ForeignKey("incidents.pk"))
    incident_id: Mapped[str] = mapped_column(sa.String(24))
    status: Mapped[PostmortemStatus]
    reached_for: Mapped[datetime | None]
    owner: Mapped[str | None] = mapped_column(sa.Text)
    reviewers: Mapped[list[Any]]
    impact: Mapped[dict[str, Any]]
    revision: Mapped[int]
    created_by: Mapped[str] = mapped_column(sa.Text)
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    published_by: Mapped[str | None] = mapped_column(sa.Text)
    published_at: Mapped[datetime | None]
    published_revision: Mapped[int | None]


class PostmortemSection(WorkspaceOwned, Base):
    """One section as it reads now; `revision` is that of its newest version, 0 before the first.

    `proposal` is a draft that came when somebody had written here already: shown beside, never in its place.
    """

    __tablename__ = "postmortem_sections"
    __table_args__ = (sa.UniqueConstraint("postmortem_pk", "key"),)

    pk: Mapped[int] = mapped_column(primary_key=True)
    postmortem_pk: Mapped[int] = mapped_column(sa.ForeignKey("postmortems.pk"))
    key: Mapped[SectionKey]
    text: Mapped[str] = mapped_column(sa.Text)
    revision: Mapped[int]
    proposal: Mapped[dict[str, Any] | None]


class PostmortemVersion(WorkspaceOwned, Base):
    """One version of a section: its words, whose they are, and what they were drawn from.

    It is kept for ever once another stands after it; until then, what goes on with it (see `continuing`) is written
    into it: `began_at` is when it was saved first, null once it has ended (see `ending`), `at` and `revision` are
    of its last save. `citations` are verified quotes of evidence, `entries` ids of timeline entries. `drawn_from` names
    the documents that a draft was made with, so that forgetting one finds it.
    """

    __tablename__ = "postmortem_versions"
    __table_args__ = (sa.UniqueConstraint("section_pk", "revision"),)

    pk: Mapped[int] = mapped_column(primary_key=True)
    section_pk: Mapped[int] = mapped_column(sa.ForeignKey("postmortem_sections.pk"))
    revision: Mapped[int]
    text: Mapped[str] = mapped_column(sa.Text)
    source: Mapped[Source]
    model: Mapped[str | None] = mapped_column(sa.Text)
    citations: Mapped[list[Any]]
    entries: Mapped[list[Any]]
    drawn_from: Mapped[list[Any]]
    by: Mapped[str] = mapped_column(sa.Text)
    began_at: Mapped[datetime | None]
    at: Mapped[datetime]
    restored_from: Mapped[int | None]


class PostmortemComment(WorkspaceOwned, Base):
    """What somebody said about a section; resolved, it stays readable."""

    __tablename__ = "postmortem_comments"

    pk: Mapped[int] = mapped_column(primary_key=True)
    postmortem_pk: Mapped[int] = mapped_column(sa.ForeignKey("postmortems.pk"), index=True)
    key: Mapped[SectionKey]
    text: Mapped[str] = mapped_column(sa.Text)
    by: Mapped[str] = mapped_column(sa.Text)
    at: Mapped[datetime]
    resolved_by: Mapped[str | None] = mapped_column(sa.Text)
    resolved_at: Mapped[datetime | None]
