"""The list of incidents: newest first, filtered, searched, paged by key."""

import re
from dataclasses import dataclass

import sqlalchemy as sa

from memoryops.incidents.lifecycle import Severity, Status
from memoryops.incidents.models import LEDGER_JOIN, SEARCHED, Incident
from memoryops.incidents.views import SUMMARY_COLUMNS, page_json
from memoryops.kit.cursor import decode_cursor, encode_cursor
from memoryops.kit.db import ScopedSession
from memoryops.kit.db.search import text_matches
from memoryops.memory.models import LedgerDocument

ID_QUERY = re.compile(r"^\s*inc-?(\d{1,9})\s*$", re.IGNORECASE)

SUMMARIES = sa.select(*SUMMARY_COLUMNS).outerjoin(LedgerDocument, LEDGER_JOIN).order_by(Incident.number.desc())


@dataclass(frozen=True)
class ListQuery:
    """What a list is about; its repr ties a cursor to it."""

    status: tuple[Status, ...] = ()
    severity: tuple[Severity, ...] = ()
    service: str | None = None
    q: str | None = None


def list_incidents(session: ScopedSession, query: ListQuery, *, limit: int, cursor: str | None, count: bool) -> bytes:
    """One page as JSON; raises InvalidCursorError. Pages stay complete and disjoint while incidents are declared."""
    where = _conditions(session, query)
    rows_query = SUMMARIES.where(*where)
    if cursor is not None:
        rows_query = rows_query.where(Incident.number < decode_cursor(cursor, repr(query)))
    rows = list(session.execute(rows_query.limit(limit + 1)))
    more = len(rows) > limit
    next_cursor = encode_cursor(rows[limit - 1].number, repr(query)) if more else None
    total = session.scalar(sa.select(sa.func.count()).select_from(Incident).where(*where)) if count else None
    return page_json(rows[:limit], next_cursor, total)


def _conditions(session: ScopedSession, query: ListQuery) -> list[sa.ColumnElement[bool]]:
    where: list[sa.ColumnElement[bool]] = [Incident.deleted_at.is_(None)]
    if query.status:
        where.append(Incident.status.in_(query.status))
    if query.severity:
        where.append(Incident.severity.in_(query.severity))
    if query.service is not None:
        where.append(Incident.service == query.service)
    if query.q is not None and query.q.strip():
        where.append(_search(session, query.q))
    return where


def _search(session: ScopedSession, q: str) -> sa.ColumnElement[bool]:
    by_id = ID_QUERY.match(q)
    if by_id:
        return Incident.number == int(by_id[1])
    dialect = session.get_bind().dialect.name
    return text_matches(dialect, Incident.pk, SEARCHED, q)
