"""What all tables of a period are counted from: its incidents and firings, in columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from itertools import compress

from memoryops.insights.facts import ActionFact, Marked, Novelty, Tried
from memoryops.insights.firing_sheets import AlertCount
from memoryops.insights.sheets import EMPTY, Sheet, micros, narrowed
from memoryops.insights.summing import Summary, summary_of
from memoryops.insights.traits import having


@dataclass(frozen=True)
class AlertName:
    """What an alert is called."""

    source: str
    fingerprint: str
    title: str


@dataclass(frozen=True)
class History:
    """Everything of one period, `start` to `until`, which is its end or now, whichever is first.

    `incidents` are those of the services asked for, oldest first, `everywhere` those of all services, by whose errors
    they are judged. `left_open` are the action items, open at some time in the period, of all
    incidents, however old. `names` are those of the alerts that may be told of. `told` is the summary of the incidents
    where it is known already.
    """

    start: datetime
    until: datetime
    incidents: Sheet = EMPTY
    everywhere: Sheet = EMPTY
    tried: Sequence[Tried] = ()
    marked: Sequence[Marked] = ()
    left_open: Sequence[ActionFact] = ()
    alerts: Sequence[AlertCount] = ()
    names: Mapping[int, AlertName] = field(default_factory=dict)
    told: Summary | None = None

    def of(self, services: Sequence[str]) -> "History":
        """The same, of these services only; without any, of all."""
        if not services:
            return self
        incidents, wanted = narrowed(self.everywhere, services), frozenset(services)
        numbers = frozenset(incidents.columns.number)
        return replace(
            self,
            incidents=incidents,
            told=None,
            tried=[one for one in self.tried if one.number in numbers],
            marked=[one for one in self.marked if one.number in numbers],
            alerts=[alert for alert in self.alerts if alert.service in wanted],
        )

    @property
    def ends(self) -> int:
        """Until when it was counted, in microseconds since 1970."""
        return micros(self.until)

    @cached_property
    def within(self) -> Mapping[int, Sequence[int]]:
        """By error, the places of its incidents that were asked for, oldest first."""
        return _by_error(self.incidents.columns.error)

    @cached_property
    def chains(self) -> Mapping[int, Sequence[int]]:
        """By error, the places of its incidents everywhere, oldest first."""
        if self.everywhere is self.incidents:
            return self.within
        return _by_error(self.everywhere.columns.error)

    @cached_property
    def summary(self) -> Summary:
        """What is told of the incidents that were asked for."""
        return self.told or summary_of(self.incidents)

    @cached_property
    def false_alarms(self) -> frozenset[int]:
        """The codes of false alarms."""
        return having(self.everywhere.codes, lambda one: one.false_alarm)

    @cached_property
    def open_codes(self) -> frozenset[int]:
        """The codes of incidents that are not resolved."""
        return having(self.everywhere.codes, lambda one: one.is_open)

    @cached_property
    def sample_codes(self) -> frozenset[int]:
        """The codes of samples."""
        return having(self.everywhere.codes, lambda one: one.sample)

    @cached_property
    def first_seen(self) -> frozenset[int]:
        """The errors that the record had not seen before the period."""
        columns = self.everywhere.columns
        new = having(self.everywhere.codes, lambda one: one.novelty is Novelty.new)
        return frozenset(compress(columns.error, map(new.__contains__, columns.code)))

    @cached_property
    def samples(self) -> frozenset[int]:
        """The numbers of the samples, also of those that stand before the period as the fix before an incident."""
        columns = self.everywhere.columns
        own = self.sample_codes
        before = having(self.everywhere.codes, lambda one: one.after_sample)
        found = {item.number for item in self.left_open if item.sample}
        if own or before:
            for number, fix, code in zip(columns.number, columns.fix, columns.code, strict=True):
                found.update([number] if code in own else [], [fix] if code in before else [])
        return frozenset(found)


def _by_error(errors: Sequence[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for place, error in enumerate(errors):
        if error:
            found.setdefault(error, []).append(place)
    return found
