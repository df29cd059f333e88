"""Load-or-404 for action items, and what a request asks of their lists."""

from typing import Annotated

from fastapi import Depends, Path, Query

from memoryops.followups.lifecycle import ActionItemKind, ActionItemPriority, ActionItemState
from memoryops.followups.listing import ActionItemOrder, ListQuery
from memoryops.followups.service import Followup, load
from memoryops.incidents.dependencies import IncidentIdInPath
from memoryops.incidents.lifecycle import Severity
from memoryops.incidents.models import Incident
from memoryops.incidents.schemas import NAME_LIMIT, IncidentId
from memoryops.incidents.service import load as load_incident
from memoryops.kit.dependencies import ReadSession, WriteSession
from memoryops.kit.schemas import Line, Text

ItemIdInPath = Annotated[str, Path(description="The action item's id, `ACT-12`.", examples=["ACT-1"])]
Name = Annotated[Line | None, Query(max_length=NAME_LIMIT)]


async def get_incident_to_follow(session: WriteSession, incident_id: IncidentIdInPath) -> Incident:
    return await load_incident(session, incident_id)


async def get_followup(session: ReadSession, item_id: ItemIdInPath) -> Followup:
    return await load(session, item_id)


async def get_changing_followup(session: WriteSession, item_id: ItemIdInPath) -> Followup:
    return await load(session, item_id, lock=True)


async def get_deleted_followup(session: WriteSession, item_id: ItemIdInPath) -> Followup:
    return await load(session, item_id, deleted=True, lock=True)


async def get_list_query(
    state: Annotated[list[ActionItemState] | None, Query()] = None,
    owner: Name = None,
    unowned: Annotated[bool, Query(description="Only those that nobody owns.")] = False,
    service: Name = None,
    severity: Annotated[list[Severity] | None, Query(description="Of the incident.")] = None,
    kind: Annotated[list[ActionItemKind] | None, Query()] = None,
    priority: Annotated[list[ActionItemPriority] | None, Query()] = None,
    overdue: Annotated[bool | None, Query(description="Open past its due date, by the day in UTC.")] = None,
    past_target: Annotated[bool | None, Query(description="Open past the target of its severity.")] = None,
    incident: Annotated[IncidentId | None, Query(description="Only those of this incident.")] = None,
    q: Annotated[Text | None, Query(max_length=500, description="Words that title or details hold.")] = None,
    order: ActionItemOrder = ActionItemOrder.due,
) -> ListQuery:
    return ListQuery(
        state=tuple(state or ()),
        owner=owner,
        unowned=unowned,
        service=service,
        severity=tuple(severity or ()),
        kind=tuple(kind or ()),
        priority=tuple(priority or ()),
        overdue=overdue,
        past_target=past_target,
        incident=incident,
        q=q,
        order=order,
    )


IncidentToFollow = Annotated[Incident, Depends(get_incident_to_follow)]
CurrentFollowup = Annotated[Followup, Depends(get_followup)]
ChangingFollowup = Annotated[Followup, Depends(get_changing_followup)]
DeletedFollowup = Annotated[Followup, Depends(get_deleted_followup)]
CurrentQuery = Annotated[ListQuery, Depends(get_list_query)]
