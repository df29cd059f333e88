"""Feedback over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, status

from memoryops.incidents.dependencies import CurrentIncident
from memoryops.investigations import feedback
from memoryops.investigations.dependencies import ChangingInvestigation, CurrentInvestigation
from memoryops.investigations.feedback_schemas import Feedback, FeedbackElsewhere, FeedbackGiven, FeedbackList
from memoryops.kit.dependencies import Actor, CurrentClock, ReadSession, WriteSession
from memoryops.kit.schemas import Page

router = APIRouter(tags=["feedback"])

Target = Annotated[
    str, Path(max_length=64, description="`analysis`, or the id of a document in the investigation's evidence.")
]


@router.put("/investigations/{investigation_id}/feedback/{target}", response_model=Feedback)
async def give_feedback(
    given: FeedbackGiven,
    session: WriteSession,
    investigation: ChangingInvestigation,
    target: Target,
    actor: Actor,
    clock: CurrentClock,
) -> Feedback:
    """Say whether it helped; whoever says it again changes their mind."""
    return await feedback.give(session, investigation, target, given, by=actor, at=clock.now())


@router.delete("/investigations/{investigation_id}/feedback/{target}", status_code=status.HTTP_204_NO_CONTENT)
async def withdraw_feedback(
    session: WriteSession,
    investigation: ChangingInvestigation,
    target: Target,
    actor: Actor,
    clock: CurrentClock,
) -> None:
    """Withdraw what you said; it is kept as history."""
    await feedback.withdraw(session, investigation, target, by=actor, at=clock.now())


@router.get("/investigations/{investigation_id}/feedback", response_model=FeedbackList)
async def list_feedback(session: ReadSession, investigation: CurrentInvestigation) -> FeedbackList:
    """List what people say of an investigation, and said before."""
    return await feedback.of_investigation(session, investigation)


@router.get("/incidents/{incident_id}/feedback", response_model=Page[FeedbackElsewhere])
async def list_feedback_elsewhere(
    session: ReadSession,
    incident: CurrentIncident,
    limit: Annotated[int, Query(ge=1, le=200, description="Items a page.")] = 50,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
) -> Page[FeedbackElsewhere]:
    """List what people say of this incident as evidence for others, newest first."""
    return await feedback.as_evidence(session, incident, limit=limit, cursor=cursor)
