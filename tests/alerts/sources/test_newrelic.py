"""New Relic's issues, and the incidents of its older alert channels."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memoryops.alerts.sources.newrelic import read
from memoryops.alerts.values import AlertReading, AlertStatus, NotUnderstood
from memoryops.incidents.lifecycle import Severity

ISSUE = {
    "id": "a2b4-11",
    "issueUrl": "https://one.example.net/issues/a2b4-11",
    "title": "mailer query result is > 5.0 for 3 minutes on 'Mail queue'",
    "priority": "HIGH",
    "impactedEntities": ["mailer", "mailer-db"],
    "totalIncidents": 1,
    "state": "ACTIVATED",
    "createdAt": 1796029300123,
    "updatedAt": 1796029360456,
    "alertPolicyNames": ["Golden signals"],
    "alertConditionNames": ["Mail queue"],
    "workflowName": "to MemoryOps",
}

INCIDENT = {
    "incident_id": 4711,
    "condition_name": "Mail queue",
    "policy_name": "Golden signals",
    "current_state": "open",
    "severity": "WARNING",
    "details": "queue > 5 for 3 minutes",
    "timestamp": 1796029300123,
    "incident_url": "https://alerts.example.net/incidents/4711",
    "targets": [{"name": "mailer", "labels": {"env": "prod"}}],
}


def one(given: dict[str, Any]) -> AlertReading:
    (alert,) = read(given).alerts
    return alert


BODIES = [ISSUE, INCIDENT]


@pytest.mark.parametrize(
    ("state", "status"),
    [
        ("CREATED", AlertStatus.firing),
        ("ACTIVATED", AlertStatus.firing),
        ("activated", AlertStatus.firing),
        ("ACKNOWLEDGED", AlertStatus.acknowledged),
        ("CLOSED", AlertStatus.resolved),
    ],
)
def test_the_states_of_an_issue_are_one_alerts(state: str, status: AlertStatus) -> None:
    alert = one(ISSUE | {"state": state})
    assert (alert.fingerprint, alert.status) == ("a2b4-11", status)


def test_an_issue_is_called_as_its_condition() -> None:
    alert = one(ISSUE)
    assert (alert.title, alert.service) == ("Mail queue", "mailer")
    assert (alert.severity, alert.severity_raw) == (Severity.sev2, "HIGH")
    assert alert.error == "mailer query result is > 5.0 for 3 minutes on 'Mail queue'"
    assert alert.labels["entities"] == "mailer, mailer-db"
    assert alert.links[0].href == "https://one.example.net/issues/a2b4-11"
    assert (alert.starts_at, alert.ends_at) == (datetime(2026, 11, 30, 9, 1, 40, 123_000, tzinfo=UTC), None)


def test_a_closed_issue_ended_when_it_was_last_changed() -> None:
    assert one(ISSUE | {"state": "CLOSED"}).ends_at == datetime(2026, 11, 30, 9, 2, 40, 456_000, tzinfo=UTC)


@pytest.mark.parametrize(
    "given",
    [
        {**{key: value for key, value in ISSUE.items() if key != "id"}},
        {**ISSUE, "id": None, "issueUrl": "https://one.example.net/accounts/1/issues/a2b4-11?notifier=WEBHOOK"},
    ],
)
def test_an_issue_whose_id_was_left_out_has_it_in_its_address(given: dict[str, Any]) -> None:
    assert one(given).fingerprint == "a2b4-11"


def test_an_incident_whose_id_was_left_out_has_it_in_its_address() -> None:
    assert one({key: value for key, value in INCIDENT.items() if key != "incident_id"}).fingerprint == "4711"


def test_names_that_a_template_gives_one_by_one_count_like_lists() -> None:
    alert = one(ISSUE | {"alertConditionNames": "Mail queue", "impactedEntities": "mailer"})
    assert (alert.title, alert.service) == ("Mail queue", "mailer")


def test_an_issue_with_an_incidents_words_is_called_by_them() -> None:
    for name in ("condition_name", "name", "details"):
        assert one({"id": "a2b4-11", name: "Mail queue", "state": "closed"}).title == "Mail queue"
    assert one({"id": "a2b4-11", "state": "closed"}).untitled


def test_an_issue_without_a_condition_is_called_by_its_title() -> None:
    alert = one({"id": "x-1", "title": "disk full on db-1", "state": "CREATED"})
    assert (alert.title, alert.service) == ("disk full on db-1", None)


@pytest.mark.parametrize("state", [None, "SIDEWAYS"])
def test_a_state_that_is_missing_or_new_is_unknown_and_noted(state: str | None) -> None:
    alert = one(ISSUE | {"state": state})
    assert alert.status is AlertStatus.unknown
    assert len(alert.notes) == 1


@pytest.mark.parametrize(
    ("state", "status"),
    [("open", AlertStatus.firing), ("acknowledged", AlertStatus.acknowledged), ("closed", AlertStatus.resolved)],
)
def test_an_older_channel_sends_incidents(state: str, status: AlertStatus) -> None:
    alert = one(INCIDENT | {"current_state": state})
    assert (alert.title, alert.fingerprint, alert.status) == ("Mail queue", "4711", status)
    assert (alert.service, alert.environment, alert.severity) == ("mailer", "prod", Severity.sev3)


def test_a_time_of_an_incident_that_cannot_be_is_noted() -> None:
    alert = one(INCIDENT | {"timestamp": "1796029300123000000000000"})
    assert alert.occurred_at is None
    assert alert.notes[0].startswith("timestamp could not be read")


@pytest.mark.parametrize("given", [{}, {"id": "x"}, {"title": "x", "state": "CREATED"}, {"deployment": {"id": 1}}])
def test_what_new_relic_does_not_send_as_an_alert_is_not_understood(given: dict[str, Any]) -> None:
    with pytest.raises(NotUnderstood):
        read(given)
