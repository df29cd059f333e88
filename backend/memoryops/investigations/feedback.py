"""Feedback on an investigation: it stands beside the run, which never changes."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from memoryops.evidence.models import ANALYSIS, Feedback
from memoryops.incidents.models import Incident
from memoryops.investigations import feedback_schemas as schemas
from memoryops.investigations.feedback_schemas import FeedbackElsewhere, FeedbackGiven, FeedbackList, FeedbackTarget
from memoryops.investigations.forgotten import forgotten_in
from memoryops.investigations.models import Investigation
from memoryops.kit.cursor import decode_cursor, encode_cursor
from memoryops.kit.db import Session
from memoryops.kit.errors import ConflictError, NotFoundError
from memoryops.kit.events import announce
from memoryops.kit.schemas import Page

STANDS = Feedback.ended_at.is_(None)


class NotInInvestigationError(NotFoundError):
    """The investigation has no such evidence, or no analysis (yet), so there is nothing to say of it."""


class NoFeedbackError(NotFoundError):
    """That person said nothing of that target."""


class ClosedToFeedbackError(ConflictError):
    """Nothing more is said of what was deleted or forgotten."""


async def give(
    session: Session, run: Investigation, target: str, given: FeedbackGiven, *, by: str, at: datetime
) -> schemas.Feedback:
    """Say it, in place of what the same person said before; raises NotInInvestigationError or ClosedToFeedbackError.

    A sentence that is added to the same verdict completes it: nothing was said that it takes back.
    """
    await _check_open(session, run)
    _check_target(run, target)
    _check_remembered(run, target)
    before = await _standing(session, run, target, by)
    if before is not None and (before.verdict, before.sentence) == (given.verdict, given.sentence):
        return _view(before)
    if before is not None and before.verdict is given.verdict and before.sentence is None:
        before.sentence, before.at, before.forgotten_at = given.sentence, at, None
        _tell(session, run, target, at, change=given.verdict.value)
        return _view(before)
    if before is not None:
        before.ended_at = at
        await session.flush()
    row = Feedback(
        investigation_id=run.id,
        incident_pk=run.incident_pk,
        target=target,
        verdict=given.verdict,
        sentence=given.sentence,
        by=by,
        at=at,
        withdrawn=False,
    )
    session.add(row)
    _tell(session, run, target, at, change=given.verdict.value)
    return _view(row)


async def withdraw(session: Session, run: Investigation, target: str, *, by: str, at: datetime) -> None:
    """Take back what the person said; it is kept as history. Raises NoFeedbackError."""
    row = await _standing(session, run, target, by)
    if row is None:
        raise NoFeedbackError(f"{by} said nothing of {target[:60]!r} in this investigation.")
    row.ended_at, row.withdrawn = at, True
    _tell(session, run, target, at, change="withdrawn")


async def of_investigation(session: Session, run: Investigation) -> FeedbackList:
    """All that was said of the run, oldest first."""
    chosen = sa.select(Feedback).where(Feedback.investigation_id == run.id).order_by(Feedback.pk)
    rows = list(await session.scalars(chosen))
    return FeedbackList(
        items=[_view(row) for row in rows if row.ended_at is None],
        former=[
            schemas.FormerFeedback(**_fields(row), until=row.ended_at, withdrawn=row.withdrawn)
            for row in rows
            if row.ended_at is not None
        ],
    )


async def as_evidence(
    session: Session, incident: Incident, *, limit: int, cursor: str | None
) -> Page[FeedbackElsewhere]:
    """What others said of the incident as evidence, newest first; raises InvalidCursorError."""
    chosen = (
        sa.select(Feedback, Incident.id, Incident.title)
        .join(Incident, Incident.pk == Feedback.incident_pk)
        .where(Feedback.target == incident.id, STANDS, Incident.deleted_at.is_(None))
        .order_by(Feedback.pk.desc())
    )
    if cursor is not None:
        chosen = chosen.where(Feedback.pk < decode_cursor(cursor, incident.id))
    rows = (await session.execute(chosen.limit(limit + 1))).all()
    more = len(rows) > limit
    return Page[FeedbackElsewhere](
        items=[
            FeedbackElsewhere(
                **_fields(row), investigation_id=row.investigation_id, incident_id=incident_id, title=title
            )
            for row, incident_id, title in rows[:limit]
        ],
        next_cursor=encode_cursor(rows[limit - 1][0].pk, incident.id) if more else None,
        total=None,
    )


async def erase_sentences(session: Session, document_id: str, runs: Iterable[str], *, at: datetime) -> None:
    """Erase what was written of a document that is forgotten, and of the analyses of `runs`, made with it.

    Who said what, and when, stays: it tells nothing of what the document said.
    """
    of_analyses = sa.and_(Feedback.target == ANALYSIS, Feedback.investigation_id.in_(list(runs)))
    await session.execute(
        sa.update(Feedback)
        .where(sa.or_(Feedback.target == document_id, of_analyses), Feedback.sentence.is_not(None))
        .values(sentence=None, forgotten_at=at)
    )


def _check_target(run: Investigation, target: str) -> None:
    if target == ANALYSIS:
        if (run.analysis or {}).get("ai_analysis") is None:
            raise NotInInvestigationError(f"{run.id} has no analysis to say anything of.")
        return
    evidence = (run.evidence or {}).get("similar_historical_incidents", ())
    if target not in {item["document_id"] for item in evidence}:
        raise NotInInvestigationError(f"{target[:60]!r} is no evidence of {run.id}.")


async def _check_open(session: Session, run: Investigation) -> None:
    """Raise ClosedToFeedbackError where the incident is deleted."""
    if await session.scalar(sa.select(Incident.deleted_at).where(Incident.pk == run.incident_pk)) is not None:
        raise ClosedToFeedbackError(f"{run.incident_id} was deleted; restore it to say something of its investigation.")


def _check_remembered(run: Investigation, target: str) -> None:
    """Raise ClosedToFeedbackError for a forgotten document, and for an analysis that was made with one.

    What is said of them now would stay when what they said is gone.
    """
    for one in forgotten_in(run.evidence):
        if target == one["document_id"] or (target == ANALYSIS and one["in_analysis"]):
            raise ClosedToFeedbackError(f"{one['document_id']} was forgotten, so nothing more is said of it.")


async def _standing(session: Session, run: Investigation, target: str, by: str) -> Feedback | None:
    row: Feedback | None = await session.scalar(
        sa.select(Feedback).where(
            Feedback.investigation_id == run.id, Feedback.target == target, Feedback.by == by, STANDS
        )
    )
    return row


def _tell(session: Session, run: Investigation, target: str, at: datetime, *, change: str) -> None:
    """The consoles of the incident, and of the one that is its evidence."""
    about = [run.incident_id] if target == ANALYSIS else [run.incident_id, target]
    for incident_id in about:
        announce(
            session,
            run.workspace_id,
            "feedback",
            incident_id,
            at,
            change=change,
            investigation_id=run.id,
            target=target,
        )


def _fields(row: Feedback) -> dict[str, Any]:
    is_analysis = row.target == ANALYSIS
    return {
        "target": FeedbackTarget.analysis if is_analysis else FeedbackTarget.evidence,
        "document_id": None if is_analysis else row.target,
        "verdict": row.verdict,
        "sentence": row.sentence,
        "by": row.by,
        "at": row.at,
        "forgotten_at": row.forgotten_at,
    }


def _view(row: Feedback) -> schemas.Feedback:
    return schemas.Feedback(**_fields(row))
