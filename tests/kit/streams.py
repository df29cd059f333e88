"""Reading the live stream in a test."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import orjson
from sse_starlette import ServerSentEvent

from memoryops.kit.stream import live_events
from memoryops.runtime import Runtime
from tests.harness import Values

DEADLINE_S = 10


class Listener:
    """One console that follows the stream."""

    def __init__(self, events: AsyncIterator[ServerSentEvent]) -> None:
        self._events = events

    async def next(self) -> Values:
        """The next event with its position and kind; fails when none comes."""
        async with asyncio.timeout(DEADLINE_S):
            event = await anext(self._events)
        data: Values = orjson.loads(event.data or "")
        return {"id": int(event.id or "-1"), "event": event.event, **data}

    async def take(self, number: int) -> list[Values]:
        return [await self.next() for _ in range(number)]


@asynccontextmanager
async def listening(
    runtime: Runtime, *, after: int | None = None, incident: str | None = None
) -> AsyncIterator[Listener]:
    """A listener behind the position; its first event is `hello`."""
    events = live_events(runtime.database, runtime.workspace_id, incident_id=incident, after=after, pulse=runtime.pulse)
    try:
        yield Listener(events)
    finally:
        await events.aclose()  # type: ignore[attr-defined]
