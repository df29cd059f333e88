"""Zabbix: a webhook's parameters, which each team names as it likes; the common names of each are known here."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from memoryops.alerts.reading.foreign import (
    fingerprint,
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
from memoryops.alerts.reading.services import environment_of, service_of, version_of
from memoryops.alerts.reading.severities import severity_of, severity_raw
from memoryops.alerts.reading.times import Moment, read_moment
from memoryops.alerts.sources.source import Source
from memoryops.alerts.values import AlertReading, AlertStatus, NotUnderstood, Reading

NAME = "zabbix"

STATUSES: Mapping[str, AlertStatus] = {
    "problem": AlertStatus.firing,
    "1": AlertStatus.firing,
    "true": AlertStatus.firing,
    "resolved": AlertStatus.resolved,
    "recovered": AlertStatus.resolved,
    "ok": AlertStatus.resolved,
    "0": AlertStatus.resolved,
    "false": AlertStatus.resolved,
    "closed": AlertStatus.resolved,
    "acknowledged": AlertStatus.acknowledged,
    "ack": AlertStatus.acknowledged,
}
UPDATES = frozenset({"update", "updated"})
UPDATE_ACTION = ("updateaction", "eventupdateaction")
"""{EVENT.UPDATE.ACTION}, which only an update has: the event's own status may stay PROBLEM beside it."""

MACRO = re.compile(r"\{[#$]?[A-Z][A-Z0-9_.]+\}")

TITLE = ("trigger", "triggername", "eventname", "name", "subject", "alertsubject", "title")
STATUS = ("status", "eventstatus", "triggerstatus", "eventvalue", "value", "state")
SEVERITY = ("severity", "eventseverity", "triggerseverity", "nseverity", "eventnseverity", "triggernseverity")
HOST = ("hostname", "host", "hosthost")
TRIGGER_ID = ("triggerid",)
EVENT_ID = ("eventid", "problemid", "id")
STAMPS = ("eventtimestamp", "timestamp", "clock", "datetime", "lastreceived")
CLOCK = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?")
LINK = ("link", "url", "eventurl", "problemurl", "triggerurl")
ITEM = ("item", "itemvalue", "opdata", "eventopdata", "operationaldata")
PROSE = ("description", "triggerdescription", "message", "alertmessage")
"""Names of parameters as `_folded` has them: {EVENT.ID}, event_id, eventId and EVENT.ID are one."""


def read(body: Any) -> Reading:
    """The problem that the body tells of; an update that neither acknowledges nor closes it is ignored."""
    given = _folded(body)
    if text(given, *TITLE) is None or (text(given, *STATUS, *SEVERITY) is None):
        raise NotUnderstood("This is no Zabbix problem: it has no trigger's name, or neither a status nor a severity.")
    if MACRO.fullmatch(text(given, *TITLE) or ""):
        return Reading((), "test", "No macro was filled in: somebody tried the media type.")
    said = (word(given, *STATUS) or "problem").strip().casefold()
    if said in UPDATES or text(given, "updatestatus", "eventupdatestatus") == "1" or word(given, *UPDATE_ACTION):
        told = _update(given)
        if told is None:
            return Reading((), "update", "The update neither acknowledges the problem nor closes it.")
        return Reading((_alert(given, told, None),))
    status = STATUSES.get(said, AlertStatus.unknown)
    return Reading(
        (_alert(given, status, f"status {said[:40]!r} is not known" if status not in STATUSES.values() else None),)
    )


def _folded(body: object) -> Mapping[str, Any]:
    """The parameters by their names in lower case and without separators; of equal ones the first counts."""
    folded: dict[str, Any] = {}
    for name, value in mapping(body).items():
        folded.setdefault(re.sub(r"[\W_]+", "", str(name)).casefold(), value)
    return folded


def _update(given: Mapping[str, Any]) -> AlertStatus | None:
    """What an update does, by the words of {EVENT.UPDATE.ACTION} and by {EVENT.ACK.STATUS}."""
    action = (text(given, *UPDATE_ACTION, "action") or "").casefold()
    if "closed" in action:
        return AlertStatus.resolved
    if "unacknowledged" in action:
        return AlertStatus.firing
    acknowledged = (text(given, "ack", "acknowledged", "ackstatus", "eventackstatus") or "").casefold()
    return AlertStatus.acknowledged if "acknowledged" in action or acknowledged in ("yes", "1", "true") else None


def _alert(given: Mapping[str, Any], status: AlertStatus, unknown: str | None) -> AlertReading:
    told = labels(_labels(given))
    identity, unnamed = _identity(given)
    began = _moment(given, "starts_at", STAMPS, ("eventdate", "date"), ("eventtime", "time"))
    ended = _moment(
        given,
        "ends_at",
        ("eventrecoverytimestamp", "recoverytimestamp"),
        ("eventrecoverydate", "recoverydate"),
        ("eventrecoverytime", "recoverytime"),
    )
    severity = word(given, *SEVERITY)
    return AlertReading(
        fingerprint=identity,
        title=title(text(given, *TITLE)),
        status=status,
        severity=severity_of(severity, NAME),
        severity_raw=severity_raw(severity),
        service=service_of(told),
        environment=environment_of(told),
        version=version_of(told),
        error=text(given, *ITEM),
        description=text(given, *PROSE),
        starts_at=began.value,
        ends_at=ended.value if status is AlertStatus.resolved else None,
        occurred_at=ended.value if status is AlertStatus.resolved else began.value,
        labels=told,
        links=links(("Zabbix", text(given, *LINK)), ("Runbook", text(given, "runbook", "runbookurl"))),
        notes=noted(unknown, unnamed, began.note, ended.note),
    )


def _identity(given: Mapping[str, Any]) -> tuple[str, str | None]:
    """The trigger's id, which its next problem has too; else the event's; either may stand in the link alone."""
    link = text(given, *LINK) or ""
    for names, parameter in ((TRIGGER_ID, "triggerid"), (EVENT_ID, "eventid")):
        in_link = re.search(rf"[?&]{parameter}s?(?:\[\])?=(\d+)", link)
        if found := word(given, *names) or (in_link and in_link[1]):
            return fingerprint(found if parameter == "triggerid" else f"event {found}"), None
    note = "the body has no trigger id and no event id: the identity is made of the host and the trigger's name"
    return fingerprint(text(given, *HOST), text(given, "itemkey", "itemname", *TITLE)), note


def _moment(
    given: Mapping[str, Any], name: str, stamps: tuple[str, ...], dates: tuple[str, ...], times: tuple[str, ...]
) -> Moment:
    """A moment from an epoch or a whole text, or from {EVENT.DATE} and {EVENT.TIME}, which Zabbix sends apart.

    A time of day alone is no moment.
    """
    stamp = word(given, *stamps)
    if stamp is not None:
        return read_moment(stamp, name)
    date, time = word(given, *dates), word(given, *times)
    if date is None and CLOCK.fullmatch(time or ""):
        return Moment()
    return read_moment(f"{date} {time}" if date and time else date or time, name)


def _labels(given: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    yield from _tags(given.get("tags") or given.get("eventtags") or given.get("eventtagsjson"))
    yield "host", word(given, *HOST)
    yield "host_groups", word(given, "hostgroups", "hostgroup", "triggerhostgroupname")
    yield "item", word(given, "itemname", "itemkey")
    yield "service", word(given, "service")


def _tags(value: object) -> Iterator[tuple[str, object]]:
    """Tags as Zabbix' JSON (also as a text that holds it), or as {EVENT.TAGS}: "service:ledger, scope:capacity"."""
    parsed = _parsed(value)
    if isinstance(parsed, Mapping):
        yield from ((str(name), entry) for name, entry in parsed.items())
    elif isinstance(parsed, list):
        yield from ((str(entry.get("tag", entry.get("name"))), entry.get("value")) for entry in objects(parsed))
    else:
        for tag in (scalar(parsed) or "").split(","):
            name, _, entry = tag.strip().partition(":")
            yield name, entry or "true"


def _parsed(value: object) -> object:
    if not isinstance(value, str) or not value.lstrip().startswith(("[", "{")):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


SOURCE = Source(NAME, "Zabbix", read, local_ids=True)
