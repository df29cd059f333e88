"""Datadog: the webhooks integration, whose body its user makes of `$` variables and names as they like."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from memoryops.alerts.reading.foreign import (
    as_stood,
    fingerprint,
    hashed_labels,
    items,
    labels,
    line,
    links,
    mapping,
    noted,
    scalar,
    text,
    title,
    word,
)
from memoryops.alerts.reading.services import environment_of, fold, service_of, version_of
from memoryops.alerts.reading.severities import severity_of, severity_raw
from memoryops.alerts.reading.times import read_moment
from memoryops.alerts.sources.source import Source
from memoryops.alerts.values import AlertReading, AlertStatus, NotUnderstood, Reading, stand_in

NAME = "datadog"

STATES: Mapping[str, AlertStatus] = {
    "triggered": AlertStatus.firing,
    "retriggered": AlertStatus.firing,
    "alert": AlertStatus.firing,
    "warn": AlertStatus.firing,
    "warning": AlertStatus.firing,
    "rewarn": AlertStatus.firing,
    "nodata": AlertStatus.firing,
    "renodata": AlertStatus.firing,
    "renotify": AlertStatus.firing,
    "firing": AlertStatus.firing,
    "error": AlertStatus.firing,
    "acknowledged": AlertStatus.acknowledged,
    "recovered": AlertStatus.resolved,
    "ok": AlertStatus.resolved,
    "resolved": AlertStatus.resolved,
    "success": AlertStatus.resolved,
    "muted": AlertStatus.unknown,
    "skipped": AlertStatus.unknown,
    "unknown": AlertStatus.unknown,
}
"""Transitions ($ALERT_TRANSITION) and states, their letters alone. A monitor tells of missing data when it was told to
page for it, so that fires too."""

EVENT_PRIORITIES = frozenset({"normal", "low"})
WARNINGS = frozenset({"warn", "warning", "rewarn"})

SCOPES = ("alert_scope", "scope", "scopes")
"""Fields of the group that an alert is of, which is made of tags."""

LONGEST_STATE = 30  # letters; a sentence may end in the same words

TITLE = re.compile(r"^\s*(?:\[(P[1-5])\]\s*)?(?:\[([A-Za-z -]{2,20})(?: on \{?([^\]}]*)\}?)?\]\s*)?")
"""What stands before the name in $EVENT_TITLE: "[P1] [Triggered on {host:web-7}] ..."."""

MONITOR_IN_ADDRESS = re.compile(r"/monitors[/#](\d{1,20})")
FENCE = re.compile(r"^\s*%%%\s*$", re.MULTILINE)

FIELDS: Mapping[str, tuple[str, ...]] = {
    "title": ("alert_title", "title", "event_title", "monitor_name", "name", "summary"),
    "body": ("text_only_msg", "body", "message", "event_msg", "msg", "text", "description"),
    "state": ("alert_transition", "transition", "alert_status", "status", "state", "alert_state", "monitor_state"),
    "cycle": ("alert_cycle_key", "cycle_key"),
    "monitor": ("alert_id", "monitor_id"),
    "group": ("aggreg_key", "aggregation_key", "alert_scope", "scope", "scopes", "host", "hostname"),
    "priority": ("alert_priority", "priority", "severity"),
    "kind": ("alert_type",),
    "query": ("alert_query", "query"),
    "metric": ("alert_metric", "metric"),
    "host": ("hostname", "host"),
    "time": ("date", "date_posix", "timestamp", "last_updated"),
    "link": ("link", "url", "event_link", "monitor_url"),
    "picture": ("snapshot", "snapshot_url"),
    "event": ("event_type", "type"),
}
"""Where people put what we look for, the likeliest first; a variable's own name is one of them."""


@dataclass(frozen=True)
class Told:
    """The body by its folded names."""

    fields: Mapping[str, Any]

    def text(self, what: str) -> str | None:
        """The first text of those fields, as it is."""
        return text(self.fields, *FIELDS[what])

    def name(self, what: str) -> str | None:
        """The first of those fields that names something; a variable that was not replaced names nothing."""
        return word(self.fields, *FIELDS[what], limit=1_000)

    def value(self, what: str) -> Any:
        """The first of those fields that is there."""
        return next((given for field in FIELDS[what] if (given := self.fields.get(field)) is not None), None)


def read(body: Any) -> Reading:
    """The one alert that the body tells of."""
    fields: dict[str, Any] = {}
    for name, value in mapping(body).items():
        fields.setdefault(fold(name), value)
    told = Told(fields)
    if not any(told.value(what) for what in ("title", "monitor", "cycle")):
        raise NotUnderstood(
            "The body has no title, no alert_id and no alert_cycle_key: nothing says which monitor it is of."
        )
    return Reading((_read_alert(told),))


def _read_alert(told: Told) -> AlertReading:
    prefix = TITLE.match(told.text("title") or "")
    marked, state, group = prefix.groups() if prefix and _state(prefix[2]) else (None, None, None)
    name = (told.text("title") or "")[prefix.end() if prefix and state else 0 :]
    kept = _labels(told, group)
    raw = _severity(told, marked, state)
    status, sentence, doubt = _status(told, state)
    identity, made_up = _identity(told, group, name, kept)
    at = read_moment(told.value("time"), "date")
    return AlertReading(
        fingerprint=identity,
        title=title(name, told.text("title"), told.text("query"), stand_in(identity)),
        status=status,
        severity=severity_of(raw, NAME),
        severity_raw=raw,
        service=service_of(kept),
        environment=environment_of(kept),
        version=version_of(kept),
        error=sentence or told.text("query"),
        description=FENCE.sub("", told.text("body") or "").strip() or None,
        occurred_at=at.value,
        labels=kept,
        links=links(("Datadog", told.value("link")), ("Snapshot", told.value("picture"))),
        notes=noted(doubt, made_up, at.note),
    )


def _state(said: str | None) -> AlertStatus | None:
    """What a transition or a state says; a recovery says what it is from ("Warn Recovered", "alert recovery")."""
    letters = re.sub(r"[^a-z]", "", (said or "").casefold())
    ended = len(letters) < LONGEST_STATE and letters.endswith(("recovered", "recovery"))
    return AlertStatus.resolved if ended else STATES.get(letters)


def _status(told: Told, from_title: str | None) -> tuple[AlertStatus, str | None, str | None]:
    """Where the alert stands, the sentence of $ALERT_STATUS where a field holds one, and what could not be read."""
    given = [word(told.fields, field, limit=500) for field in FIELDS["state"]]
    said = [value for value in (*given, from_title) if value]
    known = next((status for value in said if (status := _state(value))), None)
    sentence = next((value for value in said if not _state(value) and " " in value), None)
    if known is not None:
        return known, sentence, None
    if (told.text("kind") or "").casefold() == "success":
        return AlertStatus.resolved, sentence, None
    strange = next((value for value in said if value != sentence), None)
    if strange is not None:
        return AlertStatus.unknown, sentence, f"status could not be read: {as_stood(strange)}"
    return AlertStatus.firing, sentence, None


def _identity(told: Told, group: str | None, name: str, kept: Mapping[str, str]) -> tuple[str, str | None]:
    """The cycle from a trigger to its recovery, else the monitor and the group of it that the alert is of.

    `id` is that of the event, which every message has its own of, and so no identity.
    """
    if cycle := told.name("cycle"):
        return fingerprint(cycle), None
    linked = MONITOR_IN_ADDRESS.search(" ".join(filter(None, (told.text("link"), told.text("body")))))
    monitor = told.name("monitor") or (linked[1] if linked else None)
    if monitor is None:
        named = {"org": kept.get("org"), "event": kept.get("event"), "group": group, "name": name}
        return hashed_labels(named), "the body names no monitor: its title stands for one"
    scopes = sorted(scope for given in items(told.fields, "scopes") if (scope := scalar(given)))
    return fingerprint(monitor, told.name("group") or ",".join(scopes) or group), None


def _severity(told: Told, marked: str | None, from_title: str | None) -> str | None:
    """The monitor's priority (P1 to P5), else the alert's type, else what a transition says.

    The priority of an event, normal or low, says less than any of them; "success" is the end and no severity.
    """
    given, kind = severity_raw(told.value("priority")), severity_raw(told.value("kind"))
    of_event = given if (given or "").casefold() in EVENT_PRIORITIES else None
    of_kind = None if (kind or "").casefold() == "success" else kind
    return (None if of_event else given) or marked or of_kind or _warning(told, from_title) or of_event


def _warning(told: Told, from_title: str | None) -> str | None:
    """The transition, where it is one to a warning: of a body without a priority nothing else says how bad it is."""
    said = next((state for state in (told.name("state"), from_title) if state), "")
    return said if re.sub(r"[^a-z]", "", said.casefold()) in WARNINGS else None


def _labels(told: Told, group: str | None) -> dict[str, str]:
    beside = {name: told.text(name) for name in ("host", "metric", "query", "event")}
    org = told.fields.get("org")
    return labels(
        [
            *_tags(told.fields.get("tags")),
            *((name, value) for given in _scopes(told, group) for name, value in _tags(given) if value != "true"),
            *((name, value) for name, value in beside.items() if value and word(beside, name)),
            ("org", text(org, "name") or scalar(told.fields.get("org_name"))),
        ]
    )


def _scopes(told: Told, group: str | None) -> tuple[object, ...]:
    """The groups that the alert is of, the one in the title of the default body too."""
    return (*(told.fields.get(scope) for scope in SCOPES), group)


def _tags(given: object) -> Iterator[tuple[str, object]]:
    """Tags of one comma separated text, or of a list of texts, or of an object; one without a value is just there."""
    if isinstance(given, Mapping):
        yield from given.items()
        return
    told = given.split(",") if isinstance(given, str) else [tag for tag in items(given) if isinstance(tag, str)]
    for tag in told:
        name, _, value = line(tag, 1_000).partition(":")
        if name and not name.startswith("$"):
            yield name, value or "true"


SOURCE = Source(NAME, "Datadog", read, local_ids=True)
