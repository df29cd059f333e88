"""Evidence as people and clients see it, with what was excluded and why."""

from enum import StrEnum
from typing import Annotated, Self

from pydantic import Field, model_validator

from memoryops.evidence.matching import Match
from memoryops.incidents.lifecycle import Outcome, Severity
from memoryops.incidents.schemas import OptionalName, TrackRecord
from memoryops.kit.schemas import Input, Moment, Output, RequiredText, Time
from memoryops.memory.port import MemoryReason
from memoryops.memory.schemas import Forgotten, LedgerEntry, MemoryStatus

QUERY_LIMIT = 4_000


class Excluded(Output):
    """Something memory returned that is not evidence, and why."""

    document_id: str | None
    reason: str


class RecallTrace(Output):
    """What was sent to memory and what became of the answer. `reason` is null unless unavailable.

    `threshold` is null while it is not known how to read the similarities of the server.
    """

    reason: MemoryReason | None
    detail: str | None
    bank_id: str
    query: str
    tags: list[str]
    latency_ms: int
    recalled: int
    kept: int
    excluded: list[Excluded]
    threshold: float | None


class RecordCheck(Output):
    """Evidence against the record: `verified` always holds here; `stale` when a newer revision exists."""

    verified: bool
    stale: bool


class Objection(Output):
    """Who called it wrong last, in which incident, and their sentence where they left one."""

    incident_id: str
    by: str
    at: Time
    sentence: str | None


class Moved(StrEnum):
    """Where feedback put a strong match, against its place by likeness alone."""

    up = "up"
    down = "down"
    last = "last"


class EvidenceFeedback(Output):
    """In how many incidents people said that it helped, did not, or is wrong; `moved` is null where it kept its place.

    What resolutions claim of each other (`track_record`) orders too, and is not counted here again.
    """

    helped: int
    did_not_help: int
    wrong: int
    objection: Objection | None
    moved: Moved | None


class HistoricalIncident(Output):
    """One verified recalled memory. `similarity` is a cosine, 0..1; `duration_s` in seconds.

    `forgotten` is null but in a past run whose document was forgotten since: its texts are erased, and say so.
    `track_record` is null in investigations from before it was counted, `feedback` where there is none.
    """

    incident_id: str
    title: str
    service: str
    severity: Severity
    started_at: Time
    resolved_at: Time
    duration_s: int
    root_cause: str
    resolution: str
    ineffective_actions: str | None
    outcome: Outcome
    sample: bool
    memory_text: str
    similarity: float
    match: Match
    why: list[str]
    record: RecordCheck
    track_record: TrackRecord | None
    feedback: EvidenceFeedback | None
    document_id: str
    forgotten: Forgotten | None


class RecallRequest(Input):
    """A recall by meaning; the filters narrow what may come back. `since` and `until` are of when incidents began."""

    query: Annotated[RequiredText, Field(max_length=QUERY_LIMIT)]
    service: OptionalName | None = None
    severity: Severity | None = None
    environment: OptionalName | None = None
    outcome: Outcome | None = None
    since: Moment | None = None
    until: Moment | None = None

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.since is not None and self.until is not None and self.since > self.until:
            raise ValueError("since must not lie after until")
        return self


class TimeRange(Output):
    """The range that was asked for, both ends in it; memory was asked for the `documents` that began in it alone."""

    since: Time | None
    until: Time | None
    documents: int


class RecallResponse(Output):
    """What memory answered, verified, with the trace; `time_range` is null where none was asked for."""

    memory_status: MemoryStatus
    memory: RecallTrace
    time_range: TimeRange | None
    similar_historical_incidents: list[HistoricalIncident]


class ReflectRequest(Input):
    """A question across incidents."""

    query: Annotated[RequiredText, Field(max_length=QUERY_LIMIT)]


class RecordPattern(Output):
    """A pattern that the record shows by counting; never said by memory or a model."""

    statement: str
    count: int
    incident_ids: list[str]


class ReflectResponse(Output):
    """An answer across incidents with the memories it is based on, or why there is none.

    The answer is a model's words. `unsupported_ids` are the ids in it that nobody gave it: incidents it is not based
    on, and references to trackers that stand neither in its memories nor in the question.
    """

    memory_status: MemoryStatus
    memory: RecallTrace
    answer: str | None
    unsupported_ids: list[str]
    based_on: list[HistoricalIncident]
    from_record: list[RecordPattern]


class LedgerItem(LedgerEntry):
    """One document of the ledger, with what its incident is about."""

    title: str
    service: str


class RecordOfDocument(Output):
    """The incident that a document is of, as the record has it now; a deleted one is kept, and hidden elsewhere."""

    id: str
    title: str
    service: str
    severity: Severity
    environment: str | None
    version: str | None
    error: str | None
    symptoms: str | None
    root_cause: str | None
    resolution: str | None
    ineffective_actions: str | None
    postmortem: str | None
    outcome: Outcome | None
    resolved_by: str | None
    started_at: Time | None
    resolved_at: Time | None
    revision: int
    deleted: bool


class LedgerText(Output):
    """The document as the ledger wants it in memory; its text is empty once it was forgotten."""

    text: str
    revision: int
    content_hash: str


class HeldText(Output):
    """What memory holds under the id: `ok`, `empty` for nothing, `unavailable` where it could not be asked."""

    status: MemoryStatus
    reason: MemoryReason | None
    detail: str | None
    text: str | None
    revision: int | None
    tags: list[str]


class DocumentBesideRecord(Output):
    """A document in the record, the ledger and memory. `written` is null where the incident teaches nothing now.

    `same` says that memory holds just what the record gives, which is nothing where nothing is wanted.
    """

    incident: RecordOfDocument
    written: str | None
    ledger: LedgerText
    held: HeldText
    same: bool
