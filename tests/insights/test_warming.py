"""The period that the page opens with is at hand before anybody asks."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field

from memoryops.insights.asking import Insights
from memoryops.insights.figures import Figures
from memoryops.insights.period import Period, read_period
from memoryops.insights.warming import keep_warm
from tests.harness import Product


@dataclass(frozen=True)
class Telling(Insights):
    """Insights that tell when a count has come to its end."""

    counted: asyncio.Event = field(default_factory=asyncio.Event)

    async def figures(self, period: Period) -> Figures:
        figures = await super().figures(period)
        self.counted.set()
        return figures


async def test_the_page_that_opens_first_was_counted_before_anybody_asked(sqlite_product: Product) -> None:
    runtime, clock = sqlite_product.runtime, sqlite_product.clock
    await sqlite_product.incidents.declare()
    insights, counted_at = Telling(runtime.database, "default", clock, runtime.figures, runtime.blocks), clock.now()
    warming = asyncio.create_task(keep_warm(insights))
    await asyncio.wait_for(insights.counted.wait(), 10)
    clock.advance(seconds=5)
    assert (await insights.figures(read_period(None, None, [], True, clock))).counted_at == counted_at
    warming.cancel()
    with suppress(asyncio.CancelledError):
        await warming
