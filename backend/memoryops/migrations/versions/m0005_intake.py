"""The intake of alerts: integrations with their tokens, and every delivery as it was stored."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "integrations",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(length=64), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("mapping", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("signing_secrets", sa.JSON(), nullable=False),
        sa.Column("topic_arn", sa.String(length=300), nullable=True),
        sa.Column("require_signature", sa.Boolean(), nullable=False),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        *_owned("integrations"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_integrations_workspace_source", "integrations", ["workspace_id", "source"], unique=False)
    op.create_table(
        "integration_tokens",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("integration_pk", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("hint", sa.String(length=8), nullable=False),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        *_owned("integration_tokens"),
        _points_to("integration_tokens", "integration_pk", "integrations"),
        sa.UniqueConstraint("sha256", name=op.f("uq_integration_tokens_sha256")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_integration_tokens_integration_pk", "integration_tokens", ["integration_pk"], unique=False)
    _create_deliveries()


def _create_deliveries() -> None:
    op.create_table(
        "deliveries",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("integration_pk", sa.Integer(), nullable=False),
        sa.Column("token_pk", sa.Integer(), nullable=True),
        sa.Column("source", sa.String(length=64), nullable=False),
        sa.Column("authenticated_by", _word("proof", "token", "signature"), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", _word("deliverystate", "stored", "parsed", "quarantined", "ignored"), nullable=False),
        sa.Column("kind", sa.String(length=64), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("form", _word("bodyform", "json", "form", "text"), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("redactions", sa.JSON(), nullable=False),
        sa.Column("headers", sa.JSON(), nullable=False),
        sa.Column("alerts_told", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("parsed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("lease_owner", sa.String(length=64), nullable=True),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        *_owned("deliveries"),
        _points_to("deliveries", "integration_pk", "integrations"),
        _points_to("deliveries", "token_pk", "integration_tokens"),
        sqlite_autoincrement=True,
    )
    for name, columns in {
        "state_pk": ["state", "pk"],
        "workspace_state_pk": ["workspace_id", "state", "pk"],
        "workspace_source_pk": ["workspace_id", "source", "pk"],
        "integration_state": ["integration_pk", "state", "pk"],
    }.items():
        op.create_index(f"ix_deliveries_{name}", "deliveries", columns, unique=False)


def _word(name: str, *values: str) -> sa.Enum:
    return sa.Enum(*values, name=name, native_enum=False, length=32)


def _owned(table: str) -> tuple[sa.Column[str] | sa.schema.SchemaItem, ...]:
    return (
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f(f"fk_{table}_workspace_id")),
        sa.PrimaryKeyConstraint("pk", name=op.f(f"pk_{table}")),
    )


def _points_to(table: str, column: str, target: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{target}.pk"], name=op.f(f"fk_{table}_{column}"))


def downgrade() -> None:
    for table in ("deliveries", "integration_tokens", "integrations"):
        op.drop_table(table)
