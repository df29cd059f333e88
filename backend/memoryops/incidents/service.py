"""The verbs of an incident: declare, edit, resolve, reopen, delete, restore."""

import re
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

import sqlalchemy as sa

from memoryops.incidents import lifecycle
from memoryops.incidents.claims import Claims, make_claims, read_claims, take_over_texts
from memoryops.incidents.confirmations import root_of, settle
from memoryops.incidents.identity import identify
from memoryops.incidents.learning import check_verified
from memoryops.incidents.lifecycle import Outcome, Status
from memoryops.incidents.milestones import move
from memoryops.incidents.models import Incident
from memoryops.incidents.parting import NOBODY, part, tell
from memoryops.incidents.schemas import IncidentDeclare, IncidentEdit, IncidentResolve
from memoryops.incidents.timeline import check_past, record
from memoryops.incidents.timeline.promises import check_promise
from memoryops.incidents.words import Words
from memoryops.kit.clock import Clock
from memoryops.kit.db import Session
from memoryops.kit.dependencies import UNKNOWN_ACTOR
from memoryops.kit.errors import ConflictError, NotFoundError
from memoryops.kit.revisions import check_revision
from memoryops.kit.schemas import is_blank, rfc3339
from memoryops.workspaces.service import take_incident_number

INCIDENT_ID = re.compile(r"INC-[1-9][0-9]{0,17}", re.ASCII)
CLAIMS = frozenset({"same_as", "did_not_help"})
LEARNED_FIELDS = ("root_cause", "resolution", "outcome", "ineffective_actions", "postmortem", *sorted(CLAIMS))
KEPT_FROM_THE_DRAFT = frozenset({"ineffective_actions", "postmortem"})
"""What reopening left of an earlier resolution and a new one does not mention; cause and resolution must be said."""

ROLES = frozenset({"commander", "comms", "scribe"})
"""Fields that name who does what in the incident."""

IDENTIFYING = frozenset({"service", "error"})

LONG_FIELDS = frozenset({"error", "symptoms", "root_cause", "resolution", "ineffective_actions", "postmortem"})


class IncidentNotFoundError(NotFoundError):
    """No incident with that id is visible in this workspace."""


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
    session: Session,
    declared: IncidentDeclare,
    *,
    actor: str,
    clock: Clock,
    sample: bool = False,
    status: Status = Status.investigating,
) -> Incident:
    """A new incident, in `triage` where a rule declares it; raises FutureMomentError for an impact that lies ahead."""
    now = clock.now()
    check_past("started_at", declared.started_at, now)
    number = await take_incident_number(session)
    incident = Incident(
        **declared.model_dump(exclude={"declared_by"}),
        number=number,
        id=f"INC-{number}",
        status=status,
        declared_by=_named(declared.declared_by) or actor,
        declared_at=now,
        sample=sample,
        revision=1,
    )
    # Behind the number, which waits for whoever is ruling on fingerprints.
    await identify(session, incident)
    session.add(incident)
    await session.flush()
    record(session, incident, "declared", actor=incident.declared_by, at=now, happened_at=now)
    return incident


async def edit(
    session: Session, incident: Incident, changes: IncidentEdit, *, if_match: str | None, actor: str, clock: Clock
) -> Incident:
    """Apply the given fields as one revision; an edit that changes nothing makes none."""
    check_revision(incident.id, incident.revision, if_match)
    now = clock.now()
    given = changes.model_dump(exclude_unset=True)
    check_past("started_at", given.get("started_at"), incident.resolved_at or now)
    if "status" in given:
        lifecycle.check_edit(incident.status, given["status"])
    claimed = await read_claims(session, incident)
    before = {name: _value(incident, claimed, name) for name in given}
    changed = {name: value for name, value in given.items() if before[name] != value}
    if incident.status is not Status.resolved and (early := [name for name in LEARNED_FIELDS if name in changed]):
        raise ConflictError(f"{early[0]} is recorded by resolving the incident (POST /resolve).", fields=early)
    if not changed:
        return incident
    check_promise(incident, changed.get("next_update_at"), at=now)
    words = Words.of(incident)
    for name in changed.keys() - CLAIMS:
        setattr(incident, name, changed[name])
    if "status" in changed:
        move(incident, at=now)
    # An edit mends words; where there were none, it resolves in those that it gives.
    parted = NOBODY if words.complete else await part(session, incident, words)
    touched = parted.roots | await _claim(session, incident, claimed, changed)
    if incident.status is Status.resolved:
        check_verified(incident)
    if not IDENTIFYING.isdisjoint(changed):
        await identify(session, incident)
    incident.revision += 1
    _tell_edit(session, incident, _differences(before, changed), actor=actor, at=now)
    await tell(session, incident, parted, actor=actor, at=now)
    if incident.status is Status.resolved:
        await settle(session, incident, touched, cause=f"edited by {actor}", at=now)
    return incident


async def resolve(
    session: Session, incident: Incident, resolution: IncidentResolve, *, actor: str, clock: Clock
) -> Incident:
    """Resolve with what was learned; the record and the memory it wants are one transaction.

    A named person confirms another incident's resolution with `same_as`; texts left out are then taken over from it.
    Who confirmed what the incident was resolved by before does not follow it into another resolution.
    """
    lifecycle.check_resolvable(incident.status)
    now = clock.now()
    claimed = await read_claims(session, incident)
    words = Words.of(incident)
    drafted = KEPT_FROM_THE_DRAFT - resolution.model_fields_set
    for name, value in resolution.model_dump(exclude={"resolved_by", *CLAIMS, *drafted}).items():
        setattr(incident, name, value)
    await take_over_texts(session, incident, resolution.same_as)
    parted = await part(session, incident, words)
    touched = parted.roots | await _claim(session, incident, claimed, _claims_of(resolution))
    incident.resolved_by = _named(resolution.resolved_by) or (actor if actor != UNKNOWN_ACTOR else None)
    check_verified(incident)
    incident.status, incident.resolved_at, incident.next_update_at = Status.resolved, now, None
    move(incident, at=now)
    incident.revision += 1
    by = incident.resolved_by or actor
    said = {"outcome": resolution.outcome.value, "same_as": resolution.same_as, "did_not_help": resolution.did_not_help}
    changes = {name: value for name, value in said.items() if value}
    record(session, incident, "resolved", actor=by, at=now, changes=changes)
    await tell(session, incident, parted, actor=by, at=now)
    await settle(session, incident, touched, cause=f"resolved by {by}", at=now)
    return incident


async def reopen(session: Session, incident: Incident, *, actor: str, clock: Clock) -> Incident:
    """Back to `investigating`; what was learned stays in the record as a draft and leaves memory."""
    lifecycle.check_reopenable(incident.status)
    now = clock.now()
    incident.status, incident.resolved_at, incident.resolved_by = Status.investigating, None, None
    move(incident, at=now)
    incident.revision += 1
    record(session, incident, "reopened", actor=actor, at=now)
    await settle(session, incident, {root_of(incident)}, cause=f"reopened by {actor}", at=now)
    return incident


async def delete(session: Session, incident: Incident, *, actor: str, clock: Clock) -> None:
    """Hide the incident and withdraw its memory; nothing is lost and the id is never reused."""
    now = clock.now()
    incident.deleted_at = now
    incident.revision += 1
    record(session, incident, "deleted", actor=actor, at=now)
    await settle(session, incident, {root_of(incident)}, cause=f"deleted by {actor}", at=now)


async def restore(session: Session, incident: Incident, *, actor: str, clock: Clock) -> Incident:
    """Bring a deleted incident back, and its memory where it had one; restoring a visible one changes nothing."""
    if incident.deleted_at is None:
        return incident
    now = clock.now()
    incident.deleted_at = None
    incident.revision += 1
    record(session, incident, "restored", actor=actor, at=now)
    await settle(session, incident, {root_of(incident)}, cause=f"restored by {actor}", at=now)
    return incident


def _tell_edit(
    session: Session, incident: Incident, differences: Mapping[str, Any], *, actor: str, at: datetime
) -> None:
    """Who took which role is an entry of its own: that is what a reader of the timeline looks for."""
    roles = {name: change for name, change in differences.items() if name in ROLES}
    others = {name: change for name, change in differences.items() if name not in ROLES}
    for kind, changes in (("edited", others), ("role", roles)):
        if changes:
            record(session, incident, kind, actor=actor, at=at, changes=changes)


async def _claim(session: Session, incident: Incident, before: Claims, given: Mapping[str, Any]) -> set[str]:
    """Make the claims among these fields; the roots of the groups that may have changed."""
    tried = given.get("did_not_help", before.did_not_help)
    after = Claims(given.get("same_as", before.same_as), tuple(tried))
    return await make_claims(session, incident, before, after)


def _claims_of(resolution: IncidentResolve) -> Mapping[str, Any]:
    """What a resolution says of others: the same as none unless said; what did not help stays unless said."""
    unsaid = "did_not_help" not in resolution.model_fields_set
    if unsaid and resolution.outcome is not Outcome.false_alarm:
        return {"same_as": resolution.same_as}
    return {"same_as": resolution.same_as, "did_not_help": resolution.did_not_help or []}


def _value(incident: Incident, claimed: Claims, name: str) -> Any:
    return list(claimed.did_not_help) if name == "did_not_help" else getattr(incident, name)


def _named(name: str | None) -> str | None:
    return None if name is None or is_blank(name) or name.strip() == UNKNOWN_ACTOR else name


def _differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: {"changed": True} if name in LONG_FIELDS else {"from": _plain(before[name]), "to": _plain(after[name])}
        for name in after
    }


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return rfc3339(value)
    return value.value if isinstance(value, StrEnum) else value
