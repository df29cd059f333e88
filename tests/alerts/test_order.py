"""The order of things: the table itself, and what any order of the same messages comes to."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryops.alerts.order.history import History, changes, hear, trimmed
from memoryops.alerts.order.marks import moment
from memoryops.alerts.order.occurrences import KEPT_MARKS
from memoryops.alerts.order.rules import RULES, SHOWN_AS, Standing, rule_for
from memoryops.alerts.values import AlertReading, AlertStatus

START = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
KNOWN = (AlertStatus.firing, AlertStatus.acknowledged, AlertStatus.resolved)
FIRING, ACKNOWLEDGED, RESOLVED = KNOWN


def minute(value: float) -> datetime:
    return START + timedelta(minutes=value)


def told(
    status: AlertStatus, start: float | None = None, *, end: float | None = None, made: float | None = None
) -> AlertReading:
    """A message; times in minutes."""
    return AlertReading(
        fingerprint="disk",
        title="Disk full",
        status=status,
        starts_at=None if start is None else minute(start),
        ends_at=None if end is None else minute(end),
        occurred_at=None if made is None else minute(made),
    )


def heard(*messages: AlertReading) -> tuple[History, list[str]]:
    """What comes of the messages, one arriving each second, and the rules by which they were taken."""
    history, rules = History(), []
    for index, message in enumerate(messages):
        history, rule = hear(history, message, START + timedelta(hours=2, seconds=index))
        history = trimmed(history)
        rules.append(rule.name)
    return history, rules


def state(history: History) -> tuple[object, ...]:
    """All of an alert's state that must not depend on the order of arrival."""
    spans = [
        (one.began, one.ended, one.acknowledged, one.fired, one.resolved, one.superseded) for one in history.occurrences
    ]
    return history.status, history.fired, history.notes, history.duplicates, spans


def summary(history: History) -> tuple[str, int, int]:
    return history.status.value, history.fired, history.duplicates


def test_the_table_says_something_for_every_standing_and_every_word() -> None:
    assert set(RULES) == set(product(Standing, KNOWN))


def test_the_same_message_again_is_a_duplicate_in_every_standing() -> None:
    for standing, status in product(Standing, KNOWN):
        then = RULES[standing, status].then
        again = RULES[then, status]
        assert again.then is then
        assert again.name in {"repeat", "late_duplicate", "late_acknowledgement", "ends"}


@pytest.mark.parametrize("words", list(product(KNOWN, repeat=3)), ids=lambda words: "-".join(map(str, words)))
def test_words_about_one_occurrence_end_in_one_standing_in_every_order(words: Sequence[AlertStatus]) -> None:
    ends = set()
    for order in permutations(words):
        standing = Standing.absent
        for word in order:
            standing = RULES[standing, word].then
        ends.add(standing)
    assert len(ends) == 1


def test_only_a_first_word_of_firing_pages() -> None:
    paging = {(standing, status) for (standing, status), rule in RULES.items() if rule.pages}
    assert paging == {(Standing.absent, FIRING), (Standing.unseen, FIRING)}


def test_an_occurrence_that_is_over_is_never_shown_as_firing() -> None:
    over = (Standing.over, Standing.orphan, Standing.superseded)
    assert {SHOWN_AS[standing] for standing in over} == {RESOLVED}
    assert {RULES[standing, status].then for standing in over for status in KNOWN} <= set(over)


def test_a_new_start_after_a_resolve_is_a_new_occurrence() -> None:
    history, rules = heard(told(FIRING, 0), told(RESOLVED, 0, end=5), told(FIRING, 10))
    assert rules == ["opens", "resolves", "opens"]
    assert summary(history) == ("firing", 2, 0)


def test_the_same_start_after_a_resolve_is_a_late_duplicate() -> None:
    history, rules = heard(told(FIRING, 0), told(RESOLVED, 0, end=5), told(FIRING, 0))
    assert rules[-1] == "late_duplicate"
    assert summary(history) == ("resolved", 1, 1)


def test_a_resolve_without_a_firing_is_an_orphan_and_its_firing_is_late() -> None:
    history, rules = heard(told(RESOLVED, 0, end=5))
    assert (rules, summary(history)) == (["orphan"], ("resolved", 0, 0))
    assert history.notes[0].startswith("orphan")
    history, rules = heard(told(RESOLVED, 0, end=5), told(FIRING, 0))
    assert (rules, summary(history), history.notes) == (["orphan", "late_firing"], ("resolved", 1, 0), ())


def test_an_acknowledgement_after_a_resolve_does_not_reopen() -> None:
    for late in (told(ACKNOWLEDGED, 0, made=7), told(ACKNOWLEDGED, made=7), told(ACKNOWLEDGED)):
        history, rules = heard(told(FIRING, 0), told(RESOLVED, 0, end=5), late)
        assert rules[-1] == "late_acknowledgement"
        assert history.status is RESOLVED


def test_an_acknowledgement_without_a_firing_pages_nobody_and_its_firing_does() -> None:
    history, rules = heard(told(ACKNOWLEDGED, 0))
    assert (rules, summary(history)) == (["unseen_acknowledgement"], ("acknowledged", 0, 0))
    history, rules = heard(told(ACKNOWLEDGED, 0), told(FIRING, 0))
    assert (rules[-1], summary(history)) == ("late_opening", ("acknowledged", 1, 0))


def test_a_resolve_that_names_no_start_ends_what_began_before_it() -> None:
    history, rules = heard(told(FIRING, 0), told(RESOLVED, made=5), told(FIRING, 10))
    assert rules == ["opens", "resolves", "opens"]
    assert [one.ended is None for one in history.occurrences] == [False, True]


def test_a_source_without_times_goes_by_arrival() -> None:
    history, rules = heard(told(FIRING), told(FIRING), told(RESOLVED), told(RESOLVED), told(FIRING))
    assert rules == ["opens", "repeat", "resolves", "repeat", "opens"]
    assert summary(history) == ("firing", 2, 2)


def test_a_message_without_a_time_follows_what_a_clock_ahead_of_ours_has_told() -> None:
    ahead = told(FIRING, made=60 * 24 * 100)
    assert heard(ahead, told(RESOLVED))[1] == ["opens", "resolves"]
    history, rules = heard(
        told(FIRING, 60 * 24 * 100), told(ACKNOWLEDGED), told(RESOLVED), told(RESOLVED), told(FIRING)
    )
    assert rules == ["opens", "acknowledges", "resolves", "repeat", "opens"]
    assert summary(history) == ("firing", 2, 1)


def test_messages_of_one_millisecond_without_times_keep_their_order() -> None:
    history = History()
    for status in (FIRING, RESOLVED, FIRING):
        history, _ = hear(history, told(status), START)
    assert summary(history) == ("firing", 2, 0)


def test_a_source_that_never_says_that_something_is_over_fires_anew_with_each_start() -> None:
    history, rules = heard(told(FIRING, 0), told(FIRING, 60), told(FIRING, 0))
    assert rules == ["opens", "opens", "late_duplicate"]
    assert summary(history) == ("firing", 2, 1)


def test_starts_that_differ_by_seconds_with_no_end_between_are_one_occurrence() -> None:
    history, _ = heard(told(FIRING, 0.2), told(FIRING, 0), told(RESOLVED, 0, end=5))
    assert summary(history) == ("resolved", 1, 1)


def test_a_new_start_seconds_after_the_end_is_a_new_occurrence() -> None:
    history, _ = heard(told(FIRING, 0), told(RESOLVED, 0, end=0.1), told(FIRING, 0.2))
    assert summary(history) == ("firing", 2, 0)


def test_a_resolve_with_a_start_of_its_own_is_an_orphan_and_the_alert_is_over() -> None:
    history, rules = heard(told(FIRING, 0), told(RESOLVED, 10, end=15))
    assert (rules[-1], summary(history)) == ("orphan", ("resolved", 1, 0))


def test_an_older_occurrence_that_is_heard_of_late_is_counted_and_pages_nobody() -> None:
    history, rules = heard(told(FIRING, 10), told(FIRING, 0), told(RESOLVED, 0, end=5))
    assert rules == ["opens", "earlier_occurrence", "ends"]
    assert summary(history) == ("firing", 2, 0)


def test_an_end_before_the_start_ends_the_occurrence_all_the_same() -> None:
    history, _ = heard(told(FIRING, 5), told(RESOLVED, 5, end=1))
    assert summary(history) == ("resolved", 1, 0)


def test_a_word_that_says_nothing_changes_no_occurrence() -> None:
    history, rules = heard(told(FIRING, 0), told(AlertStatus.unknown, made=3))
    assert rules[-1] == "no_word"
    assert summary(history) == ("unknown", 1, 0)
    history, rules = heard(told(FIRING, 0), told(AlertStatus.unknown, made=3), told(RESOLVED, made=5))
    assert summary(history) == ("resolved", 1, 0)


def test_microseconds_do_not_make_another_start() -> None:
    finer = told(RESOLVED, 0, end=5)
    finer = AlertReading(**{**vars(finer), "starts_at": minute(0) + timedelta(microseconds=321)})
    history, _ = heard(told(FIRING, 0), finer)
    assert summary(history) == ("resolved", 1, 0)


def test_a_resolve_that_was_late_splits_what_looked_like_one_occurrence() -> None:
    before, _ = heard(told(FIRING, made=0), told(FIRING, made=10))
    after, _ = hear(before, told(RESOLVED, made=5), START)
    assert (before.fired, after.fired) == (1, 2)
    assert [change.began for change in changes(before, after)] == [before.occurrences[0].began, None]


def test_an_earlier_firing_moves_the_start_of_the_same_occurrence() -> None:
    before, _ = heard(told(FIRING, made=10))
    after, rule = hear(before, told(FIRING, made=0), START)
    assert rule.name == "repeat"
    (change,) = changes(before, after)
    assert change.now is not None
    assert (change.began, change.now.began) == (before.occurrences[0].began, after.occurrences[0].began)


YEAR = 366 * 24 * 60
"""Minutes by which a wrong clock is ahead."""


def test_a_true_start_counts_as_newer_than_one_that_lies_ahead() -> None:
    """Also one that began shortly before word of the wrong one came."""
    for ends in ([told(RESOLVED, 73 * YEAR, end=125)], []):
        history, rules = heard(told(FIRING, 73 * YEAR), *ends, told(FIRING, 115))
        assert (rules[0], rules[-1]) == ("opens", "opens")
        assert summary(history) == ("firing", 2, 0)
        assert history.newest is not None
        assert moment(history.newest.began) == minute(115)


def test_a_start_that_lies_ahead_counts_as_newer_than_what_was_known_and_is_shown_as_told() -> None:
    history, rules = heard(told(FIRING, 0), told(RESOLVED, 0, end=5), told(FIRING, YEAR), told(FIRING, YEAR))
    assert rules == ["opens", "resolves", "opens", "repeat"]
    assert summary(history) == ("firing", 2, 1)
    assert history.newest is not None
    assert moment(history.newest.began) == minute(YEAR)


def test_the_time_that_lay_ahead_once_comes_and_is_the_same_start_still() -> None:
    history = History()
    for received in (0, YEAR + 1):
        history, rule = hear(history, told(FIRING, YEAR), minute(received))
    assert (rule.name, summary(history)) == ("repeat", ("firing", 1, 1))


def test_another_wrong_start_counts_by_its_arrival() -> None:
    history, rules = heard(told(FIRING, 9 * YEAR), told(RESOLVED, 9 * YEAR), told(FIRING, YEAR))
    assert rules == ["opens", "resolves", "opens"]
    assert summary(history) == ("firing", 2, 0)


def test_a_moment_that_lies_ahead_is_placed_by_arrival() -> None:
    history, rules = heard(told(FIRING, made=YEAR), told(RESOLVED, made=YEAR + 3), told(FIRING, made=110))
    assert rules == ["opens", "resolves", "opens"]
    assert summary(history) == ("firing", 2, 0)


def test_an_end_that_lies_ahead_ends_a_true_start_at_no_moment_that_is_known() -> None:
    history, rules = heard(told(FIRING, 0), told(RESOLVED, 0, end=YEAR), told(FIRING, made=110))
    assert rules == ["opens", "resolves", "opens"]
    assert [one.ended for one in history.occurrences] == [None, None]
    history, rules = heard(told(FIRING, 0), told(RESOLVED, made=YEAR), told(FIRING, 110), told(RESOLVED, made=115))
    assert rules == ["opens", "resolves", "opens", "resolves"]


def test_true_messages_without_a_start_go_on_from_one_that_lies_ahead() -> None:
    history, rules = heard(told(FIRING, YEAR), told(RESOLVED, made=115), told(FIRING, made=117))
    assert rules == ["opens", "resolves", "opens"]
    assert summary(history) == ("firing", 2, 0)


def test_clocks_that_differ_by_minutes_are_taken_at_their_word() -> None:
    history = History()
    for start in (0, 4):
        history, _ = hear(history, told(FIRING, start), minute(0))
    history, rule = hear(history, told(FIRING, 2), minute(0))
    assert rule.name == "earlier_occurrence"


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


def test_rules_are_told_apart_by_whether_a_newer_occurrence_is_known() -> None:
    assert rule_for(Standing.absent, FIRING, newest=False).pages is False
    assert rule_for(Standing.absent, FIRING, newest=True).pages is True
