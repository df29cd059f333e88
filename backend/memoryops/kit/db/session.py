"""Sessions that know their workspace: the one place where every query is scoped."""

from typing import Any

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import ORMExecuteState, UOWTransaction, with_loader_criteria
from sqlalchemy.orm import Session as SyncSession

from memoryops.kit.db.model import WorkspaceOwned

EVERY_WORKSPACE = "*"
"""Passed in place of a workspace id by the workers that serve all workspaces, and by nobody else."""


class WorkspaceMismatchError(Exception):
    """A row of one workspace was about to be written in a session of another."""


class ScopedSession(SyncSession):
    """A session whose reads and writes are confined to `info["workspace"]`."""


class Session(AsyncSession):
    """An async session confined to one workspace."""

    sync_session_class = ScopedSession

    @property
    def workspace_id(self) -> str:
        """The workspace of this session, or `EVERY_WORKSPACE`."""
        return str(self.info["workspace"])


@event.listens_for(ScopedSession, "do_orm_execute")
def _scope_statement(state: ORMExecuteState) -> None:
    workspace: str = state.session.info["workspace"]
    if workspace == EVERY_WORKSPACE or state.is_column_load or state.is_relationship_load:
        return
    if not state.is_orm_statement:
        raise WorkspaceMismatchError("a statement that names no model cannot be scoped to a workspace")
    state.statement = state.statement.options(
        with_loader_criteria(WorkspaceOwned, lambda model: model.workspace_id == workspace, include_aliases=True)
    )


@event.listens_for(ScopedSession, "before_flush")
def _own_new_rows(session: SyncSession, _context: UOWTransaction, _instances: Any) -> None:
    workspace: str = session.info["workspace"]
    if workspace == EVERY_WORKSPACE:
        return
    for row in (*session.new, *session.dirty):
        if isinstance(row, WorkspaceOwned):
            row.workspace_id = row.workspace_id or workspace
            if row.workspace_id != workspace:
                raise WorkspaceMismatchError(f"a row of another workspace was written: {type(row).__name__}")
