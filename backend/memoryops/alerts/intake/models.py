"""The tables of the intake: integrations, their tokens, and every delivery as it was stored."""

from datetime import datetime
from enum import StrEnum
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from memoryops.kit.db import Base, WorkspaceOwned


class DeliveryState(StrEnum):
    """How far a delivery got: `stored` waits for its interpretation, the others had it."""

    stored = "stored"
    parsed = "parsed"
    quarantined = "quarantined"
    ignored = "ignored"


class BodyForm(StrEnum):
    """What a body was decoded as; `text` is what could not be decoded."""

    json = "json"
    form = "form"
    text = "text"


class Proof(StrEnum):
    """What showed that a delivery may come in."""

    token = "token"
    signature = "signature"


class Integration(WorkspaceOwned, Base):
    """One tool that may send alerts; its id is `INT-<pk>`.

    `signing_secrets` are sealed, newest first, each `{sealed, added_at, expires_at}`; `topic_arn` says whose signature
    counts where one key signs for everybody.
    """

    __tablename__ = "integrations"
    __table_args__ = (
        sa.Index("ix_integrations_workspace_source", "workspace_id", "source"),
        {"sqlite_autoincrement": True},
    )

    pk: Mapped[int] = mapped_column(primary_key=True)
    source: Mapped[str] = mapped_column(sa.String(64))
    name: Mapped[str] = mapped_column(sa.Text)
    mapping: Mapped[dict[str, Any] | None] = mapped_column(sa.JSON(none_as_null=True))
    signing_secrets: Mapped[list[Any]]
    topic_arn: Mapped[str | None] = mapped_column(sa.String(300))
    require_signature: Mapped[bool]
    created_by: Mapped[str] = mapped_column(sa.Text)
    created_at: Mapped[datetime]
    deleted_at: Mapped[datetime | None]

    @property
    def id(self) -> str:
        """What people and addresses call it."""
        return f"INT-{self.pk}"


class IntegrationToken(WorkspaceOwned, Base):
    """One token of an integration, known by its hash alone; its id is `TOK-<pk>`."""

    __tablename__ = "integration_tokens"
    __table_args__ = {"sqlite_autoincrement": True}  # noqa: RUF012

    pk: Mapped[int] = mapped_column(primary_key=True)
    integration_pk: Mapped[int] = mapped_column(sa.ForeignKey("integrations.pk"), index=True)
    sha256: Mapped[str] = mapped_column(sa.String(64), unique=True)
    hint: Mapped[str] = mapped_column(sa.String(8))
    created_by: Mapped[str] = mapped_column(sa.Text)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]
    last_used_at: Mapped[datetime | None]

    @property
    def id(self) -> str:
        """What addresses call it."""
        return f"TOK-{self.pk}"


class Delivery(WorkspaceOwned, Base):
    """One body that came in, decoded and redacted before it was stored; its id is `DLV-<pk>`.

    `body` is JSON text, or plain text where `form` says so; what was redacted stands in `redactions` as `{path, rule}`.
    `size` counts the bytes that were received, `alerts_told` the alerts that were read in it. From `body_removed_at` on
    body, headers and redactions are empty: they are kept for some days only.
    """

    __tablename__ = "deliveries"
    __table_args__ = (
        sa.Index("ix_deliveries_state_pk", "state", "pk"),
        sa.Index("ix_deliveries_workspace_state_pk", "workspace_id", "state", "pk"),
        sa.Index("ix_deliveries_workspace_source_pk", "workspace_id", "source", "pk"),
        sa.Index("ix_deliveries_integration_state", "integration_pk", "state", "pk"),
        {"sqlite_autoincrement": True},
    )

    pk: Mapped[int] = mapped_column(primary_key=True)
    integration_pk: Mapped[int] = mapped_column(sa.ForeignKey("integrations.pk"))
    token_pk: Mapped[int | None] = mapped_column(sa.ForeignKey("integration_tokens.pk"))
    source: Mapped[str] = mapped_column(sa.String(64))
    authenticated_by: Mapped[Proof]
    received_at: Mapped[datetime]
    state: Mapped[DeliveryState]
    kind: Mapped[str | None] = mapped_column(sa.String(64))
    reason: Mapped[str | None] = mapped_column(sa.Text)
    form: Mapped[BodyForm]
    body: Mapped[str] = mapped_column(sa.Text)
    size: Mapped[int]
    redactions: Mapped[list[Any]]
    headers: Mapped[dict[str, Any]]
    alerts_told: Mapped[int]
    attempts: Mapped[int]
    parsed_at: Mapped[datetime | None]
    lease_owner: Mapped[str | None] = mapped_column(sa.String(64))
    lease_until: Mapped[datetime | None]
    body_removed_at: Mapped[datetime | None]

    @property
    def id(self) -> str:
        """What people and addresses call it."""
        return f"DLV-{self.pk}"
