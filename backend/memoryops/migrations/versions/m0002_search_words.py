"""Search on Postgres finds the words that search on SQLite finds: paths, host names and accents included."""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

SEARCHED = ("title", "error", "symptoms", "root_cause", "resolution")
TEXT = " || ' ' || ".join(f"coalesce({name}, '')" for name in SEARCHED)
PLAIN = rf"""translate(
    regexp_replace(pg_catalog.normalize({TEXT}, 'NFD'), '[\u0300-\u036f]', '', 'g'),
    '!"#$%&''()*+,-./:;<=>?@[\]^_`{{|}}~', repeat(' ', 32))"""


def upgrade() -> None:
    rebuild(PLAIN)


def downgrade() -> None:
    rebuild(TEXT)


def rebuild(text: str) -> None:
    """Index another expression; SQLite's FTS5 needs no change."""
    if op.get_bind().dialect.name == "postgresql":
        op.drop_index("ix_incidents_search", table_name="incidents")
        op.execute(f"CREATE INDEX ix_incidents_search ON incidents USING gin (to_tsvector('simple', {text}))")
