"""Comments on sections: said, resolved, and kept."""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa

from memoryops.kit.db import Session
from memoryops.kit.errors import NotFoundError
from memoryops.postmortems.ending import end_versions
from memoryops.postmortems.models import Postmortem, PostmortemComment
from memoryops.postmortems.schemas import CommentAdd
from memoryops.postmortems.service import Case, touch


class CommentNotFoundError(NotFoundError):
    """The postmortem has no comment with that id."""


async def comments_of(session: Session, postmortem: Postmortem) -> Sequence[PostmortemComment]:
    """All comments, oldest first."""
    rows = sa.select(PostmortemComment).where(PostmortemComment.postmortem_pk == postmortem.pk)
    return (await session.scalars(rows.order_by(PostmortemComment.pk))).all()


async def comment(session: Session, case: Case, said: CommentAdd, *, actor: str, at: datetime) -> None:
    """Say something about a section; the version that was read stays."""
    await end_versions(session, case.postmortem, said.section)
    session.add(PostmortemComment(postmortem_pk=case.postmortem.pk, key=said.section, text=said.text, by=actor, at=at))
    touch(session, case, change="comment", actor=actor, at=at, section=said.section.value)


async def resolve(session: Session, case: Case, comment_id: int, *, resolved: bool, actor: str, at: datetime) -> None:
    """Settle a comment, or open it again; raises CommentNotFoundError."""
    found: PostmortemComment | None = await session.scalar(
        sa.select(PostmortemComment).where(
            PostmortemComment.postmortem_pk == case.postmortem.pk, PostmortemComment.pk == comment_id
        )
    )
    if found is None:
        raise CommentNotFoundError(f"{case.incident.id}'s postmortem has no comment {comment_id}.")
    if (found.resolved_at is not None) == resolved:
        return
    found.resolved_by, found.resolved_at = (actor, at) if resolved else (None, None)
    touch(session, case, change="comment", actor=actor, at=at, section=found.key.value)
