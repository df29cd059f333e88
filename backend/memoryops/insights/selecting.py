"""Which incidents a number counts. The number and its list choose by the same, so they cannot differ."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from itertools import compress
from zoneinfo import ZoneInfo

from memoryops.evidence.ordering import Verdict
from memoryops.insights.facts import Lesson, Marked, Novelty
from memoryops.insights.history import History
from memoryops.insights.sheets import MICROSECOND, SECOND, Sheet, moment_of
from memoryops.insights.traits import Evidence, Traits, having, traits_of

Has = Callable[[Traits], bool]
MISSING = frozenset({Lesson.waiting, Lesson.failed, Lesson.none})
"""Lessons of which memory holds nothing yet and should."""


def is_any(_: Traits) -> bool:
    """Every incident."""
    return True


def is_open(one: Traits) -> bool:
    """It is not resolved."""
    return one.is_open


def is_sample(one: Traits) -> bool:
    """It is a sample."""
    return one.sample


def novel(novelty: Novelty) -> Has:
    """It is of that novelty."""
    return lambda one: one.novelty is novelty


def learnt(*lessons: Lesson) -> Has:
    """Its lesson stands there."""
    return lambda one: one.lesson in lessons


def open_learning(one: Traits) -> bool:
    """It is resolved, and memory holds nothing of it yet and should."""
    return one.lesson in MISSING


def was_shown(one: Traits) -> bool:
    """It was shown evidence before it ended."""
    return one.evidence is Evidence.shown


def went_without(one: Traits) -> bool:
    """It was investigated before it ended, and shown no evidence."""
    return one.evidence is Evidence.without


def confirmed(one: Traits) -> bool:
    """It was resolved the same way as another."""
    return one.confirmed


def confirmed_shown(one: Traits) -> bool:
    """It had been shown that other one, or the resolution it stands for, before it ended."""
    return one.confirmed_shown


def counted(codes: Mapping[int, int], has: Has) -> int:
    """How many incidents have it, of so many by their codes."""
    return sum(count for code, count in codes.items() if has(traits_of(code)))


def mask_of(sheet: Sheet, has: Has) -> list[bool]:
    """For each incident, whether it has it."""
    return list(map(having(sheet.codes, has).__contains__, sheet.columns.code))


def numbers(sheet: Sheet, has: Has) -> list[int]:
    """The numbers of the incidents that have it, oldest first."""
    return list(compress(sheet.columns.number, mask_of(sheet, has)))


def between(values: Iterable[int], at_least: float | None, below: float | None) -> list[bool]:
    """For each duration, whether it came to one that lies in the bin of seconds."""
    low = at_least or 0.0
    high = float("inf") if below is None else below
    return [value >= 0 and low <= value / SECOND < high for value in values]


HOUR = 3_600 * SECOND
DAY = 24 * HOUR
WEEK = 168


def hours_of_week(declared: Sequence[int], zone: ZoneInfo) -> list[int]:
    """For each moment, oldest first, the hour of the week by the clock of the zone: 0 is Monday's first."""
    found: list[int] = []
    while len(found) < len(declared):
        today = declared[len(found)] // DAY * DAY
        # Clocks change at most once a day, and on few days.
        offset = _offset(today, zone)
        if offset == _offset(today + DAY, zone):
            ends = today + DAY
        else:
            ends, offset = declared[len(found)] + 1, _offset(declared[len(found)], zone)
        _count_hours(declared, found, ends, offset)
    return found


def _count_hours(declared: Sequence[int], found: list[int], ends: int, offset: int) -> None:
    """Add the hours of the moments before the end, all of one hour at once."""
    last = bisect_left(declared, ends, len(found))
    while (place := len(found)) < last:
        # 1970 began on a Thursday, three days into a week.
        hour = (declared[place] + offset + 3 * DAY) // HOUR
        following = (hour + 1) * HOUR - 3 * DAY - offset
        found.extend([hour % WEEK] * (bisect_left(declared, following, place, last) - place))


def _offset(at: int, zone: ZoneInfo) -> int:
    offset = moment_of(at).astimezone(zone).utcoffset() or timedelta()
    return offset // MICROSECOND


def tried_numbers(history: History, *, shown: bool = False) -> list[int]:
    """The incidents with which people recorded that a resolution did not help; only those that had been shown it."""
    told = {one.number for one in history.tried if one.shown or not shown}
    return [number for number in history.incidents.columns.number if number in told] if told else []


def marked_so(history: History, verdict: Verdict) -> list[Marked]:
    """The pieces of evidence that were marked so, by incident, oldest first."""
    return [one for one in history.marked if one.verdict is verdict]
