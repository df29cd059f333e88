"""Publishing: what will be remembered is shown, then written into the incident as one revision."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Literal

import sqlalchemy as sa

from memoryops.incidents import service as incidents
from memoryops.incidents.learning import learning
from memoryops.incidents.lifecycle import Outcome
from memoryops.incidents.models import Incident
from memoryops.incidents.timeline import record
from memoryops.kit.clock import Clock
from memoryops.kit.db import Session
from memoryops.kit.dependencies import UNKNOWN_ACTOR
from memoryops.kit.errors import InvalidInputError, RevisionRequiredError, StaleRevisionError
from memoryops.memory.documents import write_document
from memoryops.memory.models import LedgerDocument
from memoryops.postmortems.blame import check_sections
from memoryops.postmortems.commenting import comments_of
from memoryops.postmortems.lifecycle import PostmortemStatus, check_publishable
from memoryops.postmortems.models import PostmortemSection
from memoryops.postmortems.publication import Publication, compose, tag_of
from memoryops.postmortems.record import people_of
from memoryops.postmortems.schemas import BlameFinding, FieldChange, PublishPreview
from memoryops.postmortems.sections import SectionKey
from memoryops.postmortems.service import Case, check_resolved, sections_of, touch
from memoryops.postmortems.views import impact_view

NotRemembered = Literal["false_alarm", "confirms", "forgotten"]


class UnnamedPublisherError(InvalidInputError):
    """What is remembered must have been confirmed by a named person."""


class PreviewRequiredError(RevisionRequiredError):
    """Publishing came without the tag of what was previewed."""


class StalePreviewError(StaleRevisionError):
    """Sections or incident changed since somebody looked at what would be remembered."""


@dataclass(frozen=True)
class Publishable:
    """What publishing would write, and the tag that says so."""

    publication: Publication
    tag: str
    sections: Sequence[PostmortemSection]


async def preview(session: Session, case: Case) -> PublishPreview:
    """What publishing would do now; raises UnresolvedIncidentError, PostmortemTooLongError."""
    check_resolved(case.incident)
    ready = await _publishable(session, case)
    entry = await _ledger_entry(session, case.incident)
    hindrance = _not_remembered(case.incident, entry)
    persons = await people_of(session, case.postmortem, case.incident)
    found = await check_sections({section.key: section.text for section in ready.sections}, persons)
    comments = await comments_of(session, case.postmortem)
    return PublishPreview(
        tag=ready.tag,
        changes=_changes(case.incident, ready.publication),
        will_be_remembered=None if hindrance else _document(case.incident, ready.publication),
        not_remembered=hindrance,
        remembered_now=entry.text if entry is not None and entry.wanted and entry.forgotten_at is None else None,
        blame=[BlameFinding.model_validate(one) for some in found.values() for one in some],
        missing=[section.key for section in ready.sections if not section.text.strip()],
        open_comments=sum(one.resolved_at is None for one in comments),
    )


async def publish(session: Session, case: Case, *, if_match: str | None, actor: str, clock: Clock) -> None:
    """Write the postmortem into its incident, one revision, and queue its memory; all in this transaction.

    The caller holds the locks that an edit of the incident takes. Raises UnnamedPublisherError, IllegalMoveError,
    UnresolvedIncidentError, PreviewRequiredError, StalePreviewError.
    """
    if actor == UNKNOWN_ACTOR:
        raise UnnamedPublisherError("Say who publishes (X-Actor): what is remembered was confirmed by a named person.")
    check_resolved(case.incident)
    check_publishable(case.status)
    ready = await _publishable(session, case)
    _check_tag(if_match, ready.tag)
    incident, at = case.incident, clock.now()
    revision = f'"{incident.revision}"'
    await incidents.edit(session, incident, ready.publication.as_edit(), if_match=revision, actor=actor, clock=clock)
    postmortem = case.postmortem
    postmortem.status, postmortem.reached_for = PostmortemStatus.published, incident.resolved_at
    postmortem.published_by, postmortem.published_at, postmortem.published_revision = actor, at, incident.revision
    record(session, incident, "postmortem_published", actor=actor, at=at, text="Postmortem published")
    touch(session, case, change="published", actor=actor, at=at, revised=True)


async def _publishable(session: Session, case: Case) -> Publishable:
    sections = await sections_of(session, case.postmortem)
    texts: Mapping[SectionKey, str] = {section.key: section.text for section in sections}
    publication = compose(texts, impact_view(case))
    return Publishable(publication, tag_of(publication, case.incident.revision), sections)


def _check_tag(if_match: str | None, tag: str) -> None:
    if if_match is None:
        raise PreviewRequiredError("Send If-Match with the tag of GET /publish-preview: look before you publish.")
    if if_match.strip().removeprefix("W/").strip('"') != tag:
        raise StalePreviewError(
            "The postmortem or its incident changed since you looked at what will be remembered; look again.", tag=tag
        )


def _changes(incident: Incident, publication: Publication) -> list[FieldChange]:
    return [
        FieldChange.model_validate({"field": name, "before": getattr(incident, name), "after": text})
        for name, text in asdict(publication).items()
        if text is not None and text != getattr(incident, name)
    ]


def _document(incident: Incident, publication: Publication) -> str:
    """The document as memory's writer would make it after publishing."""
    said = {name: text for name, text in asdict(publication).items() if text is not None}
    return write_document(replace(learning(incident), **said)).document.text


def _not_remembered(incident: Incident, entry: LedgerDocument | None) -> NotRemembered | None:
    if incident.outcome is Outcome.false_alarm:
        return "false_alarm"
    if incident.confirms is not None:
        return "confirms"
    return "forgotten" if entry is not None and entry.forgotten_at is not None else None


async def _ledger_entry(session: Session, incident: Incident) -> LedgerDocument | None:
    entry: LedgerDocument | None = await session.scalar(
        sa.select(LedgerDocument).where(LedgerDocument.document_id == incident.id)
    )
    return entry
