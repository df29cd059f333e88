"""Time zones by their IANA names, and what their clocks show."""

from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from memoryops.kit.errors import InvalidInputError

NO_PLACES = frozenset({"localtime", "posixrules", "Factory"})
"""Files beside the zones: what the server's own clock shows, and what shows that none was set."""


class UnknownZoneError(InvalidInputError):
    """There is no such time zone."""


@lru_cache(64)
def zone_named(name: str) -> ZoneInfo:
    """The zone of that IANA name; raises UnknownZoneError, also for the server's own zone under any name."""
    if name not in _names():
        message = "Must be the name of a time zone, like Europe/Berlin."
        raise UnknownZoneError(f"zone: {message}", errors=[{"field": "zone", "message": message}])
    return ZoneInfo(name)


@lru_cache(1)
def _names() -> frozenset[str]:
    return frozenset(available_timezones() - NO_PLACES)


def in_zone(moment: datetime, zone: ZoneInfo) -> datetime | None:
    """The moment by the clock of the zone; None on the first or last day of all dates, which the zone may leave."""
    try:
        return moment.astimezone(zone)
    except OverflowError:
        return None
