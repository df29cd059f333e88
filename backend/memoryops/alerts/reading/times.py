"""Times as the world writes them, read into UTC. Nothing here raises, and no epoch passes through a float."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal, InvalidOperation

from memoryops.alerts.reading.foreign import as_stood, clean

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
LONGEST = 100  # characters; what is longer is no time
MICROSECONDS_PER_UNIT = (
    (10**8, 10**11, 1_000_000),  # seconds, from 1973 to 5138
    (10**11, 10**14, 1_000),  # milliseconds, over the same years, and so on
    (10**14, 10**17, 1),
)
NANOSECONDS = (10**17, 10**20)
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

ZONES: Mapping[str, int] = {
    zone: hours
    for hours, zones in (
        (0, "z utc gmt ut wet"),
        (-4, "edt"),
        (-5, "est cdt"),
        (-6, "cst mdt"),
        (-7, "mst pdt"),
        (-8, "pst"),
        (1, "cet west"),
        (2, "cest eet"),
        (3, "eest"),
        (9, "jst"),
    )
    for zone in zones.split()
}
"""Hours east of UTC. The American ones are RFC 2822's; a name with several meanings (IST, BST) is not among them."""

CLOCK = (
    r"(?P<hour>\d{1,2}):?(?P<minute>\d{2})(?::?(?P<second>\d{2})(?:[.,](?P<fraction>\d+))?)?\s*"
    r"(?P<zone>[A-Za-z]{1,4}|(?:UTC|GMT)?[+-]\d{1,2}(?:[:.]?\d{2})?(?:\s+[A-Z]{1,5})?)?(?:\[[\w/]+\]|\s+m=[+-][\d.]+)?"
)
ISO = re.compile(rf"(?P<year>\d{{4}})([-/.]?)(?P<month>\d{{1,2}})\2(?P<day>\d{{1,2}})(?:[Tt\s]\s*{CLOCK})?", re.ASCII)
MAIL = re.compile(
    rf"(?:[A-Za-z]{{3,9}},?\s+)?(?P<day>\d{{1,2}})[\s-](?P<name>[A-Za-z]{{3}})[a-z]*[\s-](?P<year>\d{{4}})\s+{CLOCK}",
    re.ASCII,
)
UNIX = re.compile(
    r"[A-Za-z]{3}\s+(?P<name>[A-Za-z]{3})\s+(?P<day>\d{1,2})\s+(?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d)\s+"
    r"(?:(?P<zone>[A-Z]{1,4}|[+-]\d{2}(?:[:.\s]?\d{2})?)\s+)?(?P<year>\d{4})",
    re.ASCII,
)
NUMBER = re.compile(r"[+-]?\d{1,40}(?:\.\d{1,40})?(?:[eE]\+?\d{1,2})?", re.ASCII)
NOT_GIVEN = re.compile(
    r"\s*|[-+]?0+(?:\.0+)?|000[01]-\d\d-\d\d(?:\D.*)?|null|none", re.ASCII | re.DOTALL | re.IGNORECASE
)


@dataclass(frozen=True)
class Moment:
    """A time as it was given: its value in UTC, and a note where it could not be read or something was assumed.

    Neither is there when no time was given.
    """

    value: datetime | None = None
    note: str | None = None


def read_moment(given: object, name: str) -> Moment:
    """The time that was given for `name`; a note holds what stood there where that cannot be read."""
    if _not_given(given):
        return Moment()
    found = _read(given)
    if found is None:
        return Moment(note=f"{name} could not be read: {as_stood(given)}")
    value, zoned = found
    return Moment(None if value == EPOCH else value, None if zoned else f"{name} has no zone and is read as UTC")


def read_time(given: object) -> datetime | None:
    """The time that was given, in UTC; None where none was given or it cannot be read."""
    return read_moment(given, "time").value


def _not_given(given: object) -> bool:
    if given is None:
        return True
    if isinstance(given, str):
        return len(given) <= LONGEST and NOT_GIVEN.fullmatch(given) is not None
    return isinstance(given, int | float | Decimal) and not isinstance(given, bool) and given == 0


def _read(given: object) -> tuple[datetime, bool] | None:
    """The time, and whether its zone was given."""
    try:
        if isinstance(given, str):
            return _of_text(clean(given)) if len(given) <= LONGEST else None
        number = _number(given)
        return None if number is None else (_of_epoch(number), True)
    except (ValueError, OverflowError, InvalidOperation):
        return None


def _number(given: object) -> Decimal | None:
    if isinstance(given, bool) or not isinstance(given, int | float | Decimal):
        return None
    if isinstance(given, int):
        return Decimal(given) if given.bit_length() <= 100 else None
    return Decimal(repr(given)) if isinstance(given, float) else given  # the shortest text that is the same float


def _of_epoch(number: Decimal) -> datetime:
    """Seconds, milliseconds, microseconds or nanoseconds since 1970, told apart by how many they are.

    Raises ValueError for a number that is none of them in any year that an alert could be of.
    """
    if not number.is_finite() or not MICROSECONDS_PER_UNIT[0][0] <= number < NANOSECONDS[1]:
        raise ValueError
    if number >= NANOSECONDS[0]:
        return EPOCH + timedelta(microseconds=int(number) // 1_000)
    factor = next(factor for least, below, factor in MICROSECONDS_PER_UNIT if least <= number < below)
    return EPOCH + timedelta(microseconds=int(number * factor))


def _of_text(text: str) -> tuple[datetime, bool] | None:
    if NUMBER.fullmatch(text):
        return _of_epoch(Decimal(text)), True
    for pattern in (ISO, MAIL, UNIX):
        if found := pattern.fullmatch(text):
            return _of_parts(found.groupdict())
    return None


def _of_parts(parts: Mapping[str, str | None]) -> tuple[datetime, bool]:
    """Raises ValueError or OverflowError for what no calendar, clock or zone has."""
    name = parts.get("name")
    month = MONTHS.index(name.lower()) + 1 if name else int(parts["month"] or 0)
    day = datetime(int(parts["year"] or 0), month, int(parts["day"] or 0), tzinfo=UTC)
    zone = parts.get("zone")
    return day + _clock(parts) - (_offset(zone) if zone else timedelta()), zone is not None


def _clock(parts: Mapping[str, str | None]) -> timedelta:
    """The time of the day; 24:00 is the next day's beginning, and a leap second the next minute's."""
    hour, minute, second = (int(parts.get(part) or 0) for part in ("hour", "minute", "second"))
    if minute > 59 or second > 60 or hour > 24 or (hour == 24 and (minute or second)):
        raise ValueError
    micros = int((parts.get("fraction") or "0")[:6].ljust(6, "0"))
    return timedelta(hours=hour, minutes=minute, seconds=second, microseconds=micros)


def _offset(zone: str) -> timedelta:
    if (hours := ZONES.get(zone.lower())) is not None:
        return timedelta(hours=hours)
    found = re.match(r"(?:UTC|GMT)?([+-])(\d{1,2})[:.\s]?(\d{2})?", zone)
    if found is None or int(found[2]) > 15 or int(found[3] or 0) > 59:
        raise ValueError
    east = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
    return east if found[1] == "+" else -east
