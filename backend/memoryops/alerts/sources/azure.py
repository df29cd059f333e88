"""Azure Monitor: the common alert schema, the older ones of metric, log and activity-log alerts, Service Health."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from memoryops.alerts.reading.foreign import (
    at,
    cut,
    fingerprint,
    items,
    labels,
    links,
    mapping,
    noted,
    objects,
    scalar,
    text,
    title,
    word,
)
from memoryops.alerts.reading.services import environment_of, named, service_of, version_of
from memoryops.alerts.reading.severities import severity_of, severity_raw
from memoryops.alerts.reading.times import Moment, read_moment
from memoryops.alerts.sources.source import Source
from memoryops.alerts.values import AlertReading, AlertStatus, NotUnderstood, Reading, stand_in
from memoryops.incidents.schemas import PROSE_LIMIT

NAME = "azure"

STATUSES: Mapping[str, AlertStatus] = {
    "fired": AlertStatus.firing,
    "activated": AlertStatus.firing,
    "active": AlertStatus.firing,
    "inprogress": AlertStatus.firing,
    "updated": AlertStatus.firing,
    "deactivated": AlertStatus.resolved,
    "resolved": AlertStatus.resolved,
    "complete": AlertStatus.resolved,
    "rca": AlertStatus.resolved,
    "acknowledged": AlertStatus.acknowledged,
}
WHOLE_SUBSCRIPTION = re.compile(r"^/?subscriptions/[^/]*/?$", re.IGNORECASE)
NOTICES = frozenset({"maintenance", "informational", "actionrequired"})
"""Service Health's kinds of events that are no outage."""


def read(body: Any) -> Reading:
    """The alert, in whichever schema the action group sends; scaling and Service Health's notices are ignored."""
    essentials = mapping(body, "data.essentials") or mapping(body, "essentials")
    if essentials:
        return _common(essentials, mapping(body, "data") or mapping(body))
    data = mapping(body, "data") or mapping(body)
    if text(data, "operation") and mapping(data, "context"):
        return Reading((), "autoscale", "Autoscale tells of a change of size, which is no alert.")
    if activity := mapping(data, "context.activityLog"):
        return _activity(activity, data)
    if mapping(data, "context"):
        return Reading((_metric(mapping(data, "context"), data),))
    if text(data, "AlertRuleName"):
        return Reading((_log(data),))
    raise NotUnderstood("This is none of Azure Monitor's alert schemas.")


def _common(essentials: Mapping[str, Any], data: Mapping[str, Any]) -> Reading:
    facts = mapping(data, "alertContext.properties")
    if kind := _notice(facts):
        return Reading((), kind, "Service Health tells of something that is no outage.")
    condition = text(essentials, "monitorCondition")
    status = _health(facts) or _status(condition)
    identity = word(facts, "trackingId") or word(essentials, "originAlertId", "alertId", limit=1_000)
    if identity is None:
        raise NotUnderstood("The alert has neither an originAlertId nor an alertId.")
    told = labels(_common_labels(essentials, data, facts))
    began, ended = (read_moment(essentials.get(name), name) for name in ("firedDateTime", "resolvedDateTime"))
    budget = text(data, "alertContext.AlertData.BudgetName")
    alert = _alert(
        fingerprint(identity),
        title(text(facts, "title"), text(essentials, "alertRule"), budget, stand_in(identity)),
        condition,
        told,
        (began, ended),
        essentials.get("severity"),
        status=status,
        service=service_of(told) or _service(essentials),
        error=_failed(mapping(data, "alertContext")) or text(facts, "communication", "cause"),
        description=text(essentials, "description"),
        shown=[
            ("Azure portal", essentials.get("investigationLink")),
            ("Search results", _first(data, "linkToFilteredSearchResultsUI") or _first(data, "linkToSearchResultsUI")),
            ("Search results", text(data, "alertContext.LinkToFilteredSearchResultsUI", limit=2_000)),
            ("Runbook", text(data, "alertContext.annotations.runbook_url", limit=2_000)),
        ],
    )
    return Reading((alert,))


def _activity(activity: Mapping[str, Any], data: Mapping[str, Any]) -> Reading:
    facts, source = mapping(activity, "properties"), text(activity, "eventSource")
    if kind := _notice(facts):
        return Reading((), kind, "Service Health tells of something that is no outage.")
    resource = text(activity, "resourceId")
    told = labels(
        [
            *mapping(data, "properties").items(),
            ("operation", activity.get("operationName")),
            ("event_source", source),
            *((name, facts.get(name)) for name in ("service", "region", "incidentType") if source == "ServiceHealth"),
        ]
    )
    said = text(facts, "currentHealthStatus", "stage") or text(data, "status")
    sent = read_moment(activity.get("eventTimestamp") or activity.get("submissionTimestamp"), "eventTimestamp")
    identity = word(facts, "trackingId") or fingerprint(resource, text(activity, "operationName"))
    if not identity:
        raise NotUnderstood("The activity names neither a resource nor an operation.")
    status = _health(facts) or _status(said)
    alert = _alert(
        fingerprint(identity),
        title(text(facts, "title"), text(activity, "operationName"), text(activity, "description"), identity),
        said,
        told,
        (sent, sent),
        activity.get("level"),
        status=status,
        service=None if source == "ServiceHealth" else service_of(told) or _last(resource),
        error=text(facts, "communication", "cause", "statusMessage") or text(activity, "description"),
        description=text(activity, "description"),
    )
    return Reading((alert,))


def _metric(context: Mapping[str, Any], data: Mapping[str, Any]) -> AlertReading:
    identity = fingerprint(word(context, "id", limit=1_000) or text(context, "name"), text(context, "resourceId"))
    if not identity:
        raise NotUnderstood("The alert has neither an id, a name nor a resource.")
    told = labels([*mapping(data, "properties").items(), *_resource(context)])
    sent = read_moment(context.get("timestamp"), "timestamp")
    return _alert(
        identity,
        title(text(context, "name"), identity),
        text(data, "status"),
        told,
        (sent, sent),
        context.get("severity"),
        service=service_of(told) or named(text(context, "resourceName")) or _last(text(context, "resourceId")),
        error=_conditions(mapping(context, "condition")),
        description=text(context, "description"),
        shown=[("Azure portal", context.get("portalLink"))],
    )


def _log(data: Mapping[str, Any]) -> AlertReading:
    rule, resource = text(data, "AlertRuleName"), text(data, "ResourceId", "WorkspaceId", "ApplicationId")
    told = labels([("query", data.get("SearchQuery")), ("resource", resource), ("type", data.get("AlertType"))])
    began = read_moment(data.get("SearchIntervalStartTimeUtc"), "SearchIntervalStartTimeUtc")
    ended = read_moment(data.get("SearchIntervalEndtimeUtc"), "SearchIntervalEndtimeUtc")
    alert = _alert(
        fingerprint(rule, resource),
        title(rule),
        "Fired",
        told,
        (began, Moment()),
        data.get("Severity"),
        service=service_of({str(part.get("name")): str(part.get("value")) for part in objects(data, "Dimensions")}),
        error=_searched(data),
        description=text(data, "Description"),
        shown=[("Search results", data.get("LinkToFilteredSearchResultsUI") or data.get("LinkToSearchResults"))],
    )
    return alert if ended.value is None else replace(alert, occurred_at=ended.value)


def _alert(
    identity: str,
    name: str,
    said: str | None,
    told: Mapping[str, str],
    span: tuple[Moment, Moment],
    severity: Any,
    *,
    service: str | None,
    error: str | None,
    description: str | None,
    status: AlertStatus | None = None,
    shown: list[tuple[str, Any]] | None = None,
) -> AlertReading:
    began, ended = span
    status = status or _status(said)
    resolved = status is AlertStatus.resolved
    same = began is ended  # The older schemas have one time, that of the message.
    unknown = f"status {(said or '')[:40]!r} is not known" if status is AlertStatus.unknown else None
    return AlertReading(
        fingerprint=identity,
        title=name,
        status=status,
        severity=severity_of(severity, NAME),
        severity_raw=severity_raw(severity),
        service=service,
        environment=environment_of(told),
        version=version_of(told),
        error=cut(error, PROSE_LIMIT) if error else None,
        description=description,
        starts_at=None if same and resolved else began.value,
        ends_at=ended.value if resolved else None,
        occurred_at=ended.value if resolved and ended.value else began.value,
        labels=told,
        links=links(*(shown or [])),
        notes=noted(unknown, began.note, None if same else ended.note),
    )


def _status(said: str | None) -> AlertStatus:
    return STATUSES.get(re.sub(r"[\W_]", "", said or "").casefold(), AlertStatus.unknown)


def _health(facts: Mapping[str, Any]) -> AlertStatus | None:
    """What Service Health or Resource Health say; their alerts are never "Resolved" by the monitor itself."""
    if stage := text(facts, "stage"):
        return _status(stage)
    if current := text(facts, "currentHealthStatus"):
        return AlertStatus.resolved if current.casefold() == "available" else AlertStatus.firing
    return None


def _notice(facts: Mapping[str, Any]) -> str | None:
    kind = (text(facts, "incidentType") or "").casefold()
    return ("maintenance" if kind == "maintenance" else "notice") if kind in NOTICES else None


def _service(essentials: Mapping[str, Any]) -> str | None:
    """The name of what is affected: what the alert is configured on, and then its target resource; not of a budget."""
    if text(essentials, "monitoringService") == "CostAlerts":
        return None
    listed = (*items(essentials, "configurationItems"), *items(essentials, "alertTargetIDs"))
    return next((name for entry in listed if (name := _last(scalar(entry)))), None)


def _last(resource: str | None) -> str | None:
    """The name at the end of a resource id; none of a whole subscription, as Service Health has it for a target."""
    return named(WHOLE_SUBSCRIPTION.sub("", resource or "").rstrip("/").rsplit("/", 1)[-1])


def _common_labels(
    essentials: Mapping[str, Any], data: Mapping[str, Any], facts: Mapping[str, Any]
) -> Iterator[tuple[str, object]]:
    yield from mapping(data, "customProperties").items()
    yield from mapping(data, "alertContext.labels").items()  # Of a rule of Prometheus.
    for part in objects(data, "alertContext.condition.allOf"):
        yield from _dimensions(part, "dimensions")
    yield from _dimensions(data, "alertContext.Dimensions")
    yield "signal_type", essentials.get("signalType")
    yield "monitoring_service", essentials.get("monitoringService")
    yield "target", next(iter(items(essentials, "alertTargetIDs")), None)
    if text(facts, "trackingId"):  # Service Health's `service` is one of Azure's, and none of ours.
        yield from ((f"azure_{name}", facts.get(name)) for name in ("service", "region", "incidentType", "stage"))
    else:
        yield from facts.items()


def _dimensions(part: Mapping[str, Any], path: str) -> Iterator[tuple[str, object]]:
    yield from ((str(entry.get("name")), entry.get("value")) for entry in objects(part, path))


def _resource(context: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    for name in ("resourceName", "resourceType", "resourceGroupName", "resourceRegion", "conditionType"):
        yield name, context.get(name)


def _failed(context: Mapping[str, Any]) -> str | None:
    """What failed, whichever service of the monitor tells it: metrics, a search, Prometheus, or a detector."""
    if found := _conditions(mapping(context, "condition")):
        return found
    if text(context, "SearchQuery"):
        return _searched(context)
    return text(context, "annotations.summary", "annotations.description", "expression", "DetectionSummary")


def _searched(told: Mapping[str, Any]) -> str:
    count = text(told, "ResultCount") or "Some"
    return f"{count} {'result' if count == '1' else 'results'} of: {text(told, 'SearchQuery') or 'the rule'}"


def _conditions(condition: Mapping[str, Any]) -> str | None:
    """The first condition as a sentence: what was measured, and what it should not have been."""
    first = next(objects(condition, "allOf"), condition)
    metric = text(first, "metricName", "searchQuery", "metricMeasureColumn")
    if metric is None:
        return None
    value, operator, threshold = (scalar(at(first, name)) for name in ("metricValue", "operator", "threshold"))
    return " ".join(part for part in (metric, f"is {value}," if value else None, operator, threshold) if part)


def _first(data: Mapping[str, Any], name: str) -> object:
    return next((part.get(name) for part in objects(data, "alertContext.condition.allOf")), None) or at(
        data, f"alertContext.{name}"
    )


SOURCE = Source(NAME, "Azure Monitor", read, aliases=("azure-monitor",))
