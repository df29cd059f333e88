"""Evidence as people marked it while they investigated the incidents of a period, and the rows of each number."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import aliased

from memoryops.evidence.models import ANALYSIS, Feedback
from memoryops.evidence.ordering import Verdict, Voice, verdicts_by_incident
from memoryops.incidents.models import Incident
from memoryops.insights.counted import CountedRow
from memoryops.insights.decoding import as_stored, moment, words
from memoryops.insights.facts import IncidentFact, Marked
from memoryops.insights.loading import declared_in, load_incidents, load_samples
from memoryops.insights.period import Period
from memoryops.insights.rows import Of
from memoryops.insights.sheets import EPOCH, number_of
from memoryops.kit.cursor import KEYS, decode_places, encode_places
from memoryops.kit.db import ScopedSession
from memoryops.kit.schemas import Page

MARKS: Mapping[Of, Verdict] = {
    Of.marked_helped: Verdict.helped,
    Of.marked_did_not_help: Verdict.did_not_help,
    Of.marked_wrong: Verdict.wrong,
}
"""What the evidence was marked as."""

VERDICTS = words(Verdict)
GONE = "A deleted incident"


def load_marked(session: ScopedSession, period: Period) -> list[Marked]:
    """Each piece of evidence that was marked in an incident of the period, with the verdict that orders it.

    Evidence that is a sample is left out where the period leaves samples out.
    """
    if session.scalar(sa.select(Feedback.pk).limit(1)) is None:
        return []
    columns = (Incident.number, Feedback.target, Feedback.verdict, Feedback.at, Feedback.by)
    evidence = aliased(Incident)
    marks = (
        sa.select(*as_stored(columns))
        .select_from(Incident)
        .join(Feedback, Feedback.incident_pk == Incident.pk)
        .outerjoin(evidence, evidence.id == Feedback.target)
        .where(*declared_in(period), Feedback.ended_at.is_(None), Feedback.target != ANALYSIS)
    )
    if not period.samples:
        marks = marks.where(evidence.sample.is_not(True))
    pieces: dict[tuple[int, str], list[Any]] = {}
    for number, document_id, *said in session.execute(marks):
        pieces.setdefault((number, document_id), []).append(said)
    return sorted(
        Marked(number, number_of(document_id), *_agreed(said)) for (number, document_id), said in pieces.items()
    )


def _agreed(said: Sequence[Any]) -> tuple[Verdict, datetime]:
    """The verdict of one incident's people on one piece, and when it was last given."""
    if len(said) == 1:
        verdict, at, _ = said[0]
        return VERDICTS[verdict], moment(at) or EPOCH
    voices = [Voice("", by, VERDICTS[verdict], None, moment(at) or EPOCH) for verdict, at, by in said]
    verdict, voice = verdicts_by_incident(voices)[""]
    return verdict, voice.at


def list_marked(
    session: ScopedSession, marked: Sequence[Marked], query: str, *, limit: int, cursor: str | None
) -> Page[CountedRow]:
    """One page of them, the newest incident first, with what the evidence tells of; raises InvalidCursorError."""
    after = None if cursor is None else tuple(decode_places(cursor, query, [KEYS, KEYS]))
    left = [one for one in reversed(marked) if after is None or one[:2] < after]
    shown = left[:limit]
    named = {number for one in shown for number in one[:2]}
    known, samples = load_incidents(session, named), load_samples(session, named)
    return Page[CountedRow](
        items=[_row(one, known, samples) for one in shown],
        next_cursor=encode_places(list(shown[-1][:2]), query) if len(left) > limit else None,
        total=len(marked),
    )


def _row(one: Marked, known: Mapping[int, IncidentFact], samples: Collection[int]) -> CountedRow:
    evidence = known.get(one.document)
    return CountedRow(
        id=f"INC-{one.document}",
        incident_id=f"INC-{one.number}",
        title=evidence.title if evidence else GONE,
        service=evidence.service if evidence else None,
        severity=evidence.severity if evidence else None,
        status=evidence.status if evidence else None,
        at=one.at,
        value_s=None,
        sample=one.document in samples or one.number in samples,
    )
