"""Searching: each table is asked by its own index, and what they give is read as one list, newest first."""

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from memoryops.incidents.models import Incident
from memoryops.incidents.timeline.reading import id_of
from memoryops.kit.cursor import KEYS, decode_places, encode_places
from memoryops.kit.db import ScopedSession
from memoryops.kit.db.search import newest_matching, words_of
from memoryops.kit.schemas import Page
from memoryops.search.schemas import Match, SearchFilters, SearchHit, SearchKind, SnippetView
from memoryops.search.snippets import snippet
from memoryops.search.sources import SOURCES, Source, written

BEYOND = 2**31 - 1
"""No key lies beyond; where a list is read from its beginning."""


def search(
    session: ScopedSession, filters: SearchFilters, *, limit: int, cursor: str | None, count: bool
) -> Page[SearchHit]:
    """One page, what was written last first; raises InvalidCursorError. Without a word, nothing is found.

    Pages stay complete and disjoint while people write: the cursor holds how far each table was read.
    """
    asked = filters.model_dump_json(by_alias=True)
    sources = [SOURCES[kind] for kind in SearchKind if kind in filters.kind or not filters.kind]
    if not words_of(filters.q):
        return Page[SearchHit](items=[], next_cursor=None, total=0 if count else None)
    places = [BEYOND] * len(sources) if cursor is None else decode_places(cursor, asked, [KEYS] * len(sources))
    found = [
        list(session.execute(matching(session, source, filters, before=place).limit(limit + 1)))
        for source, place in zip(sources, places, strict=True)
    ]
    chosen, taken = merge(found, limit)
    more = any(len(rows) > number for rows, number in zip(found, taken, strict=True))
    after = [
        rows[number - 1].key if number else place for rows, number, place in zip(found, taken, places, strict=True)
    ]
    return Page[SearchHit](
        items=[_hit(sources[at], row, filters.q) for at, row in chosen],
        next_cursor=encode_places(after, asked) if more else None,
        total=sum(_count(session, source, filters) for source in sources) if count else None,
    )


def merge(lists: Sequence[Sequence[Any]], limit: int) -> tuple[list[tuple[int, Any]], list[int]]:
    """The first rows of lists that each keep their order, the newest head first: (list, row), and how many of each."""
    taken = [0] * len(lists)
    chosen: list[tuple[int, Any]] = []
    while len(chosen) < limit:
        heads = [at for at, rows in enumerate(lists) if taken[at] < len(rows)]
        if not heads:
            break
        newest = max(heads, key=lambda at: (lists[at][taken[at]].at, -at))
        chosen.append((newest, lists[newest][taken[newest]]))
        taken[newest] += 1
    return chosen, taken


def matching(
    session: ScopedSession, source: Source, filters: SearchFilters, *, before: int | None = None
) -> sa.Select[Any]:
    """The rows of one table that hold every word and pass the filters, the highest key first."""
    rows = source.rows().where(*_conditions(source, filters))
    return newest_matching(session.get_bind().dialect.name, rows, source.key, source.texts, filters.q, before)


def _conditions(source: Source, filters: SearchFilters) -> list[sa.ColumnElement[bool]]:
    where: list[sa.ColumnElement[bool]] = []
    if filters.service is not None:
        where.append(Incident.service == filters.service)
    if filters.severity:
        where.append(Incident.severity.in_(filters.severity))
    if filters.status:
        where.append(Incident.status.in_(filters.status))
    if filters.author is not None:
        where.append(source.written_by(filters.author))
    if filters.since is not None:
        where.append(source.at >= filters.since)
    if filters.until is not None:
        where.append(source.at <= filters.until)
    return where


def _count(session: ScopedSession, source: Source, filters: SearchFilters) -> int:
    keys = matching(session, source, filters).order_by(None).with_only_columns(sa.func.count())
    return session.scalar(keys) or 0


def _hit(source: Source, row: Any, query: str) -> SearchHit:
    texts: Mapping[str, str | None] = source.texts_of(row)
    field, piece = snippet(texts, query)
    said = written(row, field)
    return SearchHit(
        kind=source.kind,
        id=row.name,
        entry_id=id_of(row.key) if source.kind is SearchKind.timeline else None,
        field=field,
        snippet=SnippetView(text=piece.text, matches=[Match(start=a, end=b) for a, b in piece.matches]),
        at=said.at,
        by=said.by,
        incident_id=row.id,
        title=row.of_title,
        service=row.service,
        severity=row.severity,
        status=row.status,
        sample=row.sample,
    )
