"""Incidents as columns of numbers: what insights count of them, packed by the day, joined and narrowed by the period.

Ten thousand incidents are counted in the time that a few hundred take one by one.
"""

import json
import sys
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from itertools import compress, groupby
from typing import NamedTuple

from memoryops.incidents.lifecycle import Outcome
from memoryops.insights.facts import Facts, IncidentFact
from memoryops.insights.holding import Link, links
from memoryops.insights.traits import Evidence, Traits, code_of
from memoryops.memory.schemas import MemoryStatus

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
SECOND = 1_000_000
"""Moments and durations are in microseconds, the finest that the record knows."""

NEVER = -1
UNLINKED, OVERLAPPED = -1, -2
RUN_BITS = 15
RECALLS: tuple[MemoryStatus | None, ...] = (*MemoryStatus, None)


class Columns(NamedTuple):
    """One place in each for every incident, by when it was declared. Moments count from 1970, in microseconds.

    `acknowledged`, `mitigated` and `resolved` last from the declaration, `NEVER` where it did not come to that; `ended`
    is the moment of the resolution, 0 where there is none. `service` and `error` are places in the sheet's names, 0 no
    error. `root` is the number of the resolution it ended by, 0 where it was no fix. `fix` is the number of the fix of
    the same error before it, `fix_root` that of its resolution, `held` how long it held until this one began, and
    `OVERLAPPED` where this one began before, `UNLINKED` where there is no such fix or this is a false alarm. `runs` are
    its investigations by what they got from memory, `RUN_BITS` for each of `RECALLS`.
    """

    number: Sequence[int]
    service: Sequence[int]
    code: Sequence[int]
    declared: Sequence[int]
    acknowledged: Sequence[int]
    mitigated: Sequence[int]
    resolved: Sequence[int]
    ended: Sequence[int]
    error: Sequence[int]
    root: Sequence[int]
    fix: Sequence[int]
    fix_root: Sequence[int]
    held: Sequence[int]
    runs: Sequence[int]


@dataclass(frozen=True)
class Sheet:
    """Incidents in columns, with the names that they refer to by their places; the first of the errors is none.

    `parts` are those that it was joined of, which may have been counted before.
    """

    services: Sequence[str]
    errors: Sequence[str]
    columns: Columns
    parts: Sequence["Sheet"] = field(default=(), repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.columns.number)

    @cached_property
    def codes(self) -> Counter[int]:
        """How many incidents there are by their codes."""
        return sum((part.codes for part in self.parts), Counter()) if self.parts else Counter(self.columns.code)


class Names:
    """Names by the order in which they came."""

    def __init__(self, *first: str) -> None:
        self.places = {name: place for place, name in enumerate(first)}

    def place(self, name: str) -> int:
        """The place of that name, the next one where it is new."""
        return self.places.setdefault(name, len(self.places))

    @property
    def all(self) -> list[str]:
        """All names by their places."""
        return list(self.places)


def micros(moment: datetime) -> int:
    """The moment in microseconds since 1970."""
    return (moment - EPOCH) // MICROSECOND


def moment_of(value: int) -> datetime:
    """The moment of so many microseconds since 1970."""
    return EPOCH + timedelta(microseconds=value)


def sheet_of(facts: Facts) -> Sheet:
    """The facts as columns."""
    return joined(sheets_of(facts).values())


def sheets_of(facts: Facts) -> Mapping[date, Sheet]:
    """The facts as columns, by the day in UTC."""
    known = links(facts.chains)
    days = groupby(facts.incidents, key=lambda one: one.declared_at.astimezone(UTC).date())
    return {day: _sheet(list(incidents), facts, known) for day, incidents in days}


def _sheet(incidents: Sequence[IncidentFact], facts: Facts, known: Mapping[str, Link]) -> Sheet:
    services, errors = Names(), Names("")
    rows = [_row(one, facts, known.get(one.id), services, errors) for one in incidents]
    return Sheet(services.all, errors.all, Columns(*(array("q", column) for column in zip(*rows, strict=True))))


EMPTY = Sheet([], [""], Columns(*([array("q")] * len(Columns._fields))))


def _row(one: IncidentFact, facts: Facts, link: Link | None, services: Names, errors: Names) -> tuple[int, ...]:
    fix = link.fix if link else None
    return (
        one.number,
        services.place(one.service),
        code_of(_traits(one, facts, fix)),
        micros(one.declared_at),
        _lasted(one, one.acknowledged_at),
        _lasted(one, one.mitigated_at),
        _lasted(one, one.resolved_at),
        micros(one.resolved_at) if one.resolved_at else 0,
        errors.place(one.fingerprint or ""),
        number_of(one.root) if one.ended_by_a_fix else 0,
        fix.number if fix else 0,
        number_of(fix.root) if fix else 0,
        _held(link),
        _runs(one, facts),
    )


def _traits(one: IncidentFact, facts: Facts, fix: IncidentFact | None) -> Traits:
    shown = facts.shown.get(one.id)
    confirmed = one.same_as is not None and one.teaches
    return Traits(
        sample=one.sample,
        is_open=one.is_open,
        false_alarm=one.outcome is Outcome.false_alarm,
        confirmed=confirmed,
        confirmed_shown=confirmed and shown is not None and not shown.isdisjoint({one.same_as, one.root}),
        after_fixed=fix is not None and fix.outcome is Outcome.fixed,
        after_sample=fix is not None and fix.sample,
        novelty=facts.novelties[one.id],
        lesson=one.lesson,
        evidence=Evidence.none if shown is None else Evidence.shown if shown else Evidence.without,
    )


def _lasted(one: IncidentFact, until: datetime | None) -> int:
    return NEVER if until is None else max(0, (until - one.declared_at) // MICROSECOND)


def _held(link: Link | None) -> int:
    if link is None or not link.occurred:
        return UNLINKED
    return OVERLAPPED if link.held is None else link.held // MICROSECOND


def _runs(one: IncidentFact, facts: Facts) -> int:
    return sum(1 << RUN_BITS * RECALLS.index(run.memory) for run in facts.runs_of.get(one.id, ()))


def number_of(incident_id: str) -> int:
    """The number in an incident's id."""
    return int(incident_id.removeprefix("INC-"))


def joined(sheets: Iterable[Sheet]) -> Sheet:
    """One sheet of all, in their order."""
    parts = list(sheets)
    largest = max(parts, key=len, default=EMPTY)
    # Its places stay as they are, so that most of the columns need no look at.
    services, errors = Names(*largest.services), Names(*largest.errors)
    columns = Columns(*(array("q") for _ in Columns._fields))
    for sheet in parts:
        here = sheet.columns
        mapped = here._replace(
            service=_renamed(here.service, [services.place(name) for name in sheet.services]),
            error=_renamed(here.error, [errors.place(name) for name in sheet.errors]),
        )
        for whole, part in zip(columns, mapped, strict=True):
            whole.extend(part)  # type: ignore[attr-defined]
    return Sheet(services.all, errors.all, columns, parts)


def _renamed(column: Sequence[int], places: Sequence[int]) -> Sequence[int]:
    if all(own == place for own, place in enumerate(places)):
        return column
    return array("q", map(places.__getitem__, column))


def between(sheet: Sheet, start: datetime, end: datetime) -> Sheet:
    """Only the incidents declared from the start to before the end."""
    declared = sheet.columns.declared
    first, last = bisect_left(declared, micros(start)), bisect_left(declared, micros(end))
    return Sheet(sheet.services, sheet.errors, Columns(*(column[first:last] for column in sheet.columns)))


def narrowed(sheet: Sheet, services: Sequence[str]) -> Sheet:
    """Only the incidents of these services; without any, all of them."""
    if not services:
        return sheet
    wanted = frozenset(services)
    places = frozenset(place for place, name in enumerate(sheet.services) if name in wanted)
    return chosen(sheet, list(map(places.__contains__, sheet.columns.service)))


def chosen(sheet: Sheet, mask: Sequence[bool]) -> Sheet:
    """The incidents at the places where the mask is true."""
    columns = Columns(*(array("q", compress(column, mask)) for column in sheet.columns))
    return Sheet(sheet.services, sheet.errors, columns)


def packed(sheet: Sheet) -> bytes:
    """The sheet as it is stored: the names, then one column after the other."""
    names = json.dumps([sheet.services, sheet.errors]).encode()
    return pack(names, [array("q", column) for column in sheet.columns])


def unpacked(content: bytes) -> Sheet:
    """The sheet that was stored."""
    names, body = unpack(content)
    services, errors = json.loads(names)
    everything = array("q")
    everything.frombytes(body)
    in_order(everything)
    each = len(everything) // len(Columns._fields)
    columns = (everything[place * each : (place + 1) * each] for place in range(len(Columns._fields)))
    return Sheet(services, errors, Columns(*columns))


def pack(names: bytes, columns: Iterable["array[int]"]) -> bytes:
    """Names and columns in one, the bytes of numbers in the order of the lowest first."""
    return b"".join((len(names).to_bytes(4, "little"), names, *(in_order(column).tobytes() for column in columns)))


def unpack(content: bytes) -> tuple[bytes, bytes]:
    """The names and the columns' bytes."""
    size = int.from_bytes(content[:4], "little")
    return content[4 : 4 + size], content[4 + size :]


def in_order(numbers: "array[int]") -> "array[int]":
    """The numbers, turned in place where this machine keeps their bytes the other way round."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def seconds(values: Iterable[int]) -> list[float]:
    """Durations in seconds, without those that never came."""
    return [value / SECOND for value in values if value >= 0]


def places(values: Sequence[int], wanted: Callable[[int], bool]) -> list[int]:
    """Where in the column something wanted stands."""
    return [place for place, value in enumerate(values) if wanted(value)]
