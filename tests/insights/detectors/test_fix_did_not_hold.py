"""A fix that did not hold: one resolution, the error soon back."""

from collections.abc import Sequence

from memoryops.insights.detectors.fix_did_not_hold import detect
from memoryops.insights.facts import Tried
from memoryops.insights.found import Weight
from memoryops.insights.history import History
from tests.insights.histories import ago, history, ids, incident, tried


def came(*days_ago: float, root: str = "INC-101", in_vain: Sequence[Tried] = ()) -> History:
    """The same error on those days, each time ended by the same resolution."""
    incidents = (incident(n, ago(days=days), fingerprint="v1:a", root=root) for n, days in enumerate(days_ago, 101))
    return history(*incidents, tried=in_vain)


def test_a_resolution_after_which_the_error_is_soon_back_twice_is_told() -> None:
    (found,) = detect(came(30, 27, 25))
    assert found.tell("").title == "The resolution of INC-101 does not hold"
    assert ids(found.incidents) == ["INC-101", "INC-102", "INC-103"]
    assert {one.name: one.value for one in found.tell("").numbers} == {
        "back_within_7_days": 2,
        "did_not_help": 0,
        "held": 1,
    }
    assert ids(found.compared) == ["INC-103"]


def test_one_failure_may_be_chance() -> None:
    assert list(detect(came(30, 27))) == []


def test_a_resolution_that_held_as_often_as_it_failed_is_none() -> None:
    assert list(detect(came(80, 78, 60, 58, 40))) == []


def test_back_after_more_than_a_week_is_no_failure() -> None:
    assert list(detect(came(60, 40, 20))) == []


def test_what_people_recorded_counts_as_a_failure() -> None:
    (found,) = detect(came(30, 27, in_vain=[tried(102, "INC-101")]))
    assert found.weight is Weight.low
    assert {one.name: one.value for one in found.tell("").numbers}["did_not_help"] == 1


def test_different_resolutions_of_one_error_are_judged_apart() -> None:
    incidents = [
        incident(n, ago(days=days), fingerprint="v1:a", root=f"INC-{n}") for n, days in enumerate((30, 27, 24), 101)
    ]
    assert list(detect(history(*incidents))) == []


def test_a_fix_that_is_not_a_week_old_has_neither_held_nor_failed() -> None:
    (found,) = detect(came(6, 4, 2))
    assert {one.name: one.value for one in found.tell("").numbers}["held"] == 0
