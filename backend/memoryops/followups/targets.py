"""When action items should be done, and which are late: pure functions over dates.

A day is a day in UTC, for everybody alike: what is due on the 30th is overdue when the 1st begins in UTC.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from memoryops.followups.lifecycle import OPEN, ActionItemState
from memoryops.incidents.lifecycle import Severity

TARGETS: Mapping[Severity, timedelta] = {
    Severity.sev1: timedelta(weeks=4),
    Severity.sev2: timedelta(weeks=4),
    Severity.sev3: timedelta(weeks=8),
    Severity.sev4: timedelta(weeks=8),
}
"""How long an incident's action items should take at most.

Atlassian's incident handbook gives priority actions four or eight weeks, by the service's criticality; here the
severity of the incident decides.
"""


@dataclass(frozen=True)
class Lateness:
    """How late an open action item is: `days_overdue` past its own due date, `past_target` past the severity's."""

    days_overdue: int
    past_target: bool

    @property
    def overdue(self) -> bool:
        """Whether the due date has passed."""
        return self.days_overdue > 0


def today(now: datetime) -> date:
    """The day in UTC."""
    return now.astimezone(UTC).date()


def target_on(severity: Severity, *, declared_at: datetime, resolved_at: datetime | None) -> date:
    """The day by which action items should be done: so long after the resolution, until then after the declaration."""
    return today(resolved_at or declared_at) + TARGETS[severity]


def missed_before(severity: Severity, day: date) -> datetime:
    """The moment before which an incident must have been resolved for its target to lie before `day`."""
    return datetime.combine(day - TARGETS[severity], time(), UTC)


def lateness(state: ActionItemState, due_on: date | None, target: date, day: date) -> Lateness:
    """How late it is on `day`; what is closed is never late, and the due day itself is in time."""
    if state not in OPEN:
        return Lateness(days_overdue=0, past_target=False)
    late = 0 if due_on is None else max(0, (day - due_on).days)
    return Lateness(days_overdue=late, past_target=day > target)
