"""Statuspage: incidents through their updates, components, and planned maintenance."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memoryops.alerts.sources.statuspage import read
from memoryops.alerts.values import AlertReading, AlertStatus, NotUnderstood
from memoryops.incidents.lifecycle import Severity


def incident(**changes: Any) -> dict[str, Any]:
    told = {
        "id": "in7",
        "name": "Payments are slow",
        "status": "identified",
        "impact": "major",
        "created_at": "2026-11-30T09:00:00.100Z",
        "updated_at": "2026-11-30T09:10:00.200Z",
        "resolved_at": None,
        "scheduled_for": None,
        "shortlink": "https://stspg.example.net/1",
        "incident_updates": [
            {"status": "identified", "body": "A lock on orders.", "affected_components": [{"name": "Payments"}]},
            {"status": "investigating", "body": "Payments take 20 s.", "affected_components": []},
        ],
        "components": [{"id": "c1", "name": "Basket"}],
    }
    return {"page": {"id": "pg7"}, "meta": {"generated_at": "2026-11-30T09:10:01.000Z"}, "incident": told | changes}


def component(old: str, new: str) -> dict[str, Any]:
    return {
        "page": {"id": "pg7"},
        "component": {"id": "c1", "name": "Payments", "status": new},
        "component_update": {
            "id": "u1",
            "component_id": "c1",
            "old_status": old,
            "new_status": new,
            "created_at": "2026-11-30T09:00:00.379Z",
        },
    }


def one(given: dict[str, Any]) -> AlertReading:
    (alert,) = read(given).alerts
    return alert


BODIES = [incident(), component("operational", "major_outage")]


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("investigating", AlertStatus.firing),
        ("identified", AlertStatus.firing),
        ("monitoring", AlertStatus.firing),
        ("resolved", AlertStatus.resolved),
        ("postmortem", AlertStatus.resolved),
        ("Resolved", AlertStatus.resolved),
        ("odd", AlertStatus.unknown),
    ],
)
def test_an_incident_is_over_once_it_is_resolved(said: str, status: AlertStatus) -> None:
    alert = one(incident(status=said))
    assert (alert.title, alert.fingerprint, alert.status) == ("Payments are slow", "in7", status)


def test_the_newest_update_comes_first() -> None:
    alert = one(incident())
    assert (alert.description, alert.error) == ("A lock on orders.", "Payments take 20 s.")
    assert (alert.service, alert.labels["components"]) == ("Payments", "Payments, Basket")


def test_times_and_impact_are_the_incidents() -> None:
    alert = one(incident(status="resolved", resolved_at="2026-11-30T09:30:00.785Z"))
    assert alert.starts_at == datetime(2026, 11, 30, 9, 0, 0, 100_000, tzinfo=UTC)
    assert alert.ends_at == datetime(2026, 11, 30, 9, 30, 0, 785_000, tzinfo=UTC)
    assert (alert.severity, alert.severity_raw) == (Severity.sev2, "major")


@pytest.mark.parametrize(
    "planned",
    [
        incident(status="scheduled", impact="maintenance", scheduled_for="2026-12-01T00:00:00Z"),
        incident(status="in_progress"),
        incident(status="completed"),
        incident(status="resolved", impact="maintenance"),
        component("operational", "under_maintenance"),
    ],
    ids=["scheduled", "in progress", "completed", "impact", "component"],
)
def test_planned_maintenance_is_ignored(planned: dict[str, Any]) -> None:
    reading = read(planned)
    assert (reading.alerts, reading.kind) == ((), "maintenance")


@pytest.mark.parametrize(
    ("new", "status", "severity"),
    [
        ("degraded_performance", AlertStatus.firing, Severity.sev3),
        ("partial_outage", AlertStatus.firing, Severity.sev2),
        ("major_outage", AlertStatus.firing, Severity.sev1),
        ("Major Outage", AlertStatus.firing, Severity.sev1),
        ("operational", AlertStatus.resolved, None),
    ],
)
def test_a_component_is_an_alert_of_its_own(new: str, status: AlertStatus, severity: Severity | None) -> None:
    alert = one(component("operational", new))
    assert (alert.title, alert.fingerprint, alert.status) == ("Payments", "component/c1", status)
    assert (alert.severity, alert.severity_raw, alert.service) == (severity, new, "Payments")
    assert alert.error == f"The component went from operational to {new}."


@pytest.mark.parametrize("given", [{}, {"page": {}}, {"incident": {"name": "x"}}, {"component": {"name": "x"}}])
def test_what_a_page_does_not_send_is_not_understood(given: dict[str, Any]) -> None:
    with pytest.raises(NotUnderstood):
        read(given)
