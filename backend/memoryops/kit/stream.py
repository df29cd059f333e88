"""Server-sent events: the wire format, and the live stream read from the events table."""

from collections.abc import AsyncIterator
from typing import Any

import orjson
import sqlalchemy as sa
from sse_starlette import EventSourceResponse, ServerSentEvent

from memoryops.kit.db import Database
from memoryops.kit.events import Event
from memoryops.kit.schemas import rfc3339
from memoryops.kit.waiting import Pulse, wait_for

KEEP_ALIVE_S = 15
POLL_S = 0.5
BATCH = 200
OVERLAP = 64
"""Postgres hands out ids before it commits: an event can appear behind a newer one, so that many are read again."""


def sse(event: str, data: bytes | dict[str, Any], id: int | None = None) -> ServerSentEvent:
    """One event with JSON as its data."""
    text = (data if isinstance(data, bytes) else orjson.dumps(data)).decode()
    return ServerSentEvent(text, event=event, id=None if id is None else str(id))


def event_stream(events: AsyncIterator[ServerSentEvent]) -> EventSourceResponse:
    """A response of events, kept alive and never cached."""
    return EventSourceResponse(
        events, ping=KEEP_ALIVE_S, sep="\n", headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    )


async def live_events(
    database: Database, workspace_id: str, *, incident_id: str | None, after: int | None, pulse: Pulse
) -> AsyncIterator[ServerSentEvent]:
    """Events behind position `after` (None: from now on), for ever; resuming misses none and may repeat some.

    The first event, `hello`, carries the position the stream starts from.
    """
    overlap = 0 if database.is_sqlite else OVERLAP
    position, sent = after or 0, set[int]()
    if after is None:
        position = await newest_position(database, workspace_id)
        sent = {event.id for event in await _events_after(database, workspace_id, incident_id, position - overlap)}
    yield sse("hello", {"position": position}, id=position)
    while True:
        beat = pulse.next
        for event in await _events_after(database, workspace_id, incident_id, max(0, position - overlap)):
            if event.id not in sent:
                position = max(position, event.id)
                yield sse(event.kind, _event_data(event), id=event.id)
                sent.add(event.id)
        sent = {seen for seen in sent if seen > position - overlap}
        await wait_for(beat, POLL_S)


async def newest_position(database: Database, workspace_id: str) -> int:
    """The position of the newest event, 0 where there is none."""
    async with database.reading(workspace_id) as session:
        return await session.scalar(sa.select(sa.func.max(Event.id))) or 0


async def _events_after(database: Database, workspace_id: str, incident_id: str | None, position: int) -> list[Event]:
    wanted = sa.select(Event).where(Event.id > position).order_by(Event.id).limit(BATCH)
    if incident_id is not None:
        wanted = wanted.where(Event.incident_id == incident_id)
    async with database.reading(workspace_id) as session:
        return list(await session.scalars(wanted))


def _event_data(event: Event) -> dict[str, Any]:
    return {"incident_id": event.incident_id, "at": rfc3339(event.at), **event.data}
