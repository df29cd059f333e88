"""The sixteen sample incidents, read from the data files beside this module."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date, datetime, timedelta
from enum import StrEnum
from importlib import resources
from typing import Any

from memoryops.followups.lifecycle import ActionItemKind, ActionItemPriority, ActionItemState
from memoryops.incidents.lifecycle import Outcome, Severity


class SampleFileInvalid(ValueError):
    """A sample file does not say exactly what a sample incident needs; names the file and the key."""


@dataclass(frozen=True)
class SampleNote:
    """One timeline note, written by `by` about what happened at `happened_at` (UTC)."""

    happened_at: datetime
    by: str
    text: str


@dataclass(frozen=True)
class SampleActionItem:
    """One action item of a sample incident, added when that was resolved; `closed_at` (UTC) goes with `done` alone."""

    title: str
    owner: str
    due_on: date
    kind: ActionItemKind
    priority: ActionItemPriority
    state: ActionItemState
    closed_at: datetime | None = None


@dataclass(frozen=True)
class SampleIncident:
    """One resolved incident as its team recorded it; all times are in the past, in UTC."""

    incident_id: str
    title: str
    service: str
    severity: Severity
    environment: str
    version: str
    error: str
    symptoms: str
    commander: str
    declared_by: str
    resolved_by: str
    started_at: datetime
    declared_at: datetime
    resolved_at: datetime
    outcome: Outcome
    root_cause: str
    resolution: str
    ineffective_actions: str
    postmortem: str
    notes: tuple[SampleNote, ...]
    action_items: tuple[SampleActionItem, ...]


_NOTE_KEYS = {field.name for field in fields(SampleNote)}
_ITEM_KEYS = {field.name for field in fields(SampleActionItem)}
_INCIDENT_KEYS = {field.name for field in fields(SampleIncident)} - {"incident_id"}
_CHOICES: Mapping[str, type[StrEnum]] = {
    "severity": Severity,
    "outcome": Outcome,
    "kind": ActionItemKind,
    "priority": ActionItemPriority,
    "state": ActionItemState,
}


def catalogue() -> tuple[SampleIncident, ...]:
    """All sample incidents by id, the same on every call; raises `SampleFileInvalid`."""
    folder = resources.files("memoryops.samples") / "incidents"
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
    return tuple(parse(f.name.removesuffix(".toml"), f.read_text(encoding="utf-8")) for f in files)


def parse(incident_id: str, text: str) -> SampleIncident:
    """The incident that one file's text describes; raises `SampleFileInvalid` on any other key or type."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SampleFileInvalid(f"{incident_id}: not TOML: {error}") from error
    raw.setdefault("action_items", [])
    _require_keys(incident_id, raw, _INCIDENT_KEYS)
    notes = _notes(incident_id, raw.pop("notes"))
    items = _action_items(incident_id, raw.pop("action_items"))
    return SampleIncident(incident_id=incident_id, notes=notes, action_items=items, **_checked(incident_id, raw))


def _notes(where: str, raw: object) -> tuple[SampleNote, ...]:
    notes = _tables(f"{where}: notes", raw)
    for note in notes:
        _require_keys(f"{where} note", note, _NOTE_KEYS)
    return tuple(SampleNote(**_checked(f"{where} note", note)) for note in notes)


def _action_items(where: str, raw: object) -> tuple[SampleActionItem, ...]:
    items = _tables(f"{where}: action_items", raw)
    for item in items:
        is_done = item.get("state") == ActionItemState.done
        _require_keys(f"{where} action item", item, _ITEM_KEYS if is_done else _ITEM_KEYS - {"closed_at"})
    return tuple(SampleActionItem(**_checked(f"{where} action item", item)) for item in items)


def _tables(where: str, raw: object) -> list[dict[str, Any]]:
    if not isinstance(raw, list) or not all(isinstance(table, dict) for table in raw):
        raise SampleFileInvalid(f"{where} must be tables")
    return raw


def _require_keys(where: str, raw: Mapping[str, object], expected: set[str]) -> None:
    wrong = sorted(expected ^ raw.keys())
    if wrong:
        raise SampleFileInvalid(f"{where}: missing or unknown: {', '.join(wrong)}")


def _checked(where: str, raw: Mapping[str, object]) -> dict[str, Any]:
    return {key: _value(f"{where}: {key}", key, value) for key, value in raw.items()}


def _value(where: str, key: str, value: object) -> object:
    if key.endswith("_at"):
        return _moment(where, value)
    if key.endswith("_on"):
        return _day(where, value)
    text = _text(where, value)
    if key not in _CHOICES:
        return text
    try:
        return _CHOICES[key](text)
    except ValueError as error:
        raise SampleFileInvalid(f"{where} cannot be {text!r}") from error


def _moment(where: str, value: object) -> datetime:
    if not isinstance(value, datetime) or value.utcoffset() != timedelta(0):
        raise SampleFileInvalid(f"{where} must be a time in UTC")
    return value


def _day(where: str, value: object) -> date:
    if not isinstance(value, date) or isinstance(value, datetime):
        raise SampleFileInvalid(f"{where} must be a date")
    return value


def _text(where: str, value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise SampleFileInvalid(f"{where} must be text that is not blank")
    return value
