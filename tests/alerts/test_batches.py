"""Lists of bodies: what a relay or a queue sends at once is read as if each had come alone."""

from typing import Any

import pytest

from memoryops.alerts.intake.batches import BODIES_LIMIT, each
from memoryops.alerts.sources import BY_NAME
from memoryops.alerts.values import AlertReading, AlertStatus, NotUnderstood, Reading


def read(body: Any) -> Reading:
    if body == "note":
        return Reading((), "note", "A note.")
    if not isinstance(body, dict):
        raise NotUnderstood("no alert")
    return Reading((AlertReading(body["id"], body["id"], AlertStatus.firing),))


EACH = each(read)


def test_every_body_of_a_list_is_read_and_a_lone_one_as_before() -> None:
    assert [alert.fingerprint for alert in EACH([{"id": "a"}, {"id": "b"}]).alerts] == ["a", "b"]
    assert EACH({"id": "a"}) == read({"id": "a"})


def test_what_came_with_alerts_and_is_none_is_told_on_them() -> None:
    (alert,) = EACH([{"id": "a"}, "note", 7, None]).alerts
    assert alert.notes == ("entries of this delivery that are no alerts: 2",)


def test_a_list_of_nothing_but_ignored_bodies_is_ignored_as_they_are() -> None:
    assert EACH(["note", "note"]).kind == "note"


@pytest.mark.parametrize("bodies", [[], [7], ["note", 7], [[{"id": "a"}]], [{"id": "a"}] * (BODIES_LIMIT + 1)])
def test_a_list_of_which_no_part_is_understood_or_that_is_too_long_is_refused(bodies: list[Any]) -> None:
    with pytest.raises(NotUnderstood):
        EACH(bodies)


def test_groups_of_alertmanager_in_one_list_keep_their_alerts_apart() -> None:
    told = {"disk": "firing", "queue": "resolved"}
    groups = [
        {"status": status, "alerts": [{"status": status, "labels": {"alertname": name}, "fingerprint": name}]}
        for name, status in told.items()
    ]
    alerts = BY_NAME["alertmanager"].read(groups).alerts
    assert {alert.title: alert.status.value for alert in alerts} == told


def test_a_test_among_a_presets_bodies_is_left_out() -> None:
    told = {"eventType": "ALERT_NOTIFICATION_TRIGGER", "alert": {"alertId": 1, "ruleName": "CPU"}}
    (alert,) = BY_NAME["thousandeyes"].read([{"eventType": "WEBHOOK_TEST", "eventId": "7"}, told]).alerts
    assert alert.title == "CPU"


@pytest.mark.parametrize(
    ("source", "body"),
    [
        ("datadog", {"alert_cycle_key": "1", "title": "CPU"}),
        ("pagerduty", {"event_action": "trigger", "dedup_key": "k", "payload": {"summary": "CPU"}}),
        ("zabbix", {"trigger": "CPU", "trigger_id": "1", "status": "PROBLEM"}),
        ("cloudwatch", {"AlarmName": "CPU", "NewStateValue": "ALARM"}),
        ("thousandeyes", {"eventType": "ALERT_NOTIFICATION_TRIGGER", "alert": {"alertId": 1, "ruleName": "CPU"}}),
    ],
)
def test_a_source_reads_its_bodies_also_from_a_list(source: str, body: dict[str, Any]) -> None:
    assert [alert.title for alert in BY_NAME[source].read([body, body]).alerts] == ["CPU", "CPU"]
