"""The presets of what watches hosts and networks: their kinds of bodies, by values of our own in their shapes."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memoryops.alerts.sources import BY_NAME
from memoryops.alerts.values import AlertStatus
from memoryops.incidents.lifecycle import Severity
from tests.alerts.sources.presets import one


def test_wazuhs_details_are_lines_of_its_description() -> None:
    body = {
        "message": "Package removed",
        "severity": "info",
        "description": "Rule ID 2903\nLevel 7\nAgent ID 004\nAgent Name db-1\nTitle dpkg removed.\nFull Log x\n",
        "created_at": "2026-11-30T10:00:00.250000+01.00",
    }
    alert = one("wazuh", body)
    assert (alert.title, alert.fingerprint, alert.status) == ("Package removed", "2903/004", AlertStatus.firing)
    assert alert.occurred_at == datetime(2026, 11, 30, 9, 0, 0, 250_000, tzinfo=UTC)
    assert alert.labels == {"rule": "2903", "level": "7", "agent": "db-1"}
    assert one("wazuh", body | {"description": "Rule ID 2903\nAgent ID 005"}).fingerprint == "2903/005"


def test_a_wazuh_alert_as_its_manager_writes_it_is_read_too() -> None:
    alert = one(
        "wazuh",
        {
            "timestamp": "2026-11-30T09:00:00.123+0000",
            "rule": {"level": 12, "description": "Multiple failed log-ins", "id": "5712", "groups": ["sshd", "auth"]},
            "agent": {"id": "004", "name": "db-1"},
            "id": "1796029300.1",
            "full_log": "sshd: failed",
        },
    )
    assert (alert.title, alert.fingerprint, alert.severity) == ("Multiple failed log-ins", "5712/004", Severity.sev2)
    assert alert.labels["groups"] == "sshd, auth"


def checkmk(**changes: Any) -> dict[str, Any]:
    return {
        "summary": "Checkmk db-1 - UP -> DOWN",
        "host": "db-1",
        "site": "prod",
        "what": "HOST",
        "status": "DOWN",
        "severity": "DOWN",
        "notification_type": "PROBLEM",
        "output": "No answer",
        "url": "/check_mk/index.py",
        "long_date_time": "Mon Nov 30 09:00:00 UTC 2026",
    } | changes


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("PROBLEM", AlertStatus.firing),
        ("CUSTOM", AlertStatus.firing),
        ("RECOVERY", AlertStatus.resolved),
        ("ACKNOWLEDGEMENT", AlertStatus.acknowledged),
    ],
)
def test_checkmks_notification_types_of_one_host_are_one_alert(kind: str, status: AlertStatus) -> None:
    alert = one("checkmk", checkmk(notification_type=kind))
    assert (alert.fingerprint, alert.status, alert.error) == ("prod/db-1", status, "No answer")
    assert alert.occurred_at == datetime(2026, 11, 30, 9, tzinfo=UTC)
    assert alert.links == ()


def test_a_checkmk_host_that_is_down_is_not_as_bad_as_ok() -> None:
    down, up = (
        one("checkmk", checkmk(severity="OK")),
        one("checkmk", checkmk(severity="OK", notification_type="RECOVERY")),
    )
    assert (down.severity, down.severity_raw, up.severity_raw) == (Severity.sev1, "DOWN", "OK")


@pytest.mark.parametrize(("kind", "ignored"), [("DOWNTIMESTART", "downtime"), ("FLAPPINGSTART", "flapping")])
def test_checkmks_downtimes_and_flapping_are_no_alerts(kind: str, ignored: str) -> None:
    assert BY_NAME["checkmk"].read(checkmk(notification_type=kind)).kind == ignored


def test_checkmks_variables_are_read_by_their_own_names() -> None:
    alert = one(
        "checkmk",
        {
            "NOTIFY_HOSTNAME": "db-1",
            "NOTIFY_SERVICEDESC": "Filesystem /",
            "NOTIFY_SERVICESTATE": "CRITICAL",
            "NOTIFY_NOTIFICATIONTYPE": "PROBLEM",
            "NOTIFY_SERVICEOUTPUT": "97 % used",
            "NOTIFY_OMD_SITE": "prod",
            "NOTIFY_MICROTIME": "1796029300123456",
        },
    )
    assert (alert.title, alert.fingerprint) == ("db-1 Filesystem / CRITICAL", "prod/db-1/Filesystem /")
    assert (alert.severity, alert.service) == (Severity.sev1, None)
    assert alert.occurred_at == datetime(2026, 11, 30, 9, 1, 40, 123_456, tzinfo=UTC)


@pytest.mark.parametrize(
    ("state", "status"),
    [
        ("0", AlertStatus.resolved),
        ("1", AlertStatus.firing),
        (2, AlertStatus.acknowledged),
        ("3", AlertStatus.firing),
        ("4", AlertStatus.firing),
    ],
)
def test_librenms_states_are_numbers(state: Any, status: AlertStatus) -> None:
    body = {"title": "Alert for device sw-1", "state": state, "status": "1", "alert_id": "26", "uid": "41", "id": "38"}
    alert = one("librenms", body | {"severity": "critical", "hostname": "sw-1", "timestamp": "2026-11-30 09:00:00"})
    assert (alert.fingerprint, alert.status) == ("26", status)
    assert alert.notes == ("occurred_at has no zone and is read as UTC",)


@pytest.mark.parametrize(
    ("event", "status"),
    [("ALERT_NOTIFICATION_TRIGGER", AlertStatus.firing), ("ALERT_NOTIFICATION_CLEAR", AlertStatus.resolved)],
)
def test_thousandeyes_triggers_and_clears_one_alert(event: str, status: AlertStatus) -> None:
    told = {"alertId": 562949955000593, "ruleName": "Agent offline", "severity": "Info", "type": "Agent"}
    alert = one(
        "thousandeyes",
        {"eventId": "e", "eventType": event, "alert": told | {"dateStartZoned": "2026-11-30 09:00:00 UTC"}},
    )
    assert (alert.title, alert.fingerprint, alert.status) == ("Agent offline", "562949955000593", status)
    assert (alert.severity_raw, alert.starts_at) == ("Info", datetime(2026, 11, 30, 9, tzinfo=UTC))
    assert alert.notes == ()


@pytest.mark.parametrize(("kind", "status"), [("2", AlertStatus.firing), (1, AlertStatus.resolved)])
def test_thousandeyes_custom_webhook_is_called_like_its_variables(kind: Any, status: AlertStatus) -> None:
    told = {"id": "a-9", "severity": {"id": "MAJOR"}, "rule": {"name": "Shop front"}, "test": {"name": "shop"}}
    alert = one("thousandeyes", {"type": {"id": kind}, "alert": told | {"firstSeen": {"epochMilli": "1796029300123"}}})
    assert (alert.title, alert.fingerprint, alert.status) == ("Shop front", "a-9", status)
    assert (alert.severity, alert.severity_raw) == (Severity.sev2, "MAJOR")
    assert alert.starts_at == datetime(2026, 11, 30, 9, 1, 40, 123_000, tzinfo=UTC)


@pytest.mark.parametrize(("event", "active"), [("TRIGGER", 1), ("CLEAR", 0)])
def test_thousandeyes_agents_have_alerts_of_their_own(event: str, active: int) -> None:
    told = {"agentNotificationId": 5744505, "ruleName": "Clock offset", "hostname": "probe-1", "dateStart": 1796029300}
    body = {"eventType": f"AGENT_ALERT_NOTIFICATION_{event}", "agentAlert": told | {"active": active}}
    alert = one("thousandeyes", body)
    assert (alert.title, alert.fingerprint) == ("Clock offset", "5744505")
    assert alert.status is (AlertStatus.firing if active else AlertStatus.resolved)
    assert (alert.starts_at, alert.labels["hostname"]) == (datetime(2026, 11, 30, 9, 1, 40, tzinfo=UTC), "probe-1")
