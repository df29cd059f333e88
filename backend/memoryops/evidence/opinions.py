"""What people said of evidence: read from the record, and set beside it with the order that follows."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import sqlalchemy as sa

from memoryops.evidence import ordering
from memoryops.evidence.models import Feedback
from memoryops.evidence.ordering import Tally, Voice, tally
from memoryops.evidence.schemas import EvidenceFeedback, HistoricalIncident, Moved, Objection
from memoryops.evidence.verify import Verified
from memoryops.incidents.models import Incident
from memoryops.incidents.track_records import Fared
from memoryops.kit.db import Session

NO_VOICES: Sequence[Voice] = ()


async def load_voices(session: Session, document_ids: Collection[str]) -> Mapping[str, Sequence[Voice]]:
    """What stands of these documents, by document; what was said in a deleted incident does not count."""
    rows = await session.execute(
        sa.select(Feedback.target, Incident.id, Feedback.by, Feedback.verdict, Feedback.sentence, Feedback.at)
        .join(Incident, Incident.pk == Feedback.incident_pk)
        .where(Feedback.target.in_(document_ids), Feedback.ended_at.is_(None), Incident.deleted_at.is_(None))
        .order_by(Feedback.pk)
    )
    found: dict[str, list[Voice]] = {}
    for document_id, incident_id, by, verdict, sentence, at in rows:
        found.setdefault(document_id, []).append(Voice(incident_id, by, verdict, sentence, at))
    return found


def with_feedback(
    verified: Verified, voices: Mapping[str, Sequence[Voice]], fared: Mapping[str, Fared] | None = None
) -> Verified:
    """The same with what people said of each piece, its strong matches in the order that follows (see `ordering`).

    What resolutions claim of each other (`fared`, by incident) orders too. Weak matches keep their places.
    """
    pieces = {one.document_id: one for one in verified.kept}
    weighed = {name: _weigh(item, voices.get(name, NO_VOICES), fared or {}) for name, item in pieces.items()}
    strong = [replace(one, tally=weighed[one.document_id]) for one in verified.placed if one.document_id in pieces]
    ordered = ordering.order(strong)
    moves = {one.document_id: _moved(at, ordered.index(one.document_id), one.tally) for at, one in enumerate(strong)}
    others = [name for name in pieces if name not in moves]
    kept = [
        _told(pieces[name], voices.get(name, NO_VOICES), weighed[name], moves.get(name)) for name in (*ordered, *others)
    ]
    return replace(verified, kept=tuple(kept))


def _weigh(item: HistoricalIncident, voices: Sequence[Voice], fared: Mapping[str, Fared]) -> Tally:
    known = fared.get(item.incident_id)
    return tally(voices, known.helped_in, known.failed_in) if known else tally(voices)


def _moved(before: int, after: int, weighed: Tally) -> Moved | None:
    if weighed.is_wrong:
        return Moved.last
    if before == after:
        return None
    return Moved.up if after < before else Moved.down


def _told(item: HistoricalIncident, voices: Sequence[Voice], weighed: Tally, moved: Moved | None) -> HistoricalIncident:
    said = tally(voices)
    sentence = ordering.in_words(said)
    if sentence is None:
        return item
    objection = weighed.objection
    last = [ordering.why_last(objection)] if moved is Moved.last and objection else []
    feedback = EvidenceFeedback(
        helped=said.helped,
        did_not_help=said.did_not_help,
        wrong=said.wrong,
        objection=Objection.model_validate(said.objection) if said.objection else None,
        moved=moved,
    )
    return item.model_copy(update={"feedback": feedback, "why": [*item.why, sentence, *last]})
