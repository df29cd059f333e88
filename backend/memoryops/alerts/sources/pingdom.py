"""Pingdom: the webhook of an uptime, transaction or page-speed check that changed its state."""

from collections.abc import Mapping
from typing import Any

from memoryops.alerts.reading.foreign import fingerprint, items, labels, links, mapping, noted, scalar, text, title
from memoryops.alerts.reading.services import environment_of, service_of, version_of
from memoryops.alerts.reading.severities import severity_of, severity_raw
from memoryops.alerts.reading.times import read_moment
from memoryops.alerts.sources.source import Source
from memoryops.alerts.values import AlertReading, AlertStatus, NotUnderstood, Reading, stand_in

NAME = "pingdom"

STATUSES: Mapping[str, AlertStatus] = {
    "DOWN": AlertStatus.firing,
    "UNCONFIRMED_DOWN": AlertStatus.firing,
    "FAILING": AlertStatus.firing,
    "FAILED": AlertStatus.firing,
    "UP": AlertStatus.resolved,
    "SUCCESS": AlertStatus.resolved,
    "SUCCESSFUL": AlertStatus.resolved,
}
PAUSED = frozenset({"PAUSED", "UNKNOWN"})
NAMED_BY_TAGS = frozenset({"app", "application", "env", "environment", "service", "team"})
"""What a tag may name before an underscore, for it can hold no colon."""

WRAPPERS = ("state_changed_params", "check", "alert", "payload", "data")


def read(body: Any) -> Reading:
    """The check whose state changed; the state is `current_state` wherever it stands, whatever else a wrapper says."""
    told = {**_inside(body), **mapping(body)}
    state = next((found for part in (mapping(body), *_wrapped(body)) if (found := text(part, "current_state"))), None)
    identity = text(told, "check_id", "checkid")
    if state is None or identity is None:
        raise NotUnderstood("This is no Pingdom notification: it has no check_id, or no current_state.")
    if state.upper() in PAUSED:
        return Reading((), "paused", f"The check's state is {state}: it says neither up nor down.")
    return Reading((_alert(told, identity, state),))


def _alert(told: Mapping[str, Any], identity: str, state: str) -> AlertReading:
    status = STATUSES.get(state.upper(), AlertStatus.unknown)
    changed = read_moment(
        told.get("state_changed_timestamp") or told.get("state_changed_utc_time"), "state_changed_timestamp"
    )
    tags = labels([*_tags(told), *((name, told.get(name)) for name in ("check_type", "previous_state"))])
    importance = told.get("importance_level")
    return AlertReading(
        fingerprint=fingerprint(identity),
        title=title(text(told, "check_name"), text(told, "check_params.hostname"), stand_in(identity)),
        status=status,
        severity=severity_of(importance, NAME),
        severity_raw=severity_raw(importance),
        service=service_of(tags),
        environment=environment_of(tags),
        version=version_of({name: value for name, value in tags.items() if name != "version"}),
        error=text(told, "long_description", "description"),
        description=text(told, "custom_message"),
        starts_at=changed.value if status is AlertStatus.firing else None,
        ends_at=changed.value if status is AlertStatus.resolved else None,
        occurred_at=changed.value,
        labels=tags,
        links=links(("Checked address", text(told, "check_params.full_url", "check_params.url"))),
        notes=noted(changed.note, f"state {state[:40]!r} is not known" if status is AlertStatus.unknown else None),
    )


def _wrapped(body: Any) -> list[Mapping[str, Any]]:
    return [part for name in WRAPPERS if (part := mapping(body, name))]


def _inside(body: Any) -> dict[str, Any]:
    """What a relay wrapped in an object of its own, the first one first."""
    found: dict[str, Any] = {}
    for part in reversed(_wrapped(body)):
        found |= part
    return found


def _tags(told: Mapping[str, Any]) -> list[tuple[str, object]]:
    """Tags, which have one word each: `service_ledger` and `service:ledger` name what they are of."""
    pairs = (_tag(scalar(tag) or "") for tag in items(told, "tags"))
    return [*pairs, ("hostname", mapping(told, "check_params").get("hostname"))]


def _tag(tag: str) -> tuple[str, object]:
    for sign in ":=":
        name, found, value = tag.partition(sign)
        if found:
            return name, value
    name, found, value = tag.partition("_")
    return (name, value) if found and name.casefold() in NAMED_BY_TAGS else (tag, "true")


SOURCE = Source(NAME, "Pingdom", read, local_ids=True)
