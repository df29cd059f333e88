"""A fix that did not hold: one resolution, the error soon back."""

from memoryops.insights.detectors.fix_did_not_hold import detect
from memoryops.insights.facts import Facts
from memoryops.insights.found import Weight
from tests.insights.histories import ago, facts, incident, tried


def came(*days_ago: float, root: str = "INC-101") -> Facts:
    """The same error on those days, each time ended by the same resolution."""
    return facts(*(incident(n, ago(days=days), fingerprint="v1:a", root=root) for n, days in enumerate(days_ago, 101)))


def test_a_resolution_after_which_the_error_is_soon_back_twice_is_told() -> None:
    (found,) = detect(came(30, 27, 25))
    assert found.title == "The resolution of INC-101 does not hold"
    assert [one.id for one in found.incidents] == ["INC-101", "INC-102", "INC-103"]
    assert {one.name: one.value for one in found.numbers} == {"back_within_7_days": 2, "did_not_help": 0, "held": 1}
    assert [one.id for one in found.compared] == ["INC-103"]


def test_one_failure_may_be_chance() -> None:
    assert list(detect(came(30, 27))) == []


def test_a_resolution_that_held_as_often_as_it_failed_is_none() -> None:
    assert list(detect(came(80, 78, 60, 58, 40))) == []


def test_back_after_more_than_a_week_is_no_failure() -> None:
    assert list(detect(came(60, 40, 20))) == []


def test_what_people_recorded_counts_as_a_failure() -> None:
    history = came(30, 27)
    (found,) = detect(facts(*history.incidents, tried=[tried("INC-102", "INC-101")]))
    assert found.weight is Weight.low
    assert {one.name: one.value for one in found.numbers}["did_not_help"] == 1


def test_different_resolutions_of_one_error_are_judged_apart() -> None:
    incidents = [
        incident(n, ago(days=days), fingerprint="v1:a", root=f"INC-{n}") for n, days in enumerate((30, 27, 24), 101)
    ]
    assert list(detect(facts(*incidents))) == []


def test_a_fix_that_is_not_a_week_old_has_neither_held_nor_failed() -> None:
    (found,) = detect(came(6, 4, 2))
    assert {one.name: one.value for one in found.numbers}["held"] == 0
