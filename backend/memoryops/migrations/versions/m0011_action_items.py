"""Action items: what incidents leave to be done, every change of it, and a search index over its words."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

SEARCHED = ("title", "details")
TEXT = " || ' ' || ".join(f"coalesce({name}, '')" for name in SEARCHED)
PLAIN = rf"""translate(
    regexp_replace(pg_catalog.normalize({TEXT}, 'NFD'), '[\u0300-\u036f]', '', 'g'),
    '!"#$%&''()*+,-./:;<=>?@[\]^_`{{|}}~', repeat(' ', 32))"""

KINDS = sa.Enum("prevent", "detect", "mitigate", "process", name="actionitemkind", native_enum=False, length=32)
PRIORITIES = sa.Enum("high", "medium", "low", name="actionitempriority", native_enum=False, length=32)
STATES = sa.Enum("open", "in_progress", "done", "wont_do", name="actionitemstate", native_enum=False, length=32)
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("workspaces", sa.Column("next_action_item_number", sa.Integer(), nullable=False, server_default="1"))
    op.create_table(
        "action_items",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("incident_pk", sa.Integer(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("details", sa.Text(), nullable=True),
        sa.Column("owner", sa.Text(), nullable=True),
        sa.Column("due_on", sa.Date(), nullable=True),
        sa.Column("kind", KINDS, nullable=False),
        sa.Column("priority", PRIORITIES, nullable=False),
        sa.Column("state", STATES, nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("link", sa.Text(), nullable=True),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("closed_at", MOMENT, nullable=True),
        sa.Column("sample", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("deleted_at", MOMENT, nullable=True),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["incident_pk"], ["incidents.pk"], name=op.f("fk_action_items_incident_pk")),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_action_items_workspace_id")),
        sa.PrimaryKeyConstraint("pk", name=op.f("pk_action_items")),
        sa.UniqueConstraint("workspace_id", "number", name=op.f("uq_action_items_workspace_id_number")),
    )
    op.create_index("ix_action_items_id", "action_items", ["id", "workspace_id"], unique=False)
    op.create_index("ix_action_items_incident_pk", "action_items", ["incident_pk"], unique=False)
    by_due = ["workspace_id", "state", "due_on", "number"]
    op.create_index("ix_action_items_workspace_state_due", "action_items", by_due, unique=False)
    op.create_index("ix_action_items_workspace_owner", "action_items", ["workspace_id", "owner"], unique=False)
    op.create_table(
        "action_item_changes",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("action_item_pk", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("changes", sa.JSON(), nullable=False),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["action_item_pk"], ["action_items.pk"], name=op.f("fk_action_item_changes_action_item_pk")
        ),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_action_item_changes_workspace_id")),
        sa.PrimaryKeyConstraint("pk", name=op.f("pk_action_item_changes")),
    )
    op.create_index("ix_action_item_changes_action_item_pk", "action_item_changes", ["action_item_pk"], unique=False)
    _create_search_index()


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.drop_table("action_items_search")
    op.drop_table("action_item_changes")
    op.drop_table("action_items")
    op.drop_column("workspaces", "next_action_item_number")


def _create_search_index() -> None:
    """FTS5 kept current by triggers on SQLite; a GIN index over the searched expression on Postgres."""
    columns = ", ".join(SEARCHED)
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"CREATE INDEX ix_action_items_search ON action_items USING gin (to_tsvector('simple', {PLAIN}))")
        return
    op.execute(
        f"CREATE VIRTUAL TABLE action_items_search USING fts5({columns}, content='action_items', "
        "content_rowid='pk', tokenize='unicode61 remove_diacritics 2')"
    )
    new = ", ".join(f"new.{name}" for name in SEARCHED)
    old = ", ".join(f"old.{name}" for name in SEARCHED)
    insert = f"INSERT INTO action_items_search(rowid, {columns}) VALUES (new.pk, {new});"
    remove = f"INSERT INTO action_items_search(action_items_search, rowid, {columns}) VALUES ('delete', old.pk, {old});"
    on = "CREATE TRIGGER action_items_search_"
    op.execute(f"{on}insert AFTER INSERT ON action_items BEGIN {insert} END")
    op.execute(f"{on}delete AFTER DELETE ON action_items BEGIN {remove} END")
    op.execute(f"{on}update AFTER UPDATE OF {columns} ON action_items BEGIN {remove} {insert} END")
