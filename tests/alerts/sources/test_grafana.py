"""Grafana's bodies: its alerting, the dashboards' alerts before it, its rules, OnCall's form, and a press of Test."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memoryops.alerts.sources.grafana import read
from memoryops.alerts.values import AlertStatus, Link, NotUnderstood

ALERT: dict[str, Any] = {
    "status": "firing",
    "labels": {"alertname": "Heap nearly full", "grafana_folder": "jvm", "environment": "prod"},
    "annotations": {"summary": "Heap above 90 %"},
    "startsAt": "2027-05-09T10:15:29.157076+02:00",
    "endsAt": "0001-01-01T00:00:00Z",
    "generatorURL": "?orgId=1",
    "fingerprint": "c6eadffa33fcdf37",
    "dashboardURL": "https://grafana.example.org/d/jvm",
    "panelURL": "",
    "values": {"B": 44.2, "C": 1},
    "valueString": "[ var='B' labels={instance=jvm-2} value=44.2 ]",
}
GROUP: dict[str, Any] = {
    "receiver": "memory",
    "status": "firing",
    "orgId": 1,
    "alerts": [ALERT],
    "groupLabels": {},
    "commonLabels": {},
    "commonAnnotations": {},
    "externalURL": "https://grafana.example.org/",
    "version": "1",
    "groupKey": "{}/{}:{}",
    "truncatedAlerts": 0,
    "title": "[FIRING:1] Heap nearly full jvm",
    "state": "alerting",
    "message": "**Firing**",
}
DASHBOARD: dict[str, Any] = {
    "dashboardId": 4,
    "evalMatches": [{"value": 97, "metric": "heap", "tags": None}, {"value": 99, "metric": "old gen", "tags": {}}],
    "message": "Look at the collector.",
    "orgId": 1,
    "panelId": 6,
    "ruleId": 31,
    "ruleName": "Heap nearly full",
    "ruleUrl": "https://grafana.example.org/d/jvm?panelId=6",
    "state": "alerting",
    "tags": {"service": "ledger", "severity": "high"},
    "title": "[Alerting] Heap nearly full",
}


BODIES = [GROUP, DASHBOARD, {"alert_uid": "1", "title": "Heap", "state": "ok"}, {"condition": "B", "data": [], **ALERT}]


def test_an_alert_without_a_severity_has_none() -> None:
    (alert,) = read(GROUP).alerts
    assert (alert.title, alert.status, alert.fingerprint) == (
        "Heap nearly full",
        AlertStatus.firing,
        "c6eadffa33fcdf37",
    )
    assert (alert.severity, alert.severity_raw, alert.environment) == (None, None, "prod")
    assert alert.starts_at == datetime(2027, 5, 9, 8, 15, 29, 157076, tzinfo=UTC)
    assert alert.error == "Heap above 90 %"


def test_only_addresses_that_can_be_opened_are_linked() -> None:
    assert read(GROUP).alerts[0].links == (
        Link("Dashboard", "https://grafana.example.org/d/jvm"),
        Link("Grafana", "https://grafana.example.org/"),
    )


def test_without_a_summary_the_values_are_the_error() -> None:
    bare = {key: value for key, value in ALERT.items() if key != "annotations"}
    assert read({**GROUP, "alerts": [bare]}).alerts[0].error == "[ var='B' labels={instance=jvm-2} value=44.2 ]"
    assert read({**GROUP, "alerts": [{**bare, "valueString": ""}]}).alerts[0].error == "B=44.2, C=1"


def test_status_is_told_by_each_alert_and_not_by_the_group() -> None:
    resolved = {**ALERT, "status": "resolved", "endsAt": "2027-05-09T10:20:00+02:00", "fingerprint": "ff"}
    first, second = read({**GROUP, "alerts": [resolved, ALERT]}).alerts
    assert (first.status, first.ends_at) == (AlertStatus.resolved, datetime(2027, 5, 9, 8, 20, tzinfo=UTC))
    assert (second.status, second.ends_at) == (AlertStatus.firing, None)


def test_an_alert_with_almost_nothing_takes_its_groups_words() -> None:
    (alert,) = read({**GROUP, "alerts": [{"status": "firing"}], "title": "[FIRING:1]", "truncatedAlerts": 1}).alerts
    assert (alert.title, alert.status) == ("**Firing**", AlertStatus.firing)
    assert alert.notes == ("alerts of this group that the sender left out: 1",)


def test_an_alert_that_is_not_named_by_a_label_of_its_own_has_its_groups_name() -> None:
    unnamed = {**ALERT, "labels": {"grafana_folder": "jvm"}}
    (alert,) = read({**GROUP, "alerts": [unnamed], "commonLabels": {"alertname": "Heap nearly full"}}).alerts
    assert (alert.title, alert.error) == ("Heap nearly full", "Heap above 90 %")


def test_a_query_without_data_is_titled_by_its_rule() -> None:
    labels = {"alertname": "DatasourceNoData", "rulename": "Heap nearly full"}
    (alert,) = read({**GROUP, "alerts": [{**ALERT, "labels": labels}]}).alerts
    assert alert.title == "Heap nearly full (DatasourceNoData)"


@pytest.mark.parametrize(
    "body",
    [
        {**GROUP, "alerts": [{**ALERT, "labels": {"alertname": "TestAlert", "instance": "Grafana"}}]},
        {**DASHBOARD, "ruleId": 0, "title": "[Alerting] Test notification"},
        {"text": "TestAlert - Notification test"},
    ],
)
def test_a_press_of_test_is_ignored_as_one_and_says_so(body: Any) -> None:
    reading = read(body)
    assert (reading.alerts, reading.kind) == ((), "test")
    assert reading.reason == "Somebody pressed Test in Grafana: it arrived, and there is nothing to act on."


def test_a_dashboards_alert_is_its_rule() -> None:
    (alert,) = read(DASHBOARD).alerts
    assert (alert.fingerprint, alert.title, alert.status) == ("rule/1/31", "Heap nearly full", AlertStatus.firing)
    assert (alert.error, alert.description) == ("heap: 97; old gen: 99", "Look at the collector.")
    assert (alert.service, alert.severity, alert.severity_raw) == ("ledger", "sev2", "high")


def test_a_rule_that_thousands_of_series_match_is_told_in_a_few_lines() -> None:
    (alert,) = read({**DASHBOARD, "evalMatches": DASHBOARD["evalMatches"] * 5_000}).alerts
    assert (alert.error or "").startswith("heap: 97; old gen: 99; heap: 97")
    assert len(alert.error or "") == 2_000


@pytest.mark.parametrize(
    ("state", "status", "notes"),
    [
        ("ok", AlertStatus.resolved, ()),
        ("alerting", AlertStatus.firing, ()),
        ("no_data", AlertStatus.unknown, ("its state is 'no_data'",)),
        ("paused", AlertStatus.unknown, ("its state is 'paused'",)),
        ("pending", AlertStatus.unknown, ("its state is 'pending'",)),
        ("strange", AlertStatus.unknown, ("its state is 'strange'",)),
    ],
)
def test_a_dashboards_alert_stands_where_its_state_says(
    state: str, status: AlertStatus, notes: tuple[str, ...]
) -> None:
    (alert,) = read({**DASHBOARD, "state": state}).alerts
    assert (alert.status, alert.notes) == (status, notes)


def test_a_rule_without_a_status_fires() -> None:
    rule = {
        "condition": "B",
        "data": [{"refId": "B", "model": {}}],
        "labels": {"severity": "warning", "service": "ledger"},
        "annotations": {"summary": "Heap on {{ host.name }}"},
        "title": "Heap nearly full",
        "orgID": 1,
    }
    (alert,) = read(rule).alerts
    assert (alert.title, alert.status, alert.severity_raw) == ("Heap nearly full", AlertStatus.firing, "warning")
    assert alert.error == "Heap on {{ host.name }}"
    assert read({**rule, "uid": "rule-1"}).alerts[0].fingerprint == "rule-1"
    assert read({"title": "Jvm", "severity": "critical", "alerts": [rule]}).alerts[0].title == "Heap nearly full"


def test_oncalls_formatted_webhook_is_one_alert_by_its_uid() -> None:
    told = {
        "alert_uid": "08d6891a",
        "title": "Heap nearly full",
        "image_url": "https://grafana.example.org/render.png",
        "state": "alerting",
        "link_to_upstream_details": "https://grafana.example.org/alerting",
        "message": "Look at the collector.",
    }
    (fired,), (over,) = read(told).alerts, read({**told, "state": "ok", "message": "Over."}).alerts
    assert (fired.status, over.status) == (AlertStatus.firing, AlertStatus.resolved)
    assert fired.fingerprint == over.fingerprint == "08d6891a"
    assert [link.text for link in fired.links] == ["Details", "Image"]


@pytest.mark.parametrize("body", [{}, [], None, "x", {"alerts": []}, {"state": "alerting"}, {"text": "hello"}])
def test_what_grafana_does_not_send_is_not_understood(body: Any) -> None:
    with pytest.raises(NotUnderstood):
        read(body)
