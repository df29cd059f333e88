"""Numbers of things agree with the words beside them."""

import pytest

from memoryops.kit.counting import counted, times


@pytest.mark.parametrize(("amount", "told"), [(0, "0 alerts"), (1, "1 alert"), (2, "2 alerts")])
def test_one_thing_is_said_otherwise_than_several(amount: int, told: str) -> None:
    assert counted(amount, "alert") == told


def test_words_that_are_not_made_by_an_s_are_given() -> None:
    assert (counted(1, "entry", "entries"), counted(2, "entry", "entries")) == ("1 entry", "2 entries")


@pytest.mark.parametrize(("count", "told"), [(1, "once"), (2, "twice"), (3, "3 times")])
def test_how_often_is_said_in_words_where_there_are_some(count: int, told: str) -> None:
    assert times(count) == told
