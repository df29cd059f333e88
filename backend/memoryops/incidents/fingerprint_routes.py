"""Rulings on what counts as the same error, over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, status

from memoryops.incidents import rulings
from memoryops.incidents.schemas import FingerprintMerge, FingerprintSplit, RulingView
from memoryops.kit.dependencies import Actor, CurrentClock, ReadSession, WriteSession
from memoryops.kit.schemas import Page

router = APIRouter(prefix="/fingerprints", tags=["fingerprints"])

RulingId = Annotated[int, Path(ge=1, le=2**31 - 1, description="The ruling's number in the log.")]


@router.post("/merge", status_code=status.HTTP_201_CREATED, response_model=RulingView)
async def merge_fingerprints(
    asked: FingerprintMerge, session: WriteSession, actor: Actor, clock: CurrentClock
) -> RulingView:
    """Let the error of one incident count as that of another."""
    return await rulings.merge_errors(session, asked, by=actor, at=clock.now())


@router.post("/split", status_code=status.HTTP_201_CREATED, response_model=RulingView)
async def split_fingerprint(
    asked: FingerprintSplit, session: WriteSession, actor: Actor, clock: CurrentClock
) -> RulingView:
    """Let incidents count as an error of their own."""
    return await rulings.split_error(session, asked, by=actor, at=clock.now())


@router.get("/rulings", response_model=Page[RulingView])
async def list_rulings(
    session: ReadSession,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
    count: bool = False,
) -> Page[RulingView]:
    """List all rulings, newest first."""
    return await rulings.list_rulings(session, limit=limit, cursor=cursor, count=count)


@router.post("/rulings/{ruling_id}/undo", response_model=RulingView)
async def undo_ruling(session: WriteSession, ruling_id: RulingId, actor: Actor, clock: CurrentClock) -> RulingView:
    """Take a ruling back."""
    return await rulings.undo(session, ruling_id, by=actor, at=clock.now())
