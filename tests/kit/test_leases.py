"""Work is held under a lease for as long as the lease holds."""

import asyncio

import pytest

from memoryops.kit.leases import LeaseLost, hold


async def _yes() -> bool:
    return True


async def _no() -> bool:
    return False


async def test_work_that_outlives_several_renewals_returns_its_result() -> None:
    renewed = asyncio.Event()
    calls = 0

    async def renew() -> bool:
        nonlocal calls
        calls += 1
        if calls == 3:
            renewed.set()
        return True

    async def work() -> str:
        await renewed.wait()
        return "done"

    assert await hold(work(), renew, renew_s=0.001) == "done"
    assert calls >= 3


async def test_quick_work_asks_for_no_renewal() -> None:
    async def work() -> int:
        return 7

    assert await hold(work(), _no, renew_s=60) == 7


async def test_work_is_stopped_when_the_lease_is_lost() -> None:
    stopped = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()

    with pytest.raises(LeaseLost):
        await hold(work(), _no, renew_s=0.001)
    assert stopped.is_set()


async def test_a_failure_of_the_work_is_the_callers() -> None:
    async def work() -> None:
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        await hold(work(), _yes, renew_s=0.001)


async def test_stopping_the_holder_stops_the_work() -> None:
    started, stopped = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        started.set()
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()

    holder = asyncio.create_task(hold(work(), _yes, renew_s=60))
    await started.wait()
    holder.cancel()
    with pytest.raises(asyncio.CancelledError):
        await holder
    assert stopped.is_set()
