"""Everything that was changed about an entry, with what it said before and after."""

from collections.abc import Iterator, Sequence

from memoryops.incidents.models import TimelineEntry
from memoryops.incidents.timeline.entries import versions_of
from memoryops.incidents.timeline.models import TimelineVersion
from memoryops.incidents.timeline.reading import item_of
from memoryops.incidents.timeline.schemas import EntryChange, EntryContent, EntryHistory
from memoryops.kit.db import Session


async def read_history(session: Session, entry: TimelineEntry) -> EntryHistory:
    """The entry as it is and its changes, newest first."""
    versions = await versions_of(session, entry)
    return EntryHistory(entry=item_of(entry), changes=list(_changes(entry, versions)))


def _changes(entry: TimelineEntry, versions: Sequence[TimelineVersion]) -> Iterator[EntryChange]:
    """What a change left is what the next one found, and the last one left what there is."""
    after = _content(entry)
    for version in versions:
        before = _content(version)
        yield EntryChange(
            revision=version.revision,
            change=version.change,
            by=version.by,
            at=version.at,
            before=before,
            after=after,
        )
        after = before


def _content(said: TimelineEntry | TimelineVersion) -> EntryContent:
    return EntryContent(text=said.text, happened_at=said.happened_at, details=said.details)
