"""Generic JSON without a mapping of one's own: the common shapes, and an identity where the body names none."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memoryops.alerts.sources import BY_NAME
from memoryops.alerts.values import AlertReading, AlertStatus, NotUnderstood
from memoryops.incidents.lifecycle import Severity


def one(body: Any) -> AlertReading:
    (alert,) = BY_NAME["generic"].read(body).alerts
    return alert


def test_a_body_written_by_hand_is_read_in_full() -> None:
    alert = one(
        {
            "title": "Payments time out",
            "status": "firing",
            "severity": "critical",
            "service": "payments",
            "environment": "prod",
            "version": "2.3.1",
            "error": "upstream timeout",
            "description": "see the runbook",
            "fingerprint": "payments-timeout",
            "starts_at": "2026-11-30T10:00:00Z",
            "labels": {"zone": "b"},
            "url": "https://tool.example.net/a/1",
            "runbook_url": "https://books.example.net/1",
        }
    )
    assert (alert.fingerprint, alert.title, alert.status) == (
        "payments-timeout",
        "Payments time out",
        AlertStatus.firing,
    )
    assert (alert.severity, alert.severity_raw) == (Severity.sev1, "critical")
    assert (alert.service, alert.environment, alert.version) == ("payments", "prod", "2.3.1")
    assert (alert.error, alert.description) == ("upstream timeout", "see the runbook")
    assert alert.starts_at == datetime(2026, 11, 30, 10, tzinfo=UTC)
    assert [link.text for link in alert.links] == ["Alert", "Runbook"]
    assert alert.notes == ()


def test_oncalls_formatted_webhook_is_understood() -> None:
    body = {
        "alert_uid": "08d6891a-835c",
        "title": "Replica lags",
        "image_url": None,
        "state": "alerting",
        "link_to_upstream_details": "https://up.example.net/1",
        "message": "by 40 s",
    }
    firing, ok = one(body), one(body | {"state": "ok", "message": "caught up"})
    assert (firing.status, ok.status) == (AlertStatus.firing, AlertStatus.resolved)
    assert firing.fingerprint == ok.fingerprint == "08d6891a-835c"
    assert firing.links[0].href == "https://up.example.net/1"


def test_goalerts_generic_api_is_understood() -> None:
    closed = one({"summary": "Queue grows", "details": "8,000 waiting", "action": "close", "dedup": "queue-1"})
    assert (closed.title, closed.fingerprint, closed.status) == ("Queue grows", "queue-1", AlertStatus.resolved)
    assert one({"summary": "Queue grows", "dedup": "queue-1"}).status is AlertStatus.firing


@pytest.mark.parametrize("wrapped", [lambda alerts: alerts, lambda alerts: {"alerts": alerts}], ids=["list", "object"])
def test_a_list_of_alerts_is_read_one_by_one(wrapped: Any) -> None:
    body = wrapped([{"name": "a", "id": 1, "status": "firing"}, {"name": "b", "id": 2, "status": "resolved"}])
    alerts = BY_NAME["generic"].read(body).alerts
    assert [(alert.fingerprint, alert.status.value) for alert in alerts] == [("1", "firing"), ("2", "resolved")]


def test_without_an_identity_labels_and_places_make_one_and_never_the_title() -> None:
    firing = one(
        {
            "title": "CPU at 93 %",
            "host": "web-7",
            "labels": {"check": "cpu"},
            "status": "firing",
            "time": "2026-11-30T10:00:00Z",
        }
    )
    ended = one(
        {
            "title": "CPU at 12 %",
            "host": "web-7",
            "labels": {"check": "cpu"},
            "status": "ok",
            "time": "2026-11-30T10:05:00Z",
        }
    )
    other = one(
        {
            "title": "CPU at 93 %",
            "host": "web-8",
            "labels": {"check": "cpu"},
            "status": "firing",
            "time": "2026-11-30T10:00:00Z",
        }
    )
    assert firing.fingerprint == ended.fingerprint != other.fingerprint
    assert firing.notes == ("the body names no identity: it is made of check, host",)


def test_a_time_among_the_labels_is_no_part_of_an_identity() -> None:
    labels = {"check": "cpu", "last_seen_at": "2026-11-30T10:00:00Z"}
    later = labels | {"last_seen_at": "2026-11-30T10:05:00Z"}
    first, second = (one({"title": "CPU", "host": "web-7", "labels": told}) for told in (labels, later))
    assert first.fingerprint == second.fingerprint


def test_two_services_of_one_host_are_two_alerts() -> None:
    http, ssh = (one({"host": "web-7", "service": name, "title": "Down", "status": "down"}) for name in ("http", "ssh"))
    up = one({"host": "web-7", "service": "http", "title": "Up", "status": "ok"})
    assert http.fingerprint == up.fingerprint != ssh.fingerprint


def test_without_labels_either_the_body_less_times_and_status_is_hashed() -> None:
    firing = one({"title": "Disk full", "service": "api", "status": "firing", "at": "2026-11-30T10:00:00Z", "code": 7})
    ended = one({"code": 7, "service": "api", "status": "resolved", "title": "Disk full", "status_code": 200})
    other = one({"title": "Certificate runs out", "service": "api", "status": "firing", "code": 7})
    assert firing.fingerprint == ended.fingerprint != other.fingerprint
    assert firing.notes == ("the body names no identity: it is a hash of what in it is no time and no status",)


def test_prose_alone_still_tells_two_alerts_apart() -> None:
    assert one({"message": "ledger is down"}).fingerprint != one({"message": "mailer is down"}).fingerprint


def test_a_heartbeat_is_no_alert() -> None:
    assert BY_NAME["generic"].read({"type": "heartbeat", "title": "alive"}).kind == "heartbeat"


@pytest.mark.parametrize("body", [{}, {"alerts": []}, {"hello": 1}, "text", 7, None, [1], [[{"title": "x"}]]])
def test_what_says_nothing_is_not_understood(body: Any) -> None:
    with pytest.raises(NotUnderstood):
        BY_NAME["generic"].read(body)
