"""The presets of what watches services: each vendor's kinds of bodies, by values of our own in its shapes."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memoryops.alerts.sources import BY_NAME, SOURCES
from memoryops.alerts.values import AlertStatus, NotUnderstood
from memoryops.incidents.lifecycle import Severity
from tests.alerts.sources.presets import one

NAMES = (
    *("axiom", "checkly", "checkmk", "coralogix", "dash0", "generic", "graylog", "librenms"),
    *("signalfx", "thousandeyes", "wazuh"),
)


def test_every_preset_is_a_source_and_cites_its_vendor() -> None:
    presets = {name: source for name, source in SOURCES.items() if source.mapping is not None}
    assert sorted(presets) == sorted(NAMES)
    assert all(source.documentation for name, source in presets.items() if name != "generic")


def test_those_read_from_documentation_alone_are_unconfirmed() -> None:
    unconfirmed = {name for name in NAMES if not SOURCES[name].confirmed}
    assert unconfirmed == {"axiom", "checkmk", "librenms", "thousandeyes"}


@pytest.mark.parametrize("name", [name for name in NAMES if name != "generic"])
@pytest.mark.parametrize("body", [{}, {"foo": {"bar": 1}}, "x", None], ids=str)
def test_what_the_vendor_does_not_send_is_not_understood(name: str, body: Any) -> None:
    with pytest.raises(NotUnderstood):
        BY_NAME[name].read(body)


CHECKLY = {
    "event": "Cart check has failed",
    "alert_type": "ALERT_FAILURE",
    "check_name": "Cart check",
    "check_id": "c-41",
    "check_type": "API",
    "check_error_message": "expected 200, got 503",
    "response_time": "912",
    "group_name": "",
    "tags": "",
    "run_location": "Zurich",
    "started_at": "2026-11-30T09:00:00.500Z",
    "link": "https://checks.example.net/c-41",
}


@pytest.mark.parametrize(
    ("alert_type", "status"),
    [
        ("ALERT_FAILURE", AlertStatus.firing),
        ("ALERT_FAILURE_REMAIN", AlertStatus.firing),
        ("ALERT_DEGRADED", AlertStatus.firing),
        ("ALERT_DEGRADED_REMAIN", AlertStatus.firing),
        ("ALERT_RECOVERY", AlertStatus.resolved),
        ("ALERT_DEGRADED_RECOVERY", AlertStatus.resolved),
    ],
)
def test_checklys_alert_types_of_one_check_are_one_alert(alert_type: str, status: AlertStatus) -> None:
    alert = one("checkly", CHECKLY | {"alert_type": alert_type})
    assert (alert.title, alert.fingerprint, alert.status) == ("Cart check", "c-41", status)
    assert alert.error == "expected 200, got 503"
    assert alert.labels == {"check_type": "API", "run_location": "Zurich"}


def test_checklys_certificate_is_an_alert_of_its_own() -> None:
    assert one("checkly", CHECKLY | {"alert_type": "ALERT_SSL"}).fingerprint == "c-41/ssl"


def coralogix(action: str, **fields: Any) -> dict[str, Any]:
    listed = [{"key": key, "value": value} for key, value in fields.items()]
    return {
        "uuid": f"m-{action}",
        "alert_id": "a-1",
        "name": "Sign-in errors",
        "alert_action": action,
        "fields": listed,
    }


def test_coralogix_tells_the_end_by_the_same_key() -> None:
    opened = one("coralogix", coralogix("trigger", dedupKey="d-1", severity="ERROR", timestampMs=1796029300123))
    ended = one("coralogix", coralogix("resolve", dedupKey="d-1", severity="ERROR"))
    assert (opened.status, ended.status) == (AlertStatus.firing, AlertStatus.resolved)
    assert opened.fingerprint == ended.fingerprint == "d-1"
    assert (opened.severity, opened.severity_raw) == (Severity.sev2, "ERROR")
    assert opened.occurred_at == datetime(2026, 11, 30, 9, 1, 40, 123_000, tzinfo=UTC)


def test_coralogix_time_is_the_first_that_was_filled_in() -> None:
    told = coralogix("trigger", timestampISO="$EVENT_TIMESTAMP_ISO", timestampMs=1796029300123)
    assert one("coralogix", told).occurred_at == datetime(2026, 11, 30, 9, 1, 40, 123_000, tzinfo=UTC)


def test_coralogix_placeholders_are_no_service_and_no_labels() -> None:
    body = coralogix("trigger", subsystem="*insert desired subsystem name*", team="core", raw="$JSON_KEY")
    alert = one("coralogix", body | {"service": "$SERVICE"})
    assert alert.service is None
    assert alert.labels == {"team": "core"}
    assert one("coralogix", coralogix("trigger", subsystem="ledger")).service == "ledger"


def dash0(**issue: Any) -> dict[str, Any]:
    label = {"key": "service.name", "value": {"stringValue": "mailer"}}
    return {
        "type": "alert.ongoing",
        "data": {"issue": {"id": "o-1", "issueIdentifier": "77", "summary": "Logs stop", "labels": [label]} | issue},
    }


def test_dash0_labels_are_opentelemetrys() -> None:
    alert = one("dash0", dash0(status="critical", start="2026-11-30T09:00:00.123456789Z", end=None))
    assert (alert.service, alert.fingerprint, alert.status) == ("mailer", "77", AlertStatus.firing)
    assert (alert.severity_raw, alert.starts_at) == ("critical", datetime(2026, 11, 30, 9, 0, 0, 123_456, tzinfo=UTC))


def test_a_resolved_dash0_issue_ends() -> None:
    alert = one("dash0", dash0(status="resolved", end="2026-11-30T09:07:00Z") | {"type": "alert.resolved"})
    assert (alert.status, alert.ends_at) == (AlertStatus.resolved, datetime(2026, 11, 30, 9, 7, tzinfo=UTC))
    assert alert.severity_raw is None


def test_a_dash0_issue_that_another_supersedes_did_not_end() -> None:
    assert BY_NAME["dash0"].read(dash0(status="superseded") | {"type": "alert.superseded"}).kind == "superseded"
    assert one("dash0", dash0(status="closed") | {"type": "alert.closed"}).status is AlertStatus.resolved


def graylog(**event: Any) -> dict[str, Any]:
    told = {"id": "01J", "timestamp": "2026-11-30T09:00:00.000Z", "timerange_start": None, "priority": 3, "alert": True}
    return {"event_definition_id": "def-1", "event_definition_title": "Failed log-ins", "event": told | event}


def test_graylogs_priority_grows_with_the_trouble() -> None:
    readings = [one("graylog", graylog(priority=number)) for number in (4, 3, 2, 1)]
    assert [reading.severity for reading in readings] == list(Severity)
    assert readings[1].severity_raw == "3"


def test_a_graylog_definition_has_an_alert_for_each_key() -> None:
    assert one("graylog", graylog(key="")).fingerprint == "def-1"
    assert one("graylog", graylog(key="auth-2", group_by_fields={"service": "auth"})).fingerprint == "def-1/auth-2"
    assert one("graylog", graylog(group_by_fields={"service": "auth"})).service == "auth"


def test_a_graylog_event_that_is_no_alert_is_ignored() -> None:
    assert BY_NAME["graylog"].read(graylog(alert=False)).kind == "event"


def test_a_graylog_test_notification_is_ignored_as_one() -> None:
    assert BY_NAME["graylog"].read(graylog() | {"event_definition_type": "test-dummy-v1"}).kind == "test"


def test_an_axiom_monitor_that_notifies_by_group_has_an_alert_for_each() -> None:
    event = {"monitorID": "Rx9", "title": "Triggered: 5xx", "groupKeys": ["service"]}
    for value in ("cart", "shop"):
        body = {"action": "Open", "event": event | {"groupValues": [value]}}
        assert one("axiom", body).fingerprint == f"Rx9/{value}"
    assert one("axiom", {"action": "Open", "event": event | {"groupValues": []}}).fingerprint == "Rx9"


def signalfx(**changes: Any) -> dict[str, Any]:
    return {
        "severity": "Major",
        "statusExtended": "anomalous",
        "incidentId": "Fx1",
        "messageTitle": "Major Alert: lag (ledger)",
        "messageBody": 'Rule "lag" in detector "ledger" triggered at Mon, 30 Nov 2026 09:00:00 GMT.',
        "detectorUrl": "https://fx.example.net/d/1",
        "dimensions": {"sf_service": "ledger", "host": "db-1"},
        "timestamp": "2026-11-30T09:00:00Z",
    } | changes


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({}, AlertStatus.firing),
        ({"statusExtended": "ok"}, AlertStatus.resolved),
        ({"statusExtended": "manually resolved"}, AlertStatus.resolved),
        (
            {"messageBody": 'Rule "lag" in detector "ledger" cleared at Mon, 30 Nov 2026 09:10:00 GMT.'},
            AlertStatus.resolved,
        ),
        ({"messageTitle": "Manually resolved: lag (ledger)"}, AlertStatus.resolved),
        ({"messageBody": None, "messageTitle": None, "inputs": {"messageTitle": "Cleared: lag"}}, AlertStatus.resolved),
    ],
)
def test_signalfx_keeps_its_severity_when_it_clears(changes: dict[str, Any], status: AlertStatus) -> None:
    alert = one("signalfx", signalfx(**changes))
    assert (alert.status, alert.severity_raw, alert.fingerprint) == (status, "Major", "Fx1")
    assert alert.service == "ledger"


@pytest.mark.parametrize(("action", "status"), [("Open", AlertStatus.firing), ("Closed", AlertStatus.resolved)])
def test_axiom_opens_and_closes_a_monitor(action: str, status: AlertStatus) -> None:
    event = {
        "monitorID": "Rx9",
        "title": "Triggered: 5xx",
        "body": "12 above 10",
        "timestamp": "2026-11-30 09:00:03 +0000 UTC",
        "matchedEvent": {"service.name": "gateway"},
    }
    alert = one("axiom", {"action": action, "event": event})
    assert (alert.title, alert.fingerprint, alert.status, alert.service) == ("Triggered: 5xx", "Rx9", status, "gateway")
    assert alert.occurred_at == datetime(2026, 11, 30, 9, 0, 3, tzinfo=UTC)
