"""Zabbix' problems, as media types of many hands send them."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memoryops.alerts.sources.zabbix import read
from memoryops.alerts.values import AlertReading, AlertStatus, NotUnderstood
from memoryops.incidents.lifecycle import Severity

BARE = {
    "hostname": "db-1.example.net",
    "severity": "High",
    "status": "PROBLEM",
    "item": "Free space is 3 %",
    "trigger": "Disk of db-1 is nearly full",
    "link": "https://zabbix.example.net/tr_events.php?triggerid=14099&eventid=20528",
}
FULL = {
    "event_id": "20528",
    "trigger_id": "14099",
    "trigger_name": "Disk of db-1 is nearly full",
    "event_value": "1",
    "nseverity": "4",
    "host": "db-1",
    "event_date": "2026.11.30",
    "event_time": "09:00:00",
    "tags": '[{"tag": "service", "value": "ledger"}, {"tag": "scope", "value": "capacity"}]',
}


def one(given: dict[str, Any]) -> AlertReading:
    (alert,) = read(given).alerts
    return alert


BODIES = [BARE, FULL]


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("PROBLEM", AlertStatus.firing),
        ("RESOLVED", AlertStatus.resolved),
        ("OK", AlertStatus.resolved),
        ("ACKNOWLEDGED", AlertStatus.acknowledged),
        ("ODD", AlertStatus.unknown),
    ],
)
def test_a_problem_and_its_end_are_one_alert(said: str, status: AlertStatus) -> None:
    alert = one(BARE | {"status": said})
    assert (alert.title, alert.fingerprint, alert.status) == ("Disk of db-1 is nearly full", "14099", status)
    assert (alert.severity, alert.severity_raw, alert.error) == (Severity.sev2, "High", "Free space is 3 %")


@pytest.mark.parametrize(
    ("changes", "identity"),
    [
        ({}, "14099"),
        ({"link": "https://zabbix.example.net/tr_events.php?eventid=20528"}, "event 20528"),
        ({"link": None, "event_id": 20529}, "event 20529"),
        ({"link": None, "event_id": "{EVENT.ID}"}, "db-1.example.net/Disk of db-1 is nearly full"),
    ],
)
def test_the_trigger_is_the_identity_then_the_event_then_host_and_name(changes: dict[str, Any], identity: str) -> None:
    alert = one(BARE | changes)
    assert alert.fingerprint == identity
    assert bool(alert.notes) == identity.startswith("db-1")


@pytest.mark.parametrize(
    ("name", "severity"),
    [
        ("Disaster", Severity.sev1),
        ("High", Severity.sev2),
        ("Average", Severity.sev3),
        ("Warning", Severity.sev3),
        ("Information", Severity.sev4),
        ("Not classified", None),
    ],
)
def test_each_of_its_severities_has_a_meaning_or_none(name: str, severity: Severity | None) -> None:
    alert = one(BARE | {"severity": name})
    assert (alert.severity, alert.severity_raw) == (severity, name)


def test_parameters_may_be_called_like_the_macros() -> None:
    macros = {"EVENT.ID": "20528", "TRIGGER.ID": "14099", "EVENT.NAME": "Disk is full", "EVENT.VALUE": "0"}
    alert = one(macros | {"EVENT.SEVERITY": "High", "HOST.NAME": "db-1"})
    assert (alert.title, alert.fingerprint, alert.status) == ("Disk is full", "14099", AlertStatus.resolved)
    assert (alert.severity_raw, alert.labels["host"]) == ("High", "db-1")
    assert one({"triggerId": "14099", "name": "Disk is full", "status": "OK"}).fingerprint == "14099"


def test_numbers_dates_and_tags_are_read_as_macros_give_them() -> None:
    alert = one(FULL)
    assert (alert.status, alert.severity, alert.service) == (AlertStatus.firing, Severity.sev2, "ledger")
    assert alert.starts_at == datetime(2026, 11, 30, 9, tzinfo=UTC)
    assert alert.labels["scope"] == "capacity"
    assert alert.notes == ("starts_at has no zone and is read as UTC",)


@pytest.mark.parametrize(
    "tags", ["service:ledger, scope:capacity", [{"tag": "service", "value": "ledger"}], {"service": "ledger"}]
)
def test_tags_come_in_three_shapes(tags: Any) -> None:
    assert one(FULL | {"tags": tags}).service == "ledger"


def test_the_end_of_a_problem_has_its_own_date_and_time() -> None:
    ended = {"event_value": "0", "event_recovery_date": "2026.11.30", "event_recovery_time": "09:20:00"}
    alert = one(FULL | ended)
    assert (alert.status, alert.ends_at) == (AlertStatus.resolved, datetime(2026, 11, 30, 9, 20, tzinfo=UTC))


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"update_action": "acknowledged and commented"}, AlertStatus.acknowledged),
        ({"ack": "Yes"}, AlertStatus.acknowledged),
        ({"update_action": "unacknowledged"}, AlertStatus.firing),
        ({"update_action": "closed"}, AlertStatus.resolved),
    ],
)
def test_an_update_is_what_it_does(changes: dict[str, Any], status: AlertStatus) -> None:
    assert one(BARE | {"status": "UPDATE"} | changes).status is status


def test_an_update_may_leave_the_status_of_its_event() -> None:
    assert one(BARE | {"update_action": "acknowledged"}).status is AlertStatus.acknowledged
    assert one(BARE | {"update_action": "{EVENT.UPDATE.ACTION}"}).status is AlertStatus.firing
    assert one(BARE | {"update_action": ""}).status is AlertStatus.firing
    assert read(BARE | {"update_action": "commented"}).kind == "update"


def test_macros_that_were_not_filled_in_are_a_test_of_the_media_type() -> None:
    macros = {
        "id": "{EVENT.ID}",
        "name": "{EVENT.NAME}",
        "status": "{TRIGGER.STATUS}",
        "severity": "{TRIGGER.SEVERITY}",
    }
    assert read(macros).kind == "test"
    assert one(BARE | {"trigger": "Disk {#FSNAME} is full"}).title == "Disk {#FSNAME} is full"


def test_a_time_of_day_alone_is_no_moment() -> None:
    assert (one(BARE | {"time": "09:00:00"}).starts_at, one(BARE | {"time": "09:00:00"}).notes) == (None, ())
    assert one(BARE | {"datetime": "2026.11.30 09:00:00"}).starts_at == datetime(2026, 11, 30, 9, tzinfo=UTC)


def test_an_update_that_only_comments_is_ignored() -> None:
    assert read(BARE | {"status": "UPDATE", "update_action": "commented"}).kind == "update"


@pytest.mark.parametrize("given", [{}, {"trigger": "x"}, {"status": "PROBLEM"}, {"foo": 1}])
def test_what_names_no_problem_is_not_understood(given: dict[str, Any]) -> None:
    with pytest.raises(NotUnderstood):
        read(given)
