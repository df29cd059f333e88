"""One alert while a delivery is taken in: what it was, what the delivery says of it, what it is then."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memoryops.alerts.models import Alert, AlertOccurrence
from memoryops.alerts.order.history import (
    ENDS_EARLY_NOTE,
    ORPHAN_NOTE,
    UNSEEN_NOTE,
    Change,
    History,
    changes,
    ended_at,
    hear,
    trimmed,
)
from memoryops.alerts.order.marks import AHEAD_MS, ONE_CLOCK_MS, lies_ahead, mark, milliseconds, moment
from memoryops.alerts.order.occurrences import Occurrence
from memoryops.alerts.order.rules import EARLIER, LATE_FIRING, NO_WORD, ORPHAN, UNSEEN, Rule, Standing
from memoryops.alerts.routing.deciding import Routed
from memoryops.alerts.values import AlertReading, AlertStatus, stands_in
from memoryops.incidents.lifecycle import Severity

NOTES_LIMIT = 12
DERIVED_NOTES = frozenset({ORPHAN_NOTE, UNSEEN_NOTE})
CONTENT = ("title", "service", "environment", "version", "error", "description")

NOT_ROUTED = {
    Standing.orphan: ORPHAN,
    Standing.unseen: UNSEEN,
    Standing.over: LATE_FIRING,
    Standing.superseded: EARLIER,
}
"""Why an occurrence was not routed, by where it stood when word of it came."""

ORDER_NAMES = frozenset({*(rule.name for rule in NOT_ROUTED.values()), NO_WORD.name})


@dataclass
class Heard:
    """One message, its delivery, its place in it, and the rule by which it was taken."""

    delivery_pk: int
    place: int
    status: AlertStatus
    rule: Rule


@dataclass
class Case:
    """An alert and what some deliveries say of it; `paging` are the starts of occurrences that are to be routed."""

    alert: Alert
    before: History
    now: History
    heard: list[Heard] = field(default_factory=list)
    paging: list[int] = field(default_factory=list)
    severity_before: Severity | None = None

    @classmethod
    def of(cls, alert: Alert) -> "Case":
        """The alert as the record holds it."""
        history = History.from_plain(alert.marks, alert.settled, alert.received)
        return cls(alert, history, history, severity_before=alert.severity)

    def hear(self, delivery_pk: int, place: int, reading: AlertReading, received_at: datetime) -> None:
        """Take in one message."""
        self.now, rule = hear(self.now, reading, received_at)
        self.heard.append(Heard(delivery_pk, place, reading.status, rule))
        if rule.pages and self.now.newest is not None:
            self.paging.append(self.now.newest.began)
        take_content(self.alert, reading, received_at)
        self.alert.last_received_at = max(self.alert.last_received_at, received_at)
        self.alert.last_delivery_pk = delivery_pk

    @property
    def changes(self) -> list[Change]:
        """What became of the occurrences."""
        return [] if self.now.marks == self.before.marks else changes(self.before, self.now)

    @property
    def got_worse(self) -> bool:
        """Whether an alert that goes on is more severe by now, so that rules decide anew unless an incident has it."""
        newest, now, before = self.before.newest, self.alert.severity, self.severity_before
        goes_on = newest is not None and newest.open
        return goes_on and now is not None and (before is None or now < before)

    @property
    def is_provisional(self) -> bool:
        """Whether the alert is where it is only until there is a better place for it."""
        return self.alert.provisional_since is not None

    def is_to_be_routed(self, now: Occurrence, row: AlertOccurrence) -> bool:
        """Whether rules decide where the occurrence goes: it was told as it began, or nobody knew yet that it had."""
        unrouted = row.decision is None or row.rule in ORDER_NAMES
        return now.fired and unrouted and (now.began in self.paging or (now.open and now is self.now.newest))

    def write(self) -> None:
        """Set what follows from the messages."""
        alert, now, newest = self.alert, self.now, self.now.newest
        alert.received, alert.duplicates = now.received, now.duplicates
        if now.marks == self.before.marks and alert.marks:
            return
        kept = trimmed(now)
        change(
            alert,
            status=now.status,
            occurrences=now.fired,
            starts_at=None if newest is None else moment(newest.began),
            ends_at=None if newest is None else ended_at(newest),
            acknowledged_at=None if newest is None or newest.acknowledged is None else moment(newest.acknowledged),
            notes=[*(note for note in alert.notes if note not in DERIVED_NOTES), *now.notes],
            marks=kept.plain_marks,
            settled=kept.plain_settled,
        )


def change(row: Alert | AlertOccurrence, **values: Any) -> None:
    """Set what is not so already; setting a column costs more than comparing it."""
    for name, value in values.items():
        if getattr(row, name) != value:
            setattr(row, name, value)


def new_alert(source: str, scope: int, fingerprint: str, integration_pk: int, received_at: datetime) -> Alert:
    """An alert of which nothing is known yet."""
    return Alert(
        source=source,
        scope=scope,
        fingerprint=fingerprint,
        integration_pk=integration_pk,
        status=AlertStatus.unknown,
        labels={},
        links=[],
        notes=[],
        content_order="",
        occurrences=0,
        duplicates=0,
        received=0,
        first_received_at=received_at,
        last_received_at=received_at,
        decision=Routed.recorded.value,
        rule=NO_WORD.name,
        reason=NO_WORD.why,
        marks=[],
        settled=History().plain_settled,
        provisional_since=None,
    )


def take_content(alert: Alert, reading: AlertReading, received_at: datetime) -> None:
    """Let the alert say what the latest message says; an older one only fills what is missing."""
    order = content_order(reading, received_at)
    latest = says_the_latest(order, alert.content_order)
    for name in CONTENT:
        told, known = getattr(reading, name), getattr(alert, name)
        replaces = latest and not (name == "title" and reading.untitled)
        missing = known is None or (name == "title" and stands_in(known, alert.fingerprint))
        if told is not None and (replaces or missing) and known != told:
            setattr(alert, name, told)
    take_severity(alert, reading, latest=latest)
    if not latest:
        return
    alert.content_order = order
    labels, links = dict(reading.labels), [{"text": link.text, "href": link.href} for link in reading.links]
    if labels and labels != alert.labels:
        alert.labels = labels
    if links and links != alert.links:
        alert.links = links
    notes = [*notes_of(reading, received_at), *(note for note in alert.notes if note in DERIVED_NOTES)]
    if notes != alert.notes:
        alert.notes = notes


def take_severity(alert: Alert, reading: AlertReading, *, latest: bool) -> None:
    """Take the word and its meaning together; a word of none ("ok", of an end) takes no word away that has one."""
    told, known = (reading.severity_raw, reading.severity), (alert.severity_raw, alert.severity)
    if told in (known, (None, None)):
        return
    means, meant = reading.severity is not None, alert.severity is not None
    if (means and not meant) or (latest and (means or not meant)) or known == (None, None):
        alert.severity_raw, alert.severity = told


def content_order(reading: AlertReading, received_at: datetime) -> str:
    """What the messages of one alert are sorted by: the latest moment that they speak of, then their arrival."""
    spoken = max(mark(reading, received_at).last, milliseconds(reading.occurred_at) if reading.occurred_at else 0)
    return f"{spoken + OFFSET:016d}:{milliseconds(received_at) + OFFSET:016d}"


OFFSET = 10**14
"""Keeps moments before 1970 in order as texts: more milliseconds than from the year 1 to then."""


def says_the_latest(order: str, known: str) -> bool:
    """Whether a message says the latest; what speaks of the future is sorted by arrival, except among its like."""
    if not known:
        return True
    (spoken, received), (before, then) = (tuple(map(int, one.split(":"))) for one in (order, known))
    ahead, was_ahead = spoken - received > AHEAD_MS, before - then > AHEAD_MS
    if ahead != was_ahead or (ahead and abs(spoken - before) > ONE_CLOCK_MS):
        return True
    return order >= known


def notes_of(reading: AlertReading, received_at: datetime) -> list[str]:
    """What is odd about the message."""
    backwards = reading.starts_at and reading.ends_at and reading.ends_at < reading.starts_at
    ends_at = reading.ends_at if reading.status is AlertStatus.resolved else None
    told = {"starts_at": reading.starts_at, "ends_at": ends_at, "occurred_at": reading.occurred_at}
    ahead = [
        f"{name} lies ahead of our clock ({one.isoformat()}): the order goes by its arrival"
        for name, one in told.items()
        if one is not None and lies_ahead(one, received_at)
    ]
    return [*reading.notes[:NOTES_LIMIT], *([ENDS_EARLY_NOTE] if backwards else []), *ahead]


def changed(cases: Sequence[Case]) -> list[Case]:
    """The alerts of which the delivery said something new."""
    return [case for case in cases if case.now.marks != case.before.marks]
