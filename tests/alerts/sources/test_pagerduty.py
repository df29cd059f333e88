"""PagerDuty's bodies: events as tools send them, and webhooks that tell of incidents and of much beside them."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memoryops.alerts.sources.pagerduty import read
from memoryops.alerts.values import AlertStatus, Link, NotUnderstood

AT = datetime(2027, 5, 9, 8, 15, 29, 315000, tzinfo=UTC)
EVENT: dict[str, Any] = {
    "routing_key": "R" * 32,
    "event_action": "trigger",
    "dedup_key": "cart/5xx",
    "payload": {
        "summary": "Cart answers 5xx",
        "source": "cart-7.example.org",
        "severity": "error",
        "timestamp": "2027-05-09T08:15:29.315+0000",
        "component": "cart",
        "group": "shop",
        "class": "http",
        "custom_details": {"error": "502 from payment", "version": "2.4.1", "free": 3},
    },
    "links": [{"href": "https://runbooks.example.org/cart", "text": "Runbook"}, {"href": "ftp://x"}],
    "client": "Sampler",
    "client_url": "https://sampler.example.org/7",
}
INCIDENT: dict[str, Any] = {
    "id": "PINC1",
    "type": "incident",
    "html_url": "https://acme.pagerduty.example/incidents/PINC1",
    "number": 12,
    "status": "triggered",
    "incident_key": "cart/5xx",
    "created_at": "2027-05-09T08:15:00Z",
    "title": "Cart answers 5xx",
    "service": {"id": "PSVC1", "summary": "cart", "type": "service_reference"},
    "assignees": [{"summary": "Somebody"}],
    "escalation_policy": {"summary": "Default"},
    "teams": [{"summary": "Shop"}],
    "priority": None,
    "urgency": "high",
    "conference_bridge": {"conference_url": "https://meet.example.org/12"},
}


def webhook(kind: str, **changed: Any) -> dict[str, Any]:
    data = {**INCIDENT, **changed}
    event = {"id": "01X", "event_type": kind, "resource_type": "incident", "occurred_at": "2027-05-09T08:15:29.315Z"}
    return {"event": {**event, "agent": None, "data": data}}


MESSAGE = {"event": "incident.resolve", "incident": INCIDENT, "created_on": "2027-05-09T08:15:29Z"}
BODIES = [EVENT, webhook("incident.resolved"), {"messages": [MESSAGE, MESSAGE]}]


def test_an_event_is_an_alert_by_its_dedup_key() -> None:
    (alert,) = read(EVENT).alerts
    assert (alert.fingerprint, alert.title, alert.status) == ("cart/5xx", "Cart answers 5xx", AlertStatus.firing)
    assert (alert.severity, alert.severity_raw, alert.service, alert.version) == ("sev2", "error", "cart", "2.4.1")
    assert (alert.starts_at, alert.occurred_at, alert.error) == (None, AT, "502 from payment")
    assert alert.links == (
        Link("Runbook", "https://runbooks.example.org/cart"),
        Link("Sampler", "https://sampler.example.org/7"),
    )


@pytest.mark.parametrize(
    ("action", "status"),
    [
        ("acknowledge", AlertStatus.acknowledged),
        ("resolve", AlertStatus.resolved),
        ("Resolve", AlertStatus.resolved),
        ("TRIGGER", AlertStatus.firing),
    ],
)
def test_an_event_may_be_its_key_and_action_alone(action: str, status: AlertStatus) -> None:
    (alert,) = read({"routing_key": "R" * 32, "event_action": action, "dedup_key": "cart/5xx"}).alerts
    assert (alert.fingerprint, alert.title, alert.status) == ("cart/5xx", "cart/5xx", status)


def test_a_trigger_without_a_dedup_key_is_new_every_time_and_the_same_when_delivered_twice() -> None:
    first = {**EVENT, "dedup_key": None}
    later = {**first, "payload": {**EVENT["payload"], "timestamp": "2027-05-09T08:20:00.000+0000"}}
    assert read(first).alerts[0].fingerprint == read(dict(first)).alerts[0].fingerprint
    assert read(first).alerts[0].fingerprint != read(later).alerts[0].fingerprint


@pytest.mark.parametrize("action", ["acknowledge", "resolve"])
def test_an_end_that_names_no_alert_is_not_understood(action: str) -> None:
    with pytest.raises(NotUnderstood, match="without a dedup_key"):
        read({**EVENT, "event_action": action, "dedup_key": ""})


def test_an_event_of_the_first_version_is_read_too() -> None:
    told = {
        "service_key": "k",
        "event_type": "trigger",
        "incident_key": "disk",
        "description": "Disk full",
        "details": {"service": "db"},
    }
    (alert,) = read(told).alerts
    assert (alert.fingerprint, alert.title, alert.service) == ("disk", "Disk full", "db")


def test_a_change_event_is_ignored_as_one() -> None:
    reading = read({"routing_key": "R" * 32, "payload": {"summary": "Deployed 2.4.1"}})
    assert (reading.alerts, reading.kind) == ((), "change")


@pytest.mark.parametrize(
    ("kind", "stands", "status"),
    [
        ("incident.triggered", "triggered", AlertStatus.firing),
        ("incident.acknowledged", "acknowledged", AlertStatus.acknowledged),
        ("incident.unacknowledged", "triggered", AlertStatus.firing),
        ("incident.reopened", "triggered", AlertStatus.firing),
        ("incident.resolved", "resolved", AlertStatus.resolved),
        ("incident.escalated", "triggered", AlertStatus.firing),
        ("incident.priority_updated", "acknowledged", AlertStatus.acknowledged),
        ("incident.reassigned", "resolved", AlertStatus.resolved),
        ("incident.something_new", "triggered", AlertStatus.firing),
        ("incident.something_new", "Acknowledged", AlertStatus.acknowledged),
    ],
)
def test_a_webhook_tells_where_its_incident_stands(kind: str, stands: str, status: AlertStatus) -> None:
    (alert,) = read(webhook(kind, status=stands)).alerts
    assert (alert.fingerprint, alert.status, alert.service) == ("PINC1", status, "cart")
    assert (alert.title, alert.occurred_at) == ("Cart answers 5xx", AT)


def test_an_incident_that_says_nothing_of_itself_has_no_title_of_its_own() -> None:
    untold = {"title": None, "summary": None, "description": None}
    (alert,) = read(webhook("incident.acknowledged", **untold)).alerts
    assert alert.untitled


def test_urgency_is_the_severity_until_there_is_a_priority() -> None:
    urgent = read(webhook("incident.triggered")).alerts[0]
    assert (urgent.severity, urgent.severity_raw) == ("sev2", "high")
    ranked = read(webhook("incident.priority_updated", priority={"summary": "P1"})).alerts[0]
    assert (ranked.severity, ranked.severity_raw) == ("sev1", "P1")
    own = read(webhook("incident.triggered", priority={"summary": "Boarding"})).alerts[0]
    assert (own.severity, own.severity_raw) == (None, "Boarding")


def test_an_incident_begins_when_it_was_triggered_and_again_when_it_was_reopened() -> None:
    created = datetime(2027, 5, 9, 8, 15, tzinfo=UTC)
    assert read(webhook("incident.triggered")).alerts[0].starts_at == created
    assert read(webhook("incident.triggered", created_at=None)).alerts[0].starts_at == AT
    assert read(webhook("incident.reopened")).alerts[0].starts_at == AT
    assert read(webhook("incident.acknowledged", reopened_at=None)).alerts[0].starts_at == created
    reopened = read(webhook("incident.resolved", reopened_at="2027-05-09T08:15:20Z")).alerts[0]
    assert (reopened.starts_at, reopened.ends_at) == (datetime(2027, 5, 9, 8, 15, 20, tzinfo=UTC), AT)


def test_an_incident_that_does_not_say_whether_it_was_reopened_has_no_certain_start() -> None:
    (alert,) = read(webhook("incident.resolved")).alerts
    assert (alert.starts_at, alert.ends_at, alert.occurred_at) == (None, AT, AT)


def test_nobody_who_is_on_call_is_kept_in_the_labels() -> None:
    (alert,) = read(webhook("incident.triggered")).alerts
    assert alert.labels["teams"] == "Shop"
    assert "Somebody" not in str(alert)


@pytest.mark.parametrize(
    ("kind", "data", "called"),
    [
        ("incident.annotated", {"type": "incident_note", "content": "Restarted it."}, "note"),
        ("incident.status_update_published", {"type": "incident_status_update"}, "status_update"),
        ("incident.responder.added", {"type": "incident_responder"}, "responder"),
        ("incident.workflow.started", {"type": "incident_workflow_instance"}, "workflow"),
        ("incident.role.assigned", {"type": "incident_role_assignment"}, "role"),
        ("incident.task.created", {"type": "incident_task"}, "task"),
        ("service.updated", {"type": "service", "id": "PSVC1"}, "service"),
        ("pagey.ping", {"type": "ping", "message": "Hello from your friend Pagey!"}, "test"),
    ],
)
def test_what_happens_beside_an_incident_is_ignored_by_its_kind(kind: str, data: dict[str, str], called: str) -> None:
    reading = read({"event": {"event_type": kind, "data": {**data, "incident": INCIDENT}}})
    assert (reading.alerts, reading.kind) == ((), called)
    assert reading.reason == f"{kind} does not say where an incident stands."


def test_every_message_of_an_old_webhook_is_read_in_its_order() -> None:
    second = {"event": "incident.trigger", "incident": INCIDENT, "created_on": "2027-05-09T08:15:29.315Z"}
    old = {
        "id": "PINC2",
        "incident_number": 3,
        "status": "resolved",
        "created_on": "2027-05-09T08:00:00Z",
        "last_status_change_on": "2027-05-09T08:10:00Z",
        "service": {"name": "ledger"},
        "trigger_summary_data": {"subject": "Ledger is slow"},
    }
    first = {"type": "incident.resolve", "data": {"incident": old}, "created_on": "2027-05-09T08:10:01Z"}
    trigger, resolve = read({"messages": [second, first, {"event": "incident.annotate", "incident": old}]}).alerts
    assert (trigger.fingerprint, trigger.status, trigger.occurred_at) == ("PINC1", AlertStatus.firing, AT)
    assert (resolve.fingerprint, resolve.status, resolve.title) == ("PINC2", AlertStatus.resolved, "Ledger is slow")
    assert (resolve.service, resolve.ends_at) == ("ledger", datetime(2027, 5, 9, 8, 10, tzinfo=UTC))
    assert read({"messages": [{"event": "incident.annotate", "incident": old}]}).kind == "note"


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        None,
        {"event_action": "explode", "dedup_key": "a"},
        {"event": {"data": INCIDENT}},
        {"event": {"event_type": "incident.triggered", "data": {"title": "no id"}}},
    ],
)
def test_what_pagerduty_does_not_send_is_not_understood(body: Any) -> None:
    with pytest.raises(NotUnderstood):
        read(body)
