"""What a resolution says of others: the one it is the same as, and those that were tried and did not help."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from memoryops.incidents import groups
from memoryops.incidents.confirmations import follow, load_group, root_of
from memoryops.incidents.lifecycle import REMEMBERED_OUTCOMES, Outcome, Status
from memoryops.incidents.models import DidNotHelp, Incident
from memoryops.kit.db import Session
from memoryops.kit.errors import InvalidInputError


class NotTheSameError(InvalidInputError):
    """`same_as` names no other resolved incident that has a resolution to confirm."""


class NotTriedError(InvalidInputError):
    """`did_not_help` names an incident without a resolution, or the resolution that did help."""


class FalseAlarmClaimError(InvalidInputError):
    """A false alarm confirms nothing, and nothing failed to help against it."""


@dataclass(frozen=True)
class Claims:
    """The id of the incident whose resolution this one confirms, and of those whose resolution did not help."""

    same_as: str | None
    did_not_help: tuple[str, ...]


async def read_did_not_help(session: Session, incident: Incident) -> list[str]:
    """The incidents whose resolution was recorded as tried without success, in the order of their numbers."""
    rows = sa.select(DidNotHelp.tried).where(DidNotHelp.incident_pk == incident.pk)
    return sorted(await session.scalars(rows), key=_number)


async def read_claims(session: Session, incident: Incident) -> Claims:
    """What the incident says of others now."""
    return Claims(incident.same_as, tuple(await read_did_not_help(session, incident)))


async def make_claims(session: Session, incident: Incident, before: Claims, after: Claims) -> set[str]:
    """Check what is new and write it; returns the roots of the groups that changed.

    Raises NotTheSameError, NotTriedError, FalseAlarmClaimError. What an earlier claim named may be gone by now.
    """
    _check_outcome(incident, after)
    touched = {root_of(incident)}
    if after.same_as != before.same_as:
        confirmed = await _confirmed(session, incident, after.same_as)
        touched |= await follow(session, incident, confirmed)
    if after != before:
        await _check_tried(session, incident, before, after)
        await _write_tried(session, incident, before.did_not_help, after.did_not_help)
    return touched


async def take_over_texts(session: Session, incident: Incident, same_as: str | None) -> None:
    """Where cause or resolution were left out, those of the incident to be confirmed are recorded with this one too.

    That `same_as` names such an incident is left to `make_claims` to check.
    """
    if same_as is None or (incident.root_cause is not None and incident.resolution is not None):
        return
    confirmed = (await _resolved(session, {same_as})).get(same_as)
    if confirmed is None:
        return
    if incident.root_cause is None:
        incident.root_cause = confirmed.root_cause
    if incident.resolution is None:
        incident.resolution = confirmed.resolution


def _check_outcome(incident: Incident, claims: Claims) -> None:
    if incident.outcome is not Outcome.false_alarm:
        return
    if claims.same_as is not None:
        message = "A false alarm confirms no resolution; leave it out or clear it."
        raise FalseAlarmClaimError(f"same_as: {message}", errors=[{"field": "same_as", "message": message}])
    if claims.did_not_help:
        message = "A false alarm says nothing of a resolution; leave it out or clear it."
        raise FalseAlarmClaimError(f"did_not_help: {message}", errors=[{"field": "did_not_help", "message": message}])


async def _confirmed(session: Session, incident: Incident, same_as: str | None) -> Incident | None:
    if same_as is None:
        return None
    other = (await _resolved(session, {same_as})).get(same_as)
    if other is None or other.pk == incident.pk:
        raise _not_the_same(f"{same_as} is not another resolved incident with a resolution to confirm.")
    members = {row.id: row.same_as for row in await load_group(session, root_of(incident))}
    if other.id in groups.below(members, incident.id):
        raise _not_the_same(f"{same_as} confirms {incident.id} already; leave same_as out, and one resolution stands.")
    return other


def _not_the_same(message: str) -> NotTheSameError:
    return NotTheSameError(f"same_as: {message}", errors=[{"field": "same_as", "message": message}])


async def _check_tried(session: Session, incident: Incident, before: Claims, after: Claims) -> None:
    added = set(after.did_not_help) - set(before.did_not_help)
    resolved = await _resolved(session, added)
    wrong = [one for one in after.did_not_help if one in added and (one not in resolved or one == incident.id)]
    if wrong:
        raise _not_tried(f"{wrong[0]} is not another resolved incident with a resolution that could be tried.")
    roots = sa.select(Incident.id, Incident.resolution_root).where(Incident.id.in_(after.did_not_help))
    for name, root in await session.execute(roots.order_by(Incident.number)):
        if (root or name) == root_of(incident):
            raise _not_tried(f"The resolution of {name} is the one that this incident is resolved by or confirms.")


def _not_tried(message: str) -> NotTriedError:
    return NotTriedError(f"did_not_help: {message}", errors=[{"field": "did_not_help", "message": message}])


async def _resolved(session: Session, ids: Collection[str]) -> dict[str, Incident]:
    """Which of these are visible, resolved, and have a resolution."""
    found = await session.scalars(
        sa.select(Incident).where(
            Incident.id.in_(ids),
            Incident.deleted_at.is_(None),
            Incident.status == Status.resolved,
            Incident.outcome.in_(REMEMBERED_OUTCOMES),
        )
    )
    return {incident.id: incident for incident in found}


async def _write_tried(session: Session, incident: Incident, before: Sequence[str], after: Sequence[str]) -> None:
    gone = set(before) - set(after)
    if gone:
        await session.execute(
            sa.delete(DidNotHelp).where(DidNotHelp.incident_pk == incident.pk, DidNotHelp.tried.in_(gone))
        )
    for tried in sorted(set(after) - set(before), key=_number):
        session.add(DidNotHelp(incident_pk=incident.pk, tried=tried))


def _number(incident_id: str) -> int:
    return int(incident_id.removeprefix("INC-"))
