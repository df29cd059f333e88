"""New Relic: the default body of a workflow's webhook (an issue), and that of older alert channels (an incident)."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from memoryops.alerts.reading.foreign import (
    at,
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
from memoryops.alerts.reading.statuses import status_of
from memoryops.alerts.reading.times import read_moment
from memoryops.alerts.sources.source import Source
from memoryops.alerts.values import AlertReading, AlertStatus, NotUnderstood, Reading, stand_in

NAME = "newrelic"
ISSUE = ("id", "issueId", "issue_id")
INCIDENT = ("incident_id", "incidentId")
IN_ADDRESS = re.compile(r"/(?:issues|incidents)/([\w-]+)")
"""The id in the address of an issue or incident, which stands there also where a template left the id itself out."""


def read(body: Any) -> Reading:
    """The issue, or the older schema's incident, that the body is about; its id is the identity."""
    told = text(body, "state", "title", "issueUrl") or items(body, "alertConditionNames")
    incident = text(body, *INCIDENT)
    issue = word(body, *ISSUE) or _linked(body, "issueUrl", "issuePageUrl")
    if incident is None and issue and told:
        return Reading((_issue(mapping(body), issue),))
    if incident := incident or _linked(body, "incident_url"):
        return Reading((_incident(mapping(body), incident),))
    raise NotUnderstood("This is no New Relic notification: it has neither an issue with its state nor an incident_id.")


def _linked(body: Any, *addresses: str) -> str | None:
    found = IN_ADDRESS.search(text(body, *addresses, limit=2_000) or "")
    return found[1] if found else None


def _issue(body: Mapping[str, Any], identity: str) -> AlertReading:
    conditions, entities = _names(body, "alertConditionNames"), _names(body, "impactedEntities", "entitiesData.names")
    told = labels(_issue_labels(body, entities))
    status, unknown = _status(text(body, "state", "status"))
    began = read_moment(body.get("createdAt"), "createdAt")
    changed = read_moment(body.get("updatedAt"), "updatedAt")
    closed = read_moment(body.get("closedAt"), "closedAt")
    priority = body.get("priority") or body.get("severity")
    return AlertReading(
        fingerprint=fingerprint(identity),
        title=title(
            next(iter(conditions), None),
            text(body, "title", "name", "condition_name", "details"),
            stand_in(identity),
        ),
        status=status,
        severity=severity_of(priority, NAME),
        severity_raw=severity_raw(priority),
        service=next(iter(entities), None) or service_of(told),
        environment=environment_of(told),
        version=version_of(told),
        error=text(body, "title"),
        description=text(body, "details", "description", "alertConditionDescription"),
        starts_at=began.value,
        ends_at=(closed.value or changed.value) if status is AlertStatus.resolved else None,
        occurred_at=changed.value or began.value,
        labels=told,
        links=links(
            ("New Relic issue", body.get("issueUrl") or body.get("issuePageUrl")),
            ("Runbook", body.get("runbookUrl") or next(iter(items(body, "runbookUrls")), None)),
            ("Chart", body.get("violationChartUrl")),
        ),
        notes=noted(unknown, began.note, changed.note, closed.note),
    )


def _incident(body: Mapping[str, Any], identity: str) -> AlertReading:
    targets = list(objects(body, "targets"))
    told = labels(_incident_labels(body, targets))
    status, unknown = _status(text(body, "current_state", "state"))
    sent = read_moment(body.get("timestamp"), "timestamp")
    return AlertReading(
        fingerprint=fingerprint(identity),
        title=title(text(body, "condition_name"), text(body, "details"), stand_in(identity)),
        status=status,
        severity=severity_of(body.get("severity"), NAME),
        severity_raw=severity_raw(body.get("severity")),
        service=next((name for target in targets if (name := named(text(target, "name")))), None) or service_of(told),
        environment=environment_of(told),
        version=version_of(told),
        error=text(body, "details"),
        description=text(body, "condition_description"),
        ends_at=sent.value if status is AlertStatus.resolved else None,
        occurred_at=sent.value,
        labels=told,
        links=links(
            ("New Relic incident", body.get("incident_url")),
            ("Runbook", body.get("runbook_url")),
            ("Chart", body.get("violation_chart_url")),
        ),
        notes=noted(unknown, sent.note),
    )


def _status(said: str | None) -> tuple[AlertStatus, str | None]:
    if said is None:
        return AlertStatus.unknown, "the body does not say which state it is in"
    status = status_of(said)
    return status, f"state {said[:40]!r} is not known" if status is AlertStatus.unknown else None


def _names(body: Mapping[str, Any], *paths: str) -> list[str]:
    """The names at the paths, which hold lists of them, or one."""
    listed = (scalar(entry) for path in paths for entry in items(body, path) or [at(body, path)])
    return [name for entry in listed if (name := named(entry))]


def _issue_labels(body: Mapping[str, Any], entities: list[str]) -> Iterator[tuple[str, object]]:
    yield from mapping(body, "labels").items()
    yield "policy", body.get("alertPolicyNames")
    yield "condition", body.get("alertConditionNames")
    yield "workflow", body.get("workflowName")
    yield "entities", entities if len(entities) > 1 else None


def _incident_labels(body: Mapping[str, Any], targets: list[Mapping[str, Any]]) -> Iterator[tuple[str, object]]:
    for target in targets:
        yield from mapping(target, "labels").items()
        yield from ((name, target.get(name)) for name in ("product", "type"))
    yield "policy", body.get("policy_name")
    yield "condition", body.get("condition_name")
    yield "account", body.get("account_name")


SOURCE = Source(NAME, "New Relic", read)
