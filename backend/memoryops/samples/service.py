"""Loading and removing the sample history."""

from datetime import datetime

import sqlalchemy as sa

from memoryops.followups.schemas import ActionItemAdd
from memoryops.followups.service import add_sample
from memoryops.incidents import service
from memoryops.incidents.identity import identify
from memoryops.incidents.learning import written
from memoryops.incidents.lifecycle import Status
from memoryops.incidents.models import Incident
from memoryops.incidents.timeline import record
from memoryops.kit.clock import Clock
from memoryops.kit.db import Session
from memoryops.kit.errors import ConflictError
from memoryops.memory import ledger
from memoryops.samples.catalogue import SampleIncident, catalogue
from memoryops.workspaces.models import FIRST_INCIDENT_NUMBER, Workspace
from memoryops.workspaces.service import lock_workspace


class SampleIdTakenError(ConflictError):
    """An id of the sample history belongs to an incident that people declared."""

    slug = "sample-id-taken"
    title = "The samples cannot be loaded"


async def load_samples(session: Session, *, clock: Clock) -> int:
    """Write the samples that are missing, bring removed ones back; twice gives the same world.

    Returns how many changed. Raises SampleIdTakenError, changing nothing, when an id is somebody's own incident.
    """
    samples = catalogue()
    # First of all, since whoever declares meanwhile waits for the numbers too.
    await _reserve_numbers(session, FIRST_INCIDENT_NUMBER + len(samples))
    ids = [sample.incident_id for sample in samples]
    present = {row.id: row for row in await session.scalars(sa.select(Incident).where(Incident.id.in_(ids)))}
    foreign = sorted(row.id for row in present.values() if not row.sample)
    if foreign:
        raise SampleIdTakenError(
            f"{', '.join(foreign)} was not written by the seed; samples go into an empty database only."
        )
    changed = 0
    for sample in samples:
        if sample.incident_id not in present:
            await _write(session, sample, clock.now())
            changed += 1
        elif present[sample.incident_id].deleted_at is not None:
            await service.restore(session, present[sample.incident_id], actor="seed", clock=clock)
            changed += 1
    return changed


async def count_samples(session: Session) -> int:
    """How many samples are visible."""
    visible = sa.select(sa.func.count()).select_from(Incident).where(Incident.sample, Incident.deleted_at.is_(None))
    return await session.scalar(visible) or 0


async def remove_samples(session: Session, *, actor: str, clock: Clock) -> int:
    """Delete every sample and withdraw its memory; returns how many."""
    await lock_workspace(session)
    samples = list(
        await session.scalars(
            sa.select(Incident)
            .where(Incident.sample, Incident.deleted_at.is_(None))
            .order_by(Incident.pk)
            .with_for_update()
        )
    )
    for sample in samples:
        await service.delete(session, sample, actor=actor, clock=clock)
    return len(samples)


async def _reserve_numbers(session: Session, next_number: int) -> None:
    await session.execute(
        sa.update(Workspace)
        .where(Workspace.id == session.workspace_id, Workspace.next_incident_number < next_number)
        .values(next_incident_number=next_number)
    )


async def _write(session: Session, sample: SampleIncident, now: datetime) -> None:
    incident = _incident(session.workspace_id, sample)
    await identify(session, incident)
    session.add(incident)
    await session.flush()
    record(session, incident, "declared", actor=sample.declared_by, at=sample.declared_at)
    for note in sample.notes:
        record(session, incident, "note", actor=note.by, at=note.happened_at, text=note.text)
    changes = {"outcome": sample.outcome.value}
    record(session, incident, "resolved", actor=sample.resolved_by, at=sample.resolved_at, changes=changes)
    for item in sample.action_items:
        added = ActionItemAdd(
            title=item.title, owner=item.owner, due_on=item.due_on, kind=item.kind, priority=item.priority
        )
        await add_sample(session, incident, added, state=item.state, closed_at=item.closed_at, by=sample.resolved_by)
    await ledger.remember(session, written(incident), cause="loaded with the samples", at=now)


def _incident(workspace_id: str, sample: SampleIncident) -> Incident:
    return Incident(
        workspace_id=workspace_id,
        number=int(sample.incident_id.removeprefix("INC-")),
        id=sample.incident_id,
        title=sample.title,
        service=sample.service,
        severity=sample.severity,
        status=Status.resolved,
        environment=sample.environment,
        version=sample.version,
        error=sample.error,
        symptoms=sample.symptoms,
        commander=sample.commander,
        declared_by=sample.declared_by,
        started_at=sample.started_at,
        declared_at=sample.declared_at,
        resolved_at=sample.resolved_at,
        root_cause=sample.root_cause,
        resolution=sample.resolution,
        ineffective_actions=sample.ineffective_actions,
        postmortem=sample.postmortem,
        outcome=sample.outcome,
        resolved_by=sample.resolved_by,
        sample=True,
        revision=1,
    )
