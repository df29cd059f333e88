"""Full-text search behind one function: FTS5 on SQLite, tsvector on Postgres."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import InstrumentedAttribute

MAX_WORDS = 16
TEXT_SEARCH_CONFIGURATION = "simple"
ACCENTS = re.compile("[\u0300-\u036f]")


def text_matches(
    dialect: str,
    key: InstrumentedAttribute[int],
    columns: Sequence[InstrumentedAttribute[Any]],
    query: str,
) -> sa.ColumnElement[bool]:
    """A condition: the row's `columns` hold every word of `query`, the words taken as prefixes.

    Case and accents do not matter, and neither does punctuation. `key` is the integer primary key of the searched
    table; on SQLite its text is indexed in `<table>_search`, which triggers keep current. A query without a word
    matches nothing.
    """
    words = words_of(query)[:MAX_WORDS]
    if not words:
        return sa.false()
    if dialect == "postgresql":
        wanted = " & ".join(f"{ACCENTS.sub('', unicodedata.normalize('NFD', word))}:*" for word in words)
        configuration: sa.ColumnElement[str] = sa.literal_column(f"'{TEXT_SEARCH_CONFIGURATION}'")
        vector = sa.func.to_tsvector(configuration, search_text(columns))
        return vector.op("@@")(sa.func.to_tsquery(configuration, wanted))
    index, matches = _index(key, words)
    return key.in_(sa.select(index.c.rowid).where(matches))


def newest_matching(
    dialect: str,
    chosen: sa.Select[Any],
    key: InstrumentedAttribute[int],
    columns: Sequence[InstrumentedAttribute[Any]],
    query: str,
    before: int | None = None,
) -> sa.Select[Any]:
    """Those of the rows that `text_matches`, the highest key first, below `before` where it is given.

    On SQLite the index is walked from its end: a page of a word that stands everywhere reads one page of it.
    """
    words = words_of(query)[:MAX_WORDS]
    if dialect == "postgresql" or not words:
        found = chosen.where(text_matches(dialect, key, columns, query)).order_by(key.desc())
        return found if before is None else found.where(key < before)
    index, matches = _index(key, words)
    found = chosen.where(key == index.c.rowid, matches).order_by(index.c.rowid.desc())
    return found if before is None else found.where(index.c.rowid < before)


def _index(key: InstrumentedAttribute[int], words: Sequence[str]) -> tuple[sa.TableClause, sa.ColumnElement[bool]]:
    """The table of FTS5 over the key's table, and the condition that a row holds the words."""
    name = f"{key.class_.__tablename__}_search"
    matches = sa.literal_column(name).op("MATCH")(" ".join(f'"{word}"*' for word in words))
    return sa.table(name, sa.column("rowid", sa.Integer)), matches


def words_of(query: str) -> list[str]:
    """The words of a query: runs of letters and digits with the marks on them."""
    composed = unicodedata.normalize("NFC", query)
    parts = "".join(char if _is_in_word(char) else " " for char in composed).split()
    return [part for part in parts if any(char.isalnum() for char in part)]


def _is_in_word(char: str) -> bool:
    return char.isalnum() or unicodedata.category(char).startswith("M")


def search_text(columns: Sequence[Any]) -> sa.ColumnElement[str]:
    """All searched columns as one plain text, the same expression in the Postgres index and in the query.

    Without accents, as FTS5 sees it, and without ASCII punctuation, since the parser of Postgres would take
    `/v1/charge` or `db.internal` for one word that none of its parts finds.
    """
    text: Any = sa.func.coalesce(columns[0], sa.literal_column("''"))
    for column in columns[1:]:
        text = text + sa.literal_column("' '") + sa.func.coalesce(column, sa.literal_column("''"))
    plain = sa.func.regexp_replace(
        sa.func.pg_catalog.normalize(text, sa.literal_column("'NFD'")),
        sa.literal_column(r"'[\u0300-\u036f]'"),
        sa.literal_column("''"),
        sa.literal_column("'g'"),
    )
    expression: sa.ColumnElement[str] = sa.func.translate(
        plain, sa.literal_column(PUNCTUATION), sa.literal_column("repeat(' ', 32)")
    )
    return expression


PUNCTUATION = """'!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~'"""
"""ASCII punctuation as an SQL literal; 32 characters."""
