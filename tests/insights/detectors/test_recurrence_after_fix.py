"""Recurrence after a fix: what `fixed` promised, and the same error again."""

from memoryops.incidents.lifecycle import Outcome
from memoryops.insights.detectors.recurrence_after_fix import detect
from memoryops.insights.found import Weight
from memoryops.insights.history import History
from tests.insights.histories import ago, history, ids, incident


def came(*days_ago: float, outcome: Outcome = Outcome.fixed) -> History:
    """The same error on those days, each resolved within an hour."""
    return history(
        *(incident(n, ago(days=days), fingerprint="v1:a", outcome=outcome) for n, days in enumerate(days_ago, 101))
    )


def test_an_error_that_came_again_after_its_fix_is_told_with_both_incidents() -> None:
    (found,) = detect(came(30, 10))
    assert ids(found.incidents) == ["INC-101", "INC-102"]
    assert found.weight is Weight.low
    assert {one.name: one.value for one in found.tell("").numbers} == {
        "recurrences": 1,
        "longest_hold": 20 * 86_400 - 3_600,
    }
    assert "came again once" in found.tell("").sentence
    assert "20 days" in found.tell("").sentence


def test_the_weight_grows_with_the_recurrences() -> None:
    assert [found.weight for found in detect(came(30, 20, 10))] == [Weight.medium]
    assert [found.weight for found in detect(came(40, 30, 20, 10))] == [Weight.high]


def test_an_error_that_came_once_is_none() -> None:
    assert list(detect(came(30))) == []


def test_a_mitigation_or_a_recovery_by_itself_promises_nothing() -> None:
    assert list(detect(came(30, 10, outcome=Outcome.mitigated))) == []
    assert list(detect(came(30, 10, outcome=Outcome.self_recovered))) == []


def test_a_false_alarm_is_no_recurrence() -> None:
    first = incident(101, ago(days=30), fingerprint="v1:a")
    second = incident(102, ago(days=10), fingerprint="v1:a", outcome=Outcome.false_alarm)
    assert list(detect(history(first, second))) == []


def test_an_incident_that_began_before_the_fix_does_not_count_against_it() -> None:
    first = incident(101, ago(days=30), hours=48, fingerprint="v1:a")
    second = incident(102, ago(days=29), fingerprint="v1:a")
    assert list(detect(history(first, second))) == []


def test_a_fix_from_before_the_period_counts_when_the_error_comes_in_it() -> None:
    earlier = incident(101, ago(days=200), fingerprint="v1:a")
    now = incident(150, ago(days=10), hours=None, fingerprint="v1:a")
    (found,) = detect(history(now, earlier={"v1:a": earlier}))
    assert ids(found.incidents) == ["INC-101", "INC-150"]


def test_errors_without_a_text_are_never_the_same() -> None:
    assert list(detect(history(incident(101, ago(days=30)), incident(102, ago(days=10))))) == []


def test_the_same_error_has_the_same_id_whenever_it_is_looked_for() -> None:
    (one,), (other,) = detect(came(30, 10)), detect(came(40, 30, 10))
    assert one.id == other.id
