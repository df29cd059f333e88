"""The trial alert that the console offers for each tool, as a command to copy."""

import json
from pathlib import Path

import pytest

from memoryops.alerts.sources import BY_NAME, SOURCES
from memoryops.alerts.values import AlertStatus
from memoryops.incidents.lifecycle import Severity

CONSOLE = Path(__file__).parents[3] / "frontend" / "src" / "features" / "integrations" / "trials.json"
TRIALS = json.loads(CONSOLE.read_text())


def test_every_source_has_a_trial() -> None:
    assert set(TRIALS) == set(SOURCES)


@pytest.mark.parametrize("source", TRIALS)
def test_a_trial_is_read_as_one_minor_alert_that_says_what_it_is(source: str) -> None:
    (alert,) = BY_NAME[source].read(TRIALS[source]).alerts
    assert alert.status is AlertStatus.firing
    assert "Trial" in alert.title
    assert alert.severity in (None, Severity.sev4, Severity.sev3)
    assert alert.notes == ()
