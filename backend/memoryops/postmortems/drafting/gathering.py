"""From the record to the facts that a draft is made of."""

from collections.abc import Sequence

import sqlalchemy as sa

from memoryops.analysis.snapshot import Snapshot
from memoryops.evidence.matching import Match
from memoryops.incidents.models import Incident
from memoryops.incidents.schemas import TimelineItem
from memoryops.investigations.models import Investigation
from memoryops.investigations.pipeline import evidence_facts, incident_facts
from memoryops.investigations.schemas import IncidentInvestigationResponse, InvestigationState
from memoryops.investigations.service import view as investigation_view
from memoryops.kit.db import Session
from memoryops.memory.models import LedgerDocument
from memoryops.postmortems.drafting.entry_words import entry_words
from memoryops.postmortems.drafting.facts import DraftFacts, EntryFacts
from memoryops.postmortems.impact import impact_lines
from memoryops.postmortems.record import story_of
from memoryops.postmortems.service import Case
from memoryops.postmortems.views import impact_view

MOST_ENTRIES = 40
UNTOLD = frozenset({"resolved"})
"""Told by the facts already."""


async def gather(session: Session, case: Case) -> DraftFacts:
    """What a draft of this postmortem may know; the incident is resolved."""
    incident = case.incident
    run = await newest_run(session, incident)
    evidence = [
        evidence_facts(item)
        for item in (run.similar_historical_incidents if run else ())
        if item.match is Match.strong and item.forgotten is None
    ]
    told = [item for item in await story_of(session, incident) if item.kind not in UNTOLD]
    return DraftFacts(
        snapshot=Snapshot(incident_facts(incident), "ok" if evidence else "empty", tuple(evidence), None),
        began_at=incident.started_at or incident.declared_at,
        declared_at=incident.declared_at,
        resolved_at=incident.resolved_at or incident.declared_at,
        outcome=incident.outcome.value if incident.outcome else "fixed",
        root_cause=incident.root_cause,
        resolution=incident.resolution,
        ineffective_actions=incident.ineffective_actions,
        impact=tuple(impact_lines(impact_view(case))),
        entries=tuple(_entry(place, item) for place, item in enumerate(told[:MOST_ENTRIES], 1)),
        analysis=_analysis(run),
    )


async def newest_run(session: Session, incident: Incident) -> IncidentInvestigationResponse | None:
    """The incident's newest completed investigation."""
    run: Investigation | None = await session.scalar(
        sa.select(Investigation)
        .where(Investigation.incident_pk == incident.pk, Investigation.state == InvestigationState.completed)
        .order_by(Investigation.pk.desc())
        .limit(1)
    )
    return None if run is None else investigation_view(run)


async def forgotten_of(session: Session, documents: Sequence[str]) -> set[str]:
    """Those of the documents that are forgotten by now."""
    wanted = sa.select(LedgerDocument.document_id).where(
        LedgerDocument.document_id.in_(documents), LedgerDocument.forgotten_at.is_not(None)
    )
    return set(await session.scalars(wanted))


def _entry(place: int, item: TimelineItem) -> EntryFacts:
    return EntryFacts(f"T{place}", item.id, item.happened_at, item.kind, entry_words(item))


def _analysis(run: IncidentInvestigationResponse | None) -> str | None:
    """The cause that the analysis held probable; None where words of a forgotten document stood in it."""
    if run is None or run.ai_analysis is None or any(one.in_analysis for one in run.forgotten):
        return None
    source = run.ai_analysis.model or "the heuristic"
    return f"{run.ai_analysis.probable_root_cause} (according to {source})"
