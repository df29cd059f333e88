"""Words about where an alert stands, as tools spell them."""

import pytest

from memoryops.alerts.reading.statuses import status_of
from memoryops.alerts.values import AlertStatus


@pytest.mark.parametrize("word", [None, "FIRING", "No Data", "no-data", " In alarm ", "Not OK", "PROBLEM", "reopened"])
def test_what_is_wrong_fires_and_no_word_is_one_too(word: str | None) -> None:
    assert status_of(word) is AlertStatus.firing


@pytest.mark.parametrize("word", ["OK", "Recovered", "CLOSED", "up", "passing"])
def test_what_is_over_is_resolved(word: str) -> None:
    assert status_of(word) is AlertStatus.resolved


@pytest.mark.parametrize("word", ["snoozed", "1", "no idea", ""])
def test_what_nobody_knows_is_unknown(word: str) -> None:
    assert status_of(word) is AlertStatus.unknown


def test_a_sources_own_words_come_first() -> None:
    assert status_of("Manually Resolved", {"manually resolved": AlertStatus.acknowledged}) is AlertStatus.acknowledged
