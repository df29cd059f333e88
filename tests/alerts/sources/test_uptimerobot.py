"""UptimeRobot's webhook, however its fields are spelled."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memoryops.alerts.sources.uptimerobot import read
from memoryops.alerts.values import AlertReading, AlertStatus, NotUnderstood

DOWN = {
    "monitorID": "784",
    "monitorURL": "https://shop.example.net/",
    "monitorFriendlyName": "Shop front",
    "alertType": "1",
    "alertTypeFriendlyName": "Down",
    "alertDetails": "HTTP 502",
    "alertDateTime": "1796029300",
}
SNAKE = {
    "monitor_url": "shop.example.net",
    "monitor_friendly_name": "Shop front",
    "alert_type": "1",
    "alert_details": "HTTP 502",
    "alert_friendly_duration": "*alertFriendlyDuration*",
}


def one(given: dict[str, Any]) -> AlertReading:
    (alert,) = read(given).alerts
    return alert


BODIES = [DOWN, SNAKE]


@pytest.mark.parametrize(
    ("kind", "status", "identity"),
    [
        ("1", AlertStatus.firing, "784"),
        (2, AlertStatus.resolved, "784"),
        ("3", AlertStatus.firing, "784/ssl"),
        ("9", AlertStatus.unknown, "784"),
    ],
)
def test_a_number_says_what_happened(kind: Any, status: AlertStatus, identity: str) -> None:
    alert = one(DOWN | {"alertType": kind})
    assert (alert.title, alert.status, alert.fingerprint) == ("Shop front", status, identity)


def test_down_began_and_up_ended_at_the_time_of_the_alert() -> None:
    moment = datetime(2026, 11, 30, 9, 1, 40, tzinfo=UTC)
    assert (one(DOWN).starts_at, one(DOWN).error) == (moment, "HTTP 502")
    up = one(DOWN | {"alertType": "2", "alertDetails": "HTTP 200"})
    assert (up.starts_at, up.ends_at, up.error, up.description) == (None, moment, None, "HTTP 200")


def test_fields_may_be_spelled_with_underscores() -> None:
    alert = one(SNAKE)
    assert (alert.title, alert.status, alert.error) == ("Shop front", AlertStatus.firing, "HTTP 502")


def test_without_an_id_the_address_is_the_identity_with_or_without_its_scheme() -> None:
    assert one(SNAKE).fingerprint == "shop.example.net"
    assert one(SNAKE | {"monitor_url": "https://shop.example.net/"}).fingerprint == "shop.example.net"


def test_a_placeholder_left_unrendered_is_nothing() -> None:
    alert = one(SNAKE | {"monitorID": "*monitorID*"})
    assert alert.fingerprint == "shop.example.net"
    assert alert.labels == {}


def test_a_forms_values_may_be_lists() -> None:
    assert one({name: [value] for name, value in DOWN.items()}).fingerprint == "784"


def test_the_friendly_name_of_the_type_does_where_the_number_is_missing() -> None:
    assert one({**DOWN, "alertType": "*alertType*", "alertTypeFriendlyName": "Up"}).status is AlertStatus.resolved


@pytest.mark.parametrize(
    "given", [{}, {"alertType": "1"}, {"monitorURL": "x"}, {"monitorURL": "*monitorURL*", "alertType": "1"}]
)
def test_what_names_no_monitor_is_not_understood(given: dict[str, Any]) -> None:
    with pytest.raises(NotUnderstood):
        read(given)
