"""The tables of follow-through: action items and every change of them."""

from datetime import date, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from memoryops.followups.lifecycle import ActionItemKind, ActionItemPriority, ActionItemState
from memoryops.kit.db import Base, WorkspaceOwned


class ActionItem(WorkspaceOwned, Base):
    """One thing to be done because of an incident. `id` is what people read (ACT-12), never given out again.

    `closed_at` is when it went to `done` or `wont_do`, and null while it is open. What is deleted is kept and hidden;
    what belongs to a hidden incident is hidden with it.
    """

    __tablename__ = "action_items"
    __table_args__ = (
        sa.UniqueConstraint("workspace_id", "number"),
        sa.Index("ix_action_items_id", "id", "workspace_id"),
        sa.Index("ix_action_items_incident_pk", "incident_pk"),
        sa.Index("ix_action_items_workspace_state_due", "workspace_id", "state", "due_on", "number"),
        sa.Index("ix_action_items_workspace_owner", "workspace_id", "owner"),
    )

    pk: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int]
    id: Mapped[str] = mapped_column(sa.String(24))
    incident_pk: Mapped[int] = mapped_column(sa.ForeignKey("incidents.pk"))
    title: Mapped[str] = mapped_column(sa.Text)
    details: Mapped[str | None] = mapped_column(sa.Text)
    owner: Mapped[str | None] = mapped_column(sa.Text)
    due_on: Mapped[date | None]
    kind: Mapped[ActionItemKind]
    priority: Mapped[ActionItemPriority]
    state: Mapped[ActionItemState]
    reason: Mapped[str | None] = mapped_column(sa.Text)
    link: Mapped[str | None] = mapped_column(sa.Text)
    created_by: Mapped[str] = mapped_column(sa.Text)
    created_at: Mapped[datetime]
    closed_at: Mapped[datetime | None]
    sample: Mapped[bool]
    revision: Mapped[int]
    deleted_at: Mapped[datetime | None]


SEARCHED = (ActionItem.title, ActionItem.details)


class ActionItemChange(WorkspaceOwned, Base):
    """One change of an action item, with what stood there before; written in the transaction that made it."""

    __tablename__ = "action_item_changes"

    pk: Mapped[int] = mapped_column(primary_key=True)
    action_item_pk: Mapped[int] = mapped_column(sa.ForeignKey("action_items.pk"), index=True)
    kind: Mapped[str] = mapped_column(sa.String(16))
    revision: Mapped[int]
    at: Mapped[datetime]
    by: Mapped[str] = mapped_column(sa.Text)
    changes: Mapped[dict[str, Any]]
