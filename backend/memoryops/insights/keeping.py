"""Counted answers are kept until the record changes; see docs/decisions/0015."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from memoryops.kit.clock import Clock

log = logging.getLogger(__name__)

Value = TypeVar("Value")

BEHIND = timedelta(seconds=1)
"""How far an answer that takes long to count may lie behind the record: the seven calls of a page share one count, and
while the record keeps changing nobody waits for the next one."""

APART = BEHIND / 2
"""Least time between two counts that nobody waits for."""

LASTS = timedelta(minutes=10)
"""Even where nothing changes, fixes go on holding."""

AGES = LASTS / 2
"""From then on it is counted anew beside, so that whoever asks again does not wait."""

ROOM = 4
"""Answers kept at once, the least recently asked for given up first: one of 12,000 incidents takes 3 MB."""


@dataclass
class Kept(Generic[Value]):
    """An answer, the state of the record that it was counted from, and when; it was still true at `current_at`."""

    value: Value
    stamp: Hashable
    counted_at: datetime
    current_at: datetime


class Keeper(Generic[Value]):
    """Keeps answers by what was asked. An answer is never older than its `counted_at` says.

    `takes_long` tells of an answer whether counting it anew is too much for whoever waits.
    """

    def __init__(self, clock: Clock, takes_long: Callable[[Value], bool]) -> None:
        self._clock = clock
        self._takes_long = takes_long
        self._kept: OrderedDict[Hashable, Kept[Value]] = OrderedDict()
        self._counting: dict[Hashable, asyncio.Task[Kept[Value]]] = {}

    async def get(self, asked: Hashable, stamp: Hashable, count: Callable[[], Awaitable[Value]]) -> Kept[Value]:
        """The kept answer while the record is at `stamp`, else a new count; several who ask at once share one.

        An answer that takes long to count may be up to `BEHIND` older than the record.
        """
        kept = self._kept.get(asked)
        if kept is None or not self._serves(kept, stamp):
            return await self._counted(asked, stamp, count)
        self._kept.move_to_end(asked)
        if kept.stamp == stamp:
            kept.current_at = self._clock.now()
        if self._age(kept) > (AGES if kept.stamp == stamp else APART):
            self._count(asked, stamp, count)
        return kept

    def _serves(self, kept: Kept[Value], stamp: Hashable) -> bool:
        """Whether the answer may be given while the record is at `stamp`."""
        if kept.stamp == stamp:
            return self._age(kept) < LASTS
        return self._takes_long(kept.value) and self._clock.now() - kept.current_at < BEHIND

    def _age(self, kept: Kept[Value]) -> timedelta:
        return self._clock.now() - kept.counted_at

    async def _counted(self, asked: Hashable, stamp: Hashable, count: Callable[[], Awaitable[Value]]) -> Kept[Value]:
        """A new count. One that began before the last change is joined, and does where counting takes long."""
        while True:
            kept = await asyncio.shield(self._count(asked, stamp, count))
            if kept.stamp == stamp or self._takes_long(kept.value):
                return kept

    async def aclose(self) -> None:
        """Give up what is being counted."""
        counting = list(self._counting.values())
        for task in counting:
            task.cancel()
        await asyncio.gather(*counting, return_exceptions=True)

    def _count(
        self, asked: Hashable, stamp: Hashable, count: Callable[[], Awaitable[Value]]
    ) -> asyncio.Task[Kept[Value]]:
        """The count that is under way, begun where there is none."""
        under_way = self._counting.get(asked)
        if under_way is None:
            under_way = asyncio.create_task(self._keep(asked, stamp, count))
            self._counting[asked] = under_way
            under_way.add_done_callback(lambda task: self._end(asked, task))
        return under_way

    async def _keep(self, asked: Hashable, stamp: Hashable, count: Callable[[], Awaitable[Value]]) -> Kept[Value]:
        counted_at = self._clock.now()
        kept = Kept(await count(), stamp, counted_at, current_at=counted_at)
        self._kept[asked] = kept
        while len(self._kept) > ROOM:
            self._kept.popitem(last=False)
        return kept

    def _end(self, asked: Hashable, task: asyncio.Task[Kept[Value]]) -> None:
        del self._counting[asked]
        if not task.cancelled() and (failure := task.exception()) is not None:
            # Nobody may be waiting for a count beside; the next who asks counts again.
            log.warning("Counting insights failed: %s", type(failure).__name__)
