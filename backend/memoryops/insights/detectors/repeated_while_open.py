"""Repeated while an action item was open: the error came again before what was written down was done."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from memoryops.insights.detectors.detector import Detector, Insight, Told, by_count, named, number
from memoryops.insights.facts import ActionFact
from memoryops.insights.found import FindingKind
from memoryops.insights.history import History
from memoryops.insights.sheets import moment_of
from memoryops.insights.traits import traits_of
from memoryops.kit.counting import times

HIGH, MEDIUM = 3, 2
NAMED = 3

RULE = (
    "An incident was declared while an action item of an earlier one with the same fingerprint was open (neither done "
    "nor refused). One is enough: somebody had already written down what to do. False alarms are no repeats. Two "
    "repeats weigh medium, three high. Whether the item would have prevented the repeat, the record cannot say."
)


class Repeat(NamedTuple):
    """An incident, by its number and its service, and what earlier ones of its error had left open."""

    number: int
    service: str
    left: Sequence[ActionFact]


def detect(history: History) -> Iterator[Insight]:
    """One insight for each error that repeated while an action item was open."""
    by_error: dict[str, list[ActionFact]] = {}
    for item in history.left_open:
        by_error.setdefault(item.fingerprint, []).append(item)
    for error in history.within if by_error else ():
        name = history.everywhere.errors[error]
        repeats = [_repeat(place, by_error[name], history) for place in history.chains[error] if name in by_error]
        found = [repeat for repeat in repeats if repeat.left]
        if found:
            yield _insight(name, found)


def _repeat(place: int, items: Sequence[ActionFact], history: History) -> Repeat:
    columns = history.everywhere.columns
    of, declared_at = columns.number[place], moment_of(columns.declared[place])
    occurred = not traits_of(columns.code[place]).false_alarm
    left = [one for one in items if occurred and one.number < of and one.is_open_at(declared_at)]
    return Repeat(of, history.everywhere.services[columns.service[place]], left)


def _insight(error: str, found: Sequence[Repeat]) -> Insight:
    earlier = sorted({item.number for repeat in found for item in repeat.left})
    return Insight(
        kind=FindingKind.repeated_while_open,
        about=error,
        weight=by_count(len(found), high=HIGH, medium=MEDIUM),
        tell=partial(_tell, found, len(earlier)),
        incidents=[repeat.number for repeat in found],
        compare=lambda: earlier,
        quotes=found[-1].number,
    )


def _tell(found: Sequence[Repeat], earlier: int, title: str) -> Told:
    last, left = found[-1], list(dict.fromkeys(item.id for repeat in found for item in repeat.left))
    return Told(
        title=f"{named(last.service, title)} came back while action items were open",
        sentence=f"It repeated {times(len(found))}, with {_named(left)} still open. INC-{last.number} is the newest.",
        service=last.service,
        numbers=(number("repeats", len(found)), number("incidents_that_left_items", earlier)),
    )


def _named(ids: Sequence[str]) -> str:
    more = len(ids) - NAMED
    return ", ".join(ids[:NAMED]) + (f" and {more} more" if more > 0 else "")


DETECTOR = Detector(FindingKind.repeated_while_open, RULE, detect)
