"""UptimeRobot: the webhook's default values, as JSON or as a form.

The names are the vendor's placeholders (*monitorFriendlyName*), which people spell as they like: they are compared
without case, underscores and asterisks.
"""

import re
from collections.abc import Mapping
from typing import Any

from memoryops.alerts.reading.foreign import (
    fingerprint,
    is_placeholder,
    items,
    labels,
    links,
    mapping,
    noted,
    scalar,
    title,
)
from memoryops.alerts.reading.services import environment_of, service_of
from memoryops.alerts.reading.times import read_moment
from memoryops.alerts.sources.source import Source
from memoryops.alerts.values import AlertReading, AlertStatus, NotUnderstood, Reading, stand_in

NAME = "uptimerobot"

STATUSES: Mapping[str, AlertStatus] = {
    "1": AlertStatus.firing,
    "down": AlertStatus.firing,
    "2": AlertStatus.resolved,
    "up": AlertStatus.resolved,
    "3": AlertStatus.firing,
    "sslexpiry": AlertStatus.firing,
}
CERTIFICATE = frozenset({"3", "sslexpiry"})
"""A certificate that is about to run out: an alert of its own, of the same monitor."""


def read(body: Any) -> Reading:
    """The monitor's alert; its identity is the monitor's id where it is sent, and else its address."""
    given = {
        re.sub(r"[\W_]+", "", str(key)).casefold(): text
        for key, value in mapping(body).items()
        if (text := _one(value))
    }
    kind = _kind(given)
    if kind is None or not (given.get("monitorurl") or given.get("monitorid")):
        raise NotUnderstood(
            "This is no UptimeRobot alert: it has no alert type, or neither a monitor's id nor its address."
        )
    return Reading((_alert(given, kind),))


def _alert(given: Mapping[str, str], kind: str) -> AlertReading:
    status = STATUSES.get(kind, AlertStatus.unknown)
    told = labels((name, given.get(name)) for name in ("monitortags", "alertfriendlyduration", "sslexpirydate"))
    sent = read_moment(given.get("alertdatetime"), "alertDateTime")
    resolved = status is AlertStatus.resolved
    identity = fingerprint(_monitor(given), "ssl" if kind in CERTIFICATE else None)
    return AlertReading(
        fingerprint=identity,
        title=title(given.get("monitorfriendlyname"), given.get("monitorurl"), stand_in(identity)),
        status=status,
        service=service_of(told),
        environment=environment_of(told),
        error=None if resolved else given.get("alertdetails"),
        description=given.get("alertdetails") if resolved else None,
        starts_at=None if resolved else sent.value,
        ends_at=sent.value if resolved else None,
        occurred_at=sent.value,
        labels=told,
        links=links(("Monitored address", given.get("monitorurl"))),
        notes=noted(sent.note, None if status in STATUSES.values() else f"alert type {kind[:40]!r} is not known"),
    )


def _one(value: object) -> str | None:
    """The text of a value, or of a form's first; None for an unrendered placeholder."""
    told = scalar(next(iter(items(value)), None) if isinstance(value, list) else value)
    return None if told is None or is_placeholder(told) else told


def _kind(given: Mapping[str, str]) -> str | None:
    told = given.get("alerttype") or given.get("alerttypefriendlyname")
    return None if told is None else re.sub(r"[\W_]+", "", told).casefold()


def _monitor(given: Mapping[str, str]) -> str:
    """The monitor's id; without one its address, without the scheme and the slash that are not always there."""
    return given.get("monitorid") or re.sub(r"^https?://", "", given.get("monitorurl", "")).rstrip("/")


SOURCE = Source(NAME, "UptimeRobot", read, local_ids=True)
