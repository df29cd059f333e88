"""Waiting for something to happen in this process, with a deadline for what happens elsewhere."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Pulse:
    """Wakes everyone who waits on it; a wait also ends by itself, since other processes cannot beat it."""

    def __init__(self) -> None:
        self._next = asyncio.Event()

    @property
    def next(self) -> asyncio.Event:
        """The coming beat: take it before reading, wait for it after, and no beat is missed between."""
        return self._next

    def beat(self) -> None:
        """Wake all who wait now."""
        self._next.set()
        self._next = asyncio.Event()


async def wait_for(event: asyncio.Event, timeout_s: float) -> None:
    """Return when the event is set, or after `timeout_s` seconds."""
    try:
        async with asyncio.timeout(timeout_s):
            await event.wait()
    except TimeoutError:
        pass


async def whole(step: Coroutine[Any, Any, T]) -> T:
    """What the step returns; when this is cancelled, the step is short enough to be let end before."""
    task = asyncio.ensure_future(step)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.gather(task, return_exceptions=True)
        raise
