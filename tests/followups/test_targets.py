"""When action items should be done and which are late, by the day in UTC."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from memoryops.followups.lifecycle import ActionItemState as State
from memoryops.followups.targets import Lateness, lateness, missed_before, target_on, today
from memoryops.incidents.lifecycle import Severity

DUE = date(2026, 11, 30)
FAR = date(2027, 6, 1)
DECLARED = datetime(2026, 11, 2, 23, 59, tzinfo=UTC)
RESOLVED = datetime(2026, 11, 3, 0, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("severity", "weeks"), [(Severity.sev1, 4), (Severity.sev2, 4), (Severity.sev3, 8), (Severity.sev4, 8)]
)
def test_the_target_is_four_weeks_for_what_is_severe_and_eight_for_the_rest(severity: Severity, weeks: int) -> None:
    target = target_on(severity, declared_at=DECLARED, resolved_at=RESOLVED)
    assert target == date(2026, 11, 3) + timedelta(weeks=weeks)


def test_until_there_is_a_resolution_the_target_counts_from_the_declaration() -> None:
    assert target_on(Severity.sev1, declared_at=DECLARED, resolved_at=None) == DUE


def test_a_target_crosses_the_turn_of_the_year_and_a_leap_day() -> None:
    leap = datetime(2028, 2, 1, 12, tzinfo=UTC)
    assert target_on(Severity.sev1, declared_at=leap, resolved_at=None) == date(2028, 2, 29)
    december = datetime(2026, 12, 10, tzinfo=UTC)
    assert target_on(Severity.sev3, declared_at=december, resolved_at=None) == date(2027, 2, 4)


def test_a_day_is_a_day_in_utc_wherever_the_reader_is() -> None:
    tokyo, lima = timezone(timedelta(hours=9)), timezone(timedelta(hours=-5))
    assert today(datetime(2026, 12, 1, 8, 59, tzinfo=tokyo)) == DUE
    assert today(datetime(2026, 11, 30, 19, 0, tzinfo=lima)) == date(2026, 12, 1)


@pytest.mark.parametrize(
    ("day", "days"), [(date(2026, 11, 29), 0), (DUE, 0), (date(2026, 12, 1), 1), (date(2027, 1, 1), 32)]
)
def test_an_item_is_overdue_from_the_day_after_its_due_date(day: date, days: int) -> None:
    assert lateness(State.open, DUE, FAR, day) == Lateness(days_overdue=days, past_target=False)
    assert lateness(State.in_progress, DUE, FAR, day).overdue is (days > 0)


def test_being_past_the_target_is_another_thing_than_being_overdue() -> None:
    target = date(2026, 11, 1)
    assert lateness(State.open, FAR, target, DUE) == Lateness(days_overdue=0, past_target=True)
    assert lateness(State.open, None, target, DUE) == Lateness(days_overdue=0, past_target=True)
    assert lateness(State.open, None, target, target) == Lateness(days_overdue=0, past_target=False)


@pytest.mark.parametrize("closed", [State.done, State.wont_do])
def test_what_is_closed_is_never_late(closed: State) -> None:
    assert lateness(closed, date(2020, 1, 1), date(2020, 1, 1), DUE) == Lateness(days_overdue=0, past_target=False)


@pytest.mark.parametrize("severity", Severity)
@pytest.mark.parametrize("hour", [0, 12, 23])
def test_what_the_list_asks_the_record_is_what_is_judged(severity: Severity, hour: int) -> None:
    for days in (27, 28, 29, 55, 56, 57):
        resolved = datetime(2026, 11, 30, hour, 59, tzinfo=UTC) - timedelta(days=days)
        target = target_on(severity, declared_at=resolved, resolved_at=resolved)
        assert (resolved < missed_before(severity, DUE)) is lateness(State.open, None, target, DUE).past_target
