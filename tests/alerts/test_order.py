"""The order of things: the table itself, and what messages come to that are late, early or told again."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import permutations, product

import pytest

from memoryops.alerts.order.history import History, changes, hear
from memoryops.alerts.order.rules import RULES, SHOWN_AS, Standing, rule_for
from memoryops.alerts.values import AlertReading, AlertStatus
from tests.alerts.messages import ACKNOWLEDGED, FIRING, KNOWN, RESOLVED, START, heard, minute, summary, told


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


def test_rules_are_told_apart_by_whether_a_newer_occurrence_is_known() -> None:
    assert rule_for(Standing.absent, FIRING, newest=False).pages is False
    assert rule_for(Standing.absent, FIRING, newest=True).pages is True
