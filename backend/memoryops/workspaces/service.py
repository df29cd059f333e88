"""What a workspace gives: incident numbers and the name of its memory bank."""

import re

import sqlalchemy as sa

from memoryops.kit.db import Session
from memoryops.workspaces.models import Workspace


async def take_incident_number(session: Session) -> int:
    """The next incident number of the session's workspace, never given out again once committed."""
    taken = await session.scalar(
        sa.update(Workspace)
        .where(Workspace.id == session.workspace_id)
        .values(next_incident_number=Workspace.next_incident_number + 1)
        .returning(Workspace.next_incident_number)
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
