"""Holding a lease while work goes on: renewed in good time, and the work stopped once the lease is lost."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from datetime import timedelta
from typing import Any, TypeVar

T = TypeVar("T")

LEASE = timedelta(seconds=20)
"""How long the work of a process that died waits for another; a living one renews in time."""

RENEW_S = 5.0


class LeaseLost(Exception):
    """Another process holds the lease by now, so this one's work was stopped."""


async def hold(work: Coroutine[Any, Any, T], renew: Callable[[], Awaitable[bool]], *, renew_s: float = RENEW_S) -> T:
    """What the work returns; `renew` is called meanwhile, and LeaseLost raised when it says no."""
    task = asyncio.ensure_future(work)
    try:
        while not (await asyncio.wait({task}, timeout=renew_s))[0]:
            if not await renew():
                raise LeaseLost
        return task.result()
    finally:
        if not task.done():
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
