"""Rising rate: a service breaks more often lately than chance explains."""

import math
from collections.abc import Iterator, Sequence
from datetime import timedelta

from memoryops.insights.detectors.detector import DAY_S, Detector, Insight, number
from memoryops.insights.facts import Facts, IncidentFact
from memoryops.insights.found import FindingKind, Weight

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


def detect(facts: Facts) -> Iterator[Insight]:
    """One insight for each service whose rate rose."""
    turn = facts.until - RECENT
    if turn - facts.start < LEAST_BEFORE:
        return
    services = facts.services
    share = RECENT / (facts.until - facts.start)
    for service, incidents in sorted(services.items()):
        recent = [one for one in incidents if one.declared_at >= turn]
        ratio = rate_ratio(len(recent), len(incidents), share)
        if len(recent) < LEAST_RECENT or ratio < LEAST_RATIO:
            continue
        chance = min(1.0, tail(len(recent), len(incidents), share) * len(services))
        if chance <= CHANCE:
            before = [one for one in incidents if one.declared_at < turn]
            yield _insight(service, recent, before, ratio=ratio, chance=chance, facts=facts)


def tail(recent: int, total: int, share: float) -> float:
    """The chance that of `total` at least `recent` fall into a part of time that is `share` of it."""
    return min(1.0, math.fsum(math.exp(_log_chance(k, total, share)) for k in range(recent, total + 1)))


def _log_chance(k: int, n: int, share: float) -> float:
    ways = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
    return ways + k * math.log(share) + (n - k) * math.log1p(-share)


def rate_ratio(recent: int, total: int, share: float) -> float:
    """How many times the earlier rate the recent one is, with half an incident added to both, so that none is zero."""
    return ((recent + 0.5) / share) / ((total - recent + 0.5) / (1 - share))


def _insight(
    service: str,
    recent: Sequence[IncidentFact],
    before: Sequence[IncidentFact],
    *,
    ratio: float,
    chance: float,
    facts: Facts,
) -> Insight:
    days_before = (facts.until - RECENT - facts.start).total_seconds() / DAY_S
    a_week = 7 * len(before) / days_before
    return Insight(
        kind=FindingKind.rising_rate,
        about=service,
        weight=Weight.high if ratio >= 2 * LEAST_RATIO else Weight.medium,
        title=f"{service} breaks more often than before",
        sentence=(
            f"{len(recent)} incidents in the last 14 days, {len(recent) / 2:.1f} a week; before, over "
            f"{days_before:.0f} days, {a_week:.1f} a week. The probability of so many by chance is {chance:.2g}."
        ),
        service=service,
        numbers=(
            number("recent", len(recent)),
            number("before", len(before)),
            number("days_before", days_before, "days"),
            number("rate_ratio", ratio, "share"),
            number("chance", chance, "probability"),
        ),
        incidents=tuple(recent),
        compared=tuple(before),
    )


DETECTOR = Detector(FindingKind.rising_rate, RULE, detect)
