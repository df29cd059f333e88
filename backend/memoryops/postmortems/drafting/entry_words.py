"""A timeline entry in one line of plain words."""

from collections.abc import Mapping
from typing import Any

from memoryops.incidents.schemas import TimelineItem

KINDS: Mapping[str, str] = {
    "declared": "The incident was declared",
    "confirmed": "The incident was confirmed",
    "resolved": "The incident was resolved",
    "reopened": "The incident was reopened",
    "role": "A role changed hands",
    "status_update": "Status update",
    "deploy": "Deploy",
    "hypothesis": "Hypothesis",
}


def entry_words(item: TimelineItem) -> str:
    """What the entry says: what kind of thing it tells, then its own text, else its changes."""
    text = " ".join((item.text or "").split())
    return ": ".join(filter(None, [entry_lead(item), text])) or item.kind.replace("_", " ").capitalize()


def entry_lead(item: TimelineItem) -> str:
    """What kind of thing the entry tells, in words; nothing for a note, which says everything in its text."""
    if item.kind == "edited":
        return "" if item.text else _edits(item.changes or {})
    lead, details = KINDS.get(item.kind, ""), _details(item.details or {})
    return f"{lead} ({details})" if lead and details else lead


def _details(details: Mapping[str, Any]) -> str:
    told = (details.get(name) for name in ("service", "version", "state", "audience"))
    return ", ".join(str(value).replace("_", " ") for value in told if value)


def _said(name: str, value: Any) -> str:
    return str(value).upper() if name == "severity" else str(value)


def _edits(changes: Mapping[str, Any]) -> str:
    told = []
    for name, change in changes.items():
        if isinstance(change, Mapping) and "to" in change and name in ("status", "severity"):
            before, after = (_said(name, change[side]) for side in ("from", "to"))
            told.append(f"{name.capitalize()} from {before} to {after}")
        elif name in ("commander", "comms", "scribe"):
            told.append(f"Another {name}")
        else:
            told.append(f"{name.replace('_', ' ').capitalize()} was edited")
    return "; ".join(told) or "The incident was edited"
