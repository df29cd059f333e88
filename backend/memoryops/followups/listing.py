"""The lists of action items: filtered, searched, in three orders, paged by key."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Any

import sqlalchemy as sa

from memoryops.followups import schemas
from memoryops.followups.lifecycle import OPEN, ActionItemKind, ActionItemPriority, ActionItemState
from memoryops.followups.models import SEARCHED, ActionItem
from memoryops.followups.targets import missed_before, today
from memoryops.followups.views import summary, view
from memoryops.incidents.lifecycle import Severity
from memoryops.incidents.models import Incident
from memoryops.kit.cursor import InvalidCursorError, decode_cursor, encode_cursor
from memoryops.kit.db import Session
from memoryops.kit.db.search import text_matches
from memoryops.kit.schemas import Page

ID_QUERY = re.compile(r"^\s*act-?(\d{1,9})\s*$", re.IGNORECASE)
NEVER = date(9999, 12, 31)
"""Stands for no due date where items are put in order: behind all others."""

DUE = sa.func.coalesce(ActionItem.due_on, sa.literal(NEVER, sa.Date()))
LISTED = sa.select(ActionItem, Incident).join(Incident, Incident.pk == ActionItem.incident_pk)
VISIBLE = (ActionItem.deleted_at.is_(None), Incident.deleted_at.is_(None))
STILL_OPEN = ActionItem.state.in_(OPEN)


class ActionItemOrder(StrEnum):
    """`due`: what is due first comes first, what has no due date last. `closed`: the last closed first, only these."""

    due = "due"
    newest = "newest"
    closed = "closed"


@dataclass(frozen=True)
class ListQuery:
    """What a list is about; its repr ties a cursor to it. `unowned` asks for those that nobody owns."""

    state: tuple[ActionItemState, ...] = ()
    owner: str | None = None
    unowned: bool = False
    service: str | None = None
    severity: tuple[Severity, ...] = ()
    kind: tuple[ActionItemKind, ...] = ()
    priority: tuple[ActionItemPriority, ...] = ()
    overdue: bool | None = None
    past_target: bool | None = None
    incident: str | None = None
    q: str | None = None
    order: ActionItemOrder = ActionItemOrder.due


SORTED: Mapping[ActionItemOrder, tuple[sa.ColumnElement[Any], ...]] = {
    ActionItemOrder.due: (DUE, ActionItem.number.asc()),
    ActionItemOrder.newest: (ActionItem.number.desc(),),
    ActionItemOrder.closed: (ActionItem.closed_at.desc(), ActionItem.number.desc()),
}


async def list_action_items(
    session: Session, query: ListQuery, *, now: datetime, limit: int, cursor: str | None, count: bool
) -> Page[schemas.ActionItemSummary]:
    """One page; raises InvalidCursorError. What is late is judged on the day of `now` in UTC."""
    where = conditions(session, query, now)
    wanted = LISTED.where(*where).order_by(*SORTED[query.order])
    if cursor is not None:
        wanted = wanted.where(_behind(query, cursor))
    rows = (await session.execute(wanted.limit(limit + 1))).all()
    counted = sa.select(sa.func.count()).select_from(ActionItem).join(Incident, Incident.pk == ActionItem.incident_pk)
    return Page[schemas.ActionItemSummary](
        items=[summary(item, incident, today(now)) for item, incident in rows[:limit]],
        next_cursor=_cursor(query, rows[limit - 1][0]) if len(rows) > limit else None,
        total=await session.scalar(counted.where(*where)) if count else None,
    )


async def of_incident(session: Session, incident: Incident, now: datetime) -> list[schemas.ActionItem]:
    """All visible action items of an incident, oldest first."""
    wanted = sa.select(ActionItem).where(ActionItem.incident_pk == incident.pk, ActionItem.deleted_at.is_(None))
    items = await session.scalars(wanted.order_by(ActionItem.number))
    return [view(item, incident, today(now)) for item in items]


async def count_action_items(session: Session, query: ListQuery, now: datetime) -> schemas.ActionItemCounts:
    """How many of these action items there are by state, how many are late, and whose the open ones are."""
    where = conditions(session, replace(query, state=(), order=ActionItemOrder.due), now)
    overdue, missed = _number(_is_overdue(now)), _number(_is_past_target(now))
    rows = await session.execute(
        _counting(ActionItem.state, sa.func.count(), overdue, missed).where(*where).group_by(ActionItem.state)
    )
    found = {state: tuple(numbers) for state, *numbers in rows}
    return schemas.ActionItemCounts(
        **{state.value: found.get(state, (0, 0, 0))[0] for state in ActionItemState},
        overdue=sum(numbers[1] for numbers in found.values()),
        past_target=sum(numbers[2] for numbers in found.values()),
        owners=await _owners(session, where, now),
    )


OWNERS_LISTED = 200


async def _owners(session: Session, where: Sequence[sa.ColumnElement[bool]], now: datetime) -> list[schemas.OwnerCount]:
    """Whose the open action items are, the one with the latest first."""
    first_due = sa.func.min(ActionItem.due_on)
    rows = await session.execute(
        _counting(ActionItem.owner, sa.func.count(), _number(_is_overdue(now)), first_due)
        .where(*where, STILL_OPEN)
        .group_by(ActionItem.owner)
        .order_by(sa.func.coalesce(first_due, sa.literal(NEVER, sa.Date())), ActionItem.owner)
        .limit(OWNERS_LISTED)
    )
    return [
        schemas.OwnerCount(
            owner=owner,
            open=opened,
            overdue=overdue,
            most_days_overdue=0 if due is None else max(0, (today(now) - due).days),
        )
        for owner, opened, overdue, due in rows
    ]


def conditions(session: Session, query: ListQuery, now: datetime) -> list[sa.ColumnElement[bool]]:
    """The conditions on action items joined with their incidents."""
    choices = (
        (ActionItem.state, query.state),
        (Incident.severity, query.severity),
        (ActionItem.kind, query.kind),
        (ActionItem.priority, query.priority),
    )
    equals = ((ActionItem.owner, query.owner), (Incident.service, query.service), (Incident.id, query.incident))
    where: list[sa.ColumnElement[bool]] = [*VISIBLE]
    where += [column.in_(chosen) for column, chosen in choices if chosen]
    where += [column == value for column, value in equals if value is not None]
    if query.unowned:
        where.append(ActionItem.owner.is_(None))
    if query.order is ActionItemOrder.closed:
        where.append(ActionItem.closed_at.is_not(None))
    lateness = ((_is_overdue(now), query.overdue), (_is_past_target(now), query.past_target))
    where += [late if wanted else sa.not_(late) for late, wanted in lateness if wanted is not None]
    if query.q is not None and query.q.strip():
        where.append(_search(session, query.q))
    return where


def _is_overdue(now: datetime) -> sa.ColumnElement[bool]:
    return sa.and_(STILL_OPEN, ActionItem.due_on.is_not(None), ActionItem.due_on < today(now))


def _is_past_target(now: datetime) -> sa.ColumnElement[bool]:
    """As `targets.lateness` judges, for many rows at once."""
    since = sa.func.coalesce(Incident.resolved_at, Incident.declared_at)
    missed = [
        sa.and_(Incident.severity == severity, since < missed_before(severity, today(now))) for severity in Severity
    ]
    return sa.and_(STILL_OPEN, sa.or_(*missed))


def _number(condition: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
    return sa.func.sum(sa.case((condition, 1), else_=0))


def _counting(*columns: Any) -> sa.Select[Any]:
    return sa.select(*columns).select_from(ActionItem).join(Incident, Incident.pk == ActionItem.incident_pk)


def _search(session: Session, q: str) -> sa.ColumnElement[bool]:
    by_id = ID_QUERY.match(q)
    if by_id:
        return ActionItem.number == int(by_id[1])
    return text_matches(session.get_bind().dialect.name, ActionItem.pk, SEARCHED, q)


def _cursor(query: ListQuery, last: ActionItem) -> str:
    """A cursor behind that row: what the list is sorted by, as whole numbers."""
    position = [last.number]
    if query.order is ActionItemOrder.due:
        position.append((last.due_on or NEVER).toordinal())
    elif query.order is ActionItemOrder.closed and last.closed_at is not None:
        closed = last.closed_at.astimezone(UTC)
        position += [closed.toordinal(), closed.hour * 3600 + closed.minute * 60 + closed.second, closed.microsecond]
    return ".".join(encode_cursor(part, repr(query)) for part in position)


def _behind(query: ListQuery, cursor: str) -> sa.ColumnElement[bool]:
    parts = [decode_cursor(part, repr(query)) for part in cursor.split(".")]
    try:
        return BEHIND[query.order](*parts)
    except (TypeError, ValueError, OverflowError) as error:
        raise InvalidCursorError("This cursor does not belong to this list; start again without it.") from error


def _behind_due(number: int, day: int) -> sa.ColumnElement[bool]:
    due = sa.literal(date.fromordinal(day), sa.Date())
    return sa.or_(due < DUE, sa.and_(due == DUE, ActionItem.number > number))


def _behind_closed(number: int, day: int, second: int, microsecond: int) -> sa.ColumnElement[bool]:
    moment = datetime.combine(date.fromordinal(day), time(), UTC)
    moment += timedelta(seconds=second, microseconds=microsecond)
    same = sa.and_(ActionItem.closed_at == moment, ActionItem.number < number)
    return sa.or_(ActionItem.closed_at < moment, same)


BEHIND: Mapping[ActionItemOrder, Callable[..., sa.ColumnElement[bool]]] = {
    ActionItemOrder.due: _behind_due,
    ActionItemOrder.newest: lambda number: ActionItem.number < number,
    ActionItemOrder.closed: _behind_closed,
}
"""The rows behind a position, which is what `_cursor` writes."""
