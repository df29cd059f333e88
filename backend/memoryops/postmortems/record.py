"""What the record knows beside the written sections: who was there, how long it took, the timeline."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import sqlalchemy as sa

from memoryops.followups.models import ActionItem
from memoryops.incidents.models import Incident, TimelineEntry
from memoryops.incidents.schemas import TimelineItem
from memoryops.incidents.timeline import read_timeline
from memoryops.incidents.timeline.models import TimelineImage, TimelineVersion
from memoryops.kit.db import Session
from memoryops.postmortems.models import Postmortem, PostmortemComment, PostmortemSection, PostmortemVersion
from memoryops.postmortems.people import Person, people

TOLD_KINDS = frozenset(
    {"declared", "confirmed", "note", "status_update", "deploy", "hypothesis", "role", "resolved", "reopened"}
)
"""What tells the story of an incident, where nobody has pinned what matters."""

TELLING_EDITS = frozenset({"status", "severity", "commander"})


async def story_of(session: Session, incident: Incident) -> list[TimelineItem]:
    """The timeline as a postmortem tells it: what is pinned, else what people did and said."""
    items = (await read_timeline(session, incident)).items
    pinned = [item for item in items if item.pinned]
    return pinned or [item for item in items if is_telling(item)]


def is_telling(item: TimelineItem) -> bool:
    """Whether the entry tells the story, by its kind."""
    edits = item.kind == "edited" and not TELLING_EDITS.isdisjoint(item.changes or {})
    return item.source == "record" and (item.kind in TOLD_KINDS or edits)


async def people_of(session: Session, postmortem: Postmortem, incident: Incident) -> tuple[Person, ...]:
    """The people that incident, timeline and postmortem name, whoever led first; those too whose entries are gone."""
    timeline = (await read_timeline(session, incident, removed=True)).items
    record = [item for item in timeline if item.source == "record"]
    others: list[str | None] = [name for names in _names(postmortem, incident) for name in await session.scalars(names)]
    return people(
        [
            *led_by(incident),
            postmortem.owner,
            *postmortem.reviewers,
            *(item.actor for item in record),
            *(name for item in record for name in (item.edited_by, item.pinned_by, item.removed_by)),
            *named_in_changes(timeline),
            *others,
            postmortem.created_by,
            postmortem.published_by,
        ]
    )


def _names(postmortem: Postmortem, incident: Incident) -> Iterator[sa.Select[Any]]:
    """Who else had a hand in it, in the order of their names."""
    comments = PostmortemComment.postmortem_pk == postmortem.pk
    sections = sa.select(PostmortemSection.pk).where(PostmortemSection.postmortem_pk == postmortem.pk)
    entries = sa.select(TimelineEntry.pk).where(TimelineEntry.incident_pk == incident.pk)
    for column, condition in (
        (PostmortemVersion.by, PostmortemVersion.section_pk.in_(sections)),
        (PostmortemComment.by, comments),
        (PostmortemComment.resolved_by, comments),
        (ActionItem.owner, ActionItem.incident_pk == incident.pk),
        (ActionItem.created_by, ActionItem.incident_pk == incident.pk),
        (TimelineVersion.by, TimelineVersion.entry_pk.in_(entries)),
        (TimelineImage.added_by, TimelineImage.incident_pk == incident.pk),
    ):
        yield sa.select(column).where(condition).distinct().order_by(column)


def led_by(incident: Incident) -> Sequence[str | None]:
    """Who had a role in the incident."""
    return [incident.commander, incident.comms, incident.scribe, incident.declared_by, incident.resolved_by]


def named_in_changes(items: Iterable[TimelineItem]) -> list[str]:
    """The names that roles were given to and taken from."""
    changed = [change for item in items for role, change in (item.changes or {}).items() if role in ROLES and change]
    return [name for change in changed if isinstance(change, dict) for name in change.values() if isinstance(name, str)]


ROLES = frozenset({"commander", "comms", "scribe"})


def duration_s(incident: Incident) -> int | None:
    """From when it began to when it was resolved, in seconds; None before."""
    if incident.resolved_at is None:
        return None
    return max(0, round((incident.resolved_at - (incident.started_at or incident.declared_at)).total_seconds()))
