"""The rows that a number counted, newest first, chosen by the very functions that counted them."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from memoryops.insights.counted import CountedRow, Measure
from memoryops.insights.facts import Facts, IncidentFact, Lesson, Novelty, Part, RunFact
from memoryops.insights.findings import detect
from memoryops.insights.memory_at_work import (
    confirmed,
    confirmed_shown,
    did_not_help,
    did_not_help_shown,
    open_learnings,
    shown_evidence,
    with_lesson,
)
from memoryops.insights.selecting import (
    Timed,
    between,
    by_evidence,
    by_hour,
    novel,
    recalled,
    timed,
    untimed,
)
from memoryops.insights.week import zone_named
from memoryops.kit.cursor import decode_cursor, encode_cursor
from memoryops.kit.errors import InvalidInputError
from memoryops.kit.schemas import Page
from memoryops.memory.schemas import MemoryStatus


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
"""Those that count firings of alerts; all others count incidents or investigations."""


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


@dataclass(frozen=True)
class Listed:
    """A row with the key that orders it: an incident's number, the primary key of anything else."""

    key: int
    row: CountedRow


Choice = Callable[[Facts, RowsQuery], Iterable[IncidentFact] | Iterable[Timed] | Iterable[RunFact]]


def _at_hour(facts: Facts, query: RowsQuery) -> Sequence[IncidentFact]:
    if query.weekday is None or query.hour is None:
        raise _missing("weekday", "hour")
    return by_hour(facts.incidents, zone_named(query.zone)).get((query.weekday, query.hour), [])


def _timed(facts: Facts, query: RowsQuery) -> list[Timed]:
    return between(timed(_measure(query), facts), query.at_least, query.below)


def _measure(query: RowsQuery) -> Measure:
    if query.measure is None:
        raise _missing("measure")
    return query.measure


def _of_finding(facts: Facts, query: RowsQuery) -> Sequence[IncidentFact]:
    for insight in detect(facts):
        if insight.id == query.finding:
            return insight.compared if query.of is Of.compared else insight.incidents
    message = "Is not found in this period any more."
    raise UnknownFindingError(f"finding: {message}", errors=[{"field": "finding", "message": message}])


def _missing(*names: str) -> MissingChoiceError:
    message = "Has to be given for these rows."
    return MissingChoiceError(f"{names[0]}: {message}", errors=[{"field": name, "message": message} for name in names])


def _with_error(facts: Facts, query: RowsQuery) -> Iterable[IncidentFact]:
    return [one for one in facts.incidents if query.fingerprint in (None, one.fingerprint)]


CHOICES: Mapping[Of, Choice] = {
    Of.incidents: _with_error,
    Of.open: lambda facts, _: [one for one in facts.incidents if one.is_open],
    Of.new: lambda facts, _: novel(facts, Novelty.new),
    Of.repeats: lambda facts, _: novel(facts, Novelty.repeat),
    Of.unidentified: lambda facts, _: novel(facts, Novelty.unidentified),
    Of.hour: _at_hour,
    Of.time: _timed,
    Of.untimed: lambda facts, query: untimed(_measure(query), facts.incidents),
    Of.recall_ok: lambda facts, _: recalled(facts, MemoryStatus.ok),
    Of.recall_empty: lambda facts, _: recalled(facts, MemoryStatus.empty),
    Of.recall_unavailable: lambda facts, _: recalled(facts, MemoryStatus.unavailable),
    Of.recall_unfinished: lambda facts, _: recalled(facts, None),
    Of.shown: lambda facts, _: shown_evidence(facts),
    Of.confirmed: lambda facts, _: confirmed(facts),
    Of.confirmed_shown: lambda facts, _: confirmed_shown(facts),
    Of.did_not_help: lambda facts, _: did_not_help(facts),
    Of.did_not_help_shown: lambda facts, _: did_not_help_shown(facts),
    Of.with_evidence: lambda facts, _: by_evidence(facts)[0],
    Of.without_evidence: lambda facts, _: by_evidence(facts)[1],
    Of.learning_ready: lambda facts, _: with_lesson(facts, Lesson.ready),
    Of.learning_waiting: lambda facts, _: with_lesson(facts, Lesson.waiting),
    Of.learning_failed: lambda facts, _: with_lesson(facts, Lesson.failed),
    Of.learning_confirming: lambda facts, _: with_lesson(facts, Lesson.confirming),
    Of.learning_forgotten: lambda facts, _: with_lesson(facts, Lesson.forgotten),
    Of.learning_none: lambda facts, _: with_lesson(facts, Lesson.none),
    Of.open_learnings: lambda facts, _: open_learnings(facts),
    Of.finding: _of_finding,
    Of.compared: _of_finding,
}
"""How each number's rows are chosen."""


NEEDED: Mapping[Of, Collection[Part]] = {
    **dict.fromkeys((Of.new, Of.repeats), (Part.earlier,)),
    **dict.fromkeys((Of.recall_ok, Of.recall_empty, Of.recall_unavailable, Of.recall_unfinished), (Part.runs,)),
    **dict.fromkeys((Of.shown, Of.confirmed_shown, Of.with_evidence, Of.without_evidence), (Part.runs,)),
    Of.did_not_help: (Part.tried,),
    Of.did_not_help_shown: (Part.tried, Part.runs),
    **dict.fromkeys((Of.finding, Of.compared), (Part.earlier, Part.tried, Part.left_open)),
}
"""What has to be read for which rows, beside the incidents."""


def counted_rows(facts: Facts, query: RowsQuery) -> list[Listed]:
    """The rows that the number counts, newest first; raises where the query names too little."""
    incidents = {one.id: one for one in facts.incidents}
    rows = [_listed(chosen, incidents) for chosen in CHOICES[query.of](facts, query)]
    return sorted(rows, key=lambda listed: -listed.key)


def page(rows: Sequence[Listed], query: str, *, limit: int, cursor: str | None) -> Page[CountedRow]:
    """One page of rows that come newest first; raises InvalidCursorError."""
    after = None if cursor is None else decode_cursor(cursor, query)
    left = [listed for listed in rows if after is None or listed.key < after]
    return Page[CountedRow](
        items=[listed.row for listed in left[:limit]],
        next_cursor=encode_cursor(left[limit - 1].key, query) if len(left) > limit else None,
        total=len(rows),
    )


def _listed(chosen: IncidentFact | Timed | RunFact, incidents: Mapping[str, IncidentFact]) -> Listed:
    if isinstance(chosen, RunFact):
        incident = incidents[chosen.incident_id]
        row = _row(incident).model_copy(update={"id": chosen.id, "at": chosen.started_at})
        return Listed(chosen.pk, row)
    incident, seconds = (chosen, None) if isinstance(chosen, IncidentFact) else chosen
    return Listed(incident.number, _row(incident, seconds))


def _row(incident: IncidentFact, seconds: float | None = None) -> CountedRow:
    return CountedRow(
        id=incident.id,
        incident_id=incident.id,
        title=incident.title,
        service=incident.service,
        severity=incident.severity,
        status=incident.status,
        at=incident.declared_at,
        value_s=seconds,
        sample=incident.sample,
    )
