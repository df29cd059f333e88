"""Recurrence after a fix: an error that was recorded as fixed came again."""

from collections.abc import Iterator, Sequence

from memoryops.incidents.lifecycle import Outcome
from memoryops.insights.detectors.detector import Detector, Insight, by_count, duration, number, times
from memoryops.insights.facts import Facts
from memoryops.insights.found import FindingKind
from memoryops.insights.holding import Held, holds

HIGH, MEDIUM = 3, 2

RULE = (
    "An incident was resolved as `fixed`, and later another with the same fingerprint began. One recurrence is "
    "enough: `fixed` says that the cause is gone. Mitigations and recoveries by itself promise no such thing and do "
    "not count, nor do false alarms. Two recurrences weigh medium, three high."
)


def detect(facts: Facts) -> Iterator[Insight]:
    """One insight for each error that came again after a fix."""
    for chain in facts.chains:
        broken = [held for held in holds(chain, facts.until) if _broken(held)]
        if broken:
            yield _insight(broken)


def _broken(held: Held) -> bool:
    return held.fix.outcome is Outcome.fixed and held.next is not None and held.seconds is not None


def _insight(broken: Sequence[Held]) -> Insight:
    last = broken[-1].next or broken[-1].fix
    longest = max(held.seconds or 0.0 for held in broken)
    seen = {one.id: one for held in broken for one in (held.fix, held.next) if one is not None}
    return Insight(
        kind=FindingKind.recurrence_after_fix,
        about=str(last.fingerprint),
        weight=by_count(len(broken), high=HIGH, medium=MEDIUM),
        title=f"{last.service}: “{last.title}” came back after it was fixed",
        sentence=(
            f"This error was recorded as fixed and came again {times(len(broken))}; "
            f"the longest that a fix held was {duration(longest)}. {last.id} is the newest recurrence."
        ),
        service=last.service,
        numbers=(number("recurrences", len(broken)), number("longest_hold", longest, "seconds")),
        incidents=tuple(sorted(seen.values(), key=lambda one: one.number)),
    )


DETECTOR = Detector(FindingKind.recurrence_after_fix, RULE, detect)
