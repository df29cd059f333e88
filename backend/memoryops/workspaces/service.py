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


def bank_id(workspace_id: str) -> str:
    """The workspace's bank in Hindsight; ids there take letters, digits, `_` and `-` only."""
    return f"memoryops-{re.sub(r'[^A-Za-z0-9_-]', '-', workspace_id)}"
