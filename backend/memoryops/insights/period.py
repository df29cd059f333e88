"""What a count is about: a period, the services, and whether samples take part."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Annotated
from urllib.parse import urlencode

from fastapi import Depends, Query
from pydantic import TypeAdapter, ValidationError

from memoryops.incidents.schemas import NAME_LIMIT
from memoryops.kit.clock import Clock
from memoryops.kit.dependencies import CurrentClock
from memoryops.kit.errors import InvalidInputError
from memoryops.kit.schemas import Line, Moment, rfc3339

DAYS = 90
"""How far a period reaches back where no beginning is given."""

LONGEST_DAYS = 1_100
"""Three years; counting more at once belongs into an export."""

YEARS = range(1970, 2200)
"""What a period may lie in: there are no incidents elsewhere, and room for the period before it."""

DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
MOMENT: TypeAdapter[datetime] = TypeAdapter(Moment)
DAY = timedelta(days=1)


class InvalidPeriodError(InvalidInputError):
    """The beginning or the end cannot be read, or they make no period."""


@dataclass(frozen=True)
class Period:
    """From `start` up to but not including `end`, both UTC; no services means all."""

    start: datetime
    end: datetime
    services: tuple[str, ...] = ()
    samples: bool = True

    @property
    def before(self) -> "Period":
        """The period of the same length that ends where this one begins."""
        return Period(self.start - (self.end - self.start), self.start, self.services, self.samples)

    def rows(self, path: str, **chosen: object) -> str:
        """A call of the API that lists what was counted in this period, narrowed by what is chosen."""
        services = self.services if chosen.get("service") is None else ()
        bounds = _bounds(self.start, self.end, services, self.samples)
        return f"/api/v1{path}?{bounds}&{_encoded(tuple(chosen.items()))}"


@lru_cache(4_096)
def _encoded(chosen: tuple[tuple[str, object], ...]) -> str:
    """The same few hundred are told with each count."""
    return urlencode([(name, str(value)) for name, value in chosen if value is not None])


@lru_cache(256)
def _bounds(start: datetime, end: datetime, services: tuple[str, ...], samples: bool) -> str:
    bounds = [("from", _told(start)), ("to", _told(end, ends_day=True))]
    chosen = [("service", name) for name in services]
    return urlencode([*bounds, *chosen, *([] if samples else [("samples", "false")])])


def _told(moment: datetime, *, ends_day: bool = False) -> str:
    """The moment as `_moment` reads it, a whole day by its date."""
    if moment.timetz() == time(tzinfo=UTC):
        return (moment - DAY if ends_day else moment).date().isoformat()
    return rfc3339(moment)


def read_period(begins: str | None, ends: str | None, services: list[str], samples: bool, clock: Clock) -> Period:
    """The period asked for; raises InvalidPeriodError. A plain date is a whole day in UTC, the last one included.

    Without an end it reaches to the end of today, so that a page asked for twice a day asks for the same.
    """
    today = datetime.combine(clock.now().astimezone(UTC), time(), UTC)
    end = today + DAY if ends is None else _moment("to", ends, ends_day=True)
    start = end - DAYS * DAY if begins is None else _moment("from", begins, ends_day=False)
    if start >= end:
        raise _refusal("from", f"Must lie before the end, {rfc3339(end)}.")
    if end - start > LONGEST_DAYS * DAY:
        raise _refusal("from", f"A period holds at most {LONGEST_DAYS} days.")
    return Period(start, end, tuple(sorted(set(services))), samples)


def _moment(name: str, given: str, *, ends_day: bool) -> datetime:
    try:
        moment = _whole_day(given, ends_day) if DATE.fullmatch(given) else MOMENT.validate_python(given)
    except (ValidationError, ValueError, OverflowError) as error:
        raise _refusal(name, "Must be a date, 2026-11-30, or a date and time with a zone.") from error
    if moment.year not in YEARS:
        raise _refusal(name, f"Must lie between {YEARS[0]} and {YEARS[-1]}.")
    return moment


def _whole_day(given: str, ends_day: bool) -> datetime:
    return datetime.combine(date.fromisoformat(given), time(), UTC) + (DAY if ends_day else timedelta())


def _refusal(name: str, message: str) -> InvalidPeriodError:
    return InvalidPeriodError(f"{name}: {message}", errors=[{"field": name, "message": message}])


async def get_period(
    clock: CurrentClock,
    begins: Annotated[
        str | None, Query(alias="from", max_length=40, description="A date or moment; else 90 days before the end.")
    ] = None,
    ends: Annotated[
        str | None, Query(alias="to", max_length=40, description="A date (included) or moment; else the end of today.")
    ] = None,
    service: Annotated[
        list[Annotated[Line, Query(max_length=NAME_LIMIT)]] | None, Query(max_length=50, description="Only these.")
    ] = None,
    samples: Annotated[bool, Query(description="Whether sample incidents are counted; they are marked anyway.")] = True,
) -> Period:
    """The period that the request asks for."""
    return read_period(begins, ends, service or [], samples, clock)


CurrentPeriod = Annotated[Period, Depends(get_period)]
