"""From the messages about one alert to its occurrences: a pure function of their set, in whatever order they came.

Each message leaves a mark. A message that names a start belongs to the occurrence with that start; one that gives only
the moment it was made is placed by that moment; one that gives neither, by its arrival. Computing all occurrences anew
from the marks cannot depend on their order; marks are few, since what an old occurrence left is settled.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from memoryops.alerts.order.rules import Standing
from memoryops.alerts.values import AlertReading, AlertStatus

TOLERANCE_MS = 30_000
"""Starts this near to each other, with no end between them, are one: servers that evaluate one rule differ by it."""

KEPT_MARKS = 48
"""More marks than these, and the oldest occurrences of the alert are settled."""

LEFT_MARKS = 32

RANK = {AlertStatus.firing: 0, AlertStatus.acknowledged: 1, AlertStatus.resolved: 2, AlertStatus.unknown: 3}


class Mark(NamedTuple):
    """What one message says, in milliseconds since 1970.

    With `starts`, `at` is the start that it names and `then` when it ended or was acknowledged, where that is known.
    Without, `at` is the moment of the message itself.
    """

    at: int
    rank: int
    starts: bool
    then: int | None

    @property
    def status(self) -> AlertStatus:
        """What the message says of the alert."""
        return STATUSES[self.rank]

    @property
    def last(self) -> int:
        """The latest moment that the message speaks of."""
        return self.at if self.then is None else max(self.at, self.then)


STATUSES = {rank: status for status, rank in RANK.items()}
FIRING, ACKNOWLEDGED, RESOLVED, UNKNOWN = range(4)
"""The ranks by name."""


@dataclass(frozen=True)
class Occurrence:
    """One time that the alert fired, or was said to be over or acknowledged; times in milliseconds since 1970."""

    began: int
    fired: bool
    resolved: bool
    ended: int | None
    acknowledged: int | None
    superseded: bool = False
    marks: frozenset[Mark] = frozenset()

    @property
    def standing(self) -> Standing:
        """Where it stands by the table of order."""
        if self.resolved:
            return Standing.over if self.fired else Standing.orphan
        if not self.fired:
            return Standing.unseen
        if self.superseded:
            return Standing.superseded
        return Standing.firing if self.acknowledged is None else Standing.acknowledged

    @property
    def open(self) -> bool:
        """Whether it goes on."""
        return not self.resolved and not self.superseded

    @property
    def said(self) -> int:
        """How many messages were needed to say all this; the others were duplicates."""
        return self.fired + self.resolved + (self.acknowledged is not None)


@dataclass(frozen=True)
class Settled:
    """What was computed from marks that are kept no longer, all of which lie before `until`."""

    until: int | None = None
    fired: int = 0
    said: int = 0


def milliseconds(moment: datetime) -> int:
    """The moment as the record keeps it, in milliseconds since 1970, cut."""
    return (moment - EPOCH) // MILLISECOND


def moment(value: int) -> datetime:
    """The moment of so many milliseconds since 1970."""
    return EPOCH + value * MILLISECOND


EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


def mark(reading: AlertReading, received_at: datetime) -> Mark:
    """The mark of a message; one that gives no time at all is placed where it arrived."""
    rank = RANK[reading.status]
    ended = reading.ends_at if reading.status is AlertStatus.resolved else None
    said = ended or reading.occurred_at
    if reading.starts_at is None or reading.status is AlertStatus.unknown:
        return Mark(milliseconds(said or reading.starts_at or received_at), rank, False, None)
    start = milliseconds(reading.starts_at)
    if reading.status is AlertStatus.firing:
        return Mark(start, rank, True, None)
    return Mark(start, rank, True, _after(start, reading.ends_at, reading.occurred_at))


def _after(start: int, *moments: datetime | None) -> int | None:
    """The first of the moments that does not lie before the start."""
    told = (milliseconds(one) for one in moments if one is not None)
    return next((one for one in told if one >= start), None)


def timeless(reading: AlertReading) -> bool:
    """Whether only the order of arrival can place this message."""
    return reading.starts_at is None and reading.occurred_at is None and reading.ends_at is None


def in_order_of_arrival(new: Mark, marks: Iterable[Mark]) -> Mark:
    """The mark of a timeless message, behind those of the same millisecond that say something else.

    It follows all that is known, also what a source whose clock runs ahead of ours has told.
    """
    ranks = {one.last: one.rank for one in sorted(marks)}
    at = max(new.at, *ranks) if ranks else new.at
    while at + 1 in ranks and at in ranks:
        at += 1
    return new._replace(at=at + 1 if ranks.get(at, new.rank) != new.rank else at)


def occurrences(marks: frozenset[Mark]) -> tuple[Occurrence, ...]:
    """All occurrences that the marks tell of, oldest first."""
    ordered = sorted(marks, key=_order)
    found = [_Open.of(cluster) for cluster in _clusters([one for one in ordered if one.starts])]
    for one in ordered:
        if not one.starts:
            _place(one, found)
    found.sort(key=lambda one: one.began)
    newest = len(found) - 1
    return tuple(one.closed(superseded=not one.resolved and index < newest) for index, one in enumerate(found))


def _order(one: Mark) -> tuple[int, int, bool, int]:
    return one.at, one.rank, one.starts, -1 if one.then is None else one.then


@dataclass
class _Open:
    """An occurrence while it is put together."""

    began: int
    last_start: int
    fired: bool = False
    resolved: bool = False
    ended: int | None = None
    acknowledged: int | None = None
    marks: list[Mark] = field(default_factory=list)

    @classmethod
    def of(cls, cluster: list[Mark]) -> "_Open":
        made = cls(cluster[0].at, cluster[-1].at, marks=cluster)
        for one in cluster:
            if one.rank == FIRING:
                made.fired = True
            elif one.rank == RESOLVED:
                made.resolved = True
            elif made.acknowledged is None or one.last < made.acknowledged:
                made.acknowledged = one.last
        if made.resolved:
            made.ended = _end(cluster)
        return made

    def over_at(self, at: int) -> bool:
        return self.resolved and at > self.began and (self.ended is None or self.ended <= at)

    def closed(self, *, superseded: bool) -> Occurrence:
        return Occurrence(
            began=self.began,
            fired=self.fired,
            resolved=self.resolved,
            ended=self.ended,
            acknowledged=self.acknowledged,
            superseded=superseded,
            marks=frozenset(self.marks),
        )


def _end(cluster: Iterable[Mark]) -> int | None:
    """When these ended: of one start the first end that was told, of several the last."""
    ends: dict[int, int] = {}
    for one in cluster:
        if one.rank == RESOLVED and one.then is not None:
            ends[one.at] = min(one.then, ends.get(one.at, one.then))
    return max(ends.values(), default=None)


def _clusters(marks: Sequence[Mark]) -> list[list[Mark]]:
    """Marks that name a start, those of one occurrence together."""
    clusters: list[list[Mark]] = []
    for one in marks:
        if clusters and _same(clusters[-1], one.at):
            clusters[-1].append(one)
        else:
            clusters.append([one])
    return clusters


def _same(cluster: Sequence[Mark], start: int) -> bool:
    latest = cluster[-1].at
    if start == latest:
        return True
    if start - latest > TOLERANCE_MS:
        return False
    resolved = any(one.rank == RESOLVED for one in cluster)
    end = _end(cluster)
    return not resolved or (end is not None and start < end)


def _place(one: Mark, found: list[_Open]) -> None:
    """Put a mark without a start where its moment lies; what nothing was begun for begins there."""
    began = [other for other in found if other.began <= one.at]
    host = max(began, key=lambda other: other.began, default=None)
    if one.status is AlertStatus.unknown:
        return
    if host is None or (one.status is AlertStatus.firing and host.over_at(one.at)):
        host = _Open(one.at, one.at)
        found.append(host)
    over = host.over_at(one.at)
    host.marks.append(one)
    if one.status is AlertStatus.firing:
        host.fired = True
    elif one.status is AlertStatus.acknowledged and not over and host.acknowledged is None:
        host.acknowledged = one.at
    elif one.status is AlertStatus.resolved and host.ended is None:
        host.resolved, host.ended = True, one.at


def last_word_is_unknown(marks: Iterable[Mark]) -> bool:
    """Whether the latest message says neither that the alert fires nor that it is over."""
    latest = max(marks, key=lambda one: (one.last, one.rank), default=None)
    return latest is not None and latest.status is AlertStatus.unknown


def settle(marks: frozenset[Mark], found: Sequence[Occurrence], settled: Settled) -> tuple[frozenset[Mark], Settled]:
    """The marks that are kept, and what the others came to; nothing changes while there are few.

    Whole occurrences go, oldest first. Of one that goes on and on, messages in its middle go that said nothing new.
    """
    if len(marks) <= KEPT_MARKS:
        return marks, settled
    kept = list(found)
    while len(kept) > 1 and sum(len(one.marks) for one in kept) > LEFT_MARKS:
        gone = kept.pop(0)
        settled = replace(settled, until=kept[0].began, fired=settled.fired + gone.fired, said=settled.said + gone.said)
    left = _without_middle(sorted(marks_of(kept), key=_order))
    wordless = sorted((one for one in marks if one.status is AlertStatus.unknown), key=_order)
    gone_words = len(wordless[:-1])
    return frozenset([*left, *wordless[-1:]]), replace(settled, said=settled.said + gone_words)


def marks_of(found: Iterable[Occurrence]) -> list[Mark]:
    """The marks that tell of these occurrences."""
    return [one for occurrence in found for one in occurrence.marks]


def _without_middle(marks: Sequence[Mark]) -> list[Mark]:
    """Few enough of the marks: of the firings that name no start, only the first and the last ones stay."""
    repeats = [one for one in marks if one.status is AlertStatus.firing and not one.starts]
    room = max(2, LEFT_MARKS - (len(marks) - len(repeats)))
    stay = {*repeats[: room // 2], *repeats[-(room // 2) :]}
    few = [one for one in marks if one in stay or one not in repeats]
    return few if len(few) <= KEPT_MARKS else [*few[: LEFT_MARKS // 2], *few[-LEFT_MARKS // 2 :]]


def to_plain(marks: Iterable[Mark]) -> list[list[Any]]:
    """The marks as JSON keeps them."""
    return [[*one] for one in sorted(marks, key=_order)]


def from_plain(plain: Iterable[Sequence[Any]]) -> frozenset[Mark]:
    """The marks as they were before JSON kept them."""
    return frozenset(Mark(at, rank, bool(starts), then) for at, rank, starts, then in plain)
