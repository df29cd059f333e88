"""PagerDuty: events as tools send them to it (API v2, and v1), and its webhooks of incidents (v3, and v1 and v2)."""

from collections.abc import Mapping
from typing import Any

from memoryops.alerts.reading.foreign import (
    as_stood,
    fingerprint,
    hashed,
    labels,
    line,
    links,
    mapping,
    noted,
    objects,
    text,
    title,
    word,
)
from memoryops.alerts.reading.services import environment_of, named, service_of, version_of
from memoryops.alerts.reading.severities import severity_of, severity_raw
from memoryops.alerts.reading.times import Moment, read_moment
from memoryops.alerts.sources.source import Source
from memoryops.alerts.values import AlertReading, AlertStatus, NotUnderstood, Reading, stand_in

NAME = "pagerduty"

ACTIONS: Mapping[str, AlertStatus] = {
    "trigger": AlertStatus.firing,
    "acknowledge": AlertStatus.acknowledged,
    "resolve": AlertStatus.resolved,
}
STATUSES: Mapping[str, AlertStatus] = {
    "triggered": AlertStatus.firing,
    "acknowledged": AlertStatus.acknowledged,
    "resolved": AlertStatus.resolved,
}
"""Where an incident stands by its `status`; an event that changes something else (its priority) tells it too."""

CHANGES: Mapping[str, AlertStatus] = {
    **STATUSES,
    **ACTIONS,
    "unacknowledged": AlertStatus.firing,
    "unacknowledge": AlertStatus.firing,
    "reopened": AlertStatus.firing,
    "reopen": AlertStatus.firing,
}
"""What the last word of an event's type says by itself."""

BESIDE: Mapping[str, str] = {
    "incident.annotated": "note",
    "incident.annotate": "note",
    "incident.status_update_published": "status_update",
    "pagey.ping": "test",
}
"""Events about an incident that say nothing of where it stands, by what they are called here."""


def read(body: Any) -> Reading:
    """What the event says of an alert, or what the webhook says of an incident; notes and the like are ignored."""
    event = mapping(body, "event")
    if event:
        return _read_webhook(event)
    if messages := list(objects(body, "messages")):
        return _read_messages(messages)
    if text(body, "event_action") is not None or (text(body, "event_type") or "").lower() in ACTIONS:
        return Reading((_read_event(mapping(body)),))
    if text(body, "routing_key") is not None and mapping(body, "payload"):
        return Reading((), "change", "A change event: it tells of a change and not that anything is wrong.")
    raise NotUnderstood("The body is neither an event (event_action) nor a webhook (event, messages) of PagerDuty.")


def _read_event(body: Mapping[str, Any]) -> AlertReading:
    """An event of the API v2, or of v1, whose fields have other names."""
    told = text(body, "event_action", "event_type")
    action = ACTIONS.get((told or "").lower())
    key = word(body, "dedup_key", "incident_key", limit=1_000)
    if action is None:
        raise NotUnderstood(f"PagerDuty has no event action {as_stood(told)}: it is trigger, acknowledge or resolve.")
    if key is None and action is not AlertStatus.firing:
        raise NotUnderstood("An acknowledgement or a resolve without a dedup_key belongs to no alert.")
    payload = mapping(body, "payload")
    details = mapping(payload, "custom_details") or mapping(body, "details")
    kept = _event_labels(payload, details)
    at = read_moment(payload.get("timestamp"), "timestamp")
    raw = severity_raw(payload.get("severity"))
    identity = fingerprint(key) if key else _of_its_own(payload, kept)
    return AlertReading(
        fingerprint=identity,
        title=title(text(payload, "summary"), text(body, "description"), identity),
        status=action,
        severity=severity_of(raw, NAME),
        severity_raw=raw,
        service=service_of(kept),
        environment=environment_of(kept),
        version=version_of(kept),
        error=text(details, "error", "error_message", "message"),
        description=text(details, "description", "details") or text(payload, "custom_details"),
        occurred_at=at.value,
        labels=kept,
        links=links(
            *((text(link, "text") or "Link", link.get("href")) for link in objects(body, "links")),
            (text(body, "client") or "Client", body.get("client_url")),
            *((text(image, "alt") or "Image", image.get("href")) for image in objects(body, "images")),
        ),
        notes=noted(at.note),
    )


def _event_labels(payload: Mapping[str, Any], details: Mapping[str, Any]) -> dict[str, str]:
    own = {key: payload.get(key) for key in ("source", "component", "group", "class")}
    return labels({**{key: value for key, value in own.items() if value}, **details})


def _of_its_own(payload: Mapping[str, Any], kept: Mapping[str, str]) -> str:
    """Without a dedup_key every event is an alert of its own; the same event delivered again is still the same."""
    said = (text(payload, "summary"), text(payload, "severity"), text(payload, "timestamp"))
    return hashed([*(part or "" for part in said), *(part for pair in sorted(kept.items()) for part in pair)])


def _read_webhook(event: Mapping[str, Any]) -> Reading:
    kind = text(event, "event_type", limit=60)
    incident = mapping(event, "data")
    if kind is None:
        raise NotUnderstood("The webhook's event has no event_type.")
    if kind in BESIDE or text(incident, "type") not in {"incident", None} or not kind.startswith("incident."):
        return _beside(kind)
    return Reading((_read_incident(incident, kind, event.get("occurred_at")),))


def _read_messages(messages: list[Mapping[str, Any]]) -> Reading:
    """The messages of a webhook of v2 (`event`, `incident`) or v1 (`type`, `data.incident`), in their order."""
    told = [(text(message, "event", "type", limit=60) or "", message) for message in messages]
    alerts = tuple(
        _read_incident(_incident_of(message), kind, message.get("created_on"))
        for kind, message in told
        if kind.startswith("incident.") and kind not in BESIDE and _incident_of(message)
    )
    return Reading(alerts) if alerts else _beside(told[0][0])


def _incident_of(message: Mapping[str, Any]) -> Mapping[str, Any]:
    return mapping(message, "incident") or mapping(message, "data.incident")


def _beside(kind: str) -> Reading:
    called = BESIDE.get(kind) or line(kind.removeprefix("incident."), 40).split(".")[0] or "event"
    return Reading((), called, f"{line(kind, 60) or 'The message'} does not say where an incident stands.")


def _read_incident(incident: Mapping[str, Any], kind: str, occurred: object) -> AlertReading:
    identity = word(incident, "id", limit=1_000)
    if identity is None:
        raise NotUnderstood("The webhook's incident has no id.")
    number = text(incident, "number", "incident_number")
    raw = _severity_of_incident(incident)
    status, doubt = _status_of_incident(incident, kind)
    at = read_moment(occurred, "occurred_at")
    starts, ends = _times(incident, kind, status, at)
    return AlertReading(
        fingerprint=fingerprint(identity),
        title=title(
            text(incident, "title"),
            text(incident, "trigger_summary_data.subject", "trigger_summary_data.description", "description"),
            text(incident, "summary"),
            stand_in(identity),
        ),
        status=status,
        severity=severity_of(raw, NAME),
        severity_raw=raw,
        service=named(text(incident, "service.summary", "service.name")),
        error=text(incident, "body.details"),
        starts_at=starts.value,
        ends_at=ends.value,
        occurred_at=at.value,
        labels=_incident_labels(incident, number),
        links=links(
            ("PagerDuty incident", incident.get("html_url")),
            ("Conference bridge", mapping(incident, "conference_bridge").get("conference_url")),
        ),
        notes=noted(doubt, at.note, starts.note, ends.note),
    )


def _severity_of_incident(incident: Mapping[str, Any]) -> str | None:
    """Its priority, which a person or a rule gave it; else its urgency, which every incident has."""
    given = (text(incident, path) for path in ("priority.summary", "priority.name", "urgency"))
    return next((raw for value in given if (raw := severity_raw(value))), None)


def _status_of_incident(incident: Mapping[str, Any], kind: str) -> tuple[AlertStatus, str | None]:
    """What the event says has just happened; else where the incident says that it stands."""
    changed = CHANGES.get(kind.rpartition(".")[2])
    if changed is not None:
        return changed, None
    told = text(incident, "status")
    known = STATUSES.get((told or "").lower())
    return (known, None) if known else (AlertStatus.unknown, f"status could not be read: {as_stood(told)}")


def _times(incident: Mapping[str, Any], kind: str, status: AlertStatus, at: Moment) -> tuple[Moment, Moment]:
    """Start and end. Created is when it began only where the incident also says that it was not reopened since."""
    happened = kind.rpartition(".")[2]
    triggered = happened.startswith("trigger")
    began = incident.get("reopened_at")
    if began is None and (triggered or "reopened_at" in incident) and not happened.startswith("reopen"):
        began = incident.get("created_at") or incident.get("created_on")
    starts = read_moment(began, "starts_at")
    if starts.value is None and (triggered or happened.startswith("reopen")):
        starts = Moment(at.value, starts.note)
    return starts, _ended(incident, at) if status is AlertStatus.resolved else Moment()


def _ended(incident: Mapping[str, Any], at: Moment) -> Moment:
    fields = ("resolved_at", "last_status_change_at", "last_status_change_on")
    ends = read_moment(next((given for field in fields if (given := incident.get(field))), None), "ends_at")
    return ends if ends.value else Moment(at.value, ends.note)


def _incident_labels(incident: Mapping[str, Any], number: str | None) -> dict[str, str]:
    teams = [text(team, "summary", "name") for team in objects(incident, "teams")]
    told = {
        "incident": number,
        "incident_key": text(incident, "incident_key"),
        "service": text(incident, "service.summary", "service.name"),
        "urgency": text(incident, "urgency"),
        "priority": text(incident, "priority.summary"),
        "escalation_policy": text(incident, "escalation_policy.summary", "escalation_policy.name"),
        "teams": ", ".join(team for team in teams if team),
    }
    return labels({key: value for key, value in told.items() if value})


SOURCE = Source(NAME, "PagerDuty", read, local_ids=True)
