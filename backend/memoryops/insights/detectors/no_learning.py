"""Incident without a learning: resolved, and a day later memory still holds nothing of it."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from functools import partial
from itertools import compress

from memoryops.insights.detectors.detector import Detector, Insight, Told, by_count, number
from memoryops.insights.facts import Lesson
from memoryops.insights.found import FindingKind
from memoryops.insights.history import History
from memoryops.insights.selecting import mask_of, open_learning
from memoryops.insights.sheets import MICROSECOND
from memoryops.insights.traits import traits_of
from memoryops.kit.counting import counted

GRACE = timedelta(days=1)
HIGH, MEDIUM = 10, 3

RULE = (
    "An incident was resolved at least a day ago with something to learn, and memory holds nothing of it: its "
    "document waits, failed, or does not exist. A day is far more than memory takes when it answers. False alarms "
    "teach nothing; what a person had forgotten is meant to be gone; what confirms another incident is remembered "
    "there; samples are not owed. Three weigh medium, ten high."
)


def detect(history: History) -> Iterator[Insight]:
    """One insight for each service with resolved incidents of which nothing is remembered."""
    columns = history.incidents.columns
    missing: dict[str, list[int]] = {}
    owed = mask_of(history.incidents, lambda one: open_learning(one) and not one.sample)
    for place in compress(range(len(owed)), owed):
        if columns.ended[place] and history.ends - columns.ended[place] >= GRACE // MICROSECOND:
            missing.setdefault(history.incidents.services[columns.service[place]], []).append(place)
    for service, places in sorted(missing.items()):
        failed = sum(traits_of(columns.code[place]).lesson is Lesson.failed for place in places)
        yield _insight(service, [columns.number[place] for place in places], failed)


def _insight(service: str, missing: Sequence[int], failed: int) -> Insight:
    return Insight(
        kind=FindingKind.no_learning,
        about=service,
        weight=by_count(len(missing), high=HIGH, medium=MEDIUM),
        tell=partial(_tell, service, len(missing), failed),
        incidents=missing,
    )


def _tell(service: str, missing: int, failed: int, _: str) -> Told:
    return Told(
        title=f"{service}: {counted(missing, 'resolved incident')} taught nothing yet",
        sentence=(
            f"{counted(missing, 'incident')} of {service} resolved more than a day ago cannot be recalled; "
            f"{failed} of these documents failed and can be tried again."
        ),
        service=service,
        numbers=(number("missing", missing), number("failed", failed)),
    )


DETECTOR = Detector(FindingKind.no_learning, RULE, detect)
