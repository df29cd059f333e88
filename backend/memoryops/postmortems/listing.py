"""The list of postmortems: the newest first, by status, owner and reviewer, paged by key."""

import json
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from memoryops.incidents.models import Incident
from memoryops.kit.cursor import decode_cursor, encode_cursor
from memoryops.kit.db import Session
from memoryops.kit.schemas import Page
from memoryops.postmortems.lifecycle import PostmortemStatus
from memoryops.postmortems.models import Postmortem, PostmortemComment, PostmortemSection
from memoryops.postmortems.schemas import PostmortemSummary
from memoryops.postmortems.service import Case
from memoryops.postmortems.views import summary_values

STANDING: sa.ColumnElement[Any] = sa.case(
    (Postmortem.reached_for == Incident.resolved_at, Postmortem.status), else_=PostmortemStatus.draft
)
"""`lifecycle.standing`, as a column."""

WRITTEN = (
    sa.select(sa.func.count())
    .where(PostmortemSection.postmortem_pk == Postmortem.pk, sa.func.trim(PostmortemSection.text) != "")
    .correlate(Postmortem)
    .scalar_subquery()
)
OPEN_COMMENTS = (
    sa.select(sa.func.count())
    .where(PostmortemComment.postmortem_pk == Postmortem.pk, PostmortemComment.resolved_at.is_(None))
    .correlate(Postmortem)
    .scalar_subquery()
)


@dataclass(frozen=True)
class PostmortemQuery:
    """What a list is about; its repr ties a cursor to it."""

    status: tuple[PostmortemStatus, ...] = ()
    owner: str | None = None
    reviewer: str | None = None


async def list_postmortems(
    session: Session, query: PostmortemQuery, *, limit: int, cursor: str | None, count: bool
) -> Page[PostmortemSummary]:
    """One page; raises InvalidCursorError. Those of deleted incidents are not in it."""
    wanted = (
        sa.select(Postmortem, Incident, WRITTEN, OPEN_COMMENTS)
        .join(Incident, Incident.pk == Postmortem.incident_pk)
        .where(Incident.deleted_at.is_(None), *_conditions(query))
    )
    total = None
    if count:
        total = await session.scalar(wanted.with_only_columns(sa.func.count(), maintain_column_froms=True))
    if cursor is not None:
        wanted = wanted.where(Postmortem.pk < decode_cursor(cursor, repr(query)))
    rows = (await session.execute(wanted.order_by(Postmortem.pk.desc()).limit(limit + 1))).all()
    items = [
        PostmortemSummary(**summary_values(Case(postmortem, incident), written=written, open_comments=open_comments))
        for postmortem, incident, written, open_comments in rows[:limit]
    ]
    more = len(rows) > limit
    next_cursor = encode_cursor(rows[limit - 1][0].pk, repr(query)) if more else None
    return Page[PostmortemSummary](items=items, next_cursor=next_cursor, total=total)


def _conditions(query: PostmortemQuery) -> list[sa.ColumnElement[bool]]:
    where: list[sa.ColumnElement[bool]] = []
    if query.status:
        where.append(STANDING.in_([status.value for status in query.status]))
    if query.owner is not None:
        where.append(Postmortem.owner == query.owner)
    if query.reviewer is not None:
        where.append(sa.cast(Postmortem.reviewers, sa.Text).icontains(json.dumps(query.reviewer), autoescape=True))
    return where
