"""The verbs of a postmortem as a whole: begin, load, edit, move between its statuses."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from memoryops.incidents.lifecycle import Status, status_words
from memoryops.incidents.models import Incident
from memoryops.incidents.service import INCIDENT_ID
from memoryops.incidents.timeline import record
from memoryops.kit.db import Session
from memoryops.kit.dependencies import UNKNOWN_ACTOR
from memoryops.kit.errors import ConflictError, InvalidInputError, NotFoundError
from memoryops.kit.events import announce
from memoryops.postmortems.ending import end_versions
from memoryops.postmortems.lifecycle import PostmortemStatus, check_move, standing
from memoryops.postmortems.models import Postmortem, PostmortemSection
from memoryops.postmortems.revisions import StalePostmortemError, named_revision
from memoryops.postmortems.schemas import PostmortemEdit, StatusChange
from memoryops.postmortems.sections import SECTIONS

BEGAN = "postmortem_began"
IN_WORDS = {
    PostmortemStatus.draft: "Postmortem is being written again",
    PostmortemStatus.in_review: "Postmortem is in review",
}


class PostmortemNotFoundError(NotFoundError):
    """No postmortem of that incident is visible in this workspace."""


class UnresolvedIncidentError(ConflictError):
    """The incident is still going on, so there is nothing to look back on yet."""

    slug = "incident-unresolved"
    title = "The incident is not resolved"


class NobodyAskedError(InvalidInputError):
    """A review is asked of nobody, so nobody would read it."""


class PublishedPostmortemError(ConflictError):
    """What is published stands as it is until somebody revises it."""

    slug = "postmortem-published"
    title = "The postmortem is published"


@dataclass(frozen=True)
class Case:
    """A postmortem and its incident, which decides together with it where it stands."""

    postmortem: Postmortem
    incident: Incident

    @property
    def status(self) -> PostmortemStatus:
        """The status that counts."""
        return standing(self.postmortem.status, self.postmortem.reached_for, self.incident.resolved_at)


async def find(session: Session, incident_id: str, *, lock: bool = False) -> Case | None:
    """The postmortem of a visible incident, None without one; `lock` makes concurrent changes wait on Postgres."""
    if not INCIDENT_ID.fullmatch(incident_id):
        return None
    wanted = (
        sa.select(Postmortem, Incident)
        .join(Incident, Incident.pk == Postmortem.incident_pk)
        .where(Postmortem.incident_id == incident_id, Incident.deleted_at.is_(None))
    )
    row = (await session.execute(wanted.with_for_update(of=Postmortem) if lock else wanted)).one_or_none()
    return None if row is None else Case(row[0], row[1])


async def load(session: Session, incident_id: str, *, lock: bool = False) -> Case:
    """As `find`; raises PostmortemNotFoundError."""
    case = await find(session, incident_id, lock=lock)
    if case is None:
        raise PostmortemNotFoundError(f"There is no postmortem of {incident_id[:40]!r} in this workspace.")
    return case


async def begin(session: Session, incident: Incident, *, actor: str, at: datetime) -> tuple[Case, bool]:
    """The incident's postmortem, and whether it is new; raises UnresolvedIncidentError.

    The incident is locked, so that two who begin at once begin the same one.
    """
    existing = await find(session, incident.id)
    if existing is not None:
        return existing, False
    check_resolved(incident)
    postmortem = Postmortem(
        incident_pk=incident.pk,
        incident_id=incident.id,
        status=PostmortemStatus.draft,
        reached_for=incident.resolved_at,
        owner=None if actor == UNKNOWN_ACTOR else actor,
        reviewers=[],
        impact={},
        revision=1,
        created_by=actor,
        created_at=at,
        updated_at=at,
    )
    session.add(postmortem)
    await session.flush()
    session.add_all(PostmortemSection(postmortem_pk=postmortem.pk, key=key, text="", revision=0) for key in SECTIONS)
    record(session, incident, BEGAN, actor=actor, at=at, text="Postmortem begun")
    await session.flush()
    return Case(postmortem, incident), True


async def edit(
    session: Session, case: Case, changes: PostmortemEdit, *, if_match: str | None, actor: str, at: datetime
) -> None:
    """Set owner, reviewers and numbers as one revision; an edit that changes nothing makes none.

    Raises PublishedPostmortemError, StalePostmortemError, and NobodyAskedError where a review would be left to nobody.
    """
    check_writable(case)
    postmortem = case.postmortem
    named = named_revision(if_match)
    given = changes.model_dump(exclude_unset=True)
    if "impact" in given:
        given["impact"] = {name: value for name, value in (given["impact"] or {}).items() if value is not None}
    changed = {name: value for name, value in given.items() if getattr(postmortem, name) != value}
    if not changed:
        return
    _check_revision(postmortem, named)
    if case.status is PostmortemStatus.in_review and "reviewers" in changed:
        check_asked(changed["reviewers"])
    for name, value in changed.items():
        setattr(postmortem, name, value)
    touch(session, case, change="edited", actor=actor, at=at, revised=True)


async def move(
    session: Session, case: Case, wanted: StatusChange, *, if_match: str | None, actor: str, at: datetime
) -> None:
    """Into review by somebody, or back to a draft.

    Raises IllegalMoveError, UnresolvedIncidentError for a reopened incident, NobodyAskedError, and StalePostmortemError
    where a revision is named that is not the newest.
    """
    status, postmortem = wanted.status, case.postmortem
    asked = postmortem.reviewers if wanted.reviewers is None else wanted.reviewers
    if status is case.status and (status is not PostmortemStatus.in_review or asked == postmortem.reviewers):
        return
    if if_match is not None:
        _check_revision(postmortem, named_revision(if_match))
    if status is not case.status:
        check_move(case.status, status)
        check_resolved(case.incident)
        record(session, case.incident, f"postmortem_{status.value}", actor=actor, at=at, text=IN_WORDS[status])
    if status is PostmortemStatus.in_review:
        postmortem.reviewers = check_asked(asked)
        await end_versions(session, postmortem)
    postmortem.status, postmortem.reached_for = status, case.incident.resolved_at
    touch(session, case, change=status.value, actor=actor, at=at, revised=True)


def _check_revision(postmortem: Postmortem, named: int | None) -> None:
    if named != postmortem.revision:
        raise StalePostmortemError(
            "Owner, reviewers or numbers were changed since you read them; read them again and repeat your change.",
            revision=postmortem.revision,
            current={name: getattr(postmortem, name) for name in ("owner", "reviewers", "impact")},
        )


def check_asked(reviewers: list[str]) -> list[str]:
    """The reviewers; raises NobodyAskedError when there is none."""
    if not reviewers:
        message = "Name at least one person who is asked to read it."
        raise NobodyAskedError(
            f"Nobody is asked for a review. {message}", errors=[{"field": "reviewers", "message": message}]
        )
    return reviewers


def check_resolved(incident: Incident) -> None:
    """Raise UnresolvedIncidentError unless the incident is resolved."""
    if incident.status is not Status.resolved:
        raise UnresolvedIncidentError(
            f"{incident.id} is {status_words(incident.status)}; resolve it first "
            f"(POST /incidents/{incident.id}/resolve), then look back on it. "
            "What is written meanwhile belongs on the timeline.",
            current=incident.status.value,
        )


def check_writable(case: Case) -> None:
    """Raise PublishedPostmortemError once it is published."""
    if case.status is PostmortemStatus.published:
        raise PublishedPostmortemError(
            f"The postmortem of {case.incident.id} is published. Revise it first (POST /status with draft); "
            "what was published stays remembered until it is published again."
        )


def touch(
    session: Session, case: Case, *, change: str, actor: str, at: datetime, revised: bool = False, **data: object
) -> None:
    """Note that the postmortem changed, and tell open consoles; `revised` where what stands in its own row did."""
    case.postmortem.updated_at = at
    case.postmortem.revision += revised
    tell(session, case.incident.id, change=change, actor=actor, at=at, **data)


def tell(session: Session, incident_id: str, *, change: str, actor: str, at: datetime, **data: object) -> None:
    """Tell open consoles about the incident's postmortem."""
    announce(session, session.workspace_id, "postmortem", incident_id, at, change=change, by=actor, **data)


async def sections_of(session: Session, postmortem: Postmortem) -> Sequence[PostmortemSection]:
    """Its sections, in the order in which they are read."""
    rows = await session.scalars(sa.select(PostmortemSection).where(PostmortemSection.postmortem_pk == postmortem.pk))
    order = list(SECTIONS)
    return sorted(rows, key=lambda section: order.index(section.key))
