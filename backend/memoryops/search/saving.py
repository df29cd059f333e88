"""Saved searches: filters under a name, shared with the workspace."""

import unicodedata
from datetime import datetime

import sqlalchemy as sa

from memoryops.kit.cursor import decode_cursor, encode_cursor
from memoryops.kit.db import Session
from memoryops.kit.errors import ConflictError, NotFoundError
from memoryops.kit.events import announce
from memoryops.kit.schemas import Page
from memoryops.search.models import SavedSearch
from memoryops.search.schemas import SavedFilters, SavedSearchEdit, SavedSearchMake, SavedSearchView, SearchFilters

LIST = "saved searches"


class SavedSearchNotFoundError(NotFoundError):
    """No saved search with that number exists in this workspace."""


class NameTakenError(ConflictError):
    """Another saved search has that name."""

    slug = "name-taken"
    title = "The name is taken"


async def save(session: Session, made: SavedSearchMake, *, by: str, at: datetime) -> SavedSearchView:
    """Keep the filters under the name; raises NameTakenError."""
    name = _tidy(made.name)
    await _check_name(session, name, None)
    row = SavedSearch(
        name=name,
        name_key=_key(name),
        filters=_stored(made.filters),
        made_by=by,
        made_at=at,
        changed_by=by,
        changed_at=at,
    )
    session.add(row)
    await session.flush()
    _tell(session, row, at, change="saved")
    return view(row)


async def edit(
    session: Session, row: SavedSearch, changes: SavedSearchEdit, *, by: str, at: datetime
) -> SavedSearchView:
    """Rename it, or keep other filters under its name; raises NameTakenError."""
    if changes.name is not None:
        name = _tidy(changes.name)
        await _check_name(session, name, row)
        row.name, row.name_key = name, _key(name)
    if changes.filters is not None:
        row.filters = _stored(changes.filters)
    row.changed_by, row.changed_at = by, at
    _tell(session, row, at, change="edited")
    return view(row)


async def remove(session: Session, row: SavedSearch, *, at: datetime) -> None:
    """Give up the name; what it found is not touched."""
    await session.delete(row)
    _tell(session, row, at, change="removed")


async def list_saved(session: Session, *, limit: int, cursor: str | None) -> Page[SavedSearchView]:
    """One page, the newest first; raises InvalidCursorError."""
    chosen = sa.select(SavedSearch).order_by(SavedSearch.pk.desc()).limit(limit + 1)
    if cursor is not None:
        chosen = chosen.where(SavedSearch.pk < decode_cursor(cursor, LIST))
    rows = list(await session.scalars(chosen))
    more = len(rows) > limit
    return Page[SavedSearchView](
        items=[view(row) for row in rows[:limit]],
        next_cursor=encode_cursor(rows[limit - 1].pk, LIST) if more else None,
        total=None,
    )


async def load(session: Session, pk: int) -> SavedSearch:
    """The saved search, locked until the transaction ends; raises SavedSearchNotFoundError."""
    row: SavedSearch | None = await session.scalar(sa.select(SavedSearch).where(SavedSearch.pk == pk).with_for_update())
    if row is None:
        raise SavedSearchNotFoundError(f"There is no saved search {pk} in this workspace.")
    return row


def view(row: SavedSearch) -> SavedSearchView:
    """The saved search as clients see it."""
    return SavedSearchView(
        id=row.pk,
        name=row.name,
        filters=SavedFilters.model_validate(row.filters),
        made_by=row.made_by,
        made_at=row.made_at,
        changed_by=row.changed_by,
        changed_at=row.changed_at,
    )


async def _check_name(session: Session, name: str, own: SavedSearch | None) -> None:
    taken = await session.scalar(sa.select(SavedSearch).where(SavedSearch.name_key == _key(name)))
    if taken is not None and taken is not own:
        raise NameTakenError(f"“{taken.name}” is saved already, by {taken.made_by}.", saved_search=taken.pk)


def _tidy(name: str) -> str:
    return " ".join(name.split())


def _key(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _stored(filters: SearchFilters) -> dict[str, object]:
    return filters.model_dump(mode="json", by_alias=True)


def _tell(session: Session, row: SavedSearch, at: datetime, *, change: str) -> None:
    announce(session, session.workspace_id, "saved_searches", None, at, change=change, saved_search=row.pk)
