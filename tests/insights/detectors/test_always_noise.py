"""Alert that is always noise: it fired often enough to say so, and nobody ever acted."""

import pytest

from memoryops.insights.detectors.always_noise import detect
from memoryops.insights.found import Weight
from tests.insights.histories import alert, history


def test_an_alert_that_nobody_ever_acts_on_is_told() -> None:
    (found,) = detect(history(alerts=[alert(12)]))
    assert found.alert == alert(12)
    assert "fired 12 times" in found.tell("").sentence


def test_nine_firings_are_too_few_to_say() -> None:
    assert list(detect(history(alerts=[alert(9)]))) == []


def test_one_that_mattered_once_is_not_always_noise() -> None:
    assert list(detect(history(alerts=[alert(500, acted_on=1)]))) == []


@pytest.mark.parametrize(("fired", "weight"), [(10, Weight.low), (30, Weight.medium), (100, Weight.high)])
def test_the_weight_grows_with_the_noise(fired: int, weight: Weight) -> None:
    assert [found.weight for found in detect(history(alerts=[alert(fired)]))] == [weight]


def test_two_alerts_of_one_name_are_two_findings() -> None:
    found = list(detect(history(alerts=[alert(12), alert(12, pk=2)])))
    assert len({one.id for one in found}) == 2
