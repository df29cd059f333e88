"""The sixteen sample incidents, read from the data files beside this module."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from importlib import resources
from typing import Any

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


_NOTE_KEYS = {field.name for field in fields(SampleNote)}
_INCIDENT_KEYS = {field.name for field in fields(SampleIncident)} - {"incident_id"}
_CHOICES: Mapping[str, type[Severity] | type[Outcome]] = {"severity": Severity, "outcome": Outcome}


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
    _require_keys(incident_id, raw, _INCIDENT_KEYS)
    notes = _notes(incident_id, raw.pop("notes"))
    return SampleIncident(incident_id=incident_id, notes=notes, **_checked(incident_id, raw))


def _notes(where: str, raw: object) -> tuple[SampleNote, ...]:
    if not isinstance(raw, list) or not all(isinstance(note, dict) for note in raw):
        raise SampleFileInvalid(f"{where}: notes must be tables")
    for note in raw:
        _require_keys(f"{where} note", note, _NOTE_KEYS)
    return tuple(SampleNote(**_checked(f"{where} note", note)) for note in raw)


def _require_keys(where: str, raw: Mapping[str, object], expected: set[str]) -> None:
    wrong = sorted(expected ^ raw.keys())
    if wrong:
        raise SampleFileInvalid(f"{where}: missing or unknown: {', '.join(wrong)}")


def _checked(where: str, raw: Mapping[str, object]) -> dict[str, Any]:
    return {key: _value(f"{where}: {key}", key, value) for key, value in raw.items()}


def _value(where: str, key: str, value: object) -> object:
    if key.endswith("_at"):
        return _moment(where, value)
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


def _text(where: str, value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise SampleFileInvalid(f"{where} must be text that is not blank")
    return value
