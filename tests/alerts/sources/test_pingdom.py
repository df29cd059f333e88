"""Pingdom's changes of state, and who wraps them."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memoryops.alerts.sources.pingdom import read
from memoryops.alerts.values import AlertReading, AlertStatus, NotUnderstood
from memoryops.incidents.lifecycle import Severity

DOWN = {
    "check_id": 20518,
    "check_name": "Shop front",
    "check_type": "HTTP",
    "check_params": {"full_url": "https://shop.example.net/", "hostname": "shop.example.net"},
    "tags": ["service:shop", "prod"],
    "previous_state": "UP",
    "current_state": "DOWN",
    "importance_level": "HIGH",
    "state_changed_timestamp": 1796029300,
    "state_changed_utc_time": "2026-11-30T09:01:40",
    "description": "HTTP 502",
    "long_description": "HTTP error 502 from two probes",
    "version": 1,
}


def one(given: dict[str, Any]) -> AlertReading:
    (alert,) = read(given).alerts
    return alert


BODIES = [DOWN]


@pytest.mark.parametrize(
    ("state", "status"),
    [
        ("DOWN", AlertStatus.firing),
        ("FAILING", AlertStatus.firing),
        ("UP", AlertStatus.resolved),
        ("up", AlertStatus.resolved),
        ("SUCCESS", AlertStatus.resolved),
        ("SIDEWAYS", AlertStatus.unknown),
    ],
)
def test_the_current_state_of_a_check_is_its_status(state: str, status: AlertStatus) -> None:
    alert = one(DOWN | {"current_state": state})
    assert (alert.title, alert.fingerprint, alert.status) == ("Shop front", "20518", status)


def test_what_a_check_says_is_kept() -> None:
    alert = one(DOWN)
    assert (alert.error, alert.service, alert.severity) == ("HTTP error 502 from two probes", "shop", Severity.sev2)
    assert (alert.starts_at, alert.notes) == (datetime(2026, 11, 30, 9, 1, 40, tzinfo=UTC), ())
    assert alert.labels["prod"] == "true"
    assert alert.links[0].href == "https://shop.example.net/"
    assert alert.version is None


@pytest.mark.parametrize("tag", ["service:shop", "service=shop", "service_shop"])
def test_a_tag_names_the_service_however_it_is_joined(tag: str) -> None:
    alert = one(DOWN | {"tags": [tag, "on_call"]})
    assert (alert.service, alert.labels["on_call"]) == ("shop", "true")


def test_an_end_is_when_the_state_changed() -> None:
    up = one(DOWN | {"current_state": "UP", "previous_state": "DOWN"})
    assert (up.starts_at, up.ends_at) == (None, datetime(2026, 11, 30, 9, 1, 40, tzinfo=UTC))


@pytest.mark.parametrize("wrapper", ["state_changed_params", "alert", "payload"])
def test_a_nested_state_counts_whatever_the_wrapper_says(wrapper: str) -> None:
    alert = one({"status": "firing", "check_id": 7, "check_name": "Shop", wrapper: {"current_state": "UP"}})
    assert (alert.status, alert.fingerprint) == (AlertStatus.resolved, "7")
    assert one({"status": "ok", wrapper: DOWN}).status is AlertStatus.firing


def test_a_paused_check_is_no_alert() -> None:
    assert read(DOWN | {"current_state": "PAUSED"}).kind == "paused"


@pytest.mark.parametrize("given", [{}, {"check_id": 1}, {"current_state": "UP"}, {"check_id": 1, "status": "firing"}])
def test_what_pingdom_does_not_send_is_not_understood(given: dict[str, Any]) -> None:
    with pytest.raises(NotUnderstood):
        read(given)
