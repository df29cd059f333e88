"""Action items over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Header, Query, Response, status

from memoryops.followups import listing, schemas, service
from memoryops.followups.dependencies import (
    ChangingFollowup,
    CurrentFollowup,
    CurrentQuery,
    DeletedFollowup,
    IncidentToFollow,
)
from memoryops.followups.earlier import open_earlier
from memoryops.followups.history import read_history
from memoryops.followups.service import Followup
from memoryops.followups.targets import today
from memoryops.followups.views import view
from memoryops.incidents.dependencies import CurrentIncident
from memoryops.kit.clock import Clock
from memoryops.kit.dependencies import Actor, CurrentClock, ReadSession, WriteSession
from memoryops.kit.schemas import Page

router = APIRouter(prefix="/action-items", tags=["action items"])
incident_items_router = APIRouter(prefix="/incidents", tags=["action items"])

IfMatch = Annotated[str | None, Header(description='The revision that was read, `"3"`.')]


@incident_items_router.post(
    "/{incident_id}/action-items", status_code=status.HTTP_201_CREATED, response_model=schemas.ActionItem
)
async def add_action_item(
    added: schemas.ActionItemAdd,
    session: WriteSession,
    incident: IncidentToFollow,
    actor: Actor,
    clock: CurrentClock,
    response: Response,
) -> schemas.ActionItem:
    """Add an action item, during the incident or after it."""
    item = await service.add(session, incident, added, actor=actor, clock=clock)
    response.headers["Location"] = f"/api/v1/action-items/{item.id}"
    return _tagged(response, Followup(item, incident), clock)


@incident_items_router.get("/{incident_id}/open-earlier-actions", response_model=schemas.OpenEarlierActions)
async def get_open_earlier_actions(
    session: ReadSession, incident: CurrentIncident, clock: CurrentClock
) -> schemas.OpenEarlierActions:
    """Tell which earlier incidents that this one repeats left action items open."""
    return await open_earlier(session, incident, clock.now())


@router.get("", response_model=Page[schemas.ActionItemSummary])
async def list_action_items(
    session: ReadSession,
    query: CurrentQuery,
    clock: CurrentClock,
    limit: Annotated[int, Query(ge=1, le=200, description="Items a page.")] = 50,
    cursor: Annotated[str | None, Query(max_length=400)] = None,
    count: bool = False,
) -> Page[schemas.ActionItemSummary]:
    """List action items."""
    return await listing.list_action_items(session, query, now=clock.now(), limit=limit, cursor=cursor, count=count)


@router.get("/counts", response_model=schemas.ActionItemCounts)
async def count_action_items(
    session: ReadSession, query: CurrentQuery, clock: CurrentClock
) -> schemas.ActionItemCounts:
    """Count action items by state, the late ones, and whose the open ones are, whatever `state` and `order` say."""
    return await listing.count_action_items(session, query, clock.now())


@router.get("/{item_id}", response_model=schemas.ActionItem)
async def get_action_item(followup: CurrentFollowup, clock: CurrentClock, response: Response) -> schemas.ActionItem:
    """Read an action item; its revision is the ETag."""
    return _tagged(response, followup, clock)


@router.get("/{item_id}/history", response_model=schemas.ActionItemHistory)
async def get_action_item_history(session: ReadSession, followup: CurrentFollowup) -> schemas.ActionItemHistory:
    """Read every change of an action item."""
    return await read_history(session, followup.item)


@router.patch("/{item_id}", response_model=schemas.ActionItem)
async def edit_action_item(
    changes: schemas.ActionItemEdit,
    session: WriteSession,
    followup: ChangingFollowup,
    actor: Actor,
    clock: CurrentClock,
    response: Response,
    if_match: IfMatch = None,
) -> schemas.ActionItem:
    """Edit an action item, its state included."""
    await service.edit(session, followup, changes, if_match=if_match, actor=actor, clock=clock)
    return _tagged(response, followup, clock)


@router.delete("/{item_id}", status_code=status.HTTP_204_NO_CONTENT)
async def delete_action_item(
    session: WriteSession, followup: ChangingFollowup, actor: Actor, clock: CurrentClock
) -> None:
    """Hide an action item."""
    await service.delete(session, followup, actor=actor, clock=clock)


@router.post("/{item_id}/restore", response_model=schemas.ActionItem)
async def restore_action_item(
    session: WriteSession, followup: DeletedFollowup, actor: Actor, clock: CurrentClock, response: Response
) -> schemas.ActionItem:
    """Bring a deleted action item back."""
    await service.restore(session, followup, actor=actor, clock=clock)
    return _tagged(response, followup, clock)


def _tagged(response: Response, followup: Followup, clock: Clock) -> schemas.ActionItem:
    response.headers["ETag"] = f'"{followup.item.revision}"'
    return view(followup.item, followup.incident, today(clock.now()))
