"""The stages of an investigation: fingerprint, recall, verify, analyse, check citations.

Stages are values and functions; storing what they find is the caller's business.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memoryops.analysis.analyse import Outcome, analyse
from memoryops.analysis.port import LanguageModel
from memoryops.analysis.snapshot import EvidenceFacts, IncidentFacts, RepeatFacts, Snapshot
from memoryops.evidence.matching import Match
from memoryops.evidence.ordering import in_words as feedback_in_words
from memoryops.evidence.query import build_query
from memoryops.evidence.recall import Evidence, Recaller
from memoryops.evidence.schemas import HistoricalIncident, Moved
from memoryops.evidence.verify import Subject
from memoryops.incidents.models import Incident
from memoryops.incidents.schemas import Repeat
from memoryops.incidents.track_records import in_words, is_doubted
from memoryops.investigations.schemas import TraceRow
from memoryops.kit.clock import Clock


@dataclass(frozen=True)
class Case:
    """The incident as it was when the run began, and what the record knew of its error."""

    facts: IncidentFacts
    fingerprint: str | None
    normalised: str | None
    repeat: Repeat | None


@dataclass
class Trace:
    """The rows of a run, one a stage, in order."""

    clock: Clock
    rows: list[TraceRow] = field(default_factory=list)

    def add(self, stage: str, status: str, *, started_at: datetime, latency_ms: int, **detail: Any) -> None:
        self.rows.append(
            TraceRow(stage=stage, status=status, started_at=started_at, latency_ms=latency_ms, detail=detail)
        )


def trace_fingerprint(case: Case, trace: Trace, started: float) -> None:
    """The first stage: exact identity, from the record."""
    trace.add(
        "fingerprint",
        "ok" if case.fingerprint else "skipped",
        started_at=trace.clock.now(),
        latency_ms=elapsed_ms(started),
        fingerprint=case.fingerprint,
        fingerprint_input=case.normalised,
        occurrences=case.repeat.occurrences if case.repeat else 1,
    )


async def gather_evidence(case: Case, recaller: Recaller, trace: Trace) -> Evidence:
    """Recall and verify; memory's failures are a status."""
    facts = case.facts
    subject = Subject(
        workspace_id=recaller.workspace_id,
        query=build_query(service=facts.service, title=facts.title, error=facts.error, symptoms=facts.symptoms),
        incident_id=facts.incident_id,
        service=facts.service,
        environment=facts.environment,
        fingerprint=case.fingerprint,
    )
    started_at, started = trace.clock.now(), time.perf_counter()
    evidence = await recaller.recall(subject)
    memory = evidence.trace
    trace.add(
        "recall",
        "unavailable" if memory.reason else "ok",
        started_at=started_at,
        latency_ms=memory.latency_ms,
        **memory.model_dump(mode="json", include={"bank_id", "query", "tags", "recalled", "reason", "detail"}),
    )
    trace.add(
        "verify",
        "skipped" if memory.reason else "ok",
        started_at=trace.clock.now(),
        latency_ms=max(0, elapsed_ms(started) - memory.latency_ms),
        **memory.model_dump(mode="json", include={"kept", "excluded", "threshold"}),
    )
    return evidence


async def reason(case: Case, evidence: Evidence, model: LanguageModel, trace: Trace, *, deadline_s: float) -> Outcome:
    """Ask the model and check what it cites, or fall back and say why."""
    started_at, started = trace.clock.now(), time.perf_counter()
    outcome = await analyse(snapshot(case, evidence), model, deadline_seconds=deadline_s)
    detail = outcome.trace.as_detail()
    refused = detail.pop("refused")
    trace.add(
        "analyse",
        outcome.analysis_status,
        started_at=started_at,
        latency_ms=elapsed_ms(started),
        reason=outcome.analysis_reason,
        **detail,
    )
    cited = [citation.incident_id for citation in outcome.report.supporting_historical_incidents]
    trace.add(
        "check_citations",
        "rejected" if refused else "ok",
        started_at=trace.clock.now(),
        latency_ms=0,
        cited=cited,
        refused=refused,
    )
    return outcome


def snapshot(case: Case, evidence: Evidence) -> Snapshot:
    """All that the analysis may know: strong matches only, and none unless memory is `ok`."""
    strong = (item for item in evidence.matches if item.match is Match.strong)
    return Snapshot(
        incident=case.facts,
        memory_status=evidence.status.value,
        evidence=tuple(map(evidence_facts, strong)),
        repeat=_repeat_facts(case.repeat),
    )


def evidence_values(evidence: Evidence, repeat: Repeat | None) -> Mapping[str, Any]:
    """The evidence half of a run as plain values."""
    return {
        "memory_status": evidence.status.value,
        "memory": evidence.trace.model_dump(mode="json"),
        "similar_historical_incidents": [item.model_dump(mode="json") for item in evidence.matches],
        "repeat": repeat.model_dump(mode="json") if repeat else None,
    }


def analysis_values(outcome: Outcome) -> Mapping[str, Any]:
    """The analysis half of a run as plain values."""
    return {
        "analysis_status": outcome.analysis_status,
        "analysis_reason": outcome.analysis_reason,
        "ai_analysis": outcome.report.model_dump(mode="json"),
    }


def incident_facts(incident: Incident) -> IncidentFacts:
    """The incident as analyses take it."""
    return IncidentFacts(
        incident_id=incident.id,
        title=incident.title,
        service=incident.service,
        severity=incident.severity.value,
        status=incident.status.value,
        environment=incident.environment,
        version=incident.version,
        error=incident.error,
        symptoms=incident.symptoms,
    )


def evidence_facts(item: HistoricalIncident) -> EvidenceFacts:
    """A piece of evidence as analyses take it."""
    return EvidenceFacts(
        incident_id=item.incident_id,
        title=item.title,
        service=item.service,
        severity=item.severity.value,
        outcome=item.outcome.value,
        sample=item.sample,
        similarity=item.similarity,
        root_cause=item.root_cause,
        resolution=item.resolution,
        ineffective_actions=item.ineffective_actions,
        memory_text=item.memory_text,
        track_record=_how_it_fared(item),
        doubted=_is_doubted(item),
    )


def _how_it_fared(item: HistoricalIncident) -> str | None:
    """What the record counts and what people said, in numbers: their own words are not given to a model."""
    counted = in_words(item.track_record) if item.track_record else None
    said = feedback_in_words(item.feedback) if item.feedback else None
    return "; ".join(filter(None, (counted, said))) or None


def _is_doubted(item: HistoricalIncident) -> bool:
    called_wrong = item.feedback is not None and item.feedback.moved is Moved.last
    return called_wrong or (item.track_record is not None and is_doubted(item.track_record))


def _repeat_facts(repeat: Repeat | None) -> RepeatFacts | None:
    if repeat is None:
        return None
    verified, best = repeat.verified_resolution, next(iter(repeat.resolutions), None)
    return RepeatFacts(
        occurrences=repeat.occurrences,
        last_incident_id=repeat.last_incident_id,
        root_cause=verified.root_cause if verified else None,
        resolution=verified.resolution if verified else None,
        resolution_id=verified.incident_id if verified else None,
        doubted=best is not None and best.did_not_help > best.fixed + best.mitigated,
    )


def elapsed_ms(started: float) -> int:
    """Milliseconds since `started`, a reading of `time.perf_counter`."""
    return round((time.perf_counter() - started) * 1000)
