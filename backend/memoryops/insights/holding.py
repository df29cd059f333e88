"""How long fixes held: from a resolution to the next occurrence of the same error."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import NamedTuple

from memoryops.incidents.lifecycle import Outcome
from memoryops.insights.facts import IncidentFact


class Link(NamedTuple):
    """How an incident looks back at the last fix of its error.

    `held` is how long that held until this one began, None where it began before the resolution. `occurred`: this one
    is no false alarm, and so an occurrence of the error.
    """

    fix: IncidentFact
    held: timedelta | None
    occurred: bool


def links(chains: Iterable[Sequence[IncidentFact]]) -> Mapping[str, Link]:
    """By incident, what it follows: where the last occurrence before it ended by a fix."""
    return {one.id: link for chain in chains for one, link in _linked(chain)}


def _linked(chain: Sequence[IncidentFact]) -> Iterable[tuple[IncidentFact, Link]]:
    last: IncidentFact | None = None
    for one in chain:
        occurred = one.outcome is not Outcome.false_alarm
        if last is not None and last.ended_by_a_fix and last.resolved_at is not None:
            held = one.began_at - last.resolved_at
            yield one, Link(last, held if held >= timedelta() else None, occurred)
        if occurred:
            last = one
