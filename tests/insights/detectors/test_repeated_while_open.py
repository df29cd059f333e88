"""Repeated while an action item was open: what was to be done, and the same error before it was."""

from datetime import datetime

from memoryops.incidents.lifecycle import Outcome
from memoryops.insights.detectors.repeated_while_open import detect
from memoryops.insights.facts import ActionFact, IncidentFact
from memoryops.insights.found import Weight
from tests.insights.histories import ago, history, ids, incident

FIRST = incident(101, ago(days=30), fingerprint="v1:a")
AGAIN = incident(102, ago(days=10), fingerprint="v1:a")


def left(of: IncidentFact, closed_at: datetime | None = None, *, number: int = 1, days_ago: float = 29) -> ActionFact:
    """An action item that was added so long ago."""
    return ActionFact(f"ACT-{number}", of.number, str(of.fingerprint), of.sample, ago(days=days_ago), closed_at)


def test_an_error_that_repeats_while_an_item_is_open_is_told_with_both_incidents() -> None:
    (found,) = detect(history(FIRST, AGAIN, left_open=[left(FIRST), left(FIRST, number=2)]))
    assert ids(found.incidents) == ["INC-102"]
    assert ids(found.compared) == ["INC-101"]
    assert found.weight is Weight.low
    assert "repeated once, with ACT-1, ACT-2 still open" in found.tell("").sentence
    assert {one.name: one.value for one in found.tell("").numbers} == {"repeats": 1, "incidents_that_left_items": 1}


def test_an_item_that_was_closed_before_or_added_after_was_not_open() -> None:
    assert list(detect(history(FIRST, AGAIN, left_open=[left(FIRST, closed_at=ago(days=11))]))) == []
    assert list(detect(history(FIRST, AGAIN, left_open=[left(FIRST, days_ago=9)]))) == []
    assert len(list(detect(history(FIRST, AGAIN, left_open=[left(FIRST, closed_at=ago(days=9))])))) == 1


def test_items_of_the_incident_itself_or_of_a_later_one_do_not_count() -> None:
    assert list(detect(history(FIRST, AGAIN, left_open=[left(AGAIN)]))) == []


def test_a_false_alarm_is_no_repeat_and_neither_is_another_error() -> None:
    alarm = AGAIN._replace(outcome=Outcome.false_alarm)
    assert list(detect(history(FIRST, alarm, left_open=[left(FIRST)]))) == []
    assert list(detect(history(FIRST, AGAIN._replace(fingerprint="v1:b"), left_open=[left(FIRST)]))) == []


def test_an_item_from_long_before_the_period_counts_when_the_error_comes_in_it() -> None:
    old = incident(50, ago(days=400), fingerprint="v1:a")
    last = incident(60, ago(days=200), fingerprint="v1:a")
    (found,) = detect(history(AGAIN, earlier={"v1:a": last}, left_open=[left(old, days_ago=399)]))
    assert (ids(found.incidents), ids(found.compared)) == (["INC-102"], ["INC-50"])


def test_the_weight_grows_with_the_repeats() -> None:
    more = [incident(number, ago(days=120 - number), fingerprint="v1:a") for number in (103, 104)]
    assert [one.weight for one in detect(history(FIRST, AGAIN, more[0], left_open=[left(FIRST)]))] == [Weight.medium]
    assert [one.weight for one in detect(history(FIRST, AGAIN, *more, left_open=[left(FIRST)]))] == [Weight.high]
