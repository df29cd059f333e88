"""Alertmanager's bodies: each alert with its own identity, status and times, whatever envelope it came in."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memoryops.alerts.sources import BY_NAME
from memoryops.alerts.sources.alertmanager import read
from memoryops.alerts.values import AlertStatus, Link, NotUnderstood

GROUP: dict[str, Any] = {
    "version": "4",
    "groupKey": '{}/{team="shop"}:{alertname="CartErrors"}',
    "truncatedAlerts": 0,
    "status": "firing",
    "receiver": "memory",
    "groupLabels": {"alertname": "CartErrors"},
    "commonLabels": {"alertname": "CartErrors", "severity": "critical"},
    "commonAnnotations": {"runbook_url": "https://runbooks.example.org/cart"},
    "externalURL": "http://alertmanager.example.org:9093",
    "alerts": [
        {
            "status": "firing",
            "labels": {
                "alertname": "CartErrors",
                "severity": "critical",
                "service": "cart",
                "env": "prod",
                "pod": "cart-0",
            },
            "annotations": {"summary": "Cart answers 5xx", "description": "{{ $value }} of <b>all</b> requests"},
            "startsAt": "2027-05-09T08:15:29.781234567Z",
            "endsAt": "0001-01-01T00:00:00Z",
            "generatorURL": "http://prometheus.example.org:9090/graph?g0.expr=up",
            "fingerprint": "0f1e2d3c4b5a6978",
        },
        {
            "status": "resolved",
            "labels": {"alertname": "CartErrors", "severity": "warning", "service": "basket"},
            "startsAt": "2027-05-09T08:10:00+02:00",
            "endsAt": "2027-05-09T08:20:00+0200",
            "fingerprint": "8796a5b4c3d2e1f0",
        },
    ],
}
LABELS = {"alertname": "QueueGrows", "queue": "thumbnails", "severity": "page"}


def group(*alerts: dict[str, Any], **given: Any) -> dict[str, Any]:
    return {**GROUP, "alerts": list(alerts), **given}


BODIES = [GROUP, GROUP["alerts"], {"raw": GROUP["alerts"][0], "source_type": "prometheus"}, {"labels": LABELS}]


def test_a_group_gives_every_alert_by_its_fingerprint_and_with_its_own_status() -> None:
    first, second = read(GROUP).alerts
    assert (first.fingerprint, first.status) == ("0f1e2d3c4b5a6978", AlertStatus.firing)
    assert (second.fingerprint, second.status) == ("8796a5b4c3d2e1f0", AlertStatus.resolved)
    assert (first.title, first.severity, first.severity_raw) == ("CartErrors", "sev1", "critical")
    assert (first.service, first.environment) == ("cart", "prod")
    assert (first.error, first.description) == ("Cart answers 5xx", "{{ $value }} of <b>all</b> requests")
    assert first.notes == ()


def test_nanoseconds_are_read_and_a_firing_alert_has_not_ended() -> None:
    first, second = read(GROUP).alerts
    assert first.starts_at == datetime(2027, 5, 9, 8, 15, 29, 781234, tzinfo=UTC)
    assert first.ends_at is None
    assert second.ends_at == datetime(2027, 5, 9, 6, 20, tzinfo=UTC)


def test_what_helps_is_linked_and_the_runbook_comes_first() -> None:
    assert read(GROUP).alerts[0].links == (
        Link("Runbook", "https://runbooks.example.org/cart"),
        Link("Graph", "http://prometheus.example.org:9090/graph?g0.expr=up"),
        Link("Alertmanager", "http://alertmanager.example.org:9093"),
    )


def test_without_a_fingerprint_the_labels_are_the_identity_in_any_order() -> None:
    v3 = {"groupKey": 5615590933959184469, "version": "3"}
    one = read(group({"status": "firing", "labels": LABELS}, **v3)).alerts[0]
    other = read(group({"status": "resolved", "labels": dict(reversed(LABELS.items()))}, **v3)).alerts[0]
    third = read(group({"status": "firing", "labels": {**LABELS, "queue": "mail"}}, **v3)).alerts[0]
    assert one.fingerprint == other.fingerprint != third.fingerprint


def test_an_empty_label_is_none() -> None:
    told, empty = ({"status": "firing", "labels": {**LABELS, **more}} for more in ({}, {"pod": "", "zone": None}))
    assert read(group(told)).alerts[0].fingerprint == read(group(empty)).alerts[0].fingerprint


def test_a_lone_alert_without_status_or_start_fires() -> None:
    (alert,) = read({"summary": "Queue grows", "labels": {"severity": "critical", "workload": "thumbnailer"}}).alerts
    assert (alert.title, alert.status, alert.severity_raw) == ("Queue grows", AlertStatus.firing, "critical")
    assert (alert.service, alert.starts_at, alert.notes) == ("thumbnailer", None, ())


def test_lone_alerts_that_only_their_summary_tells_apart_are_two() -> None:
    queue, disk = (
        {"summary": summary, "labels": {"severity": "warning"}} for summary in ("Queue grows", "Disk is full")
    )
    assert read(queue).alerts[0].fingerprint != read(disk).alerts[0].fingerprint


def test_an_alert_inside_a_raw_wrapper_is_read_and_active_is_firing_without_an_end() -> None:
    raw = {
        "status": "active",
        "labels": {
            "alertname": "PodWaits",
            "service": "kube-state-metrics",
            "job": "kube-state-metrics",
            "container": "cart",
        },
        "startsAt": "2027-05-09 08:15:29.781000+00:00",
        "endsAt": "2027-05-09 09:15:29.781000+00:00",
        "fingerprint": "55aa",
    }
    (alert,) = read({"id": "x", "name": "PodWaits", "source_type": "prometheus", "raw": raw}).alerts
    assert (alert.title, alert.fingerprint, alert.status) == ("PodWaits", "55aa", AlertStatus.firing)
    assert alert.service == "cart"
    assert alert.starts_at == datetime(2027, 5, 9, 8, 15, 29, 781000, tzinfo=UTC)
    assert alert.ends_at is None


def test_a_finding_that_spells_its_times_with_underscores_is_read() -> None:
    told = {"labels": LABELS, "fingerprint": "55aa", "starts_at": "2027-05-09T08:15:29.781+00:00", "ends_at": None}
    assert read(told).alerts[0].starts_at == datetime(2027, 5, 9, 8, 15, 29, 781000, tzinfo=UTC)


def test_a_bare_list_as_the_api_gives_it_is_read_and_a_silenced_alert_is_unknown() -> None:
    active, silenced = (
        {"labels": {**LABELS, "queue": state}, "status": {"state": state, "silencedBy": []}}
        for state in ("active", "suppressed")
    )
    first, second = BY_NAME["prometheus"].read([active, silenced]).alerts
    assert first.status is AlertStatus.firing
    assert second.status is AlertStatus.unknown
    assert second.notes == ("the alert is silenced or inhibited: whether it still fires is not said",)


def test_alerts_that_were_left_out_are_noted_on_those_that_came() -> None:
    (alert,) = read(group(GROUP["alerts"][0], truncatedAlerts=7)).alerts
    assert alert.notes == ("alerts of this group that the sender left out: 7",)


def test_an_alert_that_always_fires_is_a_heartbeat() -> None:
    watchdog = {"status": "firing", "labels": {"alertname": "Watchdog", "severity": "none"}}
    assert (read(group(watchdog)).alerts, read(group(watchdog)).kind) == ((), "heartbeat")
    (alert,) = read(group({"status": "firing", "labels": LABELS}, watchdog)).alerts
    assert alert.notes == ("heartbeats of this delivery that are no alerts: 1",)


def test_a_time_that_cannot_be_read_is_noted_and_the_alert_still_counts() -> None:
    (alert,) = read(group({"status": "firing", "labels": LABELS, "startsAt": "yesterday"})).alerts
    assert alert.starts_at is None
    assert alert.notes == ("starts_at could not be read: 'yesterday'",)


def test_a_status_of_no_known_word_is_unknown_and_told() -> None:
    (alert,) = read(group({"status": "flapping", "labels": LABELS})).alerts
    assert (alert.status, alert.notes) == (AlertStatus.unknown, ("status could not be read: 'flapping'",))


@pytest.mark.parametrize(
    "body", [{}, [], None, "firing", {"alerts": []}, {"alerts": ["x", None]}, {"status": "ok"}, [1, 2]]
)
def test_a_body_without_an_alert_is_not_understood(body: Any) -> None:
    with pytest.raises(NotUnderstood, match="holds no alert"):
        read(body)
