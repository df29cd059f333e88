"""Slow recovery: incidents that took much longer than their service usually takes."""

import math
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from functools import partial
from itertools import compress
from typing import NamedTuple

from memoryops.insights.detectors.detector import Detector, Insight, Told, by_count, duration, number
from memoryops.insights.found import FindingKind
from memoryops.insights.history import History
from memoryops.insights.sheets import SECOND, Sheet, micros

RECENT = timedelta(days=14)
LEAST_HISTORY = 10
DEVIATIONS = 3.0
LEAST_RATIO = 2.0
NARROWEST = math.log(1.25)
NORMAL = 1.4826
"""The median absolute deviation times this is the standard deviation of a normal distribution."""

HIGH, MEDIUM = 4, 2

RULE = (
    "Incidents resolved in the last 14 days of the period, each against the incidents of the same service resolved "
    "before (at least 10). Times to resolve spread by factors, so their logarithms are compared, by median and median "
    "absolute deviation, which a few extremes do not move: it is told when a time lies 3 deviations above the median "
    "and is at least twice as long. A deviation counts as at least a quarter of the time, so that a very regular "
    "history does not make every delay remarkable."
)


class Resolved(NamedTuple):
    """How many seconds an incident took to be resolved, and its number."""

    seconds: float
    number: int


class Usual(NamedTuple):
    """The usual time, the longest that is not remarkable, in seconds, and from how many incidents that is known."""

    usual: float
    limit: float
    known: int


def detect(history: History) -> Iterator[Insight]:
    """One insight for each service with slow recoveries."""
    turn, columns = micros(history.until - RECENT), history.incidents.columns
    for service, recent in sorted(_resolved_since(turn, history.incidents).items()):
        taken = [columns.resolved[place] / SECOND for place in recent]
        known = without(history.summary.resolved[service], taken)
        if len(known) < LEAST_HISTORY:
            continue
        usual = Usual(*limits(known), len(known))
        pairs = zip(taken, recent, strict=True)
        slow = [Resolved(seconds, columns.number[place]) for seconds, place in pairs if seconds > usual.limit]
        if slow:
            yield _insight(service, slow, partial(_resolved_before, turn, history.incidents, service), usual)


def _resolved_since(turn: int, sheet: Sheet) -> Mapping[str, Sequence[int]]:
    """By service, the places of the incidents that were resolved since then, in microseconds since 1970."""
    service, found = sheet.columns.service, dict[int, list[int]]()
    for place in compress(range(len(sheet)), map(turn.__le__, sheet.columns.ended)):
        found.setdefault(service[place], []).append(place)
    return {sheet.services[name]: places for name, places in found.items()}


def _resolved_before(turn: int, sheet: Sheet, service: str) -> list[int]:
    """The numbers of the incidents of the service that were resolved by then, oldest first."""
    own, ended = sheet.services.index(service), zip(sheet.columns.service, sheet.columns.ended, strict=True)
    return list(compress(sheet.columns.number, [of == own and 0 < at < turn for of, at in ended]))


def without(ascending: Sequence[float], some: Iterable[float]) -> list[float]:
    """The values in their order without some of them, each taken away once."""
    left = list(ascending)
    for value in some:
        del left[bisect_left(left, value)]
    return left


def limits(history: Sequence[float]) -> tuple[float, float]:
    """The usual time and the longest that is not remarkable, in seconds, of times in ascending order."""
    low, high = (len(history) - 1) // 2, len(history) // 2
    middle = (_log(history[low]) + _log(history[high])) / 2
    deviation = max(NARROWEST, NORMAL * (_deviation(history, middle, low) + _deviation(history, middle, high)) / 2)
    return math.exp(middle), math.exp(middle + max(DEVIATIONS * deviation, math.log(LEAST_RATIO)))


def _log(seconds: float) -> float:
    return math.log(seconds) if seconds > 1.0 else 0.0


def _deviation(history: Sequence[float], middle: float, rank: int) -> float:
    """How far from the middle, by their logarithms, the time lies than which `rank` others lie nearer to it."""
    # The nearest stand side by side: of all runs of so many, the one whose ends are the least far.
    first, last = 0, len(history) - 1 - rank
    while first < last:
        place = (first + last) // 2
        if middle - _log(history[place]) > _log(history[place + rank + 1]) - middle:
            first = place + 1
        else:
            last = place
    return max(middle - _log(history[first]), _log(history[first + rank]) - middle)


def _insight(service: str, slow: Sequence[Resolved], known: Callable[[], Sequence[int]], usual: Usual) -> Insight:
    return Insight(
        kind=FindingKind.slow_recovery,
        about=service,
        weight=by_count(len(slow), high=HIGH, medium=MEDIUM),
        tell=partial(_tell, service, len(slow), usual, max(slow)),
        incidents=sorted(one.number for one in slow),
        compare=known,
    )


def _tell(service: str, slow: int, usual: Usual, slowest: Resolved, _: str) -> Told:
    return Told(
        title=f"{service} takes longer to recover than it used to",
        sentence=(
            f"{slow} of the incidents resolved in the last 14 days took more than {duration(usual.limit)}, "
            f"against {duration(usual.usual)} in the median of {usual.known} before. The slowest, "
            f"INC-{slowest.number}, took {duration(slowest.seconds)}."
        ),
        service=service,
        numbers=(
            number("slow", slow),
            number("usual", usual.usual, "seconds"),
            number("limit", usual.limit, "seconds"),
            number("slowest", slowest.seconds, "seconds"),
            number("compared_with", usual.known),
        ),
    )


DETECTOR = Detector(FindingKind.slow_recovery, RULE, detect)
