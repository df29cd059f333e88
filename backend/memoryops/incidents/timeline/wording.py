"""An entry of the timeline in words, for what is read outside the console."""

from collections.abc import Mapping
from typing import Any

from memoryops.incidents.schemas import TimelineItem

STATES = {"open": "open", "confirmed": "confirmed", "ruled_out": "ruled out"}
SHORT = 60


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


def _changes(changes: Mapping[str, Any] | None) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {_change(change)}" for name, change in (changes or {}).items())


def _change(change: Any) -> str:
    if not isinstance(change, Mapping):
        return _short(change)
    if change.get("changed") is True:
        return "changed"
    before, after = change.get("from"), change.get("to")
    if before is None:
        return f"set to {_short(after)}"
    return "cleared" if after is None else f"{_short(before)} → {_short(after)}"


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= SHORT else f"{text[: SHORT - 1]}…"
