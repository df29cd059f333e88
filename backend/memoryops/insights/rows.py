"""The rows that a number counted, newest first, chosen by the very functions that counted them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import compress
from typing import NamedTuple

from memoryops.insights.counted import CountedRow, Measure
from memoryops.insights.facts import IncidentFact, Lesson, Novelty
from memoryops.insights.findings import detect
from memoryops.insights.history import History
from memoryops.insights.loading import load_incidents
from memoryops.insights.selecting import (
    Has,
    between,
    confirmed,
    confirmed_shown,
    hours_of_week,
    is_open,
    learnt,
    mask_of,
    novel,
    numbers,
    open_learning,
    tried_numbers,
    was_shown,
    went_without,
)
from memoryops.insights.sheets import SECOND
from memoryops.insights.summing import lasted
from memoryops.kit.cursor import decode_cursor, encode_cursor
from memoryops.kit.db import ScopedSession
from memoryops.kit.errors import InvalidInputError
from memoryops.kit.schemas import Page
from memoryops.kit.zones import zone_named


class Of(StrEnum):
    """What was counted."""

    incidents = "incidents"
    open = "open"
    new = "new"
    repeats = "repeats"
    unidentified = "unidentified"
    hour = "hour"
    time = "time"
    untimed = "untimed"
    recall_ok = "recall_ok"
    recall_empty = "recall_empty"
    recall_unavailable = "recall_unavailable"
    recall_unfinished = "recall_unfinished"
    shown = "shown"
    confirmed = "confirmed"
    confirmed_shown = "confirmed_shown"
    did_not_help = "did_not_help"
    did_not_help_shown = "did_not_help_shown"
    marked_helped = "marked_helped"
    marked_did_not_help = "marked_did_not_help"
    marked_wrong = "marked_wrong"
    with_evidence = "with_evidence"
    without_evidence = "without_evidence"
    learning_ready = "learning_ready"
    learning_waiting = "learning_waiting"
    learning_failed = "learning_failed"
    learning_confirming = "learning_confirming"
    learning_forgotten = "learning_forgotten"
    learning_none = "learning_none"
    open_learnings = "open_learnings"
    finding = "finding"
    compared = "compared"
    firings = "firings"
    acknowledged = "acknowledged"
    attached = "attached"
    acted_on = "acted_on"
    ignored = "ignored"


FIRINGS = frozenset({Of.firings, Of.acknowledged, Of.attached, Of.acted_on, Of.ignored})
"""Those that count firings of alerts; all others count incidents, investigations or evidence."""


class UnknownFindingError(InvalidInputError):
    """No detector finds that in the period (any more)."""


class MissingChoiceError(InvalidInputError):
    """The rows of that number need something more to be named."""


@dataclass(frozen=True)
class RowsQuery:
    """Which rows; its repr ties a cursor to it."""

    of: Of
    fingerprint: str | None = None
    weekday: int | None = None
    hour: int | None = None
    zone: str = "UTC"
    measure: Measure | None = None
    at_least: float | None = None
    below: float | None = None
    alert: int | None = None
    finding: str | None = None


class Row(NamedTuple):
    """An incident by its number, and the microseconds that were measured on it, where something was."""

    number: int
    lasted: int | None = None


Choice = Callable[[History, RowsQuery], Sequence[Row]]


def _having(has: Has) -> Choice:
    return lambda history, _: [Row(number) for number in numbers(history.incidents, has)]


def _with_error(history: History, query: RowsQuery) -> list[Row]:
    sheet = history.incidents
    if query.fingerprint is None:
        return [Row(number) for number in sheet.columns.number]
    rows = zip(sheet.columns.number, sheet.columns.error, strict=True)
    return [Row(number) for number, error in rows if error and sheet.errors[error] == query.fingerprint]


def _at_hour(history: History, query: RowsQuery) -> list[Row]:
    if query.weekday is None or query.hour is None:
        raise _missing("weekday", "hour")
    columns, wanted = history.incidents.columns, (query.weekday - 1) * 24 + query.hour
    hours = hours_of_week(columns.declared, zone_named(query.zone))
    return [Row(number) for number, hour in zip(columns.number, hours, strict=True) if hour == wanted]


def _timed(history: History, query: RowsQuery) -> list[Row]:
    sheet = history.incidents
    taken = lasted(_measure(query), sheet)
    rows = map(Row, sheet.columns.number, taken)
    return list(compress(rows, between(taken, query.at_least, query.below)))


def _untimed(history: History, query: RowsQuery) -> list[Row]:
    sheet = history.incidents
    rows = zip(sheet.columns.number, lasted(_measure(query), sheet), strict=True)
    return [Row(number) for number, value in rows if value < 0]


def _measure(query: RowsQuery) -> Measure:
    if query.measure is None:
        raise _missing("measure")
    return query.measure


def _resolved(has: Has) -> Choice:
    def choose(history: History, _: RowsQuery) -> list[Row]:
        sheet = history.incidents
        rows = compress(map(Row, sheet.columns.number, sheet.columns.resolved), mask_of(sheet, has))
        return [row for row in rows if row.lasted is not None and row.lasted >= 0]

    return choose


def _tried(*, shown: bool) -> Choice:
    return lambda history, _: [Row(number) for number in tried_numbers(history, shown=shown)]


def _of_finding(history: History, query: RowsQuery) -> list[Row]:
    for insight in detect(history):
        if insight.id == query.finding:
            counted = insight.compared if query.of is Of.compared else insight.incidents
            return [Row(number) for number in counted]
    message = "Is not found in this period any more."
    raise UnknownFindingError(f"finding: {message}", errors=[{"field": "finding", "message": message}])


def _missing(*names: str) -> MissingChoiceError:
    message = "Has to be given for these rows."
    return MissingChoiceError(f"{names[0]}: {message}", errors=[{"field": name, "message": message} for name in names])


CHOICES: Mapping[Of, Choice] = {
    Of.incidents: _with_error,
    Of.open: _having(is_open),
    Of.new: _having(novel(Novelty.new)),
    Of.repeats: _having(novel(Novelty.repeat)),
    Of.unidentified: _having(novel(Novelty.unidentified)),
    Of.hour: _at_hour,
    Of.time: _timed,
    Of.untimed: _untimed,
    Of.shown: _having(was_shown),
    Of.confirmed: _having(confirmed),
    Of.confirmed_shown: _having(confirmed_shown),
    Of.did_not_help: _tried(shown=False),
    Of.did_not_help_shown: _tried(shown=True),
    Of.with_evidence: _resolved(was_shown),
    Of.without_evidence: _resolved(went_without),
    Of.learning_ready: _having(learnt(Lesson.ready)),
    Of.learning_waiting: _having(learnt(Lesson.waiting)),
    Of.learning_failed: _having(learnt(Lesson.failed)),
    Of.learning_confirming: _having(learnt(Lesson.confirming)),
    Of.learning_forgotten: _having(learnt(Lesson.forgotten)),
    Of.learning_none: _having(learnt(Lesson.none)),
    Of.open_learnings: _having(open_learning),
    Of.finding: _of_finding,
    Of.compared: _of_finding,
}
"""How each number's incidents are chosen; others are listed by `runs`, `marking` and `firings`."""


def chosen(history: History, query: RowsQuery) -> list[Row]:
    """The incidents that the number counts, newest first; raises where the query names too little."""
    return sorted(CHOICES[query.of](history, query), reverse=True)


def page_of(
    session: ScopedSession, rows: Sequence[Row], query: str, *, limit: int, cursor: str | None
) -> Page[CountedRow]:
    """One page of them, as the record stands now; raises InvalidCursorError."""
    after = None if cursor is None else decode_cursor(cursor, query)
    left = [row for row in rows if after is None or row.number < after]
    shown = left[:limit]
    known = load_incidents(session, {row.number for row in shown})
    return Page[CountedRow](
        items=[_row(known[row.number], row.lasted) for row in shown if row.number in known],
        next_cursor=encode_cursor(shown[-1].number, query) if len(left) > limit else None,
        total=len(rows),
    )


def _row(incident: IncidentFact, lasted: int | None) -> CountedRow:
    return CountedRow(
        id=incident.id,
        incident_id=incident.id,
        title=incident.title,
        service=incident.service,
        severity=incident.severity,
        status=incident.status,
        at=incident.declared_at,
        value_s=None if lasted is None else lasted / SECOND,
        sample=incident.sample,
    )
