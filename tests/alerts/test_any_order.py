"""What any order of the same messages comes to, and how little of them is kept."""

from dataclasses import replace
from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from memoryops.alerts.order.history import History, changes, hear
from memoryops.alerts.order.occurrences import KEPT_MARKS
from memoryops.alerts.values import AlertReading, AlertStatus
from tests.alerts.messages import FIRING, KNOWN, RESOLVED, START, heard, summary, told

TIMES = st.integers(0, 12)
WITH_STARTS = st.builds(
    lambda status, start, end: told(status, start, end=start + end if status is RESOLVED else None),
    st.sampled_from(KNOWN),
    TIMES,
    st.integers(0, 4),
)
WITH_MOMENTS = st.builds(lambda status, made: told(status, made=made), st.sampled_from(AlertStatus), TIMES)
MESSAGE = st.one_of(WITH_STARTS, WITH_MOMENTS)
MESSAGES = st.lists(MESSAGE, min_size=1, max_size=9)


def state(history: History) -> tuple[object, ...]:
    """All of an alert's state that must not depend on the order of arrival."""
    spans = [
        (one.began, one.ended, one.acknowledged, one.fired, one.resolved, one.superseded) for one in history.occurrences
    ]
    return history.status, history.fired, history.notes, history.duplicates, spans


@settings(max_examples=150, deadline=None)
@given(data=st.data(), messages=MESSAGES)
def test_deliveries_in_any_order_and_any_number_end_in_the_same_state(
    data: st.DataObject, messages: list[AlertReading]
) -> None:
    sent = [message for message in messages for _ in range(data.draw(st.integers(1, 3)))]
    assert state(heard(*sent)[0]) == state(heard(*data.draw(st.permutations(sent)))[0])


def later(reading: AlertReading, by: timedelta) -> AlertReading:
    names = ("starts_at", "ends_at", "occurred_at")
    return replace(reading, **{name: told and told + by for name in names if (told := getattr(reading, name))})


@settings(max_examples=100, deadline=None)
@given(data=st.data(), messages=MESSAGES)
def test_what_one_wrong_clock_tells_comes_to_the_same_as_if_it_were_right(
    data: st.DataObject, messages: list[AlertReading]
) -> None:
    ahead = [later(message, timedelta(days=200)) for message in data.draw(st.permutations(messages))]
    assert summary(heard(*ahead)[0]) == summary(heard(*messages)[0])


@settings(max_examples=100, deadline=None)
@given(messages=st.lists(st.one_of(MESSAGE, MESSAGE.map(lambda one: later(one, timedelta(minutes=20)))), max_size=9))
def test_following_the_changes_gives_the_occurrences(messages: list[AlertReading]) -> None:
    """What the record does with its rows, on a dictionary."""
    rows: dict[int, object] = {}
    history = History()
    for message in messages:
        after, _ = hear(history, message, START)
        for change in changes(history, after):
            if change.began is not None:
                del rows[change.began]
            if change.now is not None:
                rows[change.now.began] = change.now.standing
        history = after
    assert rows == {one.began: one.standing for one in history.occurrences}


def test_what_is_kept_of_an_alert_stays_small_and_its_counts_stay_true() -> None:
    messages = [
        message
        for start in range(0, 1000, 10)
        for message in (told(FIRING, start), told(RESOLVED, start, end=start + 5))
    ]
    history, rules = heard(*messages, *messages)
    assert len(history.marks) <= KEPT_MARKS
    assert summary(history) == ("resolved", 100, 200)
    assert set(rules[200:]) == {"settled", "late_duplicate", "repeat"}


def test_an_alert_that_is_told_again_for_days_stays_one_small_occurrence() -> None:
    history, _ = heard(*(told(FIRING, made=made) for made in range(500)), told(RESOLVED, made=600))
    assert len(history.marks) <= KEPT_MARKS
    assert summary(history) == ("resolved", 1, 499)
