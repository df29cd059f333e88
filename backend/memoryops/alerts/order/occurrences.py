"""From the messages about one alert to its occurrences: a pure function of their set, in whatever order they came.

Each message leaves a mark. A message that names a start belongs to the occurrence with that start; one that gives only
the moment it was made is placed by that moment; one that gives neither, by its arrival. Computing all occurrences anew
from the marks cannot depend on their order; marks are few, since what an old occurrence left is settled.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from memoryops.alerts.order.marks import FIRING, RESOLVED, Mark, Place, by_place, by_start, place_of
from memoryops.alerts.order.rules import Standing
from memoryops.alerts.values import AlertStatus

TOLERANCE_MS = 30_000
"""Starts this near to each other, with no end between them, are one: servers that evaluate one rule differ by it."""

KEPT_MARKS = 48
"""More marks than these, and the oldest occurrences of the alert are settled."""

LEFT_MARKS = 32


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
    place: Place = (0, 0)

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
    """What was computed from marks that are kept no longer, all of which are placed before `until`."""

    until: Place | None = None
    fired: int = 0
    said: int = 0

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Self:
        """What is settled as JSON keeps it; a moment stands for its place."""
        until = plain["until"]
        place = (until, 0) if isinstance(until, int) else until and (until[0], until[1])
        return cls(place, plain["fired"], plain["said"])


def occurrences(marks: frozenset[Mark]) -> tuple[Occurrence, ...]:
    """All occurrences that the marks tell of, oldest first."""
    found = [_Open.of(cluster) for cluster in _clusters(sorted((one for one in marks if one.starts), key=by_start))]
    for one in sorted((one for one in marks if not one.starts), key=by_place):
        _place(one, found)
    found.sort(key=lambda one: one.place)
    _tell_apart(found)
    newest = len(found) - 1
    return tuple(one.closed(superseded=not one.resolved and index < newest) for index, one in enumerate(found))


@dataclass
class _Open:
    """An occurrence while it is put together; `over` is where its end is placed."""

    began: int
    place: Place
    fired: bool = False
    resolved: bool = False
    ended: int | None = None
    over: Place | None = None
    acknowledged: int | None = None
    marks: list[Mark] = field(default_factory=list)

    @classmethod
    def of(cls, cluster: list[Mark]) -> "_Open":
        # Of a start that lay ahead when it was told first, later messages may not know.
        behind = min((one.behind for one in cluster if one.behind is not None), default=None)
        made = cls(cluster[0].at, place_of(cluster[0].at, behind), marks=cluster)
        for one in cluster:
            if one.rank == FIRING:
                made.fired = True
            elif one.rank == RESOLVED:
                made.resolved = True
            elif made.acknowledged is None or one.last < made.acknowledged:
                made.acknowledged = one.last
        if made.resolved:
            made.ended = _end(cluster)
            made.over = None if made.ended is None else place_of(made.ended, behind)
        return made

    @property
    def ahead(self) -> bool:
        return self.place[0] != self.began

    def over_at(self, place: Place) -> bool:
        return self.resolved and place > self.place and (self.over is None or self.over <= place)

    def closed(self, *, superseded: bool) -> Occurrence:
        return Occurrence(
            began=self.began,
            fired=self.fired,
            resolved=self.resolved,
            ended=self.ended,
            acknowledged=self.acknowledged,
            superseded=superseded,
            marks=frozenset(self.marks),
            place=self.place,
        )


def _tell_apart(found: Sequence[_Open]) -> None:
    """Let no two begin in one millisecond, as one of which word came before its time may with another."""
    taken: set[int] = set()
    for one in found:
        while one.began in taken:
            one.began += 1
        taken.add(one.began)


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
    began = [other for other in found if other.place <= one.place]
    host = max(began, key=lambda other: other.place, default=None)
    if one.status is AlertStatus.unknown:
        return
    if host is None or (one.status is AlertStatus.firing and host.over_at(one.place)):
        host = _Open(one.at, one.place)
        found.append(host)
    over = host.over_at(one.place)
    host.marks.append(one)
    # The future of a wrong clock is told of what it told itself, and of nothing else.
    told = one.at if one.behind is None or host.ahead else None
    if one.status is AlertStatus.firing:
        host.fired = True
    elif one.status is AlertStatus.acknowledged and not over and host.acknowledged is None:
        host.acknowledged = one.behind if told is None else told
    elif one.status is AlertStatus.resolved and host.ended is None:
        host.resolved, host.ended, host.over = True, told, one.place


def last_word_is_unknown(marks: Iterable[Mark]) -> bool:
    """Whether the latest message says neither that the alert fires nor that it is over."""
    latest = max(marks, key=lambda one: (one.last_place, one.rank), default=None)
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
        settled = replace(settled, until=kept[0].place, fired=settled.fired + gone.fired, said=settled.said + gone.said)
    left = _without_middle(sorted(marks_of(kept), key=by_place))
    wordless = sorted((one for one in marks if one.status is AlertStatus.unknown), key=by_place)
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
