"""Slow recovery: incidents that took much longer than their service usually takes."""

import math
from collections.abc import Iterator, Sequence
from datetime import timedelta
from statistics import median

from memoryops.insights.detectors.detector import Detector, Insight, by_count, duration, number
from memoryops.insights.facts import Facts
from memoryops.insights.found import FindingKind
from memoryops.insights.selecting import Timed, resolved_by_service

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


def detect(facts: Facts) -> Iterator[Insight]:
    """One insight for each service with slow recoveries."""
    turn = facts.until - RECENT
    for service, rows in sorted(resolved_by_service(facts).items()):
        history = [row for row in rows if row[0].resolved_at is not None and row[0].resolved_at < turn]
        if len(history) < LEAST_HISTORY:
            continue
        usual, limit = limits([seconds for _, seconds in history])
        recent = [row for row in rows if row[0].resolved_at is not None and row[0].resolved_at >= turn]
        slow = [row for row in recent if row[1] > limit]
        if slow:
            yield _insight(service, slow, history, usual=usual, limit=limit)


def limits(history: Sequence[float]) -> tuple[float, float]:
    """The usual time and the longest that is not remarkable, in seconds."""
    logs = [math.log(max(1.0, seconds)) for seconds in history]
    middle = median(logs)
    deviation = max(NARROWEST, NORMAL * median([abs(value - middle) for value in logs]))
    return math.exp(middle), math.exp(middle + max(DEVIATIONS * deviation, math.log(LEAST_RATIO)))


def _insight(service: str, slow: Sequence[Timed], history: Sequence[Timed], *, usual: float, limit: float) -> Insight:
    slowest, seconds = max(slow, key=lambda row: row[1])
    return Insight(
        kind=FindingKind.slow_recovery,
        about=service,
        weight=by_count(len(slow), high=HIGH, medium=MEDIUM),
        title=f"{service} takes longer to recover than it used to",
        sentence=(
            f"{len(slow)} of the incidents resolved in the last 14 days took more than {duration(limit)}, against "
            f"{duration(usual)} in the median of {len(history)} before. The slowest, {slowest.id}, took "
            f"{duration(seconds)}."
        ),
        service=service,
        numbers=(
            number("slow", len(slow)),
            number("usual", usual, "seconds"),
            number("limit", limit, "seconds"),
            number("slowest", seconds, "seconds"),
            number("compared_with", len(history)),
        ),
        incidents=tuple(one for one, _ in slow),
        compared=tuple(one for one, _ in history),
    )


DETECTOR = Detector(FindingKind.slow_recovery, RULE, detect)
