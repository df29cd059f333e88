"""Google Cloud Monitoring: the incident that a webhook channel posts (versions 1.0 to 1.2), and its test."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from memoryops.alerts.reading.foreign import at, fingerprint, labels, links, mapping, noted, objects, text, title, word
from memoryops.alerts.reading.services import environment_of, named, service_of, version_of
from memoryops.alerts.reading.severities import severity_of, severity_raw
from memoryops.alerts.reading.statuses import status_of
from memoryops.alerts.reading.times import read_moment
from memoryops.alerts.sources.source import Source
from memoryops.alerts.values import AlertReading, AlertStatus, NotUnderstood, Reading

NAME = "gcp"
SUBJECT_OF_STATE = re.compile(r"\s*\[(?:ALERT|RESOLVED|CLOSED|ACKNOWLEDGED)(?: - [\w ]+)?\]\s*", re.IGNORECASE)
SEVERITIES = (
    "severity",
    "policy_user_labels.severity",
    "metadata.user_labels.severity",
    "metadata.system_labels.severity",
)


def read(body: Any) -> Reading:
    """The incident of the body; a channel's test notification is ignored."""
    incident = mapping(body, "incident")
    if not incident:
        raise NotUnderstood("This is no notification of Google Cloud Monitoring: it has no incident.")
    if (text(body, "version") or "").casefold() == "test":
        return Reading((), "test", "This is the test notification of a channel.")
    return Reading((_alert(incident),))


def _alert(incident: Mapping[str, Any]) -> AlertReading:
    identity = word(incident, "incident_id")
    if identity is None:
        raise NotUnderstood("The incident has no incident_id.")
    told = labels(_labels(incident))
    status = status_of(text(incident, "state"))
    began, ended = (read_moment(incident.get(name), name) for name in ("started_at", "ended_at"))
    severity = next((found for path in SEVERITIES if (found := at(incident, path))), None)
    return AlertReading(
        fingerprint=fingerprint(identity),
        title=title(_policy(incident), text(incident, "condition_name", "condition.displayName", "summary"), identity),
        status=status,
        severity=severity_of(severity, NAME),
        severity_raw=severity_raw(severity),
        service=service_of(told) or named(text(incident, "resource.labels.module_id")),
        environment=environment_of(told),
        version=version_of(told) or named(text(incident, "resource.labels.version_id")),
        error=text(incident, "summary"),
        description=text(incident, "documentation.content", "documentation"),
        starts_at=began.value,
        ends_at=ended.value if status is AlertStatus.resolved else None,
        occurred_at=ended.value if status is AlertStatus.resolved else began.value,
        labels=told,
        links=links(("Google Cloud incident", incident.get("url")), *_documented(incident)),
        notes=noted(began.note, ended.note, *_unknown(incident, status)),
    )


def _policy(incident: Mapping[str, Any]) -> str | None:
    """What people called it; a resource name (projects/...) is none, nor is a subject that nobody wrote.

    Such a one tells the state, and another when the incident is over: "[ALERT - Error] Incident created".
    """
    subject = text(incident, "documentation.subject") or ""
    policy = text(incident, "policy_name") or ""
    written, generated = SUBJECT_OF_STATE.sub("", subject), SUBJECT_OF_STATE.match(subject)
    named_policy = "" if policy.startswith("projects/") else policy
    return (named_policy or written) if generated else (written or named_policy)


def _labels(incident: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """What people set comes first, for of equal names the first one counts."""
    for path in ("policy_user_labels", "metadata.user_labels", "resource.labels", "metric.labels"):
        yield from mapping(incident, path).items()
    yield "resource_type", at(incident, "resource.type")
    yield "resource_name", incident.get("resource_display_name") or incident.get("resource_name")
    yield "metric", at(incident, "metric.type")
    yield "policy", incident.get("policy_name")
    yield "condition", incident.get("condition_name")
    yield "project", incident.get("scoping_project_id")
    yield "observed_value", incident.get("observed_value")
    yield "threshold_value", incident.get("threshold_value")


def _documented(incident: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    for link in objects(incident, "documentation.links"):
        yield text(link, "displayName") or "Runbook", link.get("url")


def _unknown(incident: Mapping[str, Any], status: AlertStatus) -> Iterator[str]:
    if status is AlertStatus.unknown:
        yield f"state {(text(incident, 'state') or '')[:40]!r} is not known"


SOURCE = Source(NAME, "Google Cloud Monitoring", read)
