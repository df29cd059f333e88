"""Opsgenie: the outgoing webhook, one body for each action on an alert."""

from collections.abc import Iterator, Mapping
from typing import Any

from memoryops.alerts.reading.foreign import (
    fingerprint,
    items,
    labels,
    links,
    mapping,
    noted,
    scalar,
    text,
    title,
    word,
)
from memoryops.alerts.reading.services import environment_of, service_of, version_of
from memoryops.alerts.reading.severities import severity_of, severity_raw
from memoryops.alerts.reading.times import read_moment
from memoryops.alerts.sources.source import Source
from memoryops.alerts.values import AlertReading, AlertStatus, NotUnderstood, Reading, stand_in

NAME = "opsgenie"

STATUSES: Mapping[str, AlertStatus] = {
    "create": AlertStatus.firing,
    "unacknowledge": AlertStatus.firing,
    "acknowledge": AlertStatus.acknowledged,
    "close": AlertStatus.resolved,
    "delete": AlertStatus.resolved,
}
"""What an action does to the alert's state; every other one leaves it as it is."""

KINDS: Mapping[str, str] = {"addnote": "note", "heartbeat": "heartbeat"}


def read(body: Any) -> Reading:
    """The alert that was acted on; what changes nothing of its state (a note, a tag, a recipient) is ignored."""
    action, alert = word(body, "action"), mapping(body, "alert")
    if action is None or not alert:
        raise NotUnderstood("This is no action on an Opsgenie alert: it has no action, or no alert.")
    status = STATUSES.get(action.casefold())
    if status is None:
        kind = KINDS.get(action.casefold(), "update")
        return Reading((), kind, f"The action {action} does not change whether the alert is firing.")
    return Reading((_alert(alert, status),))


def _alert(alert: Mapping[str, Any], status: AlertStatus) -> AlertReading:
    identity = word(alert, "alias", "alertId", limit=512)
    if identity is None:
        raise NotUnderstood("The alert has neither an alias nor an alertId.")
    told = labels(_labels(alert))
    began, changed = read_moment(alert.get("createdAt"), "createdAt"), read_moment(alert.get("updatedAt"), "updatedAt")
    return AlertReading(
        fingerprint=fingerprint(identity),
        title=title(text(alert, "message"), text(alert, "description"), stand_in(identity)),
        status=status,
        severity=severity_of(alert.get("priority"), NAME),
        severity_raw=severity_raw(alert.get("priority")),
        service=service_of(told),
        environment=environment_of(told),
        version=version_of(told),
        description=text(alert, "description"),
        starts_at=began.value,
        ends_at=changed.value if status is AlertStatus.resolved else None,
        occurred_at=changed.value or began.value,
        labels=told,
        links=links(("Opsgenie", alert.get("url")), ("Runbook", mapping(alert, "details").get("runbook_url"))),
        notes=noted(began.note, changed.note),
    )


def _labels(alert: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """The details, the tags that are written as "key:value", and what else says where the alert is from."""
    yield from mapping(alert, "details").items()
    for tag in items(alert, "tags") or (text(alert, "tags") or "").split(","):
        name, sign, value = (scalar(tag) or "").strip().partition(":")
        yield (name, value) if sign else (name, "true")
    yield from ((name, alert.get(name)) for name in ("entity", "tinyId", "team"))
    source = text(alert, "source") or ""
    # Of a person's own alert it is the person's address, which was redacted on its way here.
    yield "source", None if "@" in source or source.startswith("[redacted: ") else source


SOURCE = Source(NAME, "Opsgenie", read, local_ids=True)
