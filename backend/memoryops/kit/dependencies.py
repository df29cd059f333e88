"""How a request gets its collaborators: sessions, clock, actor, workspace."""

import unicodedata
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Annotated, TypeVar
from urllib.parse import unquote

from fastapi import Depends, Header, Request

from memoryops.kit.clock import Clock
from memoryops.kit.db import Database, ScopedSession, Session
from memoryops.kit.errors import BadRequestError

Result = TypeVar("Result")

UNKNOWN_ACTOR = "unknown"
ACTOR_LIMIT = 200
# Controls, surrogates, line and paragraph separators; joiners stay, since names in many scripts need them.
UNPRINTABLE = frozenset({"Cc", "Cs", "Zl", "Zp"})


async def get_database(request: Request) -> Database:
    database: Database = request.app.state.runtime.database
    return database


async def get_clock(request: Request) -> Clock:
    clock: Clock = request.app.state.runtime.clock
    return clock


async def get_workspace_id(request: Request) -> str:
    """The workspace of the request; one per server until there is sign-in by person."""
    workspace_id: str = request.app.state.runtime.workspace_id
    return workspace_id


CurrentDatabase = Annotated[Database, Depends(get_database)]
CurrentClock = Annotated[Clock, Depends(get_clock)]
CurrentWorkspace = Annotated[str, Depends(get_workspace_id)]


async def get_read_session(database: CurrentDatabase, workspace_id: CurrentWorkspace) -> AsyncIterator[Session]:
    async with database.reading(workspace_id) as session:
        yield session


async def get_write_session(database: CurrentDatabase, workspace_id: CurrentWorkspace) -> AsyncIterator[Session]:
    async with database.writing(workspace_id) as session:
        yield session


@dataclass(frozen=True)
class Reader:
    """Reads for one request in one hop; see `Database.read`."""

    database: Database
    workspace_id: str

    async def __call__(self, work: Callable[[ScopedSession], Result]) -> Result:
        """What `work` makes of a session that is confined to the request's workspace."""
        return await self.database.read(self.workspace_id, work)


async def get_reader(database: CurrentDatabase, workspace_id: CurrentWorkspace) -> Reader:
    return Reader(database, workspace_id)


CurrentReader = Annotated[Reader, Depends(get_reader)]

# Function scope commits before the response leaves; request scope would answer 200 first.
ReadSession = Annotated[Session, Depends(get_read_session, scope="function")]
WriteSession = Annotated[Session, Depends(get_write_session, scope="function")]


async def get_actor(
    x_actor: Annotated[str | None, Header(description="Who makes the change, percent-encoded.")] = None,
) -> str:
    """The self-declared name of whoever makes the change."""
    try:
        name = unquote((x_actor or "").encode("ascii").decode(), errors="strict").strip()
    except UnicodeError as error:
        raise BadRequestError("X-Actor is not percent-encoded UTF-8.") from error
    if len(name) > ACTOR_LIMIT or any(unicodedata.category(char) in UNPRINTABLE for char in name):
        raise BadRequestError(f"X-Actor must be one printable line of at most {ACTOR_LIMIT} characters.")
    return name or UNKNOWN_ACTOR


Actor = Annotated[str, Depends(get_actor)]
