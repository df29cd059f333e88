"""Repeated while an action item was open: the error came again before what was written down was done."""

from collections.abc import Iterator, Sequence

from memoryops.incidents.lifecycle import Outcome
from memoryops.insights.detectors.detector import Detector, Insight, by_count, number, times
from memoryops.insights.facts import ActionFact, Facts, IncidentFact
from memoryops.insights.found import FindingKind

HIGH, MEDIUM = 3, 2
NAMED = 3

RULE = (
    "An incident was declared while an action item of an earlier one with the same fingerprint was open (neither done "
    "nor refused). One is enough: somebody had already written down what to do. False alarms are no repeats. Two "
    "repeats weigh medium, three high. Whether the item would have prevented the repeat, the record cannot say."
)


def detect(facts: Facts) -> Iterator[Insight]:
    """One insight for each error that repeated while an action item was open."""
    by_error: dict[str | None, list[ActionFact]] = {}
    for item in facts.left_open:
        by_error.setdefault(item.incident.fingerprint, []).append(item)
    for chain in facts.chains:
        items = by_error.get(chain[0].fingerprint, [])
        found = [(repeat, left) for repeat in chain if (left := _left(repeat, items, facts))]
        if found:
            yield _insight(found)


def _left(repeat: IncidentFact, items: Sequence[ActionFact], facts: Facts) -> list[ActionFact]:
    """What earlier incidents had left open when this one was declared in the period."""
    if repeat.declared_at < facts.start or repeat.outcome is Outcome.false_alarm:
        return []
    return [one for one in items if one.incident.number < repeat.number and one.is_open_at(repeat.declared_at)]


def _insight(found: Sequence[tuple[IncidentFact, Sequence[ActionFact]]]) -> Insight:
    repeats = [repeat for repeat, _ in found]
    left = {item.id: item for _, items in found for item in items}
    earlier = {item.incident.id: item.incident for item in left.values()}
    last = repeats[-1]
    return Insight(
        kind=FindingKind.repeated_while_open,
        about=str(last.fingerprint),
        weight=by_count(len(repeats), high=HIGH, medium=MEDIUM),
        title=f"{last.service}: “{last.title}” came back while action items were open",
        sentence=f"It repeated {times(len(repeats))}, with {_named(list(left))} still open. {last.id} is the newest.",
        service=last.service,
        numbers=(number("repeats", len(repeats)), number("incidents_that_left_items", len(earlier))),
        incidents=tuple(repeats),
        compared=tuple(sorted(earlier.values(), key=lambda one: one.number)),
    )


def _named(ids: Sequence[str]) -> str:
    more = len(ids) - NAMED
    return ", ".join(ids[:NAMED]) + (f" and {more} more" if more > 0 else "")


DETECTOR = Detector(FindingKind.repeated_while_open, RULE, detect)
