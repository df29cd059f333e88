"""Azure Monitor's schemas: the common one, those before it, and what its health services send."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memoryops.alerts.sources import BY_NAME
from memoryops.alerts.sources.azure import read
from memoryops.alerts.values import AlertReading, AlertStatus, NotUnderstood
from memoryops.incidents.lifecycle import Severity

VM = "/subscriptions/s-1/resourcegroups/rg-1/providers/microsoft.compute/virtualmachines/ledger-vm"


def common(context: dict[str, Any] | None = None, **essentials: Any) -> dict[str, Any]:
    told = {
        "alertId": "/subscriptions/s-1/providers/Microsoft.AlertsManagement/alerts/a-1",
        "alertRule": "ledger cpu",
        "severity": "Sev1",
        "signalType": "Metric",
        "monitorCondition": "Fired",
        "monitoringService": "Platform",
        "alertTargetIDs": [VM],
        "configurationItems": ["ledger-vm"],
        "originAlertId": "o-1_rg-1",
        "firedDateTime": "2026-11-30T09:00:00.3713213Z",
        "description": "busy",
    }
    condition = {
        "allOf": [{"metricName": "Percentage CPU", "operator": "GreaterThan", "threshold": "90", "metricValue": 97.2}]
    }
    return {
        "schemaId": "azureMonitorCommonAlertSchema",
        "data": {"essentials": told | essentials, "alertContext": context or {"condition": condition}},
    }


def one(given: dict[str, Any]) -> AlertReading:
    (alert,) = read(given).alerts
    return alert


BODIES = [common(), common({"condition": {}})]


def test_the_alias_is_the_same_source() -> None:
    assert BY_NAME["azure-monitor"] is BY_NAME["azure"]


def test_the_common_schema_is_read() -> None:
    alert = one(common())
    assert (alert.title, alert.fingerprint, alert.status) == ("ledger cpu", "o-1_rg-1", AlertStatus.firing)
    assert (alert.severity, alert.severity_raw, alert.service) == (Severity.sev2, "Sev1", "ledger-vm")
    assert (alert.error, alert.description) == ("Percentage CPU is 97.2, GreaterThan 90", "busy")
    assert (alert.starts_at, alert.ends_at) == (datetime(2026, 11, 30, 9, 0, 0, 371_321, tzinfo=UTC), None)


def test_a_rule_of_prometheus_tells_its_labels_and_its_summary() -> None:
    context = {"labels": {"service": "ledger", "Environment": "prod"}, "annotations": {"summary": "No replica is up"}}
    alert = one(common(context, alertTargetIDs=[VM]))
    assert (alert.service, alert.environment, alert.error) == ("ledger", "prod", "No replica is up")


def test_a_search_of_the_first_version_tells_its_query_and_its_dimensions() -> None:
    context = {"SearchQuery": "Heartbeat", "ResultCount": 2, "Dimensions": [{"name": "Computer", "value": "pc-7"}]}
    alert = one(common(context))
    assert (alert.error, alert.labels["Computer"]) == ("2 results of: Heartbeat", "pc-7")


def test_a_budget_is_called_by_its_name_and_is_no_service() -> None:
    told = {"monitoringService": "CostAlerts", "alertRule": None, "originAlertId": None, "severity": None}
    body = common({"AlertData": {"BudgetName": "team-ledger"}}, **told, configurationItems=["budgets"])
    assert (one(body).title, one(body).service, one(body).severity_raw) == ("team-ledger", None, None)


def test_a_resolved_alert_has_its_end() -> None:
    alert = one(common(monitorCondition="Resolved", resolvedDateTime="2026-11-30T09:05:00.1234567Z"))
    assert (alert.status, alert.fingerprint) == (AlertStatus.resolved, "o-1_rg-1")
    assert alert.ends_at == datetime(2026, 11, 30, 9, 5, 0, 123_456, tzinfo=UTC)


@pytest.mark.parametrize(
    ("raw", "severity"),
    [
        ("Sev0", Severity.sev1),
        ("Sev1", Severity.sev2),
        ("Sev2", Severity.sev3),
        ("Sev3", Severity.sev4),
        ("Sev4", Severity.sev4),
    ],
)
def test_azures_severities_begin_at_zero(raw: str, severity: Severity) -> None:
    assert one(common(severity=raw)).severity is severity


def test_a_log_alerts_dimensions_name_the_service_and_its_search_is_linked() -> None:
    search = {
        "searchQuery": "exceptions",
        "operator": "GreaterThan",
        "threshold": "3",
        "dimensions": [{"name": "service", "value": "mailer"}],
        "linkToSearchResultsUI": "https://portal.example.net/logs",
    }
    alert = one(common({"condition": {"allOf": [search]}}, monitoringService="Log Alerts V2", configurationItems=[]))
    assert (alert.service, alert.links[0].href) == ("mailer", "https://portal.example.net/logs")


def service_health(stage: str, kind: str) -> dict[str, Any]:
    facts = {
        "title": "Storage errors",
        "service": "Storage",
        "region": "north",
        "incidentType": kind,
        "trackingId": "T-1",
    }
    context = {"properties": facts | {"stage": stage, "communication": "We look into it."}}
    return common(context, monitoringService="ServiceHealth", signalType="Activity Log", configurationItems=[])


@pytest.mark.parametrize(("stage", "status"), [("Active", AlertStatus.firing), ("Resolved", AlertStatus.resolved)])
def test_service_health_tells_the_end_by_its_stage(stage: str, status: AlertStatus) -> None:
    alert = one(service_health(stage, "Incident"))
    assert (alert.title, alert.fingerprint, alert.status) == ("Storage errors", "T-1", status)
    assert alert.labels["azure_service"] == "Storage"


def test_a_whole_subscription_is_no_service() -> None:
    target = ["/subscriptions/4f1c0000-0000-4000-8000-000000000001"]
    told = service_health("Active", "Incident")
    told["data"]["essentials"]["alertTargetIDs"] = target
    assert one(told).service is None
    assert one(common(alertTargetIDs=[f"{target[0]}/resourceGroups/shop/providers/x/sites/cart"])).service is not None


@pytest.mark.parametrize(
    ("kind", "ignored"), [("Maintenance", "maintenance"), ("Informational", "notice"), ("ActionRequired", "notice")]
)
def test_service_healths_notices_are_ignored(kind: str, ignored: str) -> None:
    assert read(service_health("Planned", kind)).kind == ignored


@pytest.mark.parametrize(
    ("health", "status"), [("Unavailable", AlertStatus.firing), ("Available", AlertStatus.resolved)]
)
def test_resource_health_is_over_when_the_resource_is_available(health: str, status: AlertStatus) -> None:
    context = {
        "properties": {"currentHealthStatus": health, "previousHealthStatus": "Degraded", "cause": "PlatformInitiated"}
    }
    assert one(common(context, monitoringService="Resource Health")).status is status


def metric(status: str) -> dict[str, Any]:
    context = {
        "timestamp": "2026-11-30T09:00:00.1234567Z",
        "id": "/subscriptions/s-1/alerts/cpu",
        "name": "cpu",
        "severity": "2",
        "condition": {"metricName": "CPU", "operator": "GreaterThan", "threshold": "90", "metricValue": 95},
        "resourceName": "ledger-vm",
        "resourceId": VM,
        "portalLink": "https://portal.example.net/1",
    }
    return {"schemaId": "AzureMonitorMetricAlert", "data": {"version": "2.0", "status": status, "context": context}}


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("Activated", AlertStatus.firing),
        ("Deactivated", AlertStatus.resolved),
        ("Resolved", AlertStatus.resolved),
        ("Odd", AlertStatus.unknown),
    ],
)
def test_the_metric_schema_of_before_is_read(said: str, status: AlertStatus) -> None:
    alert = one(metric(said))
    assert (alert.title, alert.status, alert.service) == ("cpu", status, "ledger-vm")
    assert (alert.severity_raw, alert.links[0].text) == ("2", "Azure portal")
    assert (alert.starts_at is None) == (status is AlertStatus.resolved)


def test_the_classic_schema_has_no_envelope() -> None:
    assert one(metric("Activated")["data"]).fingerprint == one(metric("Deactivated")).fingerprint


def test_the_activity_log_names_the_operation_and_the_resource() -> None:
    activity = {
        "operationName": "Microsoft.Compute/virtualMachines/delete/action",
        "resourceId": VM,
        "level": "Warning",
        "eventTimestamp": "2026-11-30T09:00:00Z",
        "status": "Succeeded",
    }
    alert = one(
        {
            "schemaId": "Microsoft.Insights/activityLogs",
            "data": {"status": "Activated", "context": {"activityLog": activity}},
        }
    )
    assert alert.title == "Microsoft.Compute/virtualMachines/delete/action"
    assert (alert.service, alert.severity, alert.status) == ("ledger-vm", Severity.sev3, AlertStatus.firing)


def test_the_log_schema_of_before_is_read() -> None:
    told = {
        "AlertRuleName": "exceptions",
        "Severity": "3",
        "SearchQuery": "exceptions | count",
        "ResultCount": 12,
        "SearchIntervalStartTimeUtc": "2026-11-30T08:55:00Z",
        "SearchIntervalEndtimeUtc": "2026-11-30T09:00:00Z",
        "LinkToSearchResults": "https://portal.example.net/logs",
        "WorkspaceId": "w-1",
    }
    alert = one({"schemaId": "Microsoft.Insights/LogAlert", "data": told})
    assert (alert.title, alert.fingerprint, alert.status) == ("exceptions", "exceptions/w-1", AlertStatus.firing)
    assert (alert.error, alert.severity) == ("12 results of: exceptions | count", Severity.sev4)
    assert alert.occurred_at == datetime(2026, 11, 30, 9, tzinfo=UTC)


def test_autoscale_is_no_alert() -> None:
    given = {"version": "1.0", "status": "Activated", "operation": "Scale Out", "context": {"name": "a"}}
    assert read(given).kind == "autoscale"


@pytest.mark.parametrize(
    "given", [{}, {"data": {}}, {"data": {"essentials": {"alertRule": "x"}}}, {"context": {"x": 1}}]
)
def test_what_azure_does_not_send_is_not_understood(given: dict[str, Any]) -> None:
    with pytest.raises(NotUnderstood):
        read(given)
