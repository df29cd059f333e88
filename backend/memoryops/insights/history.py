"""What all tables of a period are counted from: its incidents and firings, in columns."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property

from memoryops.insights.facts import ActionFact, Marked, Novelty, Tried
from memoryops.insights.firing_sheets import AlertCount
from memoryops.insights.sheets import EMPTY, SECOND, Sheet, micros, narrowed
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
    incidents, however old. `names` are those of the alerts that may be told of.
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

    def of(self, services: Sequence[str]) -> "History":
        """The same, of these services only; without any, of all."""
        if not services:
            return self
        incidents, wanted = narrowed(self.everywhere, services), frozenset(services)
        numbers = frozenset(incidents.columns.number)
        return replace(
            self,
            incidents=incidents,
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
    def resolved_s(self) -> Sequence[float]:
        """How many seconds each incident took to be resolved, below zero where it was not."""
        return [value / SECOND for value in self.incidents.columns.resolved]

    @cached_property
    def resolved(self) -> Sequence[int]:
        """The places of the incidents that were resolved, the quickest first: sorted once for all who ask."""
        taken = self.resolved_s
        return sorted((place for place, value in enumerate(taken) if value >= 0), key=taken.__getitem__)

    @cached_property
    def resolved_by_service(self) -> Mapping[str, Sequence[int]]:
        """The places of the incidents of each service that were resolved, the quickest first."""
        service, found = self.incidents.columns.service, dict[int, list[int]]()
        for place in self.resolved:
            found.setdefault(service[place], []).append(place)
        return {self.incidents.services[service]: places for service, places in found.items()}

    def resolved_having(self, codes: Collection[int]) -> list[float]:
        """The seconds to resolve of the incidents with these codes, the shortest first."""
        taken, code = self.resolved_s, self.incidents.columns.code
        return [taken[place] for place in self.resolved if code[place] in codes]

    @cached_property
    def codes_by_service(self) -> Mapping[str, Mapping[int, int]]:
        """Of each service, how many incidents there are by their codes."""
        sheet, found = self.incidents, dict[str, dict[int, int]]()
        for (service, code), count in Counter(zip(sheet.columns.service, sheet.columns.code, strict=True)).items():
            found.setdefault(sheet.services[service], {})[code] = count
        return found

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
        return frozenset(error for error, code in zip(columns.error, columns.code, strict=True) if code in new)

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
