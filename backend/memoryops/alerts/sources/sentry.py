"""Sentry: webhooks of its integration platform (issues, issue alerts, metric alerts), and those of the older plugin."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import MAXYEAR, timedelta
from typing import Any

from memoryops.alerts.reading.foreign import (
    as_stood,
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
from memoryops.alerts.values import AlertReading, AlertStatus, NotUnderstood, Reading

NAME = "sentry"
NOT_TOLD = Moment()
ISSUE_ADDRESSES = ("web_url", "permalink")
LONGEST_ERROR = 2_000  # characters of an exception's own words; some put a whole response there

ISSUE_STATUSES: Mapping[str, AlertStatus] = {
    "created": AlertStatus.firing,
    "unresolved": AlertStatus.firing,
    "resolved": AlertStatus.resolved,
    "ignored": AlertStatus.acknowledged,
    "archived": AlertStatus.acknowledged,
}
"""What an issue's action says, and its status: who ignores or archives an issue has seen it, and it is not solved."""

METRIC_STATUSES: Mapping[str, AlertStatus] = {
    "critical": AlertStatus.firing,
    "warning": AlertStatus.firing,
    "resolved": AlertStatus.resolved,
}
OTHER_RESOURCES: Mapping[str, str] = {
    "comment": "comment",
    "comment_id": "comment",
    "installation": "installation",
    "run_id": "seer",
}
"""What else Sentry sends, by a field of its data, and what it is called here."""

OF_A_USER = re.compile(r"(?:sentry:)?user(?:\.|$)")
ISSUE_IN_ADDRESS = re.compile(r"/issues/(\d+)")
PROJECT_IN_ADDRESS = re.compile(r"/projects/[\w.-]+/([\w.-]+)/")


def read(body: Any) -> Reading:
    """The alert of the issue, event or metric that the webhook tells of; comments and installations are ignored."""
    told = mapping(body)
    data = mapping(told, "data")
    readers: dict[str, Callable[[Mapping[str, Any], Mapping[str, Any]], AlertReading]] = {
        "metric_alert": _read_metric,
        "event": _read_event,
        "error": _read_event,
        "issue": _read_issue,
    }
    for name, reader in readers.items():
        if mapping(data, name):
            return Reading((reader(told, data),))
    if other := next((called for field, called in OTHER_RESOURCES.items() if field in data), None):
        return Reading((), other, f"Sentry tells of this ({other}), which says nothing of where an issue stands.")
    if mapping(told, "event") or (word(told, "id") and text(told, "culprit", "message")):
        return Reading((_read_plugin(told),))
    raise NotUnderstood("The body is none of Sentry's webhooks: it has no issue, event or metric alert in its data.")


def _read_issue(told: Mapping[str, Any], data: Mapping[str, Any]) -> AlertReading:
    issue = mapping(data, "issue")
    action = (text(told, "action", limit=40) or "").lower()
    status = _issue_status(action, issue, told)
    return _alert(
        identity=_issue_id(issue) or _refused("issue"),
        named_by=(text(issue, "title"), _exception(issue), text(issue, "culprit")),
        status=status,
        level=issue.get("level"),
        project=text(issue, "project.slug", "project.name"),
        tags={**dict(_tags(issue)), **_told(issue, "culprit", "platform", "shortId", "substatus", "logger")},
        error=_exception(issue) or text(issue, "title"),
        starts=read_moment(issue.get("firstSeen"), "starts_at") if action == "created" else NOT_TOLD,
        occurred=_last_seen(issue, action),
        addresses=tuple(("Sentry issue", given) for given in (data.get("web_url"), *map(issue.get, ISSUE_ADDRESSES))),
        doubt=f"action could not be read: {as_stood(action)}" if status is AlertStatus.unknown else None,
    )


def _last_seen(issue: Mapping[str, Any], action: str) -> Moment:
    """When the issue last happened: no webhook says when it was resolved, and this is what the resolve speaks of.

    What is taken up again comes after it, even where the issue has not happened since.
    """
    seen = read_moment(issue.get("lastSeen") or issue.get("firstSeen"), "lastSeen")
    if action != "unresolved" or seen.value is None or seen.value.year == MAXYEAR:
        return seen
    return Moment(seen.value + timedelta(milliseconds=1), seen.note)


def _issue_status(action: str, issue: Mapping[str, Any], told: Mapping[str, Any]) -> AlertStatus:
    """What was done; a person who takes the issue acknowledges it, and a rule that assigns it, or a team, does not."""
    if action == "assigned":
        taken = text(told, "actor.type") == "user" and text(told, "data.assignee.type") != "team"
        return (
            AlertStatus.acknowledged if taken else ISSUE_STATUSES.get(text(issue, "status") or "", AlertStatus.firing)
        )
    known = ISSUE_STATUSES.get(action) or ISSUE_STATUSES.get(text(issue, "status") or "")
    return known or (AlertStatus.unknown if action else AlertStatus.firing)


def _read_event(told: Mapping[str, Any], data: Mapping[str, Any]) -> AlertReading:
    """An event that an issue alert or a subscription to errors sends: its issue is happening."""
    event = mapping(data, "event") or mapping(data, "error")
    rule = text(data, "triggered_rule", "issue_alert.title")
    return _alert(
        identity=_issue_id(event, data) or _refused("event"),
        named_by=(text(event, "title"), text(event, "metadata.title"), _exception(event), text(event, "message")),
        status=AlertStatus.firing,
        level=event.get("level"),
        project=_project(event) or _project(data),
        tags={**dict(_tags(event)), **_told(event, "culprit", "platform"), **({"rule": rule} if rule else {})},
        error=_exception(event) or text(event, "message", "logentry.formatted", "title"),
        occurred=read_moment(event.get("datetime") or event.get("timestamp"), "datetime"),
        addresses=(("Sentry event", event.get("web_url")),),
        environment=word(event, "environment"),
        version=_release(event),
    )


def _read_plugin(told: Mapping[str, Any]) -> AlertReading:
    """The plugin's webhook: the issue at the top, its last event inside."""
    event = mapping(told, "event")
    return _alert(
        identity=_issue_id(told, event) or _refused("body"),
        named_by=(text(event, "title"), text(told, "message"), _exception(event), text(told, "culprit")),
        status=AlertStatus.firing,
        level=told.get("level") or event.get("level"),
        project=_project(told),
        tags={**dict(_tags(event)), **_told(told, "culprit", "logger"), **_told(event, "platform")},
        error=_exception(event) or text(event, "logentry.formatted") or text(told, "message"),
        occurred=read_moment(event.get("timestamp") or event.get("datetime") or event.get("received"), "timestamp"),
        addresses=(("Sentry issue", told.get("url")),),
        environment=word(event, "environment"),
        version=_release(event),
    )


def _read_metric(told: Mapping[str, Any], data: Mapping[str, Any]) -> AlertReading:
    """A metric alert: its rule is the alert, and each incident of the rule one more time that it fires."""
    metric = mapping(data, "metric_alert")
    action = (text(told, "action", limit=40) or "").lower()
    status = METRIC_STATUSES.get(action, AlertStatus.unknown)
    rule = word(metric, "alert_rule.id", limit=1_000)
    starts = read_moment(metric.get("date_started") or metric.get("date_detected"), "starts_at")
    ends = read_moment(metric.get("date_closed"), "ends_at")
    projects = [name for project in items(metric, "projects") if (name := scalar(project))]
    return _alert(
        identity=fingerprint(
            "metric", rule or word(metric, "identifier", "id", limit=1_000) or _refused("metric alert")
        ),
        named_by=(text(metric, "title"), text(metric, "alert_rule.name"), text(data, "description_title")),
        status=status,
        level=action if status is AlertStatus.firing else None,
        project=projects[0] if len(projects) == 1 else None,
        tags=_told(mapping(metric, "alert_rule"), "aggregate", "query", "dataset", "environment", "name"),
        error=text(data, "description_text"),
        starts=starts,
        ends=ends if status is AlertStatus.resolved else NOT_TOLD,
        occurred=ends if status is AlertStatus.resolved else NOT_TOLD,
        addresses=(("Sentry alert", data.get("web_url")),),
        environment=word(metric, "alert_rule.environment"),
        doubt=f"action could not be read: {as_stood(action)}" if status is AlertStatus.unknown else None,
    )


def _alert(
    *,
    identity: str,
    named_by: tuple[str | None, ...],
    status: AlertStatus,
    level: object,
    project: str | None,
    tags: Mapping[str, Any],
    error: str | None,
    occurred: Moment,
    addresses: tuple[tuple[str, object], ...],
    starts: Moment = NOT_TOLD,
    ends: Moment = NOT_TOLD,
    environment: str | None = None,
    version: str | None = None,
    doubt: str | None = None,
) -> AlertReading:
    kept = labels(tags)
    raw = severity_raw(level) or severity_raw(kept.get("level"))
    return AlertReading(
        fingerprint=identity,
        title=title(*named_by),
        status=status,
        severity=severity_of(raw, NAME),
        severity_raw=raw,
        service=named(project) or service_of(kept),
        environment=environment or environment_of(kept),
        version=version or version_of(kept),
        error=cut(error, LONGEST_ERROR) if error else None,
        starts_at=starts.value,
        ends_at=ends.value,
        occurred_at=occurred.value,
        labels=kept,
        links=links(*addresses),
        notes=noted(doubt, starts.note, ends.note, None if occurred is ends else occurred.note),
    )


def _refused(what: str) -> str:
    raise NotUnderstood(f"The {what} that Sentry tells of has no id of an issue or rule: nothing says which one it is.")


def _issue_id(*told: Mapping[str, Any]) -> str | None:
    """The issue's id, never its `fingerprint`: that is a template ("{{ default }}"), the same for all of them.

    The `id` of an event is one more name of its `event_id`, which every event has its own of.
    """
    for one in told:
        linked = ISSUE_IN_ADDRESS.search(text(one, "issue_url", "web_url", "url", limit=2_000) or "")
        own = word(one, "issue_id", "groupID", limit=1_000) or (linked[1] if linked else None)
        if own is None and text(one, "id") != text(one, "event_id"):
            own = word(one, "id", limit=1_000)
        if own:
            return fingerprint(own)
    return None


def _project(told: Mapping[str, Any]) -> str | None:
    """The project's slug; an event knows only its number, and the slug from its address."""
    if slug := text(told, "project_slug", "project.slug", "project_name"):
        return slug
    if linked := PROJECT_IN_ADDRESS.search(text(told, "url", limit=2_000) or ""):
        return linked[1]
    name = told.get("project")
    return scalar(name) if isinstance(name, str) and not name.isdigit() else None


def _exception(told: Mapping[str, Any]) -> str | None:
    """What was raised, in its own words: "TimeoutError: lock wait"."""
    raised = list(objects(told, "exception.values"))
    for one in (*reversed(raised), mapping(told, "metadata")):
        kind, value = text(one, "type"), text(one, "value")
        if kind or value:
            return ": ".join(part for part in (kind, value) if part)
    return None


def _tags(told: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """Tags as pairs, as objects with a key and a value, or as one object; those of a user are nobody's business."""
    given = told.get("tags")
    pairs = [tag for tag in items(given) if isinstance(tag, list) and len(tag) == 2]
    keyed = [(text(tag, "key"), tag.get("value")) for tag in objects(given)]
    for key, value in (*mapping(given).items(), *pairs, *keyed):
        if isinstance(key, str) and key and not OF_A_USER.match(key):
            yield key, value


def _told(given: Mapping[str, Any], *fields: str) -> dict[str, str]:
    return {field: value for field in fields if (value := text(given, field))}


def _release(event: Mapping[str, Any]) -> str | None:
    return word(event, "release", "release.version")


SOURCE = Source(NAME, "Sentry", read, local_ids=True)
