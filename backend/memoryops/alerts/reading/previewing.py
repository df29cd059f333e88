"""What a mapping would make of a body, field by field, before anyone relies on it. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from memoryops.alerts.reading import foreign
from memoryops.alerts.reading.expressions import Budget, NoValue, depth_exceeds
from memoryops.alerts.reading.mapped import DEPTH_LIMIT, Found, alerts_in, found_in, labels_of, read_mapped
from memoryops.alerts.reading.mapping import (
    ALERT_FIELDS,
    BODY_FIELDS,
    EXPRESSIONS,
    WORD_TABLES,
    FieldMapping,
    faults_of,
    parse_mapping,
)
from memoryops.alerts.reading.statuses import status_of
from memoryops.alerts.values import AlertStatus, NotUnderstood, Reading

SHOWN_LIMIT = 500
"""Characters of what an expression yields."""

NAMES = ("fingerprint", "severity", "service", "environment", "version")
TIMES = ("starts_at", "ends_at", "occurred_at")


@dataclass(frozen=True)
class PreviewedField:
    """What one expression yields, as JSON; `position` is where a bad expression goes wrong, from 0."""

    field: str
    value: str | None
    problem: str | None = None
    position: int | None = None


@dataclass(frozen=True)
class Preview:
    """A field for each expression, and the reading of the whole body, or the reason why there is none."""

    fields: tuple[PreviewedField, ...]
    reading: Reading | None
    reason: str | None


def preview(given: Mapping[str, Any], payload: Any, source: str = "generic") -> Preview:
    """What the mapping makes of the payload: of several alerts, the fields are shown as they are in the first."""
    faults = list(faults_of(given))
    faulty = {fault["field"].split(".")[0] for fault in faults}
    sound = {name: given[name] for name in (*EXPRESSIONS, *WORD_TABLES) if name in given and name not in faulty}
    mapping = parse_mapping(sound)
    bad = tuple(PreviewedField(fault["field"], None, fault["message"], fault.get("position")) for fault in faults)
    if depth_exceeds(payload, DEPTH_LIMIT):
        return Preview(bad, None, f"The body is nested more than {DEPTH_LIMIT} levels deep.")
    fields = bad + tuple(_fields(mapping, payload))
    if faults:
        return Preview(fields, None, "The mapping has faults.")
    try:
        return Preview(fields, read_mapped(mapping, payload, source), None)
    except NotUnderstood as error:
        return Preview(fields, None, error.reason)


def _fields(mapping: FieldMapping, payload: Any) -> Iterator[PreviewedField]:
    budget = Budget()
    for name in BODY_FIELDS:
        if name in mapping.expressions:
            yield _of_body(mapping, name, payload, budget)
    try:
        first = next(iter(alerts_in(mapping, payload, budget)), None)
        found = found_in(mapping, first, budget)
    except (NotUnderstood, NoValue):
        return
    for name in ALERT_FIELDS:
        if name in mapping.expressions:
            yield PreviewedField(name, _shown(found.values.get(name)), _problem(mapping, found, name))


def _of_body(mapping: FieldMapping, name: str, payload: Any, budget: Budget) -> PreviewedField:
    expression = mapping.expression(name)
    try:
        return PreviewedField(name, _shown(expression.evaluate(payload, budget) if expression else None))
    except NoValue as error:
        return PreviewedField(name, None, error.reason)


def _shown(value: Any) -> str | None:
    if value is None:
        return None
    try:
        return foreign.cut(orjson.dumps(value, default=str).decode(), SHOWN_LIMIT)
    except (TypeError, ValueError, RecursionError):  # A number or a text that JSON has no form for.
        return foreign.as_stood(value)


def _problem(mapping: FieldMapping, found: Found, name: str) -> str | None:
    """Why what stands there will not do for the field; None when it will, or when nothing stands there."""
    value = found.values.get(name)
    if name in found.problems:
        return found.problems[name]
    if value is None or value == "" or (isinstance(value, list) and all(one is None for one in value)):
        return None
    if name in TIMES:
        return found.moment(name)[1]
    if name == "labels":
        return None if labels_of(value) else "gives no labels: an object, or a list of key and value, is needed"
    if name == "links":
        return None
    if found.text(name) is None:
        return f"gives {foreign.as_stood(value)}, where a text is needed"
    if name in NAMES and found.word(name) is None:
        return "was left unrendered by the tool"
    if name == "status" and status_of(found.word(name), mapping.status_words) is AlertStatus.unknown:
        return f"{foreign.as_stood(found.word(name))} is no word that is known here: add it to status_words"
    return None
