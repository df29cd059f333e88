"""Clocks that are ahead of ours: what they tell is placed by its arrival, and shown as told."""

from memoryops.alerts.order.history import History, hear
from memoryops.alerts.order.marks import moment
from tests.alerts.messages import FIRING, RESOLVED, heard, minute, summary, told

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
