"""Load-or-404, once: the entry a request is about."""

from typing import Annotated

from fastapi import Depends, Path

from memoryops.incidents.dependencies import CurrentIncident, NotedIncident
from memoryops.incidents.models import TimelineEntry
from memoryops.incidents.timeline.entries import load_entry
from memoryops.kit.dependencies import ReadSession, WriteSession

EntryIdInPath = Annotated[str, Path(description="The entry's id in the timeline.", examples=["record-000000000012"])]


async def get_entry(session: ReadSession, incident: CurrentIncident, entry_id: EntryIdInPath) -> TimelineEntry:
    return await load_entry(session, incident, entry_id)


async def get_changing_entry(session: WriteSession, incident: NotedIncident, entry_id: EntryIdInPath) -> TimelineEntry:
    # The incident is locked, so changes of one entry wait for each other.
    return await load_entry(session, incident, entry_id)


CurrentEntry = Annotated[TimelineEntry, Depends(get_entry)]
ChangingEntry = Annotated[TimelineEntry, Depends(get_changing_entry)]
