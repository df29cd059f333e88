"""Server-sent events: the wire format, and the live stream read from the events table."""

import re
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
EVENT_ID = re.compile(r"[0-9]{1,18}", re.ASCII)


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
    """Events behind position `after` (None: from now on), for ever; resuming misses none and repeats none.

    The first event, `hello`, carries the position the stream starts from.
    """
    newest = await newest_position(database, workspace_id)
    # A position from before the database was replaced may lie ahead of everything; waiting for it would miss events.
    position = newest if after is None else min(after, newest)
    yield sse("hello", {"position": position}, id=position)
    while True:
        beat = pulse.next
        for event in await _events_after(database, workspace_id, incident_id, position):
            position = event.id
            yield sse(event.kind, _event_data(event), id=event.id)
        await wait_for(beat, POLL_S)


def position_of(last_event_id: str | None) -> int | None:
    """The position that a `Last-Event-ID` names, or None where it is no id of ours."""
    return int(last_event_id) if last_event_id and EVENT_ID.fullmatch(last_event_id) else None


async def newest_position(database: Database, workspace_id: str) -> int:
    """The position of the newest event, 0 where there is none."""
    return await database.read(workspace_id, lambda session: session.scalar(sa.select(sa.func.max(Event.id)))) or 0


async def _events_after(database: Database, workspace_id: str, incident_id: str | None, position: int) -> list[Event]:
    wanted = sa.select(Event).where(Event.id > position).order_by(Event.id).limit(BATCH)
    if incident_id is not None:
        wanted = wanted.where(Event.incident_id == incident_id)
    # In a thread where it can be: whoever listens goes away at any moment, and the async driver of SQLite then leaves a
    # task behind that never ends.
    return await database.read(workspace_id, lambda session: list(session.scalars(wanted)))


def _event_data(event: Event) -> dict[str, Any]:
    return {"incident_id": event.incident_id, "at": rfc3339(event.at), **event.data}
