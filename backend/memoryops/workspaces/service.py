"""What a workspace gives: numbers of incidents and action items, and the name of its memory bank."""

import re

import sqlalchemy as sa
from sqlalchemy.orm import InstrumentedAttribute

from memoryops.kit.db import Session
from memoryops.workspaces.models import Workspace


async def take_incident_number(session: Session) -> int:
    """The next incident number of the session's workspace, never given out again once committed."""
    return await _take(session, Workspace.next_incident_number)


async def take_action_item_number(session: Session) -> int:
    """The next action item number of the session's workspace, never given out again once committed."""
    return await _take(session, Workspace.next_action_item_number)


async def _take(session: Session, counter: InstrumentedAttribute[int]) -> int:
    taken = await session.scalar(
        sa.update(Workspace)
        .where(Workspace.id == session.workspace_id)
        .values({counter: counter + 1})
        .returning(counter)
    )
    if taken is None:
        raise LookupError(f"workspace {session.workspace_id!r} does not exist")
    return int(taken) - 1


async def lock_workspace(session: Session) -> None:
    """Let nobody else who asks for this lock change the session's workspace before this transaction ends.

    Whoever changes several incidents at once takes it before any row of them, so that no two wait for each other.
    It is the lock of `take_incident_number`; SQLite's write lane needs none.
    """
    if session.get_bind().dialect.name != "sqlite":
        row = sa.select(Workspace.id).where(Workspace.id == session.workspace_id)
        await session.execute(row.with_for_update(key_share=True))


def bank_id(workspace_id: str) -> str:
    """The workspace's bank in Hindsight; ids there take letters, digits, `_` and `-` only."""
    return f"memoryops-{re.sub(r'[^A-Za-z0-9_-]', '-', workspace_id)}"
