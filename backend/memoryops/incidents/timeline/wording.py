"""An entry of the timeline in words, for what is read outside the console."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from memoryops.incidents.schemas import TimelineItem

STATES = {"open": "open", "confirmed": "confirmed", "ruled_out": "ruled out"}
SHORT = 60
FIELDS = {
    "started_at": "impact start",
    "same_as": "same resolution as",
    "ineffective_actions": "what did not help",
    "did_not_help": "resolutions that did not help",
}
CODED = frozenset({"status", "outcome"})
"""Fields whose values are words of the domain, as they are kept."""
MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}T[\d:.]+Z", re.ASCII)


def headline(item: TimelineItem) -> str:
    """What the entry is, in one line; what people wrote in it stands apart."""
    details = item.details or {}
    match item.kind:
        case "status_update":
            return f"Status update for {AUDIENCES.get(details.get('audience', ''), 'ourselves')}"
        case "deploy":
            return f"Deploy of {details.get('service')} {details.get('version')}"
        case "hypothesis":
            return f"Hypothesis, {STATES.get(details.get('state', ''), 'open')}"
        case "note":
            return "Note"
    said = _changes(item.changes) if item.text is None else item.text
    kind = item.kind.replace("_", " ").capitalize()
    return f"{kind}: {said}" if said else kind


AUDIENCES = {"internal": "ourselves", "stakeholders": "stakeholders", "customers": "customers"}


def in_words(moment: str) -> str:
    """A moment as it is kept, RFC 3339, as people read it, in UTC."""
    return f"{datetime.fromisoformat(moment).astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def _changes(changes: Mapping[str, Any] | None) -> str:
    return ", ".join(_change(name, change) for name, change in (changes or {}).items())


def _change(field: str, change: Any) -> str:
    name = FIELDS.get(field, field.replace("_", " "))
    if not isinstance(change, Mapping):
        return f"{name} {_said(field, change)}"
    if change.get("changed") is True:
        return f"{name} changed"
    before, after = change.get("from"), change.get("to")
    if field == "next_update_at":
        return f"next update due {_said(field, after)}" if after else "no update promised any more"
    if not after:
        return f"{name} cleared"
    return (
        f"{name} from {_said(field, before)} to {_said(field, after)}"
        if before
        else f"{name} set to {_said(field, after)}"
    )


def _said(field: str, value: Any) -> str:
    if isinstance(value, list):
        return " and ".join(_said(field, one) for one in value)
    text = str(value)
    if field == "severity":
        return text.upper()
    if field in CODED:
        return text.replace("_", " ")
    if MOMENT.fullmatch(text):
        return in_words(text)
    return text if len(text) <= SHORT else f"{text[: SHORT - 1]}…"
