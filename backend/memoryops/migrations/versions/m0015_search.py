"""Everything that people write is found by its words, each table by an index of its own; searches are saved by name."""

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


@dataclass(frozen=True)
class Index:
    """The searched columns of a table, and which of its rows are searched; `which` names no table."""

    table: str
    columns: Sequence[str]
    which: Sequence[str] = ()

    @property
    def text(self) -> str:
        """All columns as one text, the expression that `kit.db.search` makes."""
        told = " || ' ' || ".join(f"coalesce({name}, '')" for name in self.columns)
        return rf"""translate(
            regexp_replace(pg_catalog.normalize({told}, 'NFD'), '[\u0300-\u036f]', '', 'g'),
            '!"#$%&''()*+,-./:;<=>?@[\]^_`{{|}}~', repeat(' ', 32))"""

    def where(self, row: str = "") -> str:
        """The condition that a row is searched, as seen in a trigger (`new.`, `old.`) or in a statement."""
        return " AND ".join(f"{row}{part}" for part in self.which) or "1 = 1"


BEFORE = Index("incidents", ("title", "error", "symptoms", "root_cause", "resolution"))
INCIDENTS = Index("incidents", (*BEFORE.columns, "ineffective_actions", "postmortem"))
ADDED = (
    Index("timeline_entries", ("text",), ("kind IN ('note', 'status_update', 'deploy', 'hypothesis')",)),
    Index("postmortem_sections", ("text",)),
    Index("postmortem_comments", ("text",)),
    Index("feedback", ("sentence",), ("sentence IS NOT NULL",)),
)


def upgrade() -> None:
    drop_index(BEFORE)
    for index in (INCIDENTS, *ADDED):
        create_index(index)
    op.create_table(
        "saved_searches",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("filters", sa.JSON(), nullable=False),
        sa.Column("made_by", sa.Text(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_by", sa.Text(), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_saved_searches_workspace_id")),
        sa.PrimaryKeyConstraint("pk", name=op.f("pk_saved_searches")),
        sa.UniqueConstraint("workspace_id", "name_key", name=op.f("uq_saved_searches_workspace_id_name_key")),
    )


def downgrade() -> None:
    op.drop_table("saved_searches")
    for index in (*ADDED, INCIDENTS):
        drop_index(index)
    create_index(BEFORE)


def create_index(index: Index) -> None:
    """FTS5 kept current by triggers on SQLite; a GIN index over the searched expression on Postgres."""
    name, columns = f"{index.table}_search", ", ".join(index.columns)
    if op.get_bind().dialect.name == "postgresql":
        only = f" WHERE {index.where()}" if index.which else ""
        op.execute(f"CREATE INDEX ix_{name} ON {index.table} USING gin (to_tsvector('simple', {index.text})){only}")
        return
    op.execute(
        f"CREATE VIRTUAL TABLE {name} USING fts5({columns}, content='{index.table}', content_rowid='pk', "
        "tokenize='unicode61 remove_diacritics 2')"
    )
    op.execute(f"INSERT INTO {name}(rowid, {columns}) SELECT pk, {columns} FROM {index.table} WHERE {index.where()}")
    new, old = (", ".join(f"{row}{column}" for column in index.columns) for row in ("new.", "old."))
    insert = f"INSERT INTO {name}(rowid, {columns}) SELECT new.pk, {new} WHERE {index.where('new.')};"
    remove = f"INSERT INTO {name}({name}, rowid, {columns}) SELECT 'delete', old.pk, {old} WHERE {index.where('old.')};"
    op.execute(
        f"CREATE TRIGGER {name}_insert AFTER INSERT ON {index.table} WHEN {index.where('new.')} BEGIN {insert} END"
    )
    op.execute(f"CREATE TRIGGER {name}_delete AFTER DELETE ON {index.table} BEGIN {remove} END")
    op.execute(f"CREATE TRIGGER {name}_update AFTER UPDATE OF {columns} ON {index.table} BEGIN {remove} {insert} END")


def drop_index(index: Index) -> None:
    """Triggers belong to the searched table, so they do not go with the index."""
    name = f"{index.table}_search"
    if op.get_bind().dialect.name == "postgresql":
        op.drop_index(f"ix_{name}", table_name=index.table)
        return
    for moment in ("insert", "delete", "update"):
        op.execute(f"DROP TRIGGER {name}_{moment}")
    op.drop_table(name)
