"""The verbs of an incident: declare, edit, resolve, reopen, delete, restore."""

import re
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

import sqlalchemy as sa

from memoryops.incidents import lifecycle
from memoryops.incidents.fingerprint import fingerprint
from memoryops.incidents.lifecycle import Outcome, Status
from memoryops.incidents.models import Incident
from memoryops.incidents.schemas import IncidentDeclare, IncidentEdit, IncidentResolve
from memoryops.incidents.timeline import check_past, record
from memoryops.kit.clock import Clock
from memoryops.kit.db import Session
from memoryops.kit.dependencies import UNKNOWN_ACTOR
from memoryops.kit.errors import (
    ConflictError,
    InvalidInputError,
    NotFoundError,
    RevisionRequiredError,
    StaleRevisionError,
)
from memoryops.kit.schemas import is_blank, rfc3339
from memoryops.memory import ledger
from memoryops.memory.documents import Learning, WrittenDocument, write_document
from memoryops.workspaces.service import take_incident_number

REVISION = re.compile(r'(?:W/)?(?P<quote>"?)(?P<revision>[0-9]+)(?P=quote)', re.ASCII)
INCIDENT_ID = re.compile(r"INC-[1-9][0-9]{0,17}", re.ASCII)
LEARNED_FIELDS = ("root_cause", "resolution", "outcome", "ineffective_actions", "postmortem")
KEPT_FROM_THE_DRAFT = frozenset({"ineffective_actions", "postmortem"})
"""What reopening left of an earlier resolution and a new one does not mention; cause and resolution must be said."""

LONG_FIELDS = frozenset({"error", "symptoms", "root_cause", "resolution", "ineffective_actions", "postmortem"})


class IncidentNotFoundError(NotFoundError):
    """No incident with that id is visible in this workspace."""


class StaleIncidentError(StaleRevisionError):
    """The incident was changed since it was read."""


class IncidentRevisionRequiredError(RevisionRequiredError):
    """An edit came without If-Match."""


class NotTheSameError(InvalidInputError):
    """`same_as` names no other resolved incident."""


class UnverifiedResolutionError(InvalidInputError):
    """What would be remembered lacks a cause, a resolution or a name."""


async def load(session: Session, incident_id: str, *, deleted: bool = False, lock: bool = False) -> Incident:
    """The incident; raises IncidentNotFoundError. Deleted ones are found with `deleted=True` only.

    `lock` makes concurrent changes of the incident wait for each other on Postgres; SQLite's write lane does so anyway.
    """
    incident = await find(session, incident_id, deleted=deleted, lock=lock)
    if incident is None:
        raise IncidentNotFoundError(f"There is no incident {incident_id[:40]!r} in this workspace.")
    return incident


async def find(session: Session, incident_id: str, *, deleted: bool = False, lock: bool = False) -> Incident | None:
    """The incident, or None where `load` would raise."""
    if not INCIDENT_ID.fullmatch(incident_id):
        return None
    wanted = sa.select(Incident).where(Incident.id == incident_id)
    if not deleted:
        wanted = wanted.where(Incident.deleted_at.is_(None))
    incident: Incident | None = await session.scalar(wanted.with_for_update() if lock else wanted)
    return incident


async def declare(
    session: Session, declared: IncidentDeclare, *, actor: str, clock: Clock, sample: bool = False
) -> Incident:
    """A new incident in `investigating`; raises FutureMomentError for an impact that lies ahead."""
    now = clock.now()
    check_past("started_at", declared.started_at, now)
    number = await take_incident_number(session)
    identity = fingerprint(session.workspace_id, declared.service, declared.error)
    incident = Incident(
        **declared.model_dump(exclude={"declared_by"}),
        number=number,
        id=f"INC-{number}",
        status=Status.investigating,
        declared_by=_named(declared.declared_by) or actor,
        declared_at=now,
        fingerprint=identity.value if identity else None,
        sample=sample,
        revision=1,
    )
    session.add(incident)
    await session.flush()
    record(session, incident, "declared", actor=incident.declared_by, at=now, happened_at=now)
    return incident


async def edit(
    session: Session, incident: Incident, changes: IncidentEdit, *, if_match: str | None, actor: str, clock: Clock
) -> Incident:
    """Apply the given fields as one revision; an edit that changes nothing makes none."""
    check_revision(incident, if_match)
    now = clock.now()
    given = changes.model_dump(exclude_unset=True)
    check_past("started_at", given.get("started_at"), incident.resolved_at or now)
    changed = {name: value for name, value in given.items() if getattr(incident, name) != value}
    if "status" in given:
        lifecycle.check_edit(incident.status, given["status"])
    if incident.status is not Status.resolved and (early := [name for name in LEARNED_FIELDS if name in changed]):
        raise ConflictError(f"{early[0]} is recorded by resolving the incident (POST /resolve).", fields=early)
    if not changed:
        return incident
    before = {name: getattr(incident, name) for name in changed}
    for name, value in changed.items():
        setattr(incident, name, value)
    if incident.status is Status.resolved:
        _check_verified(incident)
    _refresh_fingerprint(incident)
    incident.revision += 1
    record(session, incident, "edited", actor=actor, at=now, changes=_differences(before, changed))
    await sync_memory(session, incident, cause=f"edited by {actor}", at=now)
    return incident


async def resolve(
    session: Session, incident: Incident, resolution: IncidentResolve, *, actor: str, clock: Clock
) -> Incident:
    """Resolve with what was learned; the record and the memory it wants are one transaction."""
    lifecycle.check_resolvable(incident.status)
    now = clock.now()
    if resolution.same_as is not None:
        await _check_same_as(session, incident, resolution.same_as)
    drafted = KEPT_FROM_THE_DRAFT - resolution.model_fields_set
    for name, value in resolution.model_dump(exclude={"resolved_by", *drafted}).items():
        setattr(incident, name, value)
    incident.resolved_by = _named(resolution.resolved_by) or (actor if actor != UNKNOWN_ACTOR else None)
    _check_verified(incident)
    incident.status, incident.resolved_at = Status.resolved, now
    incident.revision += 1
    by = incident.resolved_by or actor
    record(session, incident, "resolved", actor=by, at=now, changes={"outcome": resolution.outcome.value})
    await sync_memory(session, incident, cause=f"resolved by {by}", at=now)
    return incident


async def reopen(session: Session, incident: Incident, *, actor: str, clock: Clock) -> Incident:
    """Back to `investigating`; what was learned stays in the record as a draft and leaves memory."""
    lifecycle.check_reopenable(incident.status)
    now = clock.now()
    incident.status, incident.resolved_at, incident.resolved_by = Status.investigating, None, None
    incident.revision += 1
    record(session, incident, "reopened", actor=actor, at=now)
    await ledger.withdraw(session, incident.id, cause=f"reopened by {actor}", reason="reopened", at=now)
    return incident


async def delete(session: Session, incident: Incident, *, actor: str, clock: Clock) -> None:
    """Hide the incident and withdraw its memory; nothing is lost and the id is never reused."""
    now = clock.now()
    incident.deleted_at = now
    incident.revision += 1
    record(session, incident, "deleted", actor=actor, at=now)
    await ledger.withdraw(session, incident.id, cause=f"deleted by {actor}", reason="deleted", at=now)


async def restore(session: Session, incident: Incident, *, actor: str, clock: Clock) -> Incident:
    """Bring a deleted incident back, and its memory where it had one; restoring a visible one changes nothing."""
    if incident.deleted_at is None:
        return incident
    now = clock.now()
    incident.deleted_at = None
    incident.revision += 1
    record(session, incident, "restored", actor=actor, at=now)
    await sync_memory(session, incident, cause=f"restored by {actor}", at=now)
    return incident


def learning(incident: Incident) -> Learning:
    """What a verified resolution taught, as memory's writer takes it."""
    return Learning(
        workspace_id=incident.workspace_id,
        incident_id=incident.id,
        revision=incident.revision,
        title=incident.title,
        service=incident.service,
        severity=incident.severity.value,
        environment=incident.environment,
        version=incident.version,
        error=incident.error,
        symptoms=incident.symptoms,
        started_at=incident.started_at or incident.declared_at,
        resolved_at=incident.resolved_at or incident.declared_at,
        root_cause=incident.root_cause or "",
        resolution=incident.resolution or "",
        ineffective_actions=incident.ineffective_actions,
        postmortem=incident.postmortem,
        outcome=(incident.outcome or Outcome.fixed).value,
        resolved_by=incident.resolved_by or "",
        sample=incident.sample,
    )


def written(incident: Incident) -> WrittenDocument:
    """The document that this incident's resolution should be in memory."""
    return write_document(learning(incident))


def check_revision(incident: Incident, if_match: str | None) -> None:
    """Raise unless If-Match names the revision the incident is at."""
    if if_match is None:
        raise IncidentRevisionRequiredError('Send If-Match: "<revision>" with the revision you read.')
    named = REVISION.fullmatch(if_match.strip())
    if named is None or named["revision"] != str(incident.revision):
        raise StaleIncidentError(
            f"{incident.id} is at revision {incident.revision} by now; read it again and repeat your change.",
            revision=incident.revision,
        )


async def sync_memory(session: Session, incident: Incident, *, cause: str, at: datetime) -> None:
    """Have the ledger want what a resolved incident teaches now; where it wants just that, nothing changes."""
    if incident.status is not Status.resolved or incident.deleted_at is not None:
        return
    if incident.outcome not in lifecycle.REMEMBERED_OUTCOMES:
        await ledger.withdraw(session, incident.id, cause=cause, reason="false_alarm", at=at)
        return
    await session.flush()
    await ledger.remember(session, written(incident), cause=cause, at=at)


async def _check_same_as(session: Session, incident: Incident, other_id: str) -> None:
    other = await find(session, other_id)
    if other is None or other.pk == incident.pk or other.status is not Status.resolved:
        message = f"{other_id} is not another resolved incident."
        raise NotTheSameError(f"same_as: {message}", errors=[{"field": "same_as", "message": message}])


def _check_verified(incident: Incident) -> None:
    if incident.outcome is Outcome.false_alarm:
        return
    errors = [
        {"field": name, "message": "Is required, and must not be blank, unless the outcome is false_alarm."}
        for name in ("root_cause", "resolution")
        if is_blank(getattr(incident, name) or "")
    ]
    if incident.outcome is None:
        errors.append({"field": "outcome", "message": "Cannot be cleared."})
    if is_blank(incident.resolved_by or ""):
        errors.append({"field": "resolved_by", "message": "A verified resolution needs the name of a person."})
    if errors:
        raise UnverifiedResolutionError(f"{errors[0]['field']}: {errors[0]['message']}", errors=errors)


def _named(name: str | None) -> str | None:
    return None if name is None or is_blank(name) or name.strip() == UNKNOWN_ACTOR else name


def _refresh_fingerprint(incident: Incident) -> None:
    identity = fingerprint(incident.workspace_id, incident.service, incident.error)
    incident.fingerprint = identity.value if identity else None


def _differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: {"changed": True} if name in LONG_FIELDS else {"from": _plain(before[name]), "to": _plain(after[name])}
        for name in after
    }


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return rfc3339(value)
    return value.value if isinstance(value, StrEnum) else value
