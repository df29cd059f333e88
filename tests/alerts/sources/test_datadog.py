"""Datadog's bodies: whatever its user called the fields, one alert by its cycle, or by its monitor and group."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memoryops.alerts.sources.datadog import read
from memoryops.alerts.values import AlertReading, AlertStatus, Link, NotUnderstood

MOCK: dict[str, Any] = {
    "title": "Heap nearly full",
    "type": "metric alert",
    "query": "avg(last_5m):avg:jvm.heap{*} by {host} > 90",
    "message": "Heap is over 90% on {{host.name}}.",
    "tags": "env:prod, team:ledger,service:ledger,monitor",
    "priority": "P3",
    "monitor_id": "771200",
    "scopes": ["host:web-2", "host:web-1"],
}
VARIABLES: dict[str, Any] = {
    "ALERT_TITLE": "Heap nearly full",
    "ALERT_ID": "771200",
    "ALERT_CYCLE_KEY": "6011",
    "ALERT_TRANSITION": "Triggered",
    "ALERT_STATUS": "jvm.heap over host:web-1 was > 90 on average during the last 5m",
    "ALERT_PRIORITY": "P1",
    "HOSTNAME": "web-1",
    "DATE": "1809850529000",
    "LINK": "https://app.datadoghq.example/monitors/771200",
    "SNAPSHOT": "",
    "TAGS": ["env:prod", "service:ledger"],
}
DEFAULT: dict[str, Any] = {
    "id": "8306082202796025694",
    "last_updated": "1809850530000",
    "event_type": "query_alert_monitor",
    "title": "[P2] [Triggered on {host:web-1}] Heap nearly full",
    "date": "1809850529000",
    "org": {"id": "352347", "name": "Acme"},
    "body": "%%%\nHeap is over 90%.\n\n[Monitor](https://app.datadoghq.example/monitors/771200?group=host%3Aweb-1)\n%%%",
}


BODIES = [MOCK, VARIABLES, DEFAULT]


def only(body: Any) -> AlertReading:
    (alert,) = read(body).alerts
    return alert


def test_a_body_without_a_status_fires_and_its_tags_are_one_text() -> None:
    alert = only(MOCK)
    assert (alert.title, alert.status) == ("Heap nearly full", AlertStatus.firing)
    assert (alert.severity, alert.severity_raw) == ("sev3", "P3")
    assert (alert.service, alert.environment) == ("ledger", "prod")
    assert {key: alert.labels[key] for key in ("team", "monitor")} == {"team": "ledger", "monitor": "true"}


def test_an_unrendered_template_is_kept_as_text() -> None:
    assert only(MOCK).description == "Heap is over 90% on {{host.name}}."


@pytest.mark.parametrize(("priority", "raw", "severity"), [(4, "4", "sev4"), ("P1", "P1", "sev1"), ("2", "2", "sev2")])
def test_a_priority_is_a_word_or_a_number(priority: object, raw: str, severity: str) -> None:
    alert = only({**MOCK, "priority": priority})
    assert (alert.severity_raw, alert.severity) == (raw, severity)


def test_names_may_be_in_any_case_and_times_are_milliseconds() -> None:
    alert = only(VARIABLES)
    assert (alert.fingerprint, alert.title, alert.service) == ("6011", "Heap nearly full", "ledger")
    assert alert.occurred_at == datetime(2027, 5, 9, 8, 15, 29, tzinfo=UTC)
    assert alert.error == "jvm.heap over host:web-1 was > 90 on average during the last 5m"
    assert alert.links == (Link("Datadog", "https://app.datadoghq.example/monitors/771200"),)
    assert only({f"${key}": value for key, value in VARIABLES.items()}).fingerprint == "6011"


def test_a_form_holds_nothing_but_text() -> None:
    assert only({key: str(value) for key, value in VARIABLES.items()}).fingerprint == "6011"


@pytest.mark.parametrize(
    ("transition", "status"),
    [
        ("Triggered", AlertStatus.firing),
        ("Re-Triggered", AlertStatus.firing),
        ("Warn", AlertStatus.firing),
        ("No Data", AlertStatus.firing),
        ("Re-No Data", AlertStatus.firing),
        ("Renotify", AlertStatus.firing),
        ("Recovered", AlertStatus.resolved),
        ("Warn Recovered", AlertStatus.resolved),
        ("No Data Recovered", AlertStatus.resolved),
        ("alert recovery", AlertStatus.resolved),
        ("OK", AlertStatus.resolved),
        ("$ALERT_TRANSITION", AlertStatus.firing),
    ],
)
def test_a_transition_says_where_the_alert_stands(transition: str, status: AlertStatus) -> None:
    assert only({**VARIABLES, "ALERT_TRANSITION": transition}).status is status
    assert only({**MOCK, "status": transition}).status is status


def test_the_group_that_an_alert_is_of_names_its_service_too() -> None:
    for scope in ("alert_scope", "scopes"):
        alert = only({"title": "CPU", "monitor_id": 7, "tags": "monitor,team:shop", scope: "service:cart,env:prod"})
        assert (alert.service, alert.environment, alert.labels["team"]) == ("cart", "prod", "shop")


def test_a_state_of_no_known_word_is_unknown_and_told() -> None:
    alert = only({**MOCK, "status": "Flapping"})
    assert (alert.status, alert.notes) == (AlertStatus.unknown, ("status could not be read: 'Flapping'",))


def test_without_a_cycle_the_monitor_and_its_group_are_the_identity() -> None:
    assert only(MOCK).fingerprint == "771200/host:web-1,host:web-2"
    assert only({**MOCK, "scopes": []}).fingerprint == "771200"
    assert only({**MOCK, "aggreg_key": "9bd4ac"}).fingerprint == "771200/9bd4ac"
    assert only({**VARIABLES, "ALERT_CYCLE_KEY": "$ALERT_CYCLE_KEY"}).fingerprint == "771200/web-1"


def test_the_default_body_tells_its_state_in_the_title_and_its_monitor_in_a_link() -> None:
    alert = only(DEFAULT)
    assert (alert.title, alert.status, alert.severity_raw) == ("Heap nearly full", AlertStatus.firing, "P2")
    assert alert.fingerprint == "771200/host:web-1"
    over = only({**DEFAULT, "id": "83", "title": "[P2] [Recovered on {host:web-1}] Heap nearly full"})
    assert (over.fingerprint, over.title, over.status) == (alert.fingerprint, alert.title, AlertStatus.resolved)


def test_the_group_in_the_title_of_the_default_body_names_the_service() -> None:
    alert = only({**DEFAULT, "title": "[Triggered on {service:cart,env:prod}] Heap nearly full"})
    assert (alert.service, alert.environment, alert.severity) == ("cart", "prod", None)
    assert alert.fingerprint == "771200/service:cart,env:prod"


@pytest.mark.parametrize(
    ("told", "raw"),
    [
        ({"priority": "normal", "alert_type": "error"}, "error"),
        ({"priority": "low", "alert_type": "warning"}, "warning"),
        ({"priority": "normal", "alert_transition": "Warn"}, "Warn"),
        ({"priority": "normal", "alert_priority": "P1", "alert_type": "error"}, "P1"),
        ({"priority": "normal"}, "normal"),
        ({"alert_type": "success", "alert_transition": "Recovered"}, None),
    ],
)
def test_the_priority_of_an_event_says_less_than_what_the_monitor_says(told: dict[str, str], raw: str | None) -> None:
    assert only({"alert_id": "7", "alert_title": "Heap nearly full", **told}).severity_raw == raw


@pytest.mark.parametrize("word", ["Warn", "Re-Warn"])
def test_a_warning_is_one_where_nothing_else_says_how_bad_it_is(word: str) -> None:
    alert = only({**DEFAULT, "title": f"[{word} on {{host:web-1}}] Heap nearly full"})
    assert (alert.status, alert.severity, alert.severity_raw) == (AlertStatus.firing, "sev3", word)
    assert only({**DEFAULT, "title": f"[P1] [{word} on {{host:web-1}}] Heap nearly full"}).severity_raw == "P1"


def test_the_fences_around_a_body_are_no_part_of_it() -> None:
    assert (only(DEFAULT).description or "").startswith("Heap is over 90%.")
    assert "%%%" not in (only(DEFAULT).description or "")


def test_a_body_that_names_no_monitor_is_known_by_its_title_and_says_so() -> None:
    fired, over = (
        only({"id": event, "title": title}) for event, title in (("1", "[Triggered] Heap"), ("2", "[Recovered] Heap"))
    )
    assert fired.fingerprint == over.fingerprint != only({"id": "1", "title": "[Triggered] Disk"}).fingerprint
    assert fired.notes == ("the body names no monitor: its title stands for one",)


def test_a_title_in_brackets_that_are_no_state_stays_whole() -> None:
    assert only({**MOCK, "title": "[billing] Queue grows"}).title == "[billing] Queue grows"


@pytest.mark.parametrize("body", [{}, [], None, "x", {"id": "1"}, {"tags": "env:prod"}])
def test_a_body_that_names_nothing_is_not_understood(body: Any) -> None:
    with pytest.raises(NotUnderstood, match="which monitor"):
        read(body)
