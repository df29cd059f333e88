"""Sentry's webhooks: an issue by its id, whatever told of it; a metric alert by its rule; the rest ignored by kind."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memoryops.alerts.sources.sentry import read
from memoryops.alerts.values import AlertReading, AlertStatus, Link, NotUnderstood

SEEN = datetime(2027, 5, 9, 8, 15, 29, 903736, tzinfo=UTC)
ISSUE: dict[str, Any] = {
    "id": "4711",
    "shortId": "LEDGER-2",
    "title": "TimeoutError: lock wait",
    "culprit": "ledger.post in commit",
    "level": "error",
    "status": "unresolved",
    "count": "1",
    "firstSeen": "2027-05-09T08:15:29.903736Z",
    "lastSeen": "2027-05-09T08:15:29.903736Z",
    "metadata": {"type": "TimeoutError", "value": "lock wait"},
    "project": {"id": "52", "slug": "ledger", "name": "Ledger"},
    "permalink": None,
    "web_url": "https://sentry.example.org/issues/4711/",
}
EVENT: dict[str, Any] = {
    "event_id": "b6eff1a49b1f4132850b1238d968da70",
    "project": 52,
    "release": "ledger@2.4.1",
    "datetime": "2027-05-09T08:15:29.903736Z",
    "timestamp": 1809850529.903736,
    "tags": [
        ["environment", "prod"],
        ["level", "warning"],
        ["user", "id:1"],
        ["user.email", "a@example.org"],
        ["broken"],
    ],
    "culprit": "ledger.post in commit",
    "level": "error",
    "fingerprint": ["{{ default }}"],
    "title": "TimeoutError: lock wait",
    "exception": {"values": [{"type": "OSError", "value": "cause"}, {"type": "TimeoutError", "value": "lock wait"}]},
    "user": {"email": "a@example.org"},
    "request": {"cookies": [["session", "s3cr3t"]]},
    "url": "https://sentry.example.org/api/0/projects/acme/ledger/events/b6eff1a4/",
    "web_url": "https://sentry.example.org/organizations/acme/issues/4711/events/b6eff1a4/",
    "issue_url": "https://sentry.example.org/api/0/issues/4711/",
    "issue_id": "4711",
}
METRIC: dict[str, Any] = {
    "id": "88",
    "identifier": "5",
    "title": "Too many errors",
    "projects": ["ledger"],
    "date_started": "2027-05-09T08:15:29.903736Z",
    "date_closed": None,
    "alert_rule": {"id": "31", "name": "Too many errors", "aggregate": "count()", "environment": "prod"},
}


def issue(action: str, actor: str = "user", **changed: Any) -> dict[str, Any]:
    return {
        "action": action,
        "data": {"issue": {**ISSUE, **changed}},
        "actor": {"type": actor, "id": 1, "name": "Somebody"},
    }


def event(**changed: Any) -> dict[str, Any]:
    return {"action": "triggered", "data": {"event": {**EVENT, **changed}, "triggered_rule": "Page us"}}


def metric(action: str, **changed: Any) -> dict[str, Any]:
    told = {
        "metric_alert": {**METRIC, **changed},
        "description_text": "1000 events in 10 minutes",
        "web_url": "https://s.example/a",
    }
    return {"action": action, "data": {**told, "description_title": "Critical: Too many errors"}}


BODIES = [
    issue("created"),
    event(),
    metric("critical"),
    {"id": "4711", "culprit": "ledger", "event": EVENT, "project": "ledger"},
]


def only(body: Any) -> AlertReading:
    (alert,) = read(body).alerts
    return alert


def test_a_new_issue_fires_by_its_id() -> None:
    alert = only(issue("created", "application"))
    assert (alert.fingerprint, alert.title, alert.status) == ("4711", "TimeoutError: lock wait", AlertStatus.firing)
    assert (alert.severity, alert.severity_raw, alert.service) == ("sev2", "error", "ledger")
    assert (alert.starts_at, alert.error) == (SEEN, "TimeoutError: lock wait")
    assert alert.links == (Link("Sentry issue", "https://sentry.example.org/issues/4711/"),)


@pytest.mark.parametrize(
    ("action", "actor", "status"),
    [
        ("unresolved", "application", AlertStatus.firing),
        ("resolved", "user", AlertStatus.resolved),
        ("ignored", "user", AlertStatus.acknowledged),
        ("archived", "user", AlertStatus.acknowledged),
        ("assigned", "user", AlertStatus.acknowledged),
        ("assigned", "application", AlertStatus.firing),
        ("Resolved", "user", AlertStatus.resolved),
    ],
)
def test_what_is_done_to_an_issue_says_where_it_stands(action: str, actor: str, status: AlertStatus) -> None:
    alert = only(issue(action, actor))
    assert (alert.fingerprint, alert.status, alert.starts_at) == ("4711", status, None)


def test_an_issue_that_is_given_to_a_team_is_nobodys_yet() -> None:
    told = issue("assigned", status="unresolved")
    told["data"]["assignee"] = {"type": "team", "name": "Ledger"}
    assert only(told).status is AlertStatus.firing
    told["data"]["assignee"] = {"type": "user", "name": "Ines"}
    assert only(told).status is AlertStatus.acknowledged


def test_an_issue_that_is_taken_up_again_comes_after_what_resolved_it() -> None:
    resolved, again = only(issue("resolved")), only(issue("unresolved"))
    assert resolved.occurred_at == SEEN
    assert again.occurred_at == SEEN + timedelta(milliseconds=1)


def test_an_event_is_its_issue_and_never_its_fingerprint_template() -> None:
    alert = only(event())
    assert (alert.fingerprint, alert.title, alert.status) == ("4711", "TimeoutError: lock wait", AlertStatus.firing)
    assert (alert.service, alert.environment, alert.version) == ("ledger", "prod", "ledger@2.4.1")
    assert (alert.occurred_at, alert.starts_at, alert.labels["rule"]) == (SEEN, None, "Page us")


@pytest.mark.parametrize("gone", [("issue_id",), ("issue_id", "issue_url")])
def test_an_event_without_an_issue_id_has_it_in_an_address(gone: tuple[str, ...]) -> None:
    assert only(event(**dict.fromkeys(gone))).fingerprint == "4711"


@pytest.mark.parametrize("gone", [("issue_id",), ("issue_id", "issue_url")])
def test_an_events_own_id_is_not_its_issues(gone: tuple[str, ...]) -> None:
    assert only(event(id="e-1", event_id="e-1", **dict.fromkeys(gone))).fingerprint == "4711"


def test_an_event_of_no_issue_is_not_understood() -> None:
    with pytest.raises(NotUnderstood, match="no id of an issue"):
        read(event(issue_id=None, issue_url=None, web_url=None, url=None))


def test_what_belongs_to_a_user_is_in_no_label() -> None:
    alert = only(event())
    assert not {"user", "user.email", "sentry:user", "request"} & set(alert.labels)
    assert "example.org'" not in str(dict(alert.labels))


def test_a_subscription_to_errors_tells_the_same() -> None:
    assert only({"action": "created", "data": {"error": EVENT}}).fingerprint == "4711"


def test_the_plugins_webhook_has_the_issue_at_the_top_and_seconds_with_a_fraction() -> None:
    told = {
        "id": "4711",
        "project": "ledger",
        "project_slug": "ledger",
        "level": "error",
        "culprit": "ledger.post in commit",
        "message": "Ledger query timed out",
        "url": "https://sentry.example.org/issues/4711/",
        "event": {
            "title": "Ledger query timed out",
            "logentry": {"formatted": "TimeoutError: 502"},
            "timestamp": 1809850529.873,
            "environment": "prod",
            "tags": [["release", "2.4.1"], ["http.status_code", "502"]],
        },
    }
    alert = only(told)
    assert (alert.fingerprint, alert.title, alert.service) == ("4711", "Ledger query timed out", "ledger")
    assert (alert.error, alert.environment, alert.version) == ("TimeoutError: 502", "prod", "2.4.1")
    assert alert.occurred_at == SEEN.replace(microsecond=873000)
    assert alert.labels["http.status_code"] == "502"


def test_a_metric_alert_is_its_rule_and_fires_once_for_each_of_its_incidents() -> None:
    critical, warning = only(metric("critical")), only(metric("warning"))
    assert (critical.fingerprint, critical.title, critical.service) == ("metric/31", "Too many errors", "ledger")
    assert (critical.severity, warning.severity) == ("sev1", "sev3")
    assert critical.starts_at == warning.starts_at == SEEN
    over = only(metric("resolved", date_closed="2027-05-09T08:20:00Z"))
    assert (over.status, over.severity_raw) == (AlertStatus.resolved, None)
    assert (over.starts_at, over.ends_at) == (SEEN, datetime(2027, 5, 9, 8, 20, tzinfo=UTC))


@pytest.mark.parametrize(
    ("data", "called"),
    [
        ({"comment": "Looking.", "comment_id": 1, "issue_id": 4711, "project_slug": "ledger"}, "comment"),
        ({"installation": {"uuid": "a8e5", "status": "pending"}}, "installation"),
        ({"run_id": 12, "group_id": 4711}, "seer"),
    ],
)
def test_what_says_nothing_of_an_issues_state_is_ignored_by_its_kind(data: dict[str, Any], called: str) -> None:
    reading = read({"action": "created", "data": data})
    assert (reading.alerts, reading.kind) == ((), called)


def test_an_action_of_no_known_word_stands_where_the_issue_does() -> None:
    assert only(issue("escalated")).status is AlertStatus.firing
    strange = only(issue("escalated", status="odd"))
    assert (strange.status, strange.notes) == (AlertStatus.unknown, ("action could not be read: 'escalated'",))


@pytest.mark.parametrize(
    "body", [{}, [], None, "x", {"data": {}}, {"action": "created", "data": {"issue": {"title": "no id"}}}]
)
def test_what_sentry_does_not_send_is_not_understood(body: Any) -> None:
    with pytest.raises(NotUnderstood):
        read(body)
