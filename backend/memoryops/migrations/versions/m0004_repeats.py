"""Repeats: who confirms whom, what did not help, and rulings on what counts as the same error."""

import hashlib
import unicodedata
from collections.abc import Mapping

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

COLUMNS = {"resolution_root": 24, "confirms": 24, "computed_fingerprint": 80, "exact_error": 80}
INDEXED = ("resolution_root", "exact_error")

incidents = sa.table(
    "incidents",
    *(sa.column(name, sa.String) for name in ("id", "workspace_id", "service", "error", "same_as", "fingerprint")),
    *(sa.column(name, sa.String) for name in COLUMNS),
    sa.column("pk", sa.Integer),
)


def upgrade() -> None:
    for name, length in COLUMNS.items():
        op.add_column("incidents", sa.Column(name, sa.String(length=length), nullable=True))
    for name in INDEXED:
        op.create_index(f"ix_incidents_workspace_{name}", "incidents", ["workspace_id", name], unique=False)
    op.create_table(
        "did_not_help",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("incident_pk", sa.Integer(), nullable=False),
        sa.Column("tried", sa.String(length=24), nullable=False),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["incident_pk"], ["incidents.pk"], name=op.f("fk_did_not_help_incident_pk")),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_did_not_help_workspace_id")),
        sa.PrimaryKeyConstraint("pk", name=op.f("pk_did_not_help")),
        sa.UniqueConstraint("incident_pk", "tried", name=op.f("uq_did_not_help_incident_pk_tried")),
    )
    op.create_index("ix_did_not_help_workspace_tried", "did_not_help", ["workspace_id", "tried"], unique=False)
    op.create_table(
        "fingerprint_rulings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Enum("merge", "split", name="rulingkind", native_enum=False, length=32), nullable=False),
        sa.Column("source", sa.String(length=80), nullable=False),
        sa.Column("target", sa.String(length=80), nullable=False),
        sa.Column("exact_errors", sa.JSON(), nullable=False),
        sa.Column("incident_ids", sa.JSON(), nullable=False),
        sa.Column("into", sa.String(length=24), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("moved", sa.Integer(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("undone_by", sa.Text(), nullable=True),
        sa.Column("undone_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_fingerprint_rulings_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_fingerprint_rulings")),
        sqlite_autoincrement=True,
    )
    _fill_in(op.get_bind())


def downgrade() -> None:
    op.drop_table("fingerprint_rulings")
    op.drop_table("did_not_help")
    for name in INDEXED:
        op.drop_index(f"ix_incidents_workspace_{name}", table_name="incidents")
    op.execute(sa.update(incidents).values(fingerprint=incidents.c.computed_fingerprint))
    for name in COLUMNS:
        op.drop_column("incidents", name)


def _fill_in(connection: sa.Connection) -> None:
    """Identity and confirmations of the incidents that are there; a confirmation that leads back to itself ends."""
    columns = (incidents.c[name] for name in ("pk", "workspace_id", "id", "service", "error", "same_as", "fingerprint"))
    rows = connection.execute(sa.select(*columns).order_by(incidents.c.pk)).all()
    same_as = {(row.workspace_id, row.id): row.same_as for row in rows}
    for row in rows:
        if _root(row.workspace_id, row.id, same_as) is None:
            same_as[row.workspace_id, row.id] = None
    for row in rows:
        root = _root(row.workspace_id, row.id, same_as)
        values = {
            "same_as": same_as[row.workspace_id, row.id],
            "resolution_root": None if root == row.id else root,
            "computed_fingerprint": row.fingerprint,
            "exact_error": row.fingerprint and _exact(row.workspace_id, row.service, row.error or ""),
        }
        connection.execute(sa.update(incidents).where(incidents.c.pk == row.pk).values(values))


def _root(workspace_id: str, incident_id: str, same_as: Mapping[tuple[str, str], str | None]) -> str | None:
    """Where following the confirmations ends; None where they come back to the incident."""
    seen, current = {incident_id}, incident_id
    while (following := same_as.get((workspace_id, current))) is not None:
        if following == incident_id:
            return None
        if following in seen or (workspace_id, following) not in same_as:
            return current
        seen.add(following)
        current = following
    return current


def _exact(workspace_id: str, service: str, error: str) -> str:
    parts = (workspace_id, *(" ".join(_folded(text).split()) for text in (service, error)))
    return f"exact:{hashlib.sha256(chr(31).join(parts).encode()).hexdigest()}"


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
