"""Search over HTTP."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Response, status

from memoryops.kit.dependencies import Actor, CurrentClock, CurrentReader, ReadSession, WriteSession
from memoryops.kit.schemas import Page
from memoryops.search import saving, service
from memoryops.search.models import SavedSearch
from memoryops.search.schemas import SavedSearchEdit, SavedSearchMake, SavedSearchView, SearchHit, SearchQuery

router = APIRouter(tags=["search"])


async def get_saved_search(
    session: WriteSession,
    saved_search_id: Annotated[int, Path(ge=1, le=2**31 - 1, description="The number of the saved search.")],
) -> SavedSearch:
    return await saving.load(session, saved_search_id)


CurrentSavedSearch = Annotated[SavedSearch, Depends(get_saved_search)]


@router.get("/search", response_model=Page[SearchHit])
async def search(read: CurrentReader, query: Annotated[SearchQuery, Query()]) -> Page[SearchHit]:
    """Search everything that people wrote for texts that hold every word, the newest first."""
    find = partial(service.search, filters=query.filters, limit=query.limit, cursor=query.cursor, count=query.count)
    return await read(find)


@router.get("/saved-searches", response_model=Page[SavedSearchView])
async def list_saved_searches(
    session: ReadSession,
    limit: Annotated[int, Query(ge=1, le=200, description="Items a page.")] = 200,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
) -> Page[SavedSearchView]:
    """List the workspace's saved searches, newest first."""
    return await saving.list_saved(session, limit=limit, cursor=cursor)


@router.post("/saved-searches", status_code=status.HTTP_201_CREATED, response_model=SavedSearchView)
async def save_search(
    made: SavedSearchMake, session: WriteSession, actor: Actor, clock: CurrentClock, response: Response
) -> SavedSearchView:
    """Save a search under a name."""
    saved = await saving.save(session, made, by=actor, at=clock.now())
    response.headers["Location"] = f"/api/v1/saved-searches/{saved.id}"
    return saved


@router.get("/saved-searches/{saved_search_id}", response_model=SavedSearchView)
async def get_saved(saved: CurrentSavedSearch) -> SavedSearchView:
    """Read a saved search."""
    return saving.view(saved)


@router.patch("/saved-searches/{saved_search_id}", response_model=SavedSearchView)
async def edit_saved_search(
    changes: SavedSearchEdit, session: WriteSession, saved: CurrentSavedSearch, actor: Actor, clock: CurrentClock
) -> SavedSearchView:
    """Rename a saved search, or keep other filters under its name."""
    return await saving.edit(session, saved, changes, by=actor, at=clock.now())


@router.delete("/saved-searches/{saved_search_id}", status_code=status.HTTP_204_NO_CONTENT)
async def remove_saved_search(session: WriteSession, saved: CurrentSavedSearch, clock: CurrentClock) -> None:
    """Remove a saved search."""
    await saving.remove(session, saved, at=clock.now())
