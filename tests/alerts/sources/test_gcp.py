"""Google Cloud Monitoring's incidents, in the versions that its webhook has had."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memoryops.alerts.sources.gcp import read
from memoryops.alerts.values import AlertReading, AlertStatus, NotUnderstood
from memoryops.incidents.lifecycle import Severity


def body(version: str = "1.2", **incident: Any) -> dict[str, Any]:
    told = {
        "incident_id": "0.mk7",
        "state": "open",
        "started_at": 1796029300,
        "ended_at": None,
        "policy_name": "Ledger latency",
        "condition_name": "p99 above 2 s",
        "summary": "p99 for ledger is above the threshold of 2 with a value of 3.1",
        "observed_value": "3.1",
        "severity": "Critical",
        "url": "https://cloud.example.net/incidents/0.mk7",
        "resource": {"type": "cloud_run_revision", "labels": {"service_name": "ledger", "location": "north1"}},
        "metric": {"type": "run.example.net/latency", "labels": {"response_code": "200"}},
        "metadata": {"system_labels": {"severity": "warning"}, "user_labels": {"environment": "prod"}},
        "documentation": {
            "content": "see the runbook",
            "links": [{"displayName": "Runbook", "url": "https://b.example.net"}],
        },
    }
    return {"version": version, "incident": told | incident}


def one(given: dict[str, Any]) -> AlertReading:
    (alert,) = read(given).alerts
    return alert


BODIES = [body()]


@pytest.mark.parametrize("version", ["1.0", "1.1", "1.2"])
def test_every_version_is_read(version: str) -> None:
    alert = one(body(version))
    assert (alert.title, alert.fingerprint, alert.status) == ("Ledger latency", "0.mk7", AlertStatus.firing)
    assert (alert.service, alert.environment) == ("ledger", "prod")
    assert alert.starts_at == datetime(2026, 11, 30, 9, 1, 40, tzinfo=UTC)
    assert [link.text for link in alert.links] == ["Google Cloud incident", "Runbook"]


@pytest.mark.parametrize(
    ("state", "status"),
    [
        ("OPEN", AlertStatus.firing),
        ("open", AlertStatus.firing),
        ("Closed", AlertStatus.resolved),
        ("acknowledged", AlertStatus.acknowledged),
        ("odd", AlertStatus.unknown),
    ],
)
def test_a_state_counts_in_any_case(state: str, status: AlertStatus) -> None:
    assert one(body(state=state)).status is status


def test_a_closed_incident_has_its_end() -> None:
    alert = one(body(state="closed", ended_at=1796029400))
    assert alert.ends_at == datetime(2026, 11, 30, 9, 3, 20, tzinfo=UTC)


def test_a_start_of_zero_is_no_time() -> None:
    alert = one(body(started_at=0, ended_at=0))
    assert (alert.starts_at, alert.ends_at, alert.notes) == (None, None, ())


def test_the_incidents_own_severity_comes_before_the_labels() -> None:
    assert (one(body()).severity, one(body()).severity_raw) == (Severity.sev1, "Critical")
    assert one(body(severity=None)).severity_raw == "warning"
    assert one(body(severity=None, policy_user_labels={"severity": "error"})).severity_raw == "error"
    assert one(body(severity="No severity")).severity is None


def test_a_resource_name_is_no_title() -> None:
    alert = one(body(policy_name="projects/1/alertPolicies/2"))
    assert alert.title == "p99 above 2 s"
    assert alert.labels["policy"] == "projects/1/alertPolicies/2"


@pytest.mark.parametrize("state", ["ALERT - Error", "RESOLVED - Error", "ALERT", "RESOLVED - No severity"])
def test_a_subject_that_google_made_of_the_state_is_no_title(state: str) -> None:
    generated = {"subject": f"[{state}] Incident created"}
    assert one(body(documentation=generated)).title == "Ledger latency"
    nameless = body(documentation=generated, policy_name="projects/1/alertPolicies/2")
    assert one(nameless).title == "Incident created"
    assert one(body(documentation={"subject": "Ledger waits"})).title == "Ledger waits"
    assert one(body(documentation={"subject": "[ledger] waits"})).title == "[ledger] waits"


def test_the_module_of_an_app_engine_app_is_its_service() -> None:
    labels = {"module_id": "basket", "version_id": "v7"}
    assert one(body(resource={"type": "gae_app", "labels": labels})).service == "basket"
    assert one(body(resource={"type": "gae_app", "labels": labels})).version == "v7"
    assert one(body(resource={"type": "gae_app", "labels": labels | {"module_id": "default"}})).service is None


def test_a_channels_test_is_ignored() -> None:
    assert read(body("test")).kind == "test"


@pytest.mark.parametrize("given", [{}, {"incident": {}}, {"incident": {"summary": "x"}}, {"incident": "x"}])
def test_what_google_does_not_send_is_not_understood(given: dict[str, Any]) -> None:
    with pytest.raises(NotUnderstood):
        read(given)
