"""Kept answers: counted once for one state of the record, never older than they say."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from memoryops.insights.keeping import AGES, BEHIND, LASTS, ROOM, Keeper
from memoryops.kit.clock import ManualClock
from tests.harness import START


class Counting:
    """Something to count that tells how often it was counted; while `held` it does not come to an end."""

    def __init__(self) -> None:
        self.times = 0
        self.begun = asyncio.Event()
        self.may_end = asyncio.Event()
        self.may_end.set()

    async def __call__(self) -> int:
        self.times += 1
        mine = self.times
        self.begun.set()
        await self.may_end.wait()
        return mine


def keeper_of(clock: ManualClock, *, takes_long: bool = False) -> Keeper[int]:
    """A keeper of numbers, all of which take long to count, or none."""
    return Keeper(clock, takes_long=lambda _: takes_long)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(START)


async def test_what_has_not_changed_is_counted_once(clock: ManualClock) -> None:
    keeper, count = keeper_of(clock), Counting()
    assert [(await keeper.get("asked", 1, count)).value for _ in range(3)] == [1, 1, 1]
    assert count.times == 1


async def test_a_change_is_counted_before_the_answer(clock: ManualClock) -> None:
    keeper, count = keeper_of(clock), Counting()
    await keeper.get("asked", 1, count)
    assert (await keeper.get("asked", 2, count)).value == 2


async def test_those_who_ask_at_once_share_one_count(clock: ManualClock) -> None:
    keeper, count = keeper_of(clock), Counting()
    kept = await asyncio.gather(*(keeper.get("asked", 1, count) for _ in range(5)))
    assert ([one.value for one in kept], count.times) == ([1] * 5, 1)


async def test_who_asks_after_a_change_is_not_told_of_a_count_that_began_before_it(clock: ManualClock) -> None:
    keeper, count = keeper_of(clock), Counting()
    count.may_end.clear()
    before = asyncio.create_task(keeper.get("asked", 1, count))
    await count.begun.wait()
    after = asyncio.create_task(keeper.get("asked", 2, count))
    count.may_end.set()
    assert ((await before).value, (await after).value) == (1, 2)


async def test_what_takes_long_serves_the_calls_of_one_page_and_no_more(clock: ManualClock) -> None:
    keeper, count = keeper_of(clock, takes_long=True), Counting()
    await keeper.get("asked", 0, count)
    for stamp in range(1, 7):
        assert (await keeper.get("asked", stamp, count)).value == 1
    clock.advance(seconds=BEHIND.total_seconds())
    assert (await keeper.get("asked", 7, count)).value == 2
    assert count.times == 2


async def test_while_the_record_keeps_changing_nobody_waits_and_no_answer_lies_more_than_a_second_behind(
    clock: ManualClock,
) -> None:
    keeper, count = keeper_of(clock, takes_long=True), Counting()
    await keeper.get("asked", 0, count)
    clock.advance(seconds=300)
    await keeper.get("asked", 0, count)
    clock.advance(seconds=0.9)
    count.may_end.clear()
    assert (await keeper.get("asked", 1, count)).value == 1
    count.may_end.set()
    await asyncio.wait_for(count.begun.wait(), 5)
    clock.advance(seconds=0.2)
    assert (await keeper.get("asked", 2, count)).value == 2


async def test_an_answer_grows_old_even_where_nothing_changes(clock: ManualClock) -> None:
    keeper, count = keeper_of(clock), Counting()
    await keeper.get("asked", 1, count)
    clock.advance(seconds=LASTS.total_seconds())
    kept = await keeper.get("asked", 1, count)
    assert (kept.value, kept.counted_at) == (2, clock.now())


async def test_an_answer_that_ages_is_counted_beside_before_anybody_has_to_wait(clock: ManualClock) -> None:
    keeper, count = keeper_of(clock), Counting()
    await keeper.get("asked", 1, count)
    clock.advance(seconds=AGES.total_seconds() + 1)
    count.begun.clear()
    assert (await keeper.get("asked", 1, count)).value == 1
    await asyncio.wait_for(count.begun.wait(), 5)
    await asyncio.sleep(0)
    assert (await keeper.get("asked", 1, count)).value == 2


async def test_a_count_that_fails_is_told_and_not_kept(clock: ManualClock) -> None:
    keeper, count = keeper_of(clock), Counting()

    async def fails() -> int:
        raise ConnectionError

    failing: Callable[[], Awaitable[int]] = fails
    with pytest.raises(ConnectionError):
        await keeper.get("asked", 1, failing)
    assert (await keeper.get("asked", 1, count)).value == 1


async def test_room_is_made_for_what_is_asked_now(clock: ManualClock) -> None:
    keeper, count = keeper_of(clock), Counting()
    for asked in range(ROOM + 1):
        await keeper.get(asked, 1, count)
    await keeper.get(ROOM, 1, count)
    assert count.times == ROOM + 1
    await keeper.get(0, 1, count)
    assert count.times == ROOM + 2


async def test_closing_gives_up_what_is_being_counted(clock: ManualClock) -> None:
    keeper, count = keeper_of(clock), Counting()
    count.may_end.clear()
    waiting = asyncio.create_task(keeper.get("asked", 1, count))
    await count.begun.wait()
    await asyncio.wait_for(keeper.aclose(), 5)
    with pytest.raises(asyncio.CancelledError):
        await waiting
