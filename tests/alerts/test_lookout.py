"""What is somewhere provisionally is looked at with its messages, and in a storm not with each of them."""

from datetime import UTC, datetime, timedelta

from memoryops.alerts.order.lookout import AGAIN, Lookout

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def test_the_first_message_makes_the_rules_look_and_those_of_the_same_seconds_do_not() -> None:
    lookout = Lookout()
    assert lookout.due([1], NOW) == {1}
    assert lookout.due([1], NOW + AGAIN / 2) == set()
    assert lookout.due([1], NOW + AGAIN) == {1}


def test_when_one_is_due_the_others_are_looked_at_with_it() -> None:
    lookout = Lookout()
    lookout.due([1, 2], NOW)
    assert lookout.due([1, 2, 3], NOW + timedelta(seconds=1)) == {1, 2, 3}
    assert lookout.due([1, 2, 3], NOW + timedelta(seconds=2)) == set()


def test_what_is_not_provisional_is_not_looked_at() -> None:
    assert Lookout().due([], NOW) == set()
