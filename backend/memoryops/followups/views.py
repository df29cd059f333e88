"""From a row and its incident to what is answered."""

from datetime import date
from typing import Any

from memoryops.followups import schemas
from memoryops.followups.lifecycle import ActionItemState
from memoryops.followups.models import ActionItem
from memoryops.followups.targets import lateness, target_on
from memoryops.incidents.models import Incident


def summary(item: ActionItem, incident: Incident, day: date) -> schemas.ActionItemSummary:
    """The action item as lists show it on that day."""
    return schemas.ActionItemSummary(**_summary(item, incident, day))


def view(item: ActionItem, incident: Incident, day: date) -> schemas.ActionItem:
    """The action item with everything."""
    summed = _summary(item, incident, day)
    return schemas.ActionItem(**summed, details=item.details, deleted_at=item.deleted_at)


def _summary(item: ActionItem, incident: Incident, day: date) -> dict[str, Any]:
    target = target_on(incident.severity, declared_at=incident.declared_at, resolved_at=incident.resolved_at)
    late = lateness(item.state, item.due_on, target, day)
    return {
        "id": item.id,
        "incident_id": incident.id,
        "incident_title": incident.title,
        "incident_status": incident.status,
        "service": incident.service,
        "severity": incident.severity,
        "title": item.title,
        "has_details": item.details is not None,
        "owner": item.owner,
        "due_on": item.due_on,
        "target_on": target,
        "overdue": late.overdue,
        "days_overdue": late.days_overdue,
        "past_target": late.past_target,
        "kind": item.kind,
        "priority": item.priority,
        "state": item.state,
        "reason": item.reason,
        "link": item.link,
        "created_by": item.created_by,
        "created_at": item.created_at,
        "done_at": item.closed_at if item.state is ActionItemState.done else None,
        "closed_at": item.closed_at,
        "sample": item.sample,
        "revision": item.revision,
    }
