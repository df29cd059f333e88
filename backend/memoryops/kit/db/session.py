"""Sessions that know their workspace: the one place where every query is scoped."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar, cast
from weakref import WeakKeyDictionary
from zlib import crc32

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession
from sqlalchemy.orm import LoaderCriteriaOption, ORMExecuteState, UOWTransaction, with_loader_criteria
from sqlalchemy.orm import Session as SyncSession
from sqlalchemy.orm.attributes import get_history

from memoryops.kit.db.model import Base, WorkspaceOwned

EVERY_WORKSPACE = "*"
"""Passed in place of a workspace id by the workers that serve all workspaces, and by nobody else."""


WAKES = "wakes"

Worked = TypeVar("Worked")


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

    def wake(self, waiting_for: str) -> None:
        """Wake, once this session has committed, all of this process who wait for that at `Database.pulse`."""
        self.info.setdefault(WAKES, set()).add(waiting_for)

    @property
    def on_sqlite(self) -> bool:
        """Whether the store is SQLite, in whose write lane this transaction is then alone."""
        return bool(self.get_bind().dialect.name == "sqlite")

    async def insert(self, model: type[Base], rows: Sequence[Mapping[str, Any]]) -> None:
        """Add many rows of this workspace by their columns; they are written at once and become no objects here."""
        if self.workspace_id == EVERY_WORKSPACE:
            raise WorkspaceMismatchError("rows of no particular workspace are written one by one")
        owned = [{**row, "workspace_id": self.workspace_id} for row in rows]
        if owned:
            await self.run_sync(lambda sync: sync.connection().execute(sa.insert(model), owned))

    async def take_keys(self, model: type[Base], count: int) -> Sequence[int]:
        """So many keys for rows of the model that will be inserted in this write transaction, growing.

        Keys are given out across workspaces. On SQLite nobody else can take the next ones in the write lane.
        """
        key = sa.inspect(model).primary_key[0]
        if self.on_sqlite:
            last = await self.run_sync(lambda sync: sync.connection().scalar(sa.select(sa.func.max(key)))) or 0
            return range(last + 1, last + 1 + count)
        sequence = sa.func.pg_get_serial_sequence(model.__tablename__, key.name)
        taken = sa.select(sa.func.nextval(sequence)).select_from(sa.func.generate_series(1, count))
        return await self.run_sync(lambda sync: sorted(sync.connection().scalars(taken)))

    async def in_one_hop(self, work: Callable[[ScopedSession], Worked]) -> Worked:
        """Run the work in one hop within this transaction, confined like it."""
        return await self.run_sync(lambda sync: work(cast(ScopedSession, sync)))

    async def take_turns(self, what: int) -> None:
        """Let no other transaction of this workspace take turns at the same before this one ends.

        SQLite's write lane sees to that by itself.
        """
        if not self.on_sqlite:
            lock = sa.select(sa.func.pg_advisory_xact_lock(what % 2**31, crc32(self.workspace_id.encode()) - 2**31))
            await self.run_sync(lambda sync: sync.connection().execute(lock))


@event.listens_for(ScopedSession, "do_orm_execute")
def _scope_statement(state: ORMExecuteState) -> None:
    workspace: str = state.session.info["workspace"]
    if workspace == EVERY_WORKSPACE or state.is_column_load or state.is_relationship_load:
        return
    if not state.is_orm_statement or state.is_from_statement:
        raise WorkspaceMismatchError("a statement that names no model cannot be scoped to a workspace")
    if not state.is_select:
        _check_bulk_change(state)
    state.statement = _scoped(state.statement, workspace)


def _scoped(statement: Any, workspace: str) -> Any:
    """The statement of that workspace only; of one that is used again, the same, so that SQLAlchemy knows it again."""
    by_workspace = SCOPED.setdefault(statement, {})
    scoped = by_workspace.get(workspace)
    if scoped is None:
        scoped = statement.options(_of_workspace(workspace))
        if len(by_workspace) < SCOPED_AT_MOST:
            by_workspace[workspace] = scoped
    return scoped


SCOPED: WeakKeyDictionary[Any, dict[str, Any]] = WeakKeyDictionary()
SCOPED_AT_MOST = 64
"""Workspaces for which a statement is kept."""


@lru_cache(maxsize=64)
def _of_workspace(workspace: str) -> LoaderCriteriaOption:
    """What confines a statement to the workspace; to make it costs more than many a statement."""
    return with_loader_criteria(WorkspaceOwned, lambda model: model.workspace_id == workspace, include_aliases=True)


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
