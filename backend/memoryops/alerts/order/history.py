"""What is known of one alert, and what one more message makes of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any, Self

from memoryops.alerts.order.marks import Mark, from_plain, in_order_of_arrival, mark, moment, timeless, to_plain
from memoryops.alerts.order.occurrences import Occurrence, Settled, last_word_is_unknown, occurrences, settle
from memoryops.alerts.order.rules import SETTLED, SHOWN_AS, Rule, Standing, rule_for
from memoryops.alerts.values import AlertReading, AlertStatus

NOTHING_SETTLED = Settled()


@dataclass(frozen=True)
class History:
    """All that was told of one alert: its marks, what older ones came to, and how many messages there were."""

    marks: frozenset[Mark] = frozenset()
    settled: Settled = NOTHING_SETTLED
    received: int = 0

    @classmethod
    def from_plain(cls, marks: Sequence[Sequence[Any]], settled: dict[str, Any], received: int) -> Self:
        """The history as the record keeps it."""
        return cls(from_plain(marks), Settled.from_plain(settled), received)

    @property
    def plain_marks(self) -> list[list[Any]]:
        """The marks as JSON keeps them."""
        return to_plain(self.marks)

    @property
    def plain_settled(self) -> dict[str, Any]:
        """What is settled as JSON keeps it."""
        until = None if self.settled.until is None else [*self.settled.until]
        return {"until": until, "fired": self.settled.fired, "said": self.settled.said}

    @cached_property
    def occurrences(self) -> tuple[Occurrence, ...]:
        """The occurrences that are not settled yet, oldest first."""
        return occurrences(self.marks)

    @property
    def newest(self) -> Occurrence | None:
        """The occurrence that began last."""
        return self.occurrences[-1] if self.occurrences else None

    @property
    def status(self) -> AlertStatus:
        """Where the alert stands; by the latest word of all, where that is that nobody knows."""
        if self.newest is None or last_word_is_unknown(self.marks):
            return AlertStatus.unknown
        return SHOWN_AS[self.newest.standing]

    @property
    def fired(self) -> int:
        """How often it fired."""
        return self.settled.fired + sum(one.fired for one in self.occurrences)

    @property
    def duplicates(self) -> int:
        """How many messages said nothing that others had not said."""
        wordless = sum(one.status is AlertStatus.unknown for one in self.marks)
        return self.received - self.settled.said - wordless - sum(one.said for one in self.occurrences)

    @property
    def notes(self) -> tuple[str, ...]:
        """What is odd about the newest occurrence, for whoever looks at the alert."""
        newest = self.newest
        if newest is None:
            return ()
        told = {Standing.orphan: ORPHAN_NOTE, Standing.unseen: UNSEEN_NOTE}.get(newest.standing)
        return () if told is None else (told,)


ORPHAN_NOTE = "orphan: it is over, and no message said that it fired"
UNSEEN_NOTE = "acknowledged, and no message said that it fired"
ENDS_EARLY_NOTE = "ends_at lies before starts_at"


def hear(history: History, reading: AlertReading, received_at: datetime) -> tuple[History, Rule]:
    """The history with one more message, and the rule by which the message was taken."""
    new = mark(reading, received_at, history.marks)
    if timeless(reading):
        new = in_order_of_arrival(new, history.marks)
    before = replace(history, received=history.received + 1)
    if history.settled.until is not None and new.place < history.settled.until:
        return before, SETTLED
    after = before if new in history.marks else replace(before, marks=history.marks | {new})
    host = _host(after, new)
    if host is None:
        standing, newest = (Standing.absent if after.newest is None else after.newest.standing), True
    else:
        standing, newest = _standing_before(history, host), host is after.newest
    return after, rule_for(standing, reading.status, newest=newest)


def _host(history: History, one: Mark) -> Occurrence | None:
    return next((occurrence for occurrence in history.occurrences if one in occurrence.marks), None)


def _standing_before(history: History, host: Occurrence) -> Standing:
    """Where the occurrence stood before the message came: the newest of those that are now in it."""
    known = (one for one in reversed(history.occurrences) if not one.marks.isdisjoint(host.marks))
    return next((one.standing for one in known), Standing.absent)


def trimmed(history: History) -> History:
    """The history with few enough marks to be kept."""
    marks, settled = settle(history.marks, history.occurrences, history.settled)
    return history if marks == history.marks else replace(history, marks=marks, settled=settled)


@dataclass(frozen=True)
class Change:
    """One occurrence that is not as it was: `began` is when it was said to have begun before, None for a new one.

    Without `now` it is no occurrence of its own any more, but part of the one that began at `part_of`.
    """

    began: int | None
    now: Occurrence | None
    part_of: int | None = None


def changes(before: History, after: History) -> list[Change]:
    """What became of the occurrences, oldest first; the rows of the record follow these."""
    known = {one.began: one for one in before.occurrences}
    began = {one.began for one in after.occurrences}
    vanished = [one for one in before.occurrences if one.began not in began]
    found: list[Change] = []
    for now in after.occurrences:
        was = known.get(now.began)
        if was is None:
            moved = next((one for one in vanished if not one.marks.isdisjoint(now.marks)), None)
            if moved is not None:
                vanished.remove(moved)
            found.append(Change(None if moved is None else moved.began, now))
        elif _facts(was) != _facts(now):
            found.append(Change(now.began, now))
    return [*(Change(one.began, None, _part_of(one, after)) for one in vanished), *found]


def _facts(one: Occurrence) -> tuple[object, ...]:
    return one.fired, one.resolved, one.open, one.ended, one.acknowledged


def _part_of(gone: Occurrence, after: History) -> int | None:
    hosts = (one.began for one in after.occurrences if not one.marks.isdisjoint(gone.marks))
    return next(hosts, None)


def ended_at(one: Occurrence) -> datetime | None:
    """When the occurrence ended, never before it began; None while it goes on, and where nobody said it."""
    return None if one.ended is None else moment(max(one.began, one.ended))
