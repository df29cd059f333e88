"""The verbs of an action item: add, edit, delete, restore."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any

import sqlalchemy as sa

from memoryops.followups.lifecycle import OPEN, ActionItemState, check_move, check_reason
from memoryops.followups.models import ActionItem, ActionItemChange
from memoryops.followups.schemas import ActionItemAdd, ActionItemEdit
from memoryops.followups.targets import target_on
from memoryops.incidents.lifecycle import Status
from memoryops.incidents.models import Incident
from memoryops.incidents.timeline import record
from memoryops.kit.clock import Clock
from memoryops.kit.db import Session
from memoryops.kit.errors import NotFoundError
from memoryops.kit.events import announce
from memoryops.kit.revisions import check_revision
from memoryops.kit.schemas import is_blank
from memoryops.workspaces.service import take_action_item_number

ITEM_ID = re.compile(r"ACT-[1-9][0-9]{0,8}", re.ASCII)
TEXTS = ("details", "owner", "reason", "link")


class ActionItemNotFoundError(NotFoundError):
    """No action item with that id is visible in this workspace."""


@dataclass(frozen=True)
class Followup:
    """An action item and the incident that it belongs to."""

    item: ActionItem
    incident: Incident


async def load(session: Session, item_id: str, *, deleted: bool = False, lock: bool = False) -> Followup:
    """The action item of a visible incident; raises ActionItemNotFoundError.

    Deleted ones are found with `deleted=True` only. `lock` makes concurrent changes of the item wait for each other.
    """
    wanted = sa.select(ActionItem, Incident).join(Incident, Incident.pk == ActionItem.incident_pk)
    wanted = wanted.where(ActionItem.id == item_id, Incident.deleted_at.is_(None))
    if not deleted:
        wanted = wanted.where(ActionItem.deleted_at.is_(None))
    found = None
    if ITEM_ID.fullmatch(item_id):
        found = (await session.execute(wanted.with_for_update(of=ActionItem) if lock else wanted)).one_or_none()
    if found is None:
        raise ActionItemNotFoundError(f"There is no action item {item_id[:40]!r} in this workspace.")
    return Followup(*found)


async def add(session: Session, incident: Incident, added: ActionItemAdd, *, actor: str, clock: Clock) -> ActionItem:
    """A new open action item, due by the target of the incident's severity unless its due date is given.

    One that is added while the incident goes on is part of the response, and the timeline tells of it; what happens
    to it later stands in its own history alone.
    """
    now = clock.now()
    number = await take_action_item_number(session)
    given = _without_blanks(added.model_dump())
    if "due_on" not in added.model_fields_set:
        severity, declared_at, resolved_at = incident.severity, incident.declared_at, incident.resolved_at
        given["due_on"] = target_on(severity, declared_at=declared_at, resolved_at=resolved_at)
    item = _item(incident, given, number=number, by=actor, at=now)
    session.add(item)
    await session.flush()
    if incident.status is not Status.resolved:
        told = {"action_item": {"from": None, "to": item.id}}
        record(
            session,
            incident,
            "action_item",
            actor=actor,
            at=now,
            text=f"Action item {item.id}: {item.title}",
            changes=told,
        )
    _keep(session, Followup(item, incident), "added", {}, by=actor, at=now)
    return item


async def add_sample(
    session: Session,
    incident: Incident,
    added: ActionItemAdd,
    *,
    state: ActionItemState,
    closed_at: datetime | None,
    by: str,
) -> None:
    """An action item of a sample incident, as `by` left it: added when the incident was resolved."""
    at = incident.resolved_at or incident.declared_at
    number = await take_action_item_number(session)
    item = _item(incident, added.model_dump(), number=number, by=by, at=at, sample=True)
    item.state, item.closed_at = state, closed_at
    session.add(item)
    await session.flush()
    _keep(session, Followup(item, incident), "added", {}, by=by, at=at)


async def edit(
    session: Session, followup: Followup, changes: ActionItemEdit, *, if_match: str | None, actor: str, clock: Clock
) -> None:
    """Apply the given fields as one revision; an edit that changes nothing makes none."""
    item, now = followup.item, clock.now()
    check_revision(item.id, item.revision, if_match)
    given = _without_blanks(changes.model_dump(exclude_unset=True))
    state = given.get("state", item.state)
    check_move(item.state, state)
    if state is not ActionItemState.wont_do:
        given.setdefault("reason", None)
    check_reason(state, given.get("reason", item.reason))
    differences = {
        name: {"from": _plain(getattr(item, name)), "to": _plain(value)}
        for name, value in given.items()
        if getattr(item, name) != value
    }
    if not differences:
        return
    if "state" in differences:
        item.closed_at = None if state in OPEN else now
    for name in differences:
        setattr(item, name, given[name])
    item.revision += 1
    _keep(session, followup, "edited", differences, by=actor, at=now)


async def delete(session: Session, followup: Followup, *, actor: str, clock: Clock) -> None:
    """Hide the action item; nothing is lost and its id is never given out again."""
    followup.item.deleted_at = clock.now()
    followup.item.revision += 1
    _keep(session, followup, "deleted", {}, by=actor, at=followup.item.deleted_at)


async def restore(session: Session, followup: Followup, *, actor: str, clock: Clock) -> None:
    """Bring a deleted action item back; restoring a visible one changes nothing."""
    if followup.item.deleted_at is None:
        return
    followup.item.deleted_at = None
    followup.item.revision += 1
    _keep(session, followup, "restored", {}, by=actor, at=clock.now())


def _item(
    incident: Incident, given: Mapping[str, Any], *, number: int, by: str, at: datetime, sample: bool = False
) -> ActionItem:
    return ActionItem(
        **given,
        number=number,
        id=f"ACT-{number}",
        incident_pk=incident.pk,
        state=ActionItemState.open,
        created_by=by,
        created_at=at,
        sample=sample,
        revision=1,
    )


def _keep(
    session: Session, followup: Followup, kind: str, changes: Mapping[str, Any], *, by: str, at: datetime
) -> None:
    """Write the change into the item's history and tell open consoles."""
    item, incident = followup.item, followup.incident
    session.add(
        ActionItemChange(action_item_pk=item.pk, kind=kind, revision=item.revision, at=at, by=by, changes=dict(changes))
    )
    announce(
        session, incident.workspace_id, "action_item", incident.id, at, id=item.id, change=kind, revision=item.revision
    )


def _without_blanks(given: dict[str, Any]) -> dict[str, Any]:
    """The fields, where a text that shows nothing is none."""
    blank = {name for name in TEXTS if isinstance(given.get(name), str) and is_blank(given[name])}
    return {name: None if name in blank else value for name, value in given.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    return value.value if isinstance(value, StrEnum) else value
