"""Recurrence after a fix: an error that was recorded as fixed came again."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import compress

from memoryops.insights.detectors.detector import Detector, Insight, Told, by_count, duration, named, number
from memoryops.insights.found import FindingKind
from memoryops.insights.history import History
from memoryops.insights.selecting import mask_of
from memoryops.insights.sheets import SECOND, Sheet
from memoryops.kit.counting import times

HIGH, MEDIUM = 3, 2

RULE = (
    "An incident was resolved as `fixed`, and later another with the same fingerprint began. One recurrence is "
    "enough: `fixed` says that the cause is gone. Mitigations and recoveries by itself promise no such thing and do "
    "not count, nor do false alarms. Two recurrences weigh medium, three high."
)


def detect(history: History) -> Iterator[Insight]:
    """One insight for each error that came again after a fix."""
    columns = history.everywhere.columns
    for error, places in _broken(history).items():
        yield Insight(
            kind=FindingKind.recurrence_after_fix,
            about=history.everywhere.errors[error],
            weight=by_count(len(places), high=HIGH, medium=MEDIUM),
            tell=partial(_tell, places, history.everywhere),
            incidents=sorted({*map(columns.fix.__getitem__, places), *map(columns.number.__getitem__, places)}),
            quotes=columns.number[places[-1]],
        )


def _broken(history: History) -> dict[int, list[int]]:
    """By error, the places of the incidents that came after a fix of it, oldest first."""
    columns, found = history.everywhere.columns, dict[int, list[int]]()
    after_fixed = mask_of(history.everywhere, lambda one: one.after_fixed)
    for place in compress(range(len(after_fixed)), after_fixed):
        error = columns.error[place]
        if columns.held[place] >= 0 and error in history.within:
            found.setdefault(error, []).append(place)
    return found


def _tell(places: Sequence[int], everywhere: Sheet, title: str) -> Told:
    columns, last = everywhere.columns, places[-1]
    longest = max(columns.held[place] for place in places) / SECOND
    service = everywhere.services[columns.service[last]]
    return Told(
        title=f"{named(service, title)} came back after it was fixed",
        sentence=(
            f"This error was recorded as fixed and came again {times(len(places))}; "
            f"the longest that a fix held was {duration(longest)}. INC-{columns.number[last]} is the newest recurrence."
        ),
        service=service,
        numbers=(number("recurrences", len(places)), number("longest_hold", longest, "seconds")),
    )


DETECTOR = Detector(FindingKind.recurrence_after_fix, RULE, detect)
