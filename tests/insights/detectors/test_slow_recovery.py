"""Slow recovery: against the service's own history, whatever a few extremes in it were."""

import math
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryops.insights.detectors.slow_recovery import detect, limits
from memoryops.insights.facts import IncidentFact
from memoryops.insights.found import Weight
from tests.insights.histories import ago, history, ids, incident

USUAL = (1, 1.5, 0.8, 2, 1.2, 0.9, 1.6, 1.1, 0.7, 1.3)


def before(*hours: float) -> list[IncidentFact]:
    """Earlier incidents that took so long."""
    return [incident(101 + n, ago(days=60 - n), hours=took) for n, took in enumerate(hours)]


def lately(*hours: float) -> list[IncidentFact]:
    """Incidents of the last days that took so long."""
    return [incident(901 + n, ago(days=5 - n / 10), hours=took) for n, took in enumerate(hours)]


def test_an_incident_that_took_far_longer_is_told_and_what_it_was_compared_with() -> None:
    (found,) = detect(history(*before(*USUAL), *lately(20, 1)))
    assert ids(found.incidents) == ["INC-901"]
    assert len(found.compared) == len(USUAL)
    assert found.weight is Weight.low
    assert "INC-901, took 20 hours" in found.tell("").sentence


def test_what_is_within_the_usual_is_none() -> None:
    assert list(detect(history(*before(*USUAL), *lately(1, 2, 2.5)))) == []


def test_nine_earlier_incidents_are_too_few_to_know_the_usual() -> None:
    assert list(detect(history(*before(*USUAL[:9]), *lately(50)))) == []


def test_one_extreme_in_the_history_does_not_hide_the_next() -> None:
    (found,) = detect(history(*before(*USUAL, 200), *lately(20)))
    assert ids(found.incidents) == ["INC-901"]


def test_a_very_regular_history_does_not_make_a_small_delay_remarkable() -> None:
    assert list(detect(history(*before(*[1.0] * 12), *lately(1.9)))) == []
    assert len(list(detect(history(*before(*[1.0] * 12), *lately(2.1))))) == 1


def test_each_service_is_held_against_itself() -> None:
    slow = [one._replace(service="batch") for one in lately(20)]
    assert list(detect(history(*before(*USUAL), *slow))) == []


def test_the_usual_is_the_median() -> None:
    assert limits([3600, 3600, 360_000])[0] == pytest.approx(3600)


@given(st.lists(st.one_of(st.floats(0, 1e7), st.integers(0, 90).map(float)), min_size=1, max_size=60).map(sorted))
def test_the_limit_is_that_of_the_median_absolute_deviation_of_the_logarithms(times: list[float]) -> None:
    logs = [math.log(max(1.0, seconds)) for seconds in times]
    middle = median(logs)
    deviation = max(math.log(1.25), 1.4826 * median(abs(value - middle) for value in logs))
    limit = middle + max(3 * deviation, math.log(2))
    assert limits(times) == pytest.approx((math.exp(middle), math.exp(limit)), rel=1e-9)
