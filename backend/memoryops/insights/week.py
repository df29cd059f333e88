"""Hours of the week: when incidents are declared, by the clock of a zone."""

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

from memoryops.insights.counted import WeekHour
from memoryops.insights.period import Period
from memoryops.insights.selecting import by_hour
from memoryops.kit.errors import InvalidInputError

SAYS = (
    "Incidents by the hour of the week in which they were declared, by the clock of the zone, its changes to and from "
    "summer time followed. It says when people noticed, which is not always when it began, and hours in which more "
    "people look have more to notice."
)


class UnknownZoneError(InvalidInputError):
    """There is no such time zone."""


@lru_cache(64)
def zone_named(name: str) -> ZoneInfo:
    """The zone of that IANA name; raises UnknownZoneError."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError) as error:
        message = "Must be the name of a time zone, like Europe/Berlin."
        raise UnknownZoneError(f"zone: {message}", errors=[{"field": "zone", "message": message}]) from error


class Declared(NamedTuple):
    """When an incident was declared, and whether it is a sample."""

    declared_at: datetime
    sample: bool


def week_hours(declared: Iterable[Declared], period: Period, zone: str) -> list[WeekHour]:
    """All 168 hours, Monday's first."""
    found = by_hour(declared, zone_named(zone))
    return [
        WeekHour(
            weekday=weekday,
            hour=hour,
            incidents=len(rows := found.get((weekday, hour), [])),
            samples=sum(row.sample for row in rows),
            rows=period.rows("/insights/rows", of="hour", weekday=weekday, hour=hour, zone=zone),
        )
        for weekday in range(1, 8)
        for hour in range(24)
    ]
