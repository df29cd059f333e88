"""The period that the page opens with is counted before anybody asks for it."""

import asyncio

from memoryops.insights.asking import Insights
from memoryops.insights.period import read_period

BEGINS_S = 1.0
"""What a start needs at once comes first."""

EVERY_S = 240.0
"""Below the age from which an answer is not given any more."""


async def keep_warm(insights: Insights) -> None:
    """Have the tables of the last 90 days at hand, for as long as the process lives."""
    await asyncio.sleep(BEGINS_S)
    while True:
        await insights.figures(read_period(None, None, [], True, insights.clock))
        await asyncio.sleep(EVERY_S)
