"""What the record knows beside the written sections: who was there, how long it took, the timeline."""

from collections.abc import Iterable, Sequence

import sqlalchemy as sa

from memoryops.followups.models import ActionItem
from memoryops.incidents.models import Incident
from memoryops.incidents.schemas import TimelineItem
from memoryops.incidents.timeline import read_timeline
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
    """The people that incident, timeline and postmortem name, whoever led first."""
    timeline = await read_timeline(session, incident)
    version_authors = await session.scalars(
        sa.select(PostmortemVersion.by)
        .join(PostmortemSection, PostmortemSection.pk == PostmortemVersion.section_pk)
        .where(PostmortemSection.postmortem_pk == postmortem.pk)
        .distinct()
    )
    commenters = await session.scalars(
        sa.select(PostmortemComment.by).where(PostmortemComment.postmortem_pk == postmortem.pk).distinct()
    )
    owners = await session.scalars(sa.select(ActionItem.owner).where(ActionItem.incident_pk == incident.pk))
    return people(
        [
            *led_by(incident),
            postmortem.owner,
            *postmortem.reviewers,
            *(item.actor for item in timeline.items if item.source == "record"),
            *named_in_changes(timeline.items),
            *sorted(version_authors),
            *sorted(commenters),
            *owners,
            postmortem.created_by,
            postmortem.published_by,
        ]
    )


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
