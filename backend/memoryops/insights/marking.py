"""Evidence as people marked it while they investigated the incidents of a period, and the rows of each number."""

from collections.abc import Mapping, Sequence

import sqlalchemy as sa

from memoryops.evidence.models import ANALYSIS, Feedback
from memoryops.evidence.ordering import Verdict, Voice, verdicts_by_incident
from memoryops.incidents.models import Incident
from memoryops.insights.counted import CountedRow
from memoryops.insights.facts import IncidentFact, Marked
from memoryops.insights.loading import declared_in, load_incidents
from memoryops.insights.period import Period
from memoryops.insights.rows import Of
from memoryops.insights.sheets import number_of
from memoryops.kit.cursor import decode_places, encode_places
from memoryops.kit.db import ScopedSession
from memoryops.kit.schemas import Page

MARKS: Mapping[Of, Verdict] = {
    Of.marked_helped: Verdict.helped,
    Of.marked_did_not_help: Verdict.did_not_help,
    Of.marked_wrong: Verdict.wrong,
}
"""What the evidence was marked as."""

GONE = "A deleted incident"


def load_marked(session: ScopedSession, period: Period) -> list[Marked]:
    """Each piece of evidence that was marked in an incident of the period, with the verdict that orders it."""
    marks = (
        sa.select(Feedback.target, Incident.id, Feedback.by, Feedback.verdict, Feedback.at)
        .join(Incident, Incident.pk == Feedback.incident_pk)
        .where(*declared_in(period), Feedback.ended_at.is_(None), Feedback.target != ANALYSIS)
        .order_by(Feedback.pk)
    )
    voices: dict[str, list[Voice]] = {}
    for document_id, incident_id, by, verdict, at in session.execute(marks):
        voices.setdefault(document_id, []).append(Voice(incident_id, by, verdict, None, at))
    return sorted(
        Marked(number_of(incident_id), number_of(document_id), verdict, voice.at)
        for document_id, said in voices.items()
        for incident_id, (verdict, voice) in verdicts_by_incident(said).items()
    )


def list_marked(
    session: ScopedSession, marked: Sequence[Marked], query: str, *, limit: int, cursor: str | None
) -> Page[CountedRow]:
    """One page of them, the newest incident first, with what the evidence tells of; raises InvalidCursorError."""
    after = None if cursor is None else tuple(decode_places(cursor, query))
    left = [one for one in reversed(marked) if after is None or one[:2] < after]
    shown = left[:limit]
    known = load_incidents(session, {number for one in shown for number in one[:2]})
    return Page[CountedRow](
        items=[_row(one, known) for one in shown],
        next_cursor=encode_places(list(shown[-1][:2]), query) if len(left) > limit else None,
        total=len(marked),
    )


def _row(one: Marked, known: Mapping[int, IncidentFact]) -> CountedRow:
    evidence, incident = known.get(one.document), known.get(one.number)
    return CountedRow(
        id=f"INC-{one.document}",
        incident_id=f"INC-{one.number}",
        title=evidence.title if evidence else GONE,
        service=evidence.service if evidence else None,
        severity=evidence.severity if evidence else None,
        status=evidence.status if evidence else None,
        at=one.at,
        value_s=None,
        sample=any(fact.sample for fact in (evidence, incident) if fact),
    )
