"""Incident without a learning: resolved, and a day later memory still holds nothing of it."""

from collections.abc import Iterator, Sequence
from datetime import timedelta

from memoryops.insights.detectors.detector import Detector, Insight, by_count, number
from memoryops.insights.facts import Facts, IncidentFact, Lesson
from memoryops.insights.found import FindingKind

GRACE = timedelta(days=1)
MISSING = (Lesson.waiting, Lesson.failed, Lesson.none)
HIGH, MEDIUM = 10, 3

RULE = (
    "An incident was resolved at least a day ago with something to learn, and memory holds nothing of it: its "
    "document waits, failed, or does not exist. A day is far more than memory takes when it answers. False alarms "
    "teach nothing; what a person had forgotten is meant to be gone; what confirms another incident is remembered "
    "there; samples are not owed. Three weigh medium, ten high."
)


def detect(facts: Facts) -> Iterator[Insight]:
    """One insight for each service with resolved incidents of which nothing is remembered."""
    for service, incidents in sorted(facts.services.items()):
        missing = [one for one in incidents if is_missing(one, facts)]
        if missing:
            yield _insight(service, missing)


def is_missing(incident: IncidentFact, facts: Facts) -> bool:
    """Whether its lesson should have been in memory by now, and is not."""
    if incident.lesson not in MISSING or incident.resolved_at is None or incident.sample:
        return False
    return facts.until - incident.resolved_at >= GRACE


def _insight(service: str, missing: Sequence[IncidentFact]) -> Insight:
    failed = sum(one.lesson is Lesson.failed for one in missing)
    several = "s" if len(missing) != 1 else ""
    return Insight(
        kind=FindingKind.no_learning,
        about=service,
        weight=by_count(len(missing), high=HIGH, medium=MEDIUM),
        title=f"{service}: {len(missing)} resolved incident{several} taught nothing yet",
        sentence=(
            f"{len(missing)} incident{several} of {service} resolved more than a day ago cannot be recalled; "
            f"{failed} of these documents failed and can be tried again."
        ),
        service=service,
        numbers=(number("missing", len(missing)), number("failed", failed)),
        incidents=tuple(missing),
    )


DETECTOR = Detector(FindingKind.no_learning, RULE, detect)
