"""How long fixes held: from a resolution to the next occurrence of the same error."""

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

from memoryops.incidents.lifecycle import Outcome
from memoryops.insights.facts import IncidentFact


class Held(NamedTuple):
    """How one fix held. `seconds` is None where the next occurrence began before this one was resolved.

    Without a next occurrence the fix is still holding when the count ends, and `seconds` reach to there: it is known to
    have held so long, and not how long it will.
    """

    fix: IncidentFact
    next: IncidentFact | None
    seconds: float | None

    @property
    def holding(self) -> bool:
        """Whether nothing has followed it."""
        return self.next is None

    def ended_within(self, seconds: float) -> bool:
        """Whether the error was back so soon."""
        return self.next is not None and self.seconds is not None and self.seconds <= seconds


def holds(chain: Sequence[IncidentFact], until: datetime) -> list[Held]:
    """How each fix in a chain of the same error held, oldest first; false alarms are no occurrences."""
    real = [one for one in chain if one.outcome is not Outcome.false_alarm]
    followed = [*pairwise(real), *([(real[-1], None)] if real else [])]
    return [_held(fix, following, until) for fix, following in followed if fix.ended_by_a_fix]


def _held(fix: IncidentFact, following: IncidentFact | None, until: datetime) -> Held:
    resolved_at = fix.resolved_at or until
    seconds = ((following.began_at if following else until) - resolved_at).total_seconds()
    return Held(fix, following, None if following and seconds < 0 else max(0.0, seconds))
