"""Rising rate: a service breaks more often lately than chance explains."""

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from typing import NamedTuple

from memoryops.insights.detectors.detector import DAY_S, Detector, Insight, Told, number
from memoryops.insights.found import FindingKind, Weight
from memoryops.insights.history import History
from memoryops.insights.sheets import micros
from memoryops.kit.counting import counted

RECENT = timedelta(days=14)
LEAST_BEFORE = timedelta(days=28)
LEAST_RECENT = 5
LEAST_RATIO = 1.5
CHANCE = 0.05

RULE = (
    "The incidents of a service in the last 14 days, against the rest of the period (at least 28 days). Were the rate "
    "unchanged, each incident would fall into the last days with the share of time that they are; the chance of so "
    "many or more is exact (binomial, which is how two Poisson rates are compared), times the number of services "
    "looked at, since among many one stands out by luck. It is told when that is at most 5 %, with at least 5 recent "
    "incidents and 1.5 times the rate. Incidents that come in clusters are likelier to be told than the test assumes."
)


class Rise(NamedTuple):
    """How many times the earlier rate the recent one is, how likely that is by chance, and how long was before."""

    ratio: float
    chance: float
    days_before: float


def detect(history: History) -> Iterator[Insight]:
    """One insight for each service whose rate rose."""
    turn = history.until - RECENT
    if turn - history.start < LEAST_BEFORE:
        return
    share = RECENT / (history.until - history.start)
    days_before = (turn - history.start).total_seconds() / DAY_S
    columns = history.incidents.columns
    place = bisect_left(columns.declared, micros(turn))
    early, late = Counter(columns.service[:place]), Counter(columns.service[place:])
    for service in sorted(late, key=history.incidents.services.__getitem__):
        ratio = rate_ratio(late[service], late[service] + early[service], share)
        if late[service] < LEAST_RECENT or ratio < LEAST_RATIO:
            continue
        chance = tail(late[service], late[service] + early[service], share) * len({*early, *late})
        if chance <= CHANCE:
            yield _insight(history, service, place, Rise(ratio, chance, days_before))


def tail(recent: int, total: int, share: float) -> float:
    """The chance that of `total` at least `recent` fall into a part of time that is `share` of it."""
    return min(1.0, math.fsum(math.exp(_log_chance(k, total, share)) for k in range(recent, total + 1)))


def _log_chance(k: int, n: int, share: float) -> float:
    ways = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
    return ways + k * math.log(share) + (n - k) * math.log1p(-share)


def rate_ratio(recent: int, total: int, share: float) -> float:
    """How many times the earlier rate the recent one is, with half an incident added to both, so that none is zero."""
    return ((recent + 0.5) / share) / ((total - recent + 0.5) / (1 - share))


def _insight(history: History, service: int, turn: int, rise: Rise) -> Insight:
    columns, name = history.incidents.columns, history.incidents.services[service]
    numbers = list(zip(columns.number, columns.service, strict=True))
    recent = [number for number, of in numbers[turn:] if of == service]
    before = [number for number, of in numbers[:turn] if of == service]
    return Insight(
        kind=FindingKind.rising_rate,
        about=name,
        weight=Weight.high if rise.ratio >= 2 * LEAST_RATIO else Weight.medium,
        tell=partial(_tell, name, len(recent), len(before), rise),
        incidents=recent,
        compare=lambda: before,
    )


def _tell(service: str, recent: int, before: int, rise: Rise, _: str) -> Told:
    a_week = 7 * before / rise.days_before
    return Told(
        title=f"{service} breaks more often than before",
        sentence=(
            f"{counted(recent, 'incident')} in the last 14 days, {recent / 2:.1f} a week; before, over "
            f"{counted(round(rise.days_before), 'day')}, {a_week:.1f} a week. The probability of so many by chance is "
            f"{rise.chance:.2g}."
        ),
        service=service,
        numbers=(
            number("recent", recent),
            number("before", before),
            number("days_before", rise.days_before, "days"),
            number("rate_ratio", rise.ratio, "share"),
            number("chance", rise.chance, "probability"),
        ),
    )


DETECTOR = Detector(FindingKind.rising_rate, RULE, detect)
