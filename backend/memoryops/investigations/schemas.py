"""An investigation as clients see it; the field names are the contract's."""

from enum import StrEnum
from typing import Any

from memoryops.analysis.port import AnalysisReason
from memoryops.analysis.report import AnalysisReport
from memoryops.evidence.schemas import HistoricalIncident, RecallTrace
from memoryops.incidents.schemas import Repeat
from memoryops.kit.schemas import Output, Time
from memoryops.memory.schemas import Forgotten, MemoryStatus


class InvestigationState(StrEnum):
    """A run is immutable once completed or interrupted."""

    queued = "queued"
    running = "running"
    completed = "completed"
    interrupted = "interrupted"


class AnalysisStatus(StrEnum):
    """`ok`: the model answered and its citations hold; `fallback`: the labelled heuristic did."""

    ok = "ok"
    fallback = "fallback"


class TraceRow(Output):
    """One stage of the pipeline; `latency_ms` in milliseconds."""

    stage: str
    status: str
    started_at: Time
    latency_ms: int
    detail: dict[str, Any]


class ForgottenEvidence(Forgotten):
    """A document that was forgotten since; `in_analysis` when the analysis was made with it and is erased too."""

    document_id: str
    in_analysis: bool


class IncidentInvestigationResponse(Output):
    """One run: evidence and analysis, separate. What a run that is not completed has not reached is null.

    `forgotten` names the documents whose words were erased from it.
    """

    id: str
    incident_id: str
    state: InvestigationState
    started_at: Time
    completed_at: Time | None
    memory_status: MemoryStatus | None
    memory: RecallTrace | None
    similar_historical_incidents: list[HistoricalIncident]
    forgotten: list[ForgottenEvidence]
    repeat: Repeat | None
    analysis_status: AnalysisStatus | None
    analysis_reason: AnalysisReason | None
    ai_analysis: AnalysisReport | None
    trace: list[TraceRow]


class InvestigationList(Output):
    """All runs for an incident, newest first."""

    items: list[IncidentInvestigationResponse]
