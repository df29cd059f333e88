"""A long timeline in parts: the newest entries first, older ones behind a cursor, and what changed since then."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa

from memoryops.incidents.models import Incident, TimelineEntry
from memoryops.incidents.schemas import Timeline, TimelineItem
from memoryops.incidents.timeline.kinds import ALERTS_ATTACHED
from memoryops.incidents.timeline.reading import (
    Place,
    entries_of,
    id_of,
    in_order,
    item_of,
    place_of,
    read_steps,
    read_timeline,
)
from memoryops.kit.cursor import KEYS, decode_places, encode_places
from memoryops.kit.db import Session
from memoryops.kit.events import Event, position_in

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
MOMENTS = range(
    (datetime(1, 1, 2, tzinfo=UTC) - EPOCH) // MICROSECOND, (datetime(9999, 12, 31, tzinfo=UTC) - EPOCH) // MICROSECOND
)
"""The moments there can be, in microseconds since the epoch, whatever zone they are told in."""
PAGE = 200
"""Entries a page, where a cursor comes without a limit."""
FOLDING = timedelta(minutes=2)
"""Longer than an entry takes alerts in, which is a minute, so that clocks may differ."""


async def read_part(
    session: Session, incident: Incident, *, removed: bool, limit: int | None, cursor: str | None, since: int | None
) -> Timeline:
    """The part that was asked for: changes with `since`, a page with `limit` or `cursor`, else all."""
    if since is not None:
        return await read_changes(session, incident, since=since)
    if limit is None and cursor is None:
        return await read_timeline(session, incident, removed=removed)
    return await read_page(session, incident, limit=limit or PAGE, cursor=cursor, removed=removed)


async def read_page(
    session: Session, incident: Incident, *, limit: int, cursor: str | None = None, removed: bool = False
) -> Timeline:
    """The newest `limit` entries, or those before the cursor, with the ledger's steps among them, oldest first.

    Raises InvalidCursorError for a cursor that was not made for this timeline.
    """
    position = await position_in(session)
    before = None if cursor is None else _place_before(cursor, _query(incident))
    wanted = entries_of(incident, removed=removed).order_by(
        TimelineEntry.happened_at.desc(), TimelineEntry.recorded_at.desc(), TimelineEntry.pk.desc()
    )
    rows = list(
        await session.scalars((wanted if before is None else wanted.where(_is_before(*before))).limit(limit + 1))
    )
    page, more = rows[:limit], len(rows) > limit
    items = list(map(item_of, page))
    steps = [
        step
        for step in await read_steps(session, incident)
        if (not more or place_of(step) > place_of(items[-1]))
        and (before is None or place_of(step) < _as_place(*before))
    ]
    following = _cursor_before(page[-1], _query(incident)) if more else None
    return Timeline(items=in_order([*items, *steps]), next_cursor=following, position=position, since=None)


async def read_changes(session: Session, incident: Incident, *, since: int) -> Timeline:
    """The entries that were written, changed or removed behind a position of the live stream, as they are now.

    The whole timeline where the stream does not reach back so far.
    """
    position = await position_in(session)
    heard_at = None if since > position else await _moment_of(session, since)
    if heard_at is None:
        return await read_timeline(session, incident)
    news = (
        await session.execute(
            sa.select(Event.kind, Event.at, Event.data)
            .where(Event.incident_id == incident.id, Event.id > since, Event.kind.in_(("incident", "memory")))
            .order_by(Event.id)
        )
    ).all()
    items = await _touched(session, incident, [row for row in news if row.kind == "incident"], heard_at)
    steps = await read_steps(session, incident) if any(row.kind == "memory" for row in news) else []
    return Timeline(items=in_order([*items, *steps]), next_cursor=None, position=position, since=since)


async def _touched(
    session: Session, incident: Incident, news: Sequence[sa.Row[Any]], heard_at: datetime
) -> list[TimelineItem]:
    """An entry is announced when it is written, at its `recorded_at`; a change of one names it.

    What alerts add to their entry is not announced each time: those that may have grown since `heard_at` come too.
    """
    named = {row.data["entry"] for row in news if "entry" in row.data}
    grown = sa.and_(TimelineEntry.kind == ALERTS_ATTACHED, TimelineEntry.recorded_at >= heard_at - FOLDING)
    told = TimelineEntry.pk.in_([int(name.removeprefix("record-")) for name in named])
    written = [TimelineEntry.recorded_at >= min(row.at for row in news)] if news else []
    rows = await session.scalars(entries_of(incident, removed=True).where(sa.or_(grown, told, *written)))
    return list(map(item_of, rows))


async def _moment_of(session: Session, since: int) -> datetime | None:
    """When the position was reached; None where what is behind it may be pruned."""
    reached = sa.select(Event.at).where(Event.id <= since).order_by(Event.id.desc()).limit(1)
    return await session.scalar(reached)


def _query(incident: Incident) -> str:
    return f"timeline of {incident.id}"


def _cursor_before(entry: TimelineEntry, query: str) -> str:
    moments = (entry.happened_at, entry.recorded_at)
    return encode_places([*((at - EPOCH) // MICROSECOND for at in moments), entry.pk], query)


def _place_before(cursor: str, query: str) -> tuple[datetime, datetime, int]:
    happened_at, recorded_at, pk = decode_places(cursor, query, [MOMENTS, MOMENTS, KEYS])
    return EPOCH + happened_at * MICROSECOND, EPOCH + recorded_at * MICROSECOND, pk


def _as_place(happened_at: datetime, recorded_at: datetime, pk: int) -> Place:
    return happened_at, recorded_at, False, id_of(pk)


def _is_before(happened_at: datetime, recorded_at: datetime, pk: int) -> sa.ColumnElement[bool]:
    return sa.or_(
        TimelineEntry.happened_at < happened_at,
        sa.and_(
            TimelineEntry.happened_at == happened_at,
            sa.or_(
                TimelineEntry.recorded_at < recorded_at,
                sa.and_(TimelineEntry.recorded_at == recorded_at, TimelineEntry.pk < pk),
            ),
        ),
    )
