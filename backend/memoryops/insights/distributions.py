"""Distributions of seconds: exact from the values, and honest about few of them."""

import math
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from memoryops.insights.counted import Spread

SMALL = 20
"""Below so many values one more or less moves the median noticeably."""

QUARTILES_FROM = 4
P90_FROM = 10
"""Below ten values the 90th percentile is just the largest one."""

EDGES = (0.0, 60.0, 300.0, 900.0, 1_800.0, 3_600.0, 7_200.0, 14_400.0, 28_800.0, 86_400.0, 259_200.0, 604_800.0)
"""Bins as people speak of time: 1, 5, 15, 30 minutes, 1, 2, 4, 8 hours, 1, 3, 7 days."""


def quantile(ordered: Sequence[float], share: float) -> float:
    """The value below which `share` of the ascending values lie, in a straight line between the two next to it."""
    place = share * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def spread(values: Sequence[float]) -> Spread:
    """The distribution of these seconds; what too few values cannot say is None."""
    ordered = sorted(values)
    n = len(ordered)

    def at(share: float, least: int) -> float | None:
        return round(quantile(ordered, share), 1) if n >= least else None

    return Spread(
        n=n,
        median_s=at(0.5, 1),
        p25_s=at(0.25, QUARTILES_FROM),
        p75_s=at(0.75, QUARTILES_FROM),
        p90_s=at(0.9, P90_FROM),
        least_s=at(0, 1),
        most_s=at(1, 1),
        small=n < SMALL,
    )


def binned(values: Sequence[float]) -> list[tuple[float, float | None, int]]:
    """How many values lie in each bin: from, up to but not including (None: no end), count."""
    ordered = sorted(values)
    ends = [*EDGES[1:], None]
    places = [0, *(bisect_left(ordered, edge) for edge in EDGES[1:]), len(ordered)]
    counts = [following - place for place, following in pairwise(places)]
    return list(zip(EDGES, ends, counts, strict=True))
