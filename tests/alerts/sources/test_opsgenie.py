"""Opsgenie's actions on an alert: which of them change its state, and whose alert it is."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memoryops.alerts.sources.opsgenie import read
from memoryops.alerts.values import AlertReading, AlertStatus, NotUnderstood
from memoryops.incidents.lifecycle import Severity


def body(action: str = "Create", **alert: Any) -> dict[str, Any]:
    told = {
        "alertId": "7d1c-9",
        "message": "Ledger queue grows",
        "alias": "ledger-queue",
        "tags": ["service:ledger", "env:prod", "urgent"],
        "entity": "queue-3",
        "tinyId": "12",
        "createdAt": 1796029300123,
        "updatedAt": 1796029360456000110,
        "priority": "P2",
    }
    return {"action": action, "alert": told | alert, "integrationName": "MemoryOps"}


def one(given: dict[str, Any]) -> AlertReading:
    (alert,) = read(given).alerts
    return alert


BODIES = [body(), body("Close")]


@pytest.mark.parametrize(
    ("action", "status"),
    [
        ("Create", AlertStatus.firing),
        ("UnAcknowledge", AlertStatus.firing),
        ("Acknowledge", AlertStatus.acknowledged),
        ("Close", AlertStatus.resolved),
        ("Delete", AlertStatus.resolved),
        ("close", AlertStatus.resolved),
    ],
)
def test_an_action_that_changes_the_state_is_an_alert(action: str, status: AlertStatus) -> None:
    alert = one(body(action))
    assert (alert.title, alert.fingerprint, alert.status) == ("Ledger queue grows", "ledger-queue", status)


@pytest.mark.parametrize(
    ("action", "kind"),
    [
        ("AddNote", "note"),
        ("AddTags", "update"),
        ("RemoveTags", "update"),
        ("AddTeam", "update"),
        ("AddRecipient", "update"),
        ("TakeOwnership", "update"),
        ("AssignOwnership", "update"),
        ("Escalate", "update"),
        ("UpdatePriority", "update"),
        ("Snooze", "update"),
        ("my own action", "update"),
    ],
)
def test_any_other_action_is_ignored_with_its_kind(action: str, kind: str) -> None:
    reading = read(body(action))
    assert (reading.alerts, reading.kind) == ((), kind)
    assert reading.reason is not None
    assert action in reading.reason


def test_milliseconds_and_nanoseconds_stand_in_one_object() -> None:
    alert = one(body("Close"))
    assert alert.starts_at == datetime(2026, 11, 30, 9, 1, 40, 123_000, tzinfo=UTC)
    assert alert.ends_at == alert.occurred_at == datetime(2026, 11, 30, 9, 2, 40, 456_000, tzinfo=UTC)
    assert one(body("Create")).ends_at is None


def test_without_an_alias_the_alerts_id_is_its_identity() -> None:
    assert one(body(alias="")).fingerprint == "7d1c-9"


@pytest.mark.parametrize(
    ("priority", "severity", "raw"), [("P1", Severity.sev1, "P1"), (3, Severity.sev3, "3"), (None, None, None)]
)
def test_a_priority_is_a_number_or_a_p_and_a_number(priority: Any, severity: Severity | None, raw: str | None) -> None:
    alert = one(body(priority=priority))
    assert (alert.severity, alert.severity_raw) == (severity, raw)


def test_tags_and_details_are_labels_and_name_the_service() -> None:
    alert = one(body(details={"region": "north"}))
    assert (alert.service, alert.environment) == ("ledger", "prod")
    assert alert.labels["region"] == "north"
    assert alert.labels["urgent"] == "true"
    assert alert.labels["entity"] == "queue-3"


def test_tags_may_be_one_text() -> None:
    alert = one(body(tags="service:mailer, urgent"))
    assert (alert.service, alert.labels["urgent"]) == ("mailer", "true")


def test_the_source_is_a_label_unless_it_is_a_persons_address() -> None:
    assert one(body(source="probe-7")).labels["source"] == "probe-7"
    for address in ("ines@example.net", "[redacted: email]"):
        assert "source" not in one(body(source=address)).labels


@pytest.mark.parametrize(
    "given", [{}, {"action": "Create"}, {"alert": {"alertId": "1"}}, {"action": "Create", "alert": {"x": 1}}]
)
def test_what_opsgenie_does_not_send_is_not_understood(given: dict[str, Any]) -> None:
    with pytest.raises(NotUnderstood):
        read(given)
