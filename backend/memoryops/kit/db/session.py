"""Sessions that know their workspace: the one place where every query is scoped."""

from typing import Any

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession
from sqlalchemy.orm import ORMExecuteState, UOWTransaction, with_loader_criteria
from sqlalchemy.orm import Session as SyncSession
from sqlalchemy.orm.attributes import get_history

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

    async def connection(self, *arguments: Any, **options: Any) -> AsyncConnection:
        """The connection, for statements that no workspace confines; refused to sessions of one workspace."""
        if self.workspace_id != EVERY_WORKSPACE:
            raise WorkspaceMismatchError("a bare connection is not confined to a workspace")
        return await super().connection(*arguments, **options)


@event.listens_for(ScopedSession, "do_orm_execute")
def _scope_statement(state: ORMExecuteState) -> None:
    workspace: str = state.session.info["workspace"]
    if workspace == EVERY_WORKSPACE or state.is_column_load or state.is_relationship_load:
        return
    if not state.is_orm_statement or state.is_from_statement:
        raise WorkspaceMismatchError("a statement that names no model cannot be scoped to a workspace")
    if not state.is_select:
        _check_bulk_change(state)
    state.statement = state.statement.options(
        with_loader_criteria(WorkspaceOwned, lambda model: model.workspace_id == workspace, include_aliases=True)
    )


def _check_bulk_change(state: ORMExecuteState) -> None:
    """Changes by statement are confined only where they have a WHERE clause of ours and leave the owner alone."""
    statement: Any = state.statement
    if state.bind_mapper is None or not issubclass(state.bind_mapper.class_, WorkspaceOwned):
        return
    if state.is_insert or isinstance(state.parameters, list):
        raise WorkspaceMismatchError("rows of a workspace are written one by one, through the session")
    if state.is_update and any(column.key == "workspace_id" for column in statement._values or ()):
        raise WorkspaceMismatchError("a row does not change its workspace")


@event.listens_for(ScopedSession, "before_flush")
def _own_new_rows(session: SyncSession, _context: UOWTransaction, _instances: Any) -> None:
    workspace: str = session.info["workspace"]
    if workspace == EVERY_WORKSPACE:
        return
    for row in (*session.new, *session.dirty, *session.deleted):
        if isinstance(row, WorkspaceOwned):
            row.workspace_id = row.workspace_id or workspace
            if _owners(row) != {workspace}:
                raise WorkspaceMismatchError(f"a row of another workspace was written: {type(row).__name__}")


def _owners(row: WorkspaceOwned) -> set[str]:
    """The workspaces that the row belongs to, before and after the change."""
    return {owner for owner in get_history(row, "workspace_id").sum() if owner is not None}
