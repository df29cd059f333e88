"""A mapping: which JMESPath expression finds each part of an alert in a body, and what the tool's words mean."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, TypeVar

from memoryops.alerts.reading.expressions import BadExpression, Expression, compiled
from memoryops.alerts.reading.foreign import clean, line
from memoryops.alerts.values import AlertStatus
from memoryops.incidents.lifecycle import Severity
from memoryops.kit.errors import InvalidInputError

ALERT_FIELDS = (
    "title",
    "fingerprint",
    "status",
    "severity",
    "service",
    "environment",
    "version",
    "error",
    "description",
    "starts_at",
    "ends_at",
    "occurred_at",
    "labels",
    "links",
)
"""What an expression may be given for; each is evaluated on one alert."""

BODY_FIELDS = ("alerts", "ignore")
"""The expressions that are evaluated on the whole body."""

EXPRESSIONS = (*BODY_FIELDS, *ALERT_FIELDS)
WORD_TABLES = ("status_words", "severity_words")
WORDS_LIMIT = 100
WORD_LIMIT = 100

Meaning = TypeVar("Meaning", bound=StrEnum)


@dataclass(frozen=True)
class FieldMapping:
    """How one tool's bodies are read.

    `expressions` has one for each field that is to be read; without `alerts` the body itself is the alert, or a list
    of them. What `ignore` yields decides whether the body is an alert at all: true, or a word for what it is instead.
    The words are in lower case, and come before the common ones.
    """

    expressions: Mapping[str, str] = field(default_factory=dict)
    status_words: Mapping[str, AlertStatus] = field(default_factory=dict)
    severity_words: Mapping[str, Severity] = field(default_factory=dict)

    def expression(self, name: str) -> Expression | None:
        """The compiled expression of a field, None where the mapping does not read it."""
        text = self.expressions.get(name)
        return None if text is None else compiled(text)

    def as_json(self) -> dict[str, Any]:
        """The mapping as `parse_mapping` takes it."""
        tables = {name: dict(getattr(self, name)) for name in WORD_TABLES}
        return {**self.expressions, **{name: table for name, table in tables.items() if table}}


class BadMappingError(InvalidInputError):
    """A mapping that cannot be used; `errors` has one entry a field, with the position in its expression if known."""

    slug = "bad-mapping"
    title = "The mapping cannot be used"


def parse_mapping(given: object) -> FieldMapping:
    """The mapping that a JSON object describes; raises BadMappingError, which names every fault."""
    if not isinstance(given, Mapping):
        raise BadMappingError("A mapping is an object of expressions by field.")
    if faults := list(faults_of(given)):
        detail = " ".join(f"{fault['field']}: {fault['message']}." for fault in faults[:3])
        raise BadMappingError(detail, errors=faults)
    return FieldMapping(
        expressions=MappingProxyType({name: given[name] for name in EXPRESSIONS if _is_given(given.get(name))}),
        status_words=_table(given.get("status_words"), AlertStatus),
        severity_words=_table(given.get("severity_words"), Severity),
    )


def _is_given(text: object) -> bool:
    return text is not None and text != ""


def faults_of(given: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """What is wrong with a mapping, one entry a fault: the field, a message, and the position in its expression."""
    for name in given:
        if name not in EXPRESSIONS and name not in WORD_TABLES:
            yield {"field": _named(name), "message": "is no field of a mapping"}
    for name in EXPRESSIONS:
        if _is_given(given.get(name)):
            yield from _faults_of_expression(name, given[name])
    yield from _faults_of_table("status_words", given.get("status_words"), AlertStatus)
    yield from _faults_of_table("severity_words", given.get("severity_words"), Severity)


def _faults_of_expression(name: str, text: object) -> Iterator[dict[str, Any]]:
    if not isinstance(text, str):
        yield {"field": name, "message": "must be a JMESPath expression, as text"}
        return
    try:
        compiled(text)
    except BadExpression as error:
        place = "" if error.position is None else f" (character {error.position + 1})"
        yield {"field": name, "message": f"{error.reason}{place}", "position": error.position}


def _faults_of_table(name: str, table: object, meanings: type[StrEnum]) -> Iterator[dict[str, Any]]:
    if table is None:
        return
    if not isinstance(table, Mapping) or len(table) > WORDS_LIMIT:
        yield {"field": name, "message": f"must be an object of at most {WORDS_LIMIT} words"}
        return
    allowed = [meaning.value for meaning in meanings]
    for word, meaning in table.items():
        if meaning not in allowed:
            yield {"field": f"{name}.{_named(word)}", "message": f"must be one of {', '.join(allowed)}"}
        if not isinstance(word, str) or not 0 < len(word.strip()) <= WORD_LIMIT:
            yield {"field": name, "message": f"a word must have 1 to {WORD_LIMIT} characters"}


def _named(key: object) -> str:
    return line(clean(str(key)[:WORD_LIMIT]), WORD_LIMIT)


def _table(table: Mapping[str, str] | None, meanings: type[Meaning]) -> Mapping[str, Meaning]:
    return MappingProxyType({word.strip().casefold(): meanings(meaning) for word, meaning in (table or {}).items()})
