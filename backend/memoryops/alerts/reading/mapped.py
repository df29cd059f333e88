"""Reads a body by a mapping, and shows what each of its expressions finds there. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memoryops.alerts.reading import foreign
from memoryops.alerts.reading.expressions import Budget, NoValue, TooCostly, depth_exceeds
from memoryops.alerts.reading.mapping import ALERT_FIELDS, FieldMapping
from memoryops.alerts.reading.services import environment_of, named, service_of, version_of
from memoryops.alerts.reading.severities import severity_of, severity_raw
from memoryops.alerts.reading.statuses import status_of
from memoryops.alerts.reading.times import Moment, read_moment
from memoryops.alerts.reading.unnamed import unnamed_identity
from memoryops.alerts.values import AlertReading, AlertStatus, NotUnderstood, Reading, stand_in
from memoryops.incidents.schemas import PROSE_LIMIT

ALERTS_LIMIT = 1_000
"""Alerts of one body."""

DEPTH_LIMIT = 64
"""Levels of one body; what reads it goes as deep."""


@dataclass(frozen=True)
class Found:
    """What a mapping's expressions yield on one alert, by field, and why some yield nothing."""

    values: Mapping[str, Any]
    problems: Mapping[str, str]

    def scalars(self, field: str) -> tuple[str, ...]:
        """The texts and numbers that stand there: the value, or those of its list, the first first."""
        value = self.values.get(field)
        given = (foreign.scalar(item) for item in (value if isinstance(value, list) else [value]) if item is not None)
        return tuple(text for text in given if text is not None)

    def text(self, field: str) -> str | None:
        return next(iter(self.scalars(field)), None)

    def word(self, field: str) -> str | None:
        """The first that is no unrendered placeholder."""
        return next((text for text in self.scalars(field) if not foreign.is_placeholder(text)), None)

    def name(self, field: str) -> str | None:
        """The first that names something: no placeholder, no "none"."""
        return next((found for text in self.scalars(field) if (found := named(text))), None)

    def moment(self, field: str) -> tuple[datetime | None, str | None]:
        """The first time that can be read; where none can, what is to be said of the first that is there."""
        value = self.values.get(field)
        given = [item for item in value if item] if isinstance(value, list) else [value]
        moments = [read_moment(item, field) for item in given]
        found = next((moment for moment in moments if moment.value), None) or next(iter(moments), Moment())
        return found.value, found.note


def read_mapped(mapping: FieldMapping, payload: Any, source: str = "generic") -> Reading:
    """The alerts that the mapping finds in a body; `source` says whose scale its severities are of.

    Raises NotUnderstood for a body in which the mapping finds no alert, or that asks for too much work.
    """
    if depth_exceeds(payload, DEPTH_LIMIT):
        raise NotUnderstood(f"The body is nested more than {DEPTH_LIMIT} levels deep.")
    budget = Budget()
    try:
        if kind := _ignored_as(mapping, payload, budget):
            return Reading((), kind, "The mapping's expression for ignore says that this is no alert.")
        alerts = alerts_in(mapping, payload, budget)
        if not alerts:
            return Reading((), "empty", "The body holds no alert.")
        return Reading(tuple(_reading(mapping, alert, source, budget) for alert in alerts))
    except TooCostly as error:
        raise NotUnderstood(f"The mapping cannot be run: {error.reason}.") from error


def alerts_in(mapping: FieldMapping, payload: Any, budget: Budget) -> Sequence[Mapping[str, Any]]:
    """The objects that are read as alerts; raises NotUnderstood where something else stands."""
    expression = mapping.expression("alerts")
    try:
        found = payload if expression is None else expression.evaluate(payload, budget)
    except TooCostly:
        raise
    except NoValue as error:
        raise NotUnderstood(f"The expression for alerts fails: {error.reason}.") from error
    alerts = found if isinstance(found, list) else [found]
    if any(not isinstance(alert, dict) for alert in alerts):
        raise NotUnderstood("What the expression for alerts finds is not an object, or a list of objects.")
    if len(alerts) > ALERTS_LIMIT:
        raise NotUnderstood(f"The body holds {len(alerts)} alerts; at most {ALERTS_LIMIT} are read from one.")
    return alerts


def found_in(mapping: FieldMapping, alert: Any, budget: Budget) -> Found:
    """What each expression yields on one alert; raises TooCostly."""
    values, problems = {}, {}
    for field in ALERT_FIELDS:
        expression = mapping.expression(field)
        if expression is None:
            continue
        try:
            values[field] = expression.evaluate(alert, budget)
        except TooCostly:
            raise
        except NoValue as error:
            problems[field] = error.reason
    return Found(values, problems)


def _ignored_as(mapping: FieldMapping, payload: Any, budget: Budget) -> str | None:
    """The kind that the body is ignored as: the word that the expression yields, or "ignored" where it says true."""
    expression = mapping.expression("ignore")
    if expression is None:
        return None
    try:
        verdict = expression.evaluate(payload, budget)
    except TooCostly:
        raise
    except NoValue:
        return None
    if verdict is True:
        return "ignored"
    return foreign.line(verdict, 40) or None if isinstance(verdict, str) else None


def _reading(mapping: FieldMapping, alert: Mapping[str, Any], source: str, budget: Budget) -> AlertReading:
    found = found_in(mapping, alert, budget)
    labels = labels_of(found.values.get("labels"))
    given = found.word("fingerprint")
    fingerprint, unnamed = (foreign.fingerprint(given), None) if given else unnamed_identity(alert, labels)
    title = foreign.title(
        *found.scalars("title"), found.text("error"), found.text("description"), given and stand_in(fingerprint)
    )
    status, unknown = _status(mapping, found.word("status"))
    moments = {field: found.moment(field) for field in ("starts_at", "ends_at", "occurred_at")}
    raw = severity_raw(found.word("severity"))
    return AlertReading(
        fingerprint=fingerprint,
        title=title,
        status=status,
        severity=(mapping.severity_words.get(raw.casefold()) if raw else None) or severity_of(raw, source),
        severity_raw=raw,
        service=found.name("service") or service_of(labels),
        environment=found.name("environment") or environment_of(labels),
        version=found.name("version") or version_of(labels),
        error=found.text("error"),
        description=found.text("description"),
        starts_at=moments["starts_at"][0],
        ends_at=moments["ends_at"][0],
        occurred_at=moments["occurred_at"][0],
        labels=labels,
        links=foreign.links(*_links(found.values.get("links"))),
        notes=foreign.noted(unnamed, unknown, *(note for _, note in moments.values()), *_problems(found)),
    )


def _status(mapping: FieldMapping, word: str | None) -> tuple[AlertStatus, str | None]:
    status = status_of(word, mapping.status_words)
    if word is not None and status is AlertStatus.unknown:
        return status, f"status {foreign.as_stood(word)} is no word that is known here"
    return status, None


def _problems(found: Found) -> Iterator[str]:
    yield from (f"{field}: {problem}" for field, problem in found.problems.items())
    for field in ("fingerprint", "severity", "service", "environment", "version"):
        if found.word(field) is None and (text := found.text(field)):
            yield f"{field} was left unrendered: {foreign.as_stood(text)}"


def labels_of(value: Any) -> dict[str, str]:
    """Labels from an object, a list of {key, value} or {name, value}, of pairs, or of "key:value" texts."""
    if isinstance(value, str):
        value = value[:PROSE_LIMIT].split(",")
    if isinstance(value, list):
        value = [pair for item in value[:ALERTS_LIMIT] if (pair := _pair(item)) is not None]
    if isinstance(value, dict):
        value = list(value.items())
    return foreign.labels(_rendered(value)) if isinstance(value, list) else {}


def _rendered(pairs: Sequence[tuple[Any, Any]]) -> Iterator[tuple[str, Any]]:
    for key, value in pairs:
        name, plain = foreign.scalar(key), _unwrapped(value)
        unrendered = isinstance(plain, str) and (foreign.is_placeholder(plain) or plain == "null")
        if name and not unrendered:
            yield name, plain


def _pair(item: Any) -> tuple[Any, Any] | None:
    if isinstance(item, dict) and "value" in item:
        key = item.get("key", item.get("name"))
        return None if key is None else (key, item["value"])
    if isinstance(item, list):
        return (item[0], item[1]) if len(item) == 2 and isinstance(item[0], str) else None
    if isinstance(item, str):
        key, sign, value = item.strip().partition(":" if ":" in item else "=")
        return (key, value) if sign and key else (item.strip(), "true") if item.strip() else None
    return None


def _unwrapped(value: Any) -> Any:
    """An OpenTelemetry value ({"stringValue": "x"}) as what it wraps."""
    if isinstance(value, dict) and len(value) == 1:
        (kind, inner) = next(iter(value.items()))
        return inner if str(kind).endswith("Value") else value
    return value


def _links(value: Any) -> Iterator[tuple[str, Any]]:
    """Links from an address, a list of them or of {href|url|link, text|title|name}, or an object of them by name."""
    if isinstance(value, dict):
        yield from ((str(name), address) for name, address in value.items())
        return
    for item in value[:ALERTS_LIMIT] if isinstance(value, list) else [value]:
        if isinstance(item, dict):
            address = foreign.text(item, "href", "url", "link")
            yield foreign.text(item, "text", "title", "name") or "Link", address
        else:
            yield "Open in the tool", item
