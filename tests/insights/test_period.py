"""What period a request asks for."""

from datetime import UTC, datetime, timedelta

import pytest

from memoryops.insights.period import InvalidPeriodError, Period, read_period
from memoryops.kit.clock import ManualClock
from tests.harness import START

CLOCK = ManualClock(START)
TOMORROW = datetime(2026, 12, 1, tzinfo=UTC)


def asked(begins: str | None = None, ends: str | None = None) -> Period:
    return read_period(begins, ends, [], True, CLOCK)


def test_without_bounds_it_is_the_last_ninety_days_with_today() -> None:
    assert asked() == Period(TOMORROW - timedelta(days=90), TOMORROW)


def test_dates_are_whole_days_and_the_last_one_belongs_to_it() -> None:
    assert asked("2026-11-01", "2026-11-30") == Period(datetime(2026, 11, 1, tzinfo=UTC), TOMORROW)
    assert asked("2026-11-30", "2026-11-30").end - asked("2026-11-30", "2026-11-30").start == timedelta(days=1)


def test_moments_are_taken_as_they_are_in_any_zone() -> None:
    period = asked("2026-11-30T10:00:00+02:00", "2026-11-30T12:00:00Z")
    assert (period.start.hour, period.end.hour) == (8, 12)


@pytest.mark.parametrize(
    ("begins", "ends"),
    [
        ("2026-11-30", "2026-11-29"),
        ("2026-11-30T12:00:00Z", "2026-11-30T12:00:00Z"),
        ("2020-01-01", "2026-11-30"),
        ("yesterday", None),
        ("2026-11-31", None),
        ("2026-11-30T12:00:00", None),
        (None, "0001-01-01"),
        ("9999-12-31", "9999-12-31"),
        (None, "9999-12-31T23:59:59-01:00"),
        ("٢٠٢٦-11-30", None),
    ],
)
def test_what_is_no_period_is_refused(begins: str | None, ends: str | None) -> None:
    with pytest.raises(InvalidPeriodError):
        asked(begins, ends)


def test_the_period_before_is_as_long_and_ends_where_this_one_begins() -> None:
    period = asked("2026-11-01", "2026-11-30")
    assert (period.before.start, period.before.end) == (datetime(2026, 10, 2, tzinfo=UTC), period.start)


def test_a_call_for_rows_asks_for_the_same_period() -> None:
    period = Period(datetime(2026, 11, 1, tzinfo=UTC), TOMORROW, ("a&b", "c"), samples=False)
    expected = "from=2026-11-01&to=2026-11-30&service=a%26b&service=c&samples=false&of=incidents"
    assert period.rows("/insights/rows", of="incidents") == f"/api/v1/insights/rows?{expected}"
    assert "service=x&" not in period.rows("/insights/rows", of="open", service="x").replace("service=x", "", 1)
    half = Period(datetime(2026, 11, 1, 6, tzinfo=UTC), TOMORROW)
    assert "from=2026-11-01T06%3A00%3A00.000Z&to=2026-11-30&" in half.rows("/insights/rows", of="incidents")
