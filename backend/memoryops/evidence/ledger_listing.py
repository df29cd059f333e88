"""The ledger as a list, newest document first, each with what its incident is about."""

import re
from dataclasses import dataclass

import sqlalchemy as sa

from memoryops.evidence.schemas import LedgerItem
from memoryops.incidents.models import LEDGER_JOIN, SEARCHED, Incident
from memoryops.kit.cursor import decode_cursor, encode_cursor
from memoryops.kit.db import Session
from memoryops.kit.db.search import text_matches
from memoryops.kit.schemas import Page
from memoryops.memory.models import LedgerDocument
from memoryops.memory.reading import entry_fields
from memoryops.memory.states import DocumentState

ID_QUERY = re.compile(r"^\s*inc-?(\d{1,9})\s*$", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class LedgerQuery:
    """What a list is about; its repr ties a cursor to it."""

    states: tuple[DocumentState, ...] = ()
    reason: str | None = None
    service: str | None = None
    q: str | None = None


async def list_documents(
    session: Session, query: LedgerQuery, *, limit: int, cursor: str | None, count: bool
) -> Page[LedgerItem]:
    """One page of the ledger; raises InvalidCursorError."""
    joined = sa.select(LedgerDocument, Incident.title, Incident.service).join(Incident, LEDGER_JOIN)
    chosen = joined.where(*_conditions(session, query))
    rows_query = chosen.order_by(LedgerDocument.pk.desc()).limit(limit + 1)
    if cursor is not None:
        rows_query = rows_query.where(LedgerDocument.pk < decode_cursor(cursor, repr(query)))
    rows = list(await session.execute(rows_query))
    return Page[LedgerItem](
        items=[
            LedgerItem(**entry_fields(entry), title=title, service=service) for entry, title, service in rows[:limit]
        ],
        next_cursor=encode_cursor(rows[limit - 1][0].pk, repr(query)) if len(rows) > limit else None,
        total=await session.scalar(chosen.with_only_columns(sa.func.count())) if count else None,
    )


def _conditions(session: Session, query: LedgerQuery) -> list[sa.ColumnElement[bool]]:
    where: list[sa.ColumnElement[bool]] = []
    if query.states:
        where.append(LedgerDocument.state.in_(query.states))
    if query.reason is not None:
        where.append(LedgerDocument.reason == query.reason)
    if query.service is not None:
        where.append(Incident.service == query.service)
    if query.q is not None and query.q.strip():
        by_id = ID_QUERY.match(query.q)
        dialect = session.get_bind().dialect.name
        where.append(
            Incident.number == int(by_id[1]) if by_id else text_matches(dialect, Incident.pk, SEARCHED, query.q)
        )
    return where
