"""Atlassian Statuspage: what a page tells its subscribers of an incident, and of a component's status."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from memoryops.alerts.reading.foreign import fingerprint, labels, links, mapping, noted, objects, text, title, word
from memoryops.alerts.reading.severities import severity_of, severity_raw
from memoryops.alerts.reading.times import read_moment
from memoryops.alerts.sources.source import Source
from memoryops.alerts.values import AlertReading, AlertStatus, NotUnderstood, Reading, stand_in

NAME = "statuspage"

INCIDENT: Mapping[str, AlertStatus] = {
    "investigating": AlertStatus.firing,
    "identified": AlertStatus.firing,
    "monitoring": AlertStatus.firing,
    "resolved": AlertStatus.resolved,
    "postmortem": AlertStatus.resolved,
}
COMPONENT: Mapping[str, AlertStatus] = {
    "degraded_performance": AlertStatus.firing,
    "partial_outage": AlertStatus.firing,
    "major_outage": AlertStatus.firing,
    "operational": AlertStatus.resolved,
}
PLANNED = frozenset({"scheduled", "in_progress", "verifying", "completed", "under_maintenance"})
"""States of what was planned: work on a page's component, which nobody is paged for."""


def read(body: Any) -> Reading:
    """The incident or the component that the page tells of; planned maintenance is ignored."""
    incident, component = mapping(body, "incident"), mapping(body, "component")
    if not incident and not component:
        raise NotUnderstood("This is no notification of a status page: it has neither an incident nor a component.")
    told = text(incident, "status") or text(body, "component_update.new_status") or text(component, "status")
    planned = _folded(told) in PLANNED or _folded(text(incident, "impact")) == "maintenance"
    if planned or text(incident, "scheduled_for"):
        return Reading((), "maintenance", "This is planned maintenance.")
    return Reading((_incident(incident, body) if incident else _component(component, body),))


def _incident(incident: Mapping[str, Any], body: Any) -> AlertReading:
    identity = word(incident, "id")
    if identity is None:
        raise NotUnderstood("The incident has no id.")
    said = text(incident, "status")
    status = INCIDENT.get(_folded(said), AlertStatus.unknown)
    began, ended, changed = (
        read_moment(incident.get(name), name) for name in ("created_at", "resolved_at", "updated_at")
    )
    impact = incident.get("impact_override") or incident.get("impact")
    affected = list(dict.fromkeys(_components(incident)))
    return AlertReading(
        fingerprint=fingerprint(identity),
        title=title(text(incident, "name"), stand_in(identity)),
        status=status,
        severity=severity_of(impact, NAME),
        severity_raw=severity_raw(impact),
        service=next(iter(affected), None),
        error=next((update for entry in _updates(incident)[-1:] if (update := text(entry, "body"))), None),
        description=next((update for entry in _updates(incident)[:1] if (update := text(entry, "body"))), None),
        starts_at=began.value,
        ends_at=ended.value if status is AlertStatus.resolved else None,
        occurred_at=changed.value or read_moment(mapping(body, "meta").get("generated_at"), "generated_at").value,
        labels=labels([("components", affected), ("page", mapping(body, "page").get("id"))]),
        links=links(("Status page", incident.get("shortlink"))),
        notes=noted(_unknown(said, status), began.note, ended.note, changed.note),
    )


def _component(component: Mapping[str, Any], body: Any) -> AlertReading:
    identity = word(component, "id") or word(body, "component_update.component_id")
    if identity is None:
        raise NotUnderstood("The component has no id.")
    before, said = (
        word(body, "component_update.old_status"),
        word(body, "component_update.new_status", "component.status"),
    )
    status = COMPONENT.get(_folded(said), AlertStatus.unknown)
    changed = read_moment(
        mapping(body, "component_update").get("created_at") or component.get("updated_at"), "created_at"
    )
    return AlertReading(
        fingerprint=fingerprint("component", identity),
        title=title(text(component, "name"), stand_in(fingerprint("component", identity))),
        status=status,
        severity=severity_of(said, NAME) if status is AlertStatus.firing else None,
        severity_raw=severity_raw(said),
        service=word(component, "name"),
        error=f"The component went from {before or 'an unknown status'} to {said or 'an unknown one'}.",
        description=text(component, "description"),
        starts_at=changed.value if status is AlertStatus.firing else None,
        ends_at=changed.value if status is AlertStatus.resolved else None,
        occurred_at=changed.value,
        labels=labels([("page", mapping(body, "page").get("id"))]),
        notes=noted(_unknown(said, status), changed.note),
    )


def _updates(incident: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """What was written, the newest first, as the page sends it."""
    return list(objects(incident, "incident_updates"))


def _components(incident: Mapping[str, Any]) -> Iterator[str]:
    """Names of what is affected; those of the newest update before the page's whole list."""
    affected = (part for update in _updates(incident)[:1] for part in objects(update, "affected_components"))
    yield from (name for part in (*affected, *objects(incident, "components")) if (name := word(part, "name")))


def _folded(said: str | None) -> str:
    """A state however it is spelled: "Major Outage" is major_outage."""
    return re.sub(r"[^a-z]+", "_", (said or "").casefold())


def _unknown(said: str | None, status: AlertStatus) -> str | None:
    return f"status {(said or '')[:40]!r} is not known" if status is AlertStatus.unknown else None


SOURCE = Source(NAME, "Statuspage", read)
