"""All that an analysis may know: frozen values taken from the record and from verified evidence."""

from dataclasses import dataclass


@dataclass(frozen=True)
class IncidentFacts:
    """The incident under investigation, as declared. Text is people's, and is data only."""

    incident_id: str
    title: str
    service: str
    severity: str
    status: str
    environment: str | None
    version: str | None
    error: str | None
    symptoms: str | None


@dataclass(frozen=True)
class EvidenceFacts:
    """One strong, verified match: what an analysis may lean on and cite.

    `similarity` is a cosine, 0..1. `memory_text` is what memory returned. `track_record` says in a sentence how the
    resolution has fared, where there is more to say than that it helped once; `doubted`, that it failed more often
    than it helped.
    """

    incident_id: str
    title: str
    service: str
    severity: str
    outcome: str
    sample: bool
    similarity: float
    root_cause: str
    resolution: str
    ineffective_actions: str | None
    memory_text: str
    track_record: str | None = None
    doubted: bool = False


@dataclass(frozen=True)
class RepeatFacts:
    """The record's own knowledge that this exact error was seen before; never citable.

    Cause and resolution are of `resolution_id`, where one was resolved; `doubted` as in evidence.
    """

    occurrences: int
    last_incident_id: str
    root_cause: str | None
    resolution: str | None
    resolution_id: str | None = None
    doubted: bool = False

    @property
    def resolved_in(self) -> str:
        """The incident that cause and resolution are told of."""
        return self.resolution_id or self.last_incident_id


@dataclass(frozen=True)
class Snapshot:
    """One incident and what may be said about it. `evidence` holds strong matches, best first.

    `evidence` is empty unless `memory_status` is `ok`. `repeat` is for the
    fallback alone; the model never sees it.
    """

    incident: IncidentFacts
    memory_status: str
    evidence: tuple[EvidenceFacts, ...]
    repeat: RepeatFacts | None
