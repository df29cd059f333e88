"""Hours of the week follow the clock on the wall, through its changes."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryops.insights.period import Period
from memoryops.insights.week import week_hours
from memoryops.kit.zones import UnknownZoneError
from tests.insights.histories import history, incident

PERIOD = Period(datetime(2026, 1, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC))

ZONES = st.sampled_from(("UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe"))


def busy(zone: str, *moments: datetime) -> dict[tuple[int, int], int]:
    """The hours of the week with an incident, and how many."""
    hours = week_hours(history(*(incident(n, at) for n, at in enumerate(moments))).incidents, PERIOD, zone)
    assert [(hour.weekday, hour.hour) for hour in hours] == [(day, hour) for day in range(1, 8) for hour in range(24)]
    return {(hour.weekday, hour.hour): hour.incidents for hour in hours if hour.incidents}


def test_an_hour_is_that_of_the_zone() -> None:
    sunday_night = datetime(2026, 11, 29, 23, 30, tzinfo=UTC)
    assert busy("UTC", sunday_night) == {(7, 23): 1}
    assert busy("Europe/Berlin", sunday_night) == {(1, 0): 1}
    assert busy("Asia/Kolkata", sunday_night) == {(1, 5): 1}
    assert busy("America/New_York", sunday_night) == {(7, 18): 1}


def test_nine_o_clock_is_nine_o_clock_in_summer_and_in_winter() -> None:
    winter, summer = datetime(2026, 1, 12, 8, tzinfo=UTC), datetime(2026, 7, 13, 7, tzinfo=UTC)
    assert busy("Europe/Berlin", winter, summer) == {(1, 9): 2}


def test_the_hour_that_comes_twice_counts_both_times() -> None:
    first, second = datetime(2026, 10, 25, 0, 30, tzinfo=UTC), datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
    assert busy("Europe/Berlin", first, second) == {(7, 2): 2}


def test_the_hour_that_is_skipped_stays_empty() -> None:
    before, after = datetime(2026, 3, 29, 0, 59, tzinfo=UTC), datetime(2026, 3, 29, 1, 0, tzinfo=UTC)
    assert busy("Europe/Berlin", before, after) == {(7, 1): 1, (7, 3): 1}


@pytest.mark.parametrize("zone", ["Europe/Nowhere", "", "../etc/passwd", "Europe", "/etc/localtime", "localtime"])
def test_what_is_no_zone_is_refused(zone: str) -> None:
    with pytest.raises(UnknownZoneError):
        week_hours(history().incidents, PERIOD, zone)


@given(st.lists(st.integers(0, 60 * 24 * 60).map(lambda minutes: timedelta(minutes=minutes)), max_size=40), ZONES)
def test_each_incident_counts_in_the_hour_that_the_wall_shows(after: list[timedelta], zone: str) -> None:
    moments = [datetime(2026, 10, 1, tzinfo=UTC) + one for one in sorted(after)]
    shown = [moment.astimezone(ZoneInfo(zone)) for moment in moments]
    assert busy(zone, *moments) == Counter((one.isoweekday(), one.hour) for one in shown)
