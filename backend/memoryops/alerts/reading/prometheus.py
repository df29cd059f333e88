"""One alert as Prometheus writes it down: labels, annotations, startsAt. Alertmanager sends it, and Grafana since 8."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from memoryops.alerts.reading.foreign import (
    as_stood,
    fingerprint,
    hashed,
    hashed_labels,
    labels,
    labels_note,
    links,
    mapping,
    noted,
    text,
    title,
    word,
)
from memoryops.alerts.reading.services import environment_of, service_of, version_of
from memoryops.alerts.reading.severities import severity_of, severity_raw
from memoryops.alerts.reading.times import Moment, read_moment
from memoryops.alerts.values import AlertReading, AlertStatus, Link, NotUnderstood, Reading

STATUSES: Mapping[str, AlertStatus] = {
    "firing": AlertStatus.firing,
    "active": AlertStatus.firing,
    "alerting": AlertStatus.firing,
    "unprocessed": AlertStatus.firing,
    "resolved": AlertStatus.resolved,
    "inactive": AlertStatus.resolved,
    "ok": AlertStatus.resolved,
    "normal": AlertStatus.resolved,
    "suppressed": AlertStatus.unknown,
    "pending": AlertStatus.unknown,
}
"""Where an alert stands by its word; the word stands beside it in `state` where it is from an API and not a webhook."""

WHY_UNKNOWN: Mapping[str, str] = {
    "suppressed": "the alert is silenced or inhibited: whether it still fires is not said",
    "pending": "the condition holds, but not for long enough to fire yet",
}
HEARTBEATS = frozenset({"Watchdog", "DeadMansSwitch"})
"""Alerts that always fire, so that their absence shows a broken pipeline: kube-prometheus' and its predecessor's."""

STATE_PREFIX = re.compile(r"^\s*\[[\w:, ]+\]\s*")
NAMELESS = "Alert without a name"
SEVERITY_LABELS = ("severity", "level", "priority")


def is_alert(entry: object) -> bool:
    """Whether it has anything by which one of a group's alerts is known."""
    return is_lone_alert(entry) or text(entry, "status") is not None


def is_lone_alert(body: object) -> bool:
    """Whether it is an alert though no group says so."""
    return bool(mapping(body, "labels") or mapping(body, "annotations")) or word(body, "fingerprint") is not None


def reading_of(alerts: Sequence[AlertReading], told: int, group: Mapping[str, Any]) -> Reading:
    """The alerts that were read of the `told` entries; those that only say that the pipeline is alive are no alerts.

    Raises NotUnderstood where none was read.
    """
    if not alerts:
        raise NotUnderstood(
            "The body holds no alert: nothing in it has labels, annotations, a fingerprint or a status."
        )
    real = [alert for alert in alerts if alert.labels.get("alertname") not in HEARTBEATS]
    if not real:
        return Reading((), "heartbeat", "An alert that always fires, to show that alerts arrive.")
    notes = _left_out(group, told - len(alerts), len(alerts) - len(real))
    return Reading(tuple(replace(alert, notes=(*alert.notes, *notes)) for alert in real))


def read_alert(
    alert: Mapping[str, Any], group: Mapping[str, Any], source: str, more: tuple[Link, ...] = ()
) -> AlertReading:
    """The alert; what it does not say itself is taken from what its group has in common."""
    common = {**mapping(group, "groupLabels"), **mapping(group, "commonLabels")}
    own = mapping(alert, "labels") or common
    notes = {**mapping(group, "commonAnnotations"), **mapping(alert, "annotations")}
    kept = labels(own)
    status, doubt = _status(alert, group)
    starts, ends = _times(alert, status)
    raw = _severity(own, alert, group)
    summary = text(notes, "summary") or text(alert, "summary")
    name = text(own, "alertname") or text(alert, "name", "title") or text(common, "alertname") or summary
    return AlertReading(
        fingerprint=_identity(alert, own, group),
        title=title(name, text(notes, "description", "message"), *_titles(group), NAMELESS),
        status=status,
        severity=severity_of(raw, source),
        severity_raw=raw,
        service=service_of(kept),
        environment=environment_of(kept),
        version=version_of(kept),
        error=summary,
        description=text(notes, "description", "message") or text(alert, "description"),
        starts_at=starts.value,
        ends_at=ends.value,
        labels=kept,
        links=(*links(("Runbook", notes.get("runbook_url")), ("Runbook", notes.get("runbook"))), *more),
        notes=noted(doubt, starts.note, ends.note, labels_note(own)),
    )


def _status(alert: Mapping[str, Any], group: Mapping[str, Any]) -> tuple[AlertStatus, str | None]:
    """Its own status, else its group's; one that nobody gives is firing, for that is why an alert is sent."""
    told = text(alert, "status", "status.state", "state") or text(group, "status")
    if told is None:
        return AlertStatus.firing, None
    known = STATUSES.get(told.lower())
    if known is None:
        return AlertStatus.unknown, f"status could not be read: {as_stood(told)}"
    return known, WHY_UNKNOWN.get(told.lower())


def _titles(group: Mapping[str, Any]) -> tuple[str | None, str | None]:
    """What a group is called, without "[FIRING:2]", and what is said of it."""
    return STATE_PREFIX.sub("", text(group, "title") or ""), text(group, "message")


def _times(alert: Mapping[str, Any], status: AlertStatus) -> tuple[Moment, Moment]:
    """Start and end. While an alert fires, its endsAt is when it will be forgotten if nobody repeats it: no end."""
    starts = read_moment(_first(alert, "startsAt", "activeAt", "starts_at"), "starts_at")
    ends = read_moment(_first(alert, "endsAt", "ends_at"), "ends_at")
    return starts, ends if status is AlertStatus.resolved else Moment()


def _first(alert: Mapping[str, Any], *fields: str) -> object:
    return next((given for field in fields if (given := alert.get(field))), None)


def _severity(own: Mapping[str, Any], alert: Mapping[str, Any], group: Mapping[str, Any]) -> str | None:
    given = (*(own.get(key) for key in SEVERITY_LABELS), alert.get("severity"), group.get("severity"))
    return next((raw for value in given if (raw := severity_raw(value))), None)


def _identity(alert: Mapping[str, Any], own: Mapping[str, Any], group: Mapping[str, Any]) -> str:
    """Its fingerprint, else its labels; where no label names it, its name beside them, else its group."""
    if given := word(alert, "fingerprint", limit=1_000):
        return fingerprint(given)
    if own.get("alertname"):
        return hashed_labels(own)
    name = text(alert, "name", "title", "summary", "annotations.summary")
    if own or name:
        return hashed_labels({**own, "alertname": name or ""})
    return hashed(["group", text(group, "groupKey") or "", text(group, "title") or ""])


def _left_out(group: Mapping[str, Any], unread: int, heartbeats: int) -> tuple[str, ...]:
    truncated = text(group, "truncatedAlerts", limit=20)
    return noted(
        f"alerts of this group that the sender left out: {truncated}" if truncated not in {None, "0"} else None,
        f"entries of this delivery that are no alerts: {unread}" if unread else None,
        f"heartbeats of this delivery that are no alerts: {heartbeats}" if heartbeats else None,
    )
