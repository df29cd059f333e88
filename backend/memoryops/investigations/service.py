"""The rows of investigations: begin or join, keep what a stage found, complete, interrupt, read."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from memoryops.evidence.matching import Match
from memoryops.incidents.models import Incident
from memoryops.incidents.timeline import record
from memoryops.investigations.erasure import erased_since
from memoryops.investigations.models import Investigation
from memoryops.investigations.schemas import IncidentInvestigationResponse, InvestigationState, TraceRow
from memoryops.kit.db import Session
from memoryops.kit.errors import NotFoundError
from memoryops.kit.events import announce
from memoryops.kit.leases import LEASE

State = InvestigationState
UNFINISHED = (State.queued, State.running)

ADDED_TO_EVIDENCE: Mapping[str, Any] = {"forgotten": None, "track_record": None, "feedback": None}
ADDED_TO_REPEATS: Mapping[str, Any] = {"resolutions": []}
"""What the runs of earlier versions did not know yet."""
WISHES = "wished investigations"
"""What the sweep waits for at the database's pulse."""


class InvestigationNotFoundError(NotFoundError):
    """No investigation with that id exists in this workspace."""


async def wish(session: Session, incident: Incident, *, actor: str, at: datetime) -> None:
    """Want a run for the incident; once this transaction is committed the sweep begins it, unless somebody has."""
    run = _row(incident, actor=actor, at=at)
    run.state = State.queued
    session.add(run)
    session.wake(WISHES)


async def begin(session: Session, incident: Incident, *, actor: str, owner: str, at: datetime) -> tuple[str, bool]:
    """The id of the run to follow and whether it is new; one that is under way for the incident is shared.

    Runs of the incident whose process died are closed first, so that nobody starts a second one in their place. One
    that is only wished for is the one that begins.
    """
    await interrupt_lost(session, at=at, incident=incident)
    current = await session.scalar(
        sa.select(Investigation)
        .where(Investigation.incident_pk == incident.pk, Investigation.state.in_(UNFINISHED))
        .order_by(Investigation.pk.desc())
        .limit(1)
    )
    if current is not None and current.state is State.running:
        return current.id, False
    run = current or _row(incident, actor=actor, at=at)
    run.state, run.started_at, run.lease_owner, run.lease_until = State.running, at, owner, at + LEASE
    session.add(run)
    record(session, incident, "investigation_started", actor=actor, at=at, changes={"investigation": run.id})
    return run.id, True


async def wished_for(session: Session) -> list[str]:
    """The ids of the incidents whose wished run nobody has begun; a deleted incident waits until it is restored."""
    return list(
        await session.scalars(
            sa.select(Investigation.incident_id)
            .join(Incident, Incident.pk == Investigation.incident_pk)
            .where(Investigation.state == State.queued, Incident.deleted_at.is_(None))
            .order_by(Investigation.pk)
        )
    )


def _row(incident: Incident, *, actor: str, at: datetime) -> Investigation:
    return Investigation(
        id=f"INV-{uuid.uuid4().hex}",
        incident_pk=incident.pk,
        incident_id=incident.id,
        started_by=actor,
        started_at=at,
        shown=[],
        trace=[],
    )


async def keep_evidence(
    session: Session, run_id: str, owner: str, *, evidence: Mapping[str, Any], trace: Sequence[TraceRow], at: datetime
) -> bool:
    """Store what memory and record said, before the model is asked; False when the run is no longer ours."""
    kept = {
        "evidence": dict(evidence),
        "memory_status": evidence.get("memory_status"),
        "shown": _shown(evidence),
        "trace": _plain(trace),
    }
    return await _write(session, run_id, owner, kept, at=at, change="evidence")


async def complete(
    session: Session, run_id: str, owner: str, *, analysis: Mapping[str, Any], trace: Sequence[TraceRow], at: datetime
) -> bool:
    """Store the analysis, but what was made with a document forgotten meanwhile, and close the run.

    False when the run is no longer ours.
    """
    kept = sa.select(Investigation.evidence).where(Investigation.id == run_id).with_for_update()
    said, rows = erased_since(await session.scalar(kept), analysis, _plain(trace))
    values = {
        "analysis": dict(said),
        "trace": list(rows),
        "state": State.completed,
        "completed_at": at,
        "lease_owner": None,
        "lease_until": None,
    }
    return await _write(session, run_id, owner, values, at=at, change="completed")


async def renew(session: Session, run_id: str, owner: str, *, at: datetime) -> bool:
    """Keep the run for a while longer; False when it is no longer ours."""
    renewed = await session.scalar(
        sa.update(Investigation)
        .where(Investigation.id == run_id, Investigation.lease_owner == owner, Investigation.lease_until > at)
        .values(lease_until=at + LEASE)
        .returning(Investigation.id)
        .execution_options(synchronize_session=False)
    )
    return renewed is not None


async def release(session: Session, run_id: str, owner: str, *, at: datetime) -> bool:
    """Give a run up that is not finished, so that another process closes it and starts a new one at once."""
    return await _write(session, run_id, owner, {"lease_owner": None, "lease_until": None}, at=at, change="released")


def lost(at: datetime) -> sa.Select[Investigation]:
    """The runs that nobody works on any more; those that are only wished for are not among them."""
    return sa.select(Investigation).where(
        Investigation.state == State.running,
        sa.or_(Investigation.lease_until.is_(None), Investigation.lease_until <= at),
    )


async def interrupt_lost(session: Session, *, at: datetime, incident: Incident | None = None) -> list[str]:
    """Close the runs whose process died, of one incident or of all; the ids of their incidents."""
    wanted = lost(at) if incident is None else lost(at).where(Investigation.incident_pk == incident.pk)
    runs = list(await session.scalars(wanted.with_for_update(skip_locked=True)))
    for run in runs:
        await interrupt(session, run.id, None, at=at)
    return list(dict.fromkeys(run.incident_id for run in runs))


async def interrupt(session: Session, run_id: str, owner: str | None, *, at: datetime) -> bool:
    """Close a run that was cut off."""
    values = {"state": State.interrupted, "completed_at": at, "lease_owner": None, "lease_until": None}
    return await _write(session, run_id, owner, values, at=at, change="interrupted")


async def _write(
    session: Session, run_id: str, owner: str | None, values: Mapping[str, Any], *, at: datetime, change: str
) -> bool:
    mine = sa.true() if owner is None else Investigation.lease_owner == owner
    incident_id = await session.scalar(
        sa.update(Investigation)
        .where(Investigation.id == run_id, Investigation.state.in_(UNFINISHED), mine)
        .values(**values)
        .returning(Investigation.incident_id)
        .execution_options(synchronize_session=False)
    )
    if incident_id is None:
        return False
    announce(session, session.workspace_id, "investigation", incident_id, at, change=change, investigation_id=run_id)
    return True


async def load(session: Session, run_id: str, *, lock: bool = False) -> Investigation:
    """The run, where wanted locked until the transaction ends; raises InvestigationNotFoundError."""
    chosen = sa.select(Investigation).where(Investigation.id == run_id)
    run: Investigation | None = await session.scalar(chosen.with_for_update() if lock else chosen)
    if run is None:
        raise InvestigationNotFoundError(f"There is no investigation {run_id[:60]!r} in this workspace.")
    return run


async def list_for(session: Session, incident: Incident) -> list[IncidentInvestigationResponse]:
    """All runs for the incident, newest first."""
    runs = await session.scalars(
        sa.select(Investigation).where(Investigation.incident_pk == incident.pk).order_by(Investigation.pk.desc())
    )
    return [view(run) for run in runs]


def view(run: Investigation) -> IncidentInvestigationResponse:
    """The run as clients see it."""
    evidence = run.evidence or {
        "memory_status": None,
        "memory": None,
        "similar_historical_incidents": [],
        "repeat": None,
    }
    similar = [{**ADDED_TO_EVIDENCE, **item} for item in evidence["similar_historical_incidents"]]
    repeat = evidence["repeat"] and {**ADDED_TO_REPEATS, **evidence["repeat"]}
    analysis = run.analysis or {"analysis_status": None, "analysis_reason": None, "ai_analysis": None}
    return IncidentInvestigationResponse.model_validate(
        {
            "id": run.id,
            "incident_id": run.incident_id,
            "state": run.state,
            "started_at": run.started_at,
            "completed_at": run.completed_at,
            "trace": run.trace,
            "forgotten": [],
            **evidence,
            "similar_historical_incidents": similar,
            "repeat": repeat,
            **analysis,
        }
    )


def _shown(evidence: Mapping[str, Any]) -> list[str]:
    """The incidents that stand in the run as evidence; weak matches are none."""
    similar = evidence.get("similar_historical_incidents", [])
    return [item["incident_id"] for item in similar if item["match"] == Match.strong.value]


def _plain(trace: Sequence[TraceRow]) -> list[dict[str, Any]]:
    return [row.model_dump(mode="json") for row in trace]
