"""Timelines over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Header, Query, Response, status

from memoryops.incidents.dependencies import CurrentIncident, NotedIncident
from memoryops.incidents.schemas import Timeline, TimelineItem
from memoryops.incidents.timeline import entries
from memoryops.incidents.timeline.dependencies import ChangingEntry, CurrentEntry
from memoryops.incidents.timeline.export import ExportFormat, export
from memoryops.incidents.timeline.history import read_history
from memoryops.incidents.timeline.parts import read_part
from memoryops.incidents.timeline.reading import read_timeline
from memoryops.incidents.timeline.schemas import EntryAdd, EntryEdit, EntryHistory
from memoryops.kit.dependencies import Actor, CurrentClock, ReadSession, WriteSession
from memoryops.kit.schemas import Line

router = APIRouter(prefix="/incidents/{incident_id}/timeline", tags=["timeline"])

TEXT = {"schema": {"type": "string"}}
FILES = {"text/markdown": TEXT, "text/csv": TEXT, "application/json": {"schema": {"type": "object"}}}
IfMatch = Annotated[str | None, Header(description='The revision of the entry that was read, `"1"`.')]


@router.get("", response_model=Timeline)
async def get_timeline(
    session: ReadSession,
    incident: CurrentIncident,
    removed: Annotated[bool, Query(description="List removed entries too.")] = False,
    limit: Annotated[int | None, Query(ge=1, le=1_000, description="The newest so many; all without it.")] = None,
    cursor: Annotated[str | None, Query(max_length=200, description="Those before this; with `limit`.")] = None,
    since: Annotated[int | None, Query(ge=0, le=2**63 - 1, description="What changed behind this `position`.")] = None,
) -> Response:
    """Read the timeline, memory's steps included; or a part of it, or what changed in it."""
    timeline = await read_part(session, incident, removed=removed, limit=limit, cursor=cursor, since=since)
    # Written as it is: a response model would check thousands of entries once more, at every change that is heard.
    return Response(timeline.model_dump_json(), media_type="application/json")


@router.post("", status_code=status.HTTP_201_CREATED, response_model=TimelineItem)
async def add_entry(
    added: EntryAdd, session: WriteSession, incident: NotedIncident, actor: Actor, clock: CurrentClock
) -> TimelineItem:
    """Add a note, a status update, a deploy or a hypothesis."""
    return await entries.add_entry(session, incident, added, actor=actor, clock=clock)


@router.get("/export", response_class=Response, responses={200: {"content": FILES}})
async def export_timeline(
    session: ReadSession,
    incident: CurrentIncident,
    clock: CurrentClock,
    kind: Annotated[ExportFormat, Query(alias="format")] = ExportFormat.markdown,
    zone: Annotated[Line | None, Query(max_length=64, description="The reader's time zone, `Europe/Berlin`.")] = None,
) -> Response:
    """Download the timeline as Markdown, JSON or CSV."""
    timeline = await read_timeline(session, incident)
    file = export(incident, timeline.items, kind, at=clock.now(), zone=zone)
    headers = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    return Response(file.content, media_type=file.media_type, headers=headers)


@router.patch("/{entry_id}", response_model=TimelineItem)
async def edit_entry(
    changes: EntryEdit,
    session: WriteSession,
    incident: NotedIncident,
    entry: ChangingEntry,
    actor: Actor,
    clock: CurrentClock,
    response: Response,
    if_match: IfMatch = None,
) -> TimelineItem:
    """Edit an entry that a person wrote; what it said before is kept."""
    edited = await entries.edit_entry(session, incident, entry, changes, if_match=if_match, actor=actor, clock=clock)
    response.headers["ETag"] = f'"{edited.revision}"'
    return edited


@router.delete("/{entry_id}", status_code=status.HTTP_204_NO_CONTENT)
async def remove_entry(
    session: WriteSession,
    incident: NotedIncident,
    entry: ChangingEntry,
    actor: Actor,
    clock: CurrentClock,
    if_match: IfMatch = None,
) -> None:
    """Remove an entry that a person wrote; it is kept, and can be brought back."""
    await entries.remove_entry(session, incident, entry, if_match=if_match, actor=actor, clock=clock)


@router.post("/{entry_id}/restore", response_model=TimelineItem)
async def restore_entry(
    session: WriteSession, incident: NotedIncident, entry: ChangingEntry, actor: Actor, clock: CurrentClock
) -> TimelineItem:
    """Bring a removed entry back."""
    return await entries.restore_entry(session, incident, entry, actor=actor, clock=clock)


@router.get("/{entry_id}/history", response_model=EntryHistory)
async def get_entry_history(session: ReadSession, entry: CurrentEntry) -> EntryHistory:
    """Read what was changed about an entry: who, when, what it said before and after."""
    return await read_history(session, entry)


@router.post("/{entry_id}/pin", response_model=TimelineItem)
async def pin_entry(
    session: WriteSession, incident: NotedIncident, entry: ChangingEntry, actor: Actor, clock: CurrentClock
) -> TimelineItem:
    """Mark an entry as one that matters; a postmortem begins with these."""
    return await entries.pin_entry(session, incident, entry, actor=actor, clock=clock)


@router.delete("/{entry_id}/pin", response_model=TimelineItem)
async def unpin_entry(
    session: WriteSession, incident: NotedIncident, entry: ChangingEntry, actor: Actor, clock: CurrentClock
) -> TimelineItem:
    """Take the mark away."""
    return await entries.unpin_entry(session, incident, entry, actor=actor, clock=clock)
