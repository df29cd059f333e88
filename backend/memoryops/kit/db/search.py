"""Full-text search behind one function: FTS5 on SQLite, tsvector on Postgres."""

import re
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import InstrumentedAttribute

MAX_WORDS = 16
TEXT_SEARCH_CONFIGURATION = "simple"


def text_matches(
    dialect: str,
    key: InstrumentedAttribute[int],
    columns: Sequence[InstrumentedAttribute[Any]],
    query: str,
) -> sa.ColumnElement[bool]:
    """A condition: the row's `columns` hold every word of `query`, the words taken as prefixes.

    `key` is the integer primary key of the searched table; on SQLite its text is indexed in
    `<table>_search`, which triggers keep current. A query without a word matches nothing.
    """
    words = re.findall(r"\w+", query)[:MAX_WORDS]
    if not words:
        return sa.false()
    if dialect == "postgresql":
        wanted = " & ".join(f"{word}:*" for word in words)
        vector = sa.func.to_tsvector(sa.literal_column(f"'{TEXT_SEARCH_CONFIGURATION}'"), search_text(columns))
        return vector.op("@@")(sa.func.to_tsquery(sa.literal_column(f"'{TEXT_SEARCH_CONFIGURATION}'"), wanted))
    name = f"{key.class_.__tablename__}_search"
    index = sa.table(name, sa.column("rowid", sa.Integer))
    matching = sa.select(index.c.rowid).where(
        sa.literal_column(name).op("MATCH")(" ".join(f'"{word}"*' for word in words))
    )
    return key.in_(matching)


def search_text(columns: Sequence[Any]) -> sa.ColumnElement[str]:
    """All searched columns as one text, the same expression in the Postgres index and in the query."""
    text: Any = sa.func.coalesce(columns[0], sa.literal_column("''"))
    for column in columns[1:]:
        text = text + sa.literal_column("' '") + sa.func.coalesce(column, sa.literal_column("''"))
    expression: sa.ColumnElement[str] = text
    return expression
