"""What one message about an alert leaves: a mark, with the moments that it tells, and where it is placed by them."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from memoryops.alerts.values import AlertReading, AlertStatus

RANK = {AlertStatus.firing: 0, AlertStatus.acknowledged: 1, AlertStatus.resolved: 2, AlertStatus.unknown: 3}


Place = tuple[int, int]
"""Where something stands in the order of things; compared as it is."""

AHEAD_MS = 5 * 60_000
"""A moment so much later than its arrival is no matter of clocks that differ a little: nobody tells the future."""

ONE_CLOCK_MS = 24 * 60 * 60_000
"""Moments that lie ahead are put in order among themselves where they are this near: one wrong clock told them."""


class Mark(NamedTuple):
    """What one message says, in milliseconds since 1970.

    With `starts`, `at` is the start that it names and `then` when it ended or was acknowledged, where that is known.
    Without, `at` is the moment of the message itself. Where `at` lay ahead when the message came, `behind` is the
    latest moment that was known by then: it is placed right behind that, and before what is told later.
    """

    at: int
    rank: int
    starts: bool
    then: int | None
    behind: int | None = None

    @property
    def status(self) -> AlertStatus:
        """What the message says of the alert."""
        return STATUSES[self.rank]

    @property
    def last(self) -> int:
        """The latest moment that the message speaks of."""
        return self.at if self.then is None else max(self.at, self.then)

    @property
    def place(self) -> Place:
        """Where its moment is placed."""
        return place_of(self.at, self.behind)

    @property
    def last_place(self) -> Place:
        """Where the latest moment that it speaks of is placed."""
        return place_of(self.last, self.behind)


def place_of(at: int, behind: int | None) -> Place:
    """Where a moment is placed: at itself, or where it lay ahead, behind what was known when word of it came."""
    return (at, 0) if behind is None else (behind, at)


STATUSES = {rank: status for status, rank in RANK.items()}
FIRING, ACKNOWLEDGED, RESOLVED, UNKNOWN = range(4)
"""The ranks by name."""


def milliseconds(moment: datetime) -> int:
    """The moment as the record keeps it, in milliseconds since 1970, cut."""
    return (moment - EPOCH) // MILLISECOND


def moment(value: int) -> datetime:
    """The moment of so many milliseconds since 1970."""
    return EPOCH + value * MILLISECOND


EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


def lies_ahead(moment: datetime | None, received_at: datetime) -> bool:
    """Whether the moment is later than the message itself, by more than clocks differ."""
    return moment is not None and milliseconds(moment) - milliseconds(received_at) > AHEAD_MS


def mark(reading: AlertReading, received_at: datetime, known: Iterable[Mark] = ()) -> Mark:
    """The mark of a message; one that gives no time at all is placed where it arrived.

    One that speaks of the future is placed behind the marks that are known.
    """
    rank, start = RANK[reading.status], reading.starts_at
    told = (reading.ends_at if reading.status is AlertStatus.resolved else None, reading.occurred_at)
    past = [one for one in told if not lies_ahead(one, received_at)]
    if start is None or reading.status is AlertStatus.unknown:
        moments = [one for one in (*past, start, *told) if one is not None]
        new = Mark(milliseconds(next(iter(moments), received_at)), rank, False, None)
        return _behind(new, received_at, known) if moments and lies_ahead(moments[0], received_at) else new
    at, ahead = milliseconds(start), lies_ahead(start, received_at)
    then = None if reading.status is AlertStatus.firing else _after(at, *(told if ahead else past))
    new = Mark(at, rank, True, then)
    return _behind(new, next((one for one in past if one), received_at), known) if ahead else new


def _behind(new: Mark, latest: datetime, known: Iterable[Mark]) -> Mark:
    """The mark of a moment that lies ahead, placed behind the known ones, at `latest` where that is earlier.

    Of the same moment the first arrival counts; what the same clock told shortly before shares its place.
    """
    marks = tuple(known)
    newest = max((one.last_place[0] for one in marks), default=0)
    shared = [
        one.behind
        for one in marks
        if one.behind is not None
        and (one.at == new.at or (one.behind == newest and abs(one.at - new.at) <= ONE_CLOCK_MS))
    ]
    return new._replace(behind=min(shared, default=min(newest + 1, milliseconds(latest) + AHEAD_MS)))


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
    ranks = {one.last_place[0]: one.rank for one in sorted(marks, key=by_place)}
    at = max(new.at, *ranks) if ranks else new.at
    while at + 1 in ranks and at in ranks:
        at += 1
    return new._replace(at=at + 1 if ranks.get(at, new.rank) != new.rank else at)


def by_start(one: Mark) -> tuple[int, int, bool, int]:
    """Sorts marks by what they say."""
    return one.at, one.rank, one.starts, -1 if one.then is None else one.then


def by_place(one: Mark) -> tuple[Place, tuple[int, int, bool, int]]:
    """Sorts marks by where they are placed."""
    return one.place, by_start(one)


def to_plain(marks: Iterable[Mark]) -> list[list[Any]]:
    """The marks as JSON keeps them."""
    return [[*(one[:4] if one.behind is None else one)] for one in sorted(marks, key=by_place)]


def from_plain(plain: Iterable[Sequence[Any]]) -> frozenset[Mark]:
    """The marks as they were before JSON kept them."""
    return frozenset(Mark(at, rank, bool(starts), then, *behind) for at, rank, starts, then, *behind in plain)
