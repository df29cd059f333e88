"""Where people write: each table with the index over its words, who wrote a row, when, and of which incident it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import InstrumentedAttribute

from memoryops.evidence.models import Feedback
from memoryops.followups.models import SEARCHED as ACTION_ITEM_TEXTS
from memoryops.followups.models import ActionItem
from memoryops.incidents.models import SEARCHED as INCIDENT_TEXTS
from memoryops.incidents.models import Incident, TimelineEntry
from memoryops.incidents.timeline.kinds import EntryKind
from memoryops.postmortems.models import Postmortem, PostmortemComment, PostmortemSection, PostmortemVersion
from memoryops.search.schemas import SearchKind

Column = sa.ColumnElement[Any] | InstrumentedAttribute[Any]
Texts = Sequence[InstrumentedAttribute[Any]]

OF_RESOLUTION = frozenset({"root_cause", "resolution", "ineffective_actions", "postmortem"})
"""The texts of an incident that whoever resolved it wrote, and not whoever declared it."""


@dataclass(frozen=True)
class Source:
    """One table: `joins` lead from it to the incident, `visible` is what of it may be found."""

    kind: SearchKind
    key: InstrumentedAttribute[int]
    texts: Texts
    name: Column
    by: Column
    at: Column
    joins: Sequence[tuple[Any, sa.ColumnElement[bool]]] = ()
    visible: Sequence[sa.ColumnElement[bool]] = ()
    field: Column | None = None
    authors: Sequence[Column] = ()

    def rows(self) -> sa.Select[Any]:
        """Its rows with their incidents; nothing of a deleted incident."""
        columns: list[Any] = [
            self.key.label("key"),
            sa.cast(self.name, sa.Text).label("name"),
            self.by.label("by"),
            self.at.label("at"),
            (sa.null() if self.field is None else sa.cast(self.field, sa.Text)).label("field"),
            *(text.label(f"text_{text.key}") for text in self.texts),
            *((Incident.resolved_by, Incident.resolved_at) if self.key is Incident.pk else ()),
            Incident.id,
            Incident.title.label("of_title"),
            Incident.service,
            Incident.severity,
            Incident.status,
            Incident.sample,
        ]
        chosen = sa.select(*columns).select_from(self.key.class_)
        for table, condition in self.joins:
            chosen = chosen.join(table, condition)
        return chosen.where(Incident.deleted_at.is_(None), *self.visible)

    def written_by(self, author: str) -> sa.ColumnElement[bool]:
        """The condition that this person wrote it; the case of plain letters does not matter."""
        columns = self.authors or (self.by,)
        return sa.or_(*(sa.or_(one == author, sa.func.lower(one) == author.lower()) for one in columns))

    def texts_of(self, row: Any) -> Mapping[str, str | None]:
        """The searched texts of a row by the names of their fields."""
        return {row.field or text.key: getattr(row, f"text_{text.key}") for text in self.texts}


@dataclass(frozen=True)
class Written:
    """Who wrote a text, and when."""

    by: str
    at: datetime


def written(row: Any, field: str) -> Written:
    """Who wrote that text of the row; what was learnt of an incident is its resolver's."""
    if field in OF_RESOLUTION and getattr(row, "resolved_at", None) is not None:
        return Written(row.resolved_by or row.by, row.resolved_at)
    return Written(row.by, row.at)


# Literals, so that Postgres sees at once that its partial index serves.
ENTRY_KINDS: sa.BindParameter[Any] = sa.bindparam(
    "kinds", [kind.value for kind in EntryKind], expanding=True, literal_execute=True
)
NEWEST = sa.and_(
    PostmortemVersion.section_pk == PostmortemSection.pk, PostmortemVersion.revision == PostmortemSection.revision
)

SOURCES: Mapping[SearchKind, Source] = {
    source.kind: source
    for source in (
        Source(
            SearchKind.incident,
            Incident.pk,
            INCIDENT_TEXTS,
            name=Incident.id,
            by=Incident.declared_by,
            at=Incident.declared_at,
            authors=(Incident.declared_by, Incident.resolved_by),
        ),
        Source(
            SearchKind.timeline,
            TimelineEntry.pk,
            (TimelineEntry.text,),
            name=TimelineEntry.pk,
            by=TimelineEntry.actor,
            at=TimelineEntry.recorded_at,
            joins=[(Incident, Incident.pk == TimelineEntry.incident_pk)],
            visible=[TimelineEntry.kind.in_(ENTRY_KINDS), TimelineEntry.removed_at.is_(None)],
            field=TimelineEntry.kind,
        ),
        Source(
            SearchKind.postmortem,
            PostmortemSection.pk,
            (PostmortemSection.text,),
            name=PostmortemSection.pk,
            by=PostmortemVersion.by,
            at=PostmortemVersion.at,
            joins=[
                (PostmortemVersion, NEWEST),
                (Postmortem, Postmortem.pk == PostmortemSection.postmortem_pk),
                (Incident, Incident.pk == Postmortem.incident_pk),
            ],
            field=PostmortemSection.key,
        ),
        Source(
            SearchKind.comment,
            PostmortemComment.pk,
            (PostmortemComment.text,),
            name=PostmortemComment.pk,
            by=PostmortemComment.by,
            at=PostmortemComment.at,
            joins=[
                (Postmortem, Postmortem.pk == PostmortemComment.postmortem_pk),
                (Incident, Incident.pk == Postmortem.incident_pk),
            ],
            field=PostmortemComment.key,
        ),
        Source(
            SearchKind.action_item,
            ActionItem.pk,
            ACTION_ITEM_TEXTS,
            name=ActionItem.id,
            by=ActionItem.created_by,
            at=ActionItem.created_at,
            joins=[(Incident, Incident.pk == ActionItem.incident_pk)],
            visible=[ActionItem.deleted_at.is_(None)],
        ),
        Source(
            SearchKind.feedback,
            Feedback.pk,
            (Feedback.sentence,),
            name=Feedback.investigation_id,
            by=Feedback.by,
            at=Feedback.at,
            joins=[(Incident, Incident.pk == Feedback.incident_pk)],
            visible=[Feedback.ended_at.is_(None), Feedback.sentence.is_not(None)],
            field=Feedback.target,
        ),
    )
}
