"""What comes in and what goes out for incidents and their timelines."""

from typing import Annotated, Any

from pydantic import AfterValidator, Field, field_validator

from memoryops.incidents.lifecycle import Outcome, RulingKind, Severity, Status
from memoryops.kit.schemas import (
    Input,
    Moment,
    OptionalLine,
    Output,
    RequiredLine,
    RequiredText,
    Text,
    Time,
    WebAddress,
)
from memoryops.memory.schemas import DocumentMemory, LedgerDocumentView

TITLE_LIMIT = 200
NAME_LIMIT = 120
PROSE_LIMIT = 20_000
POSTMORTEM_LIMIT = 100_000

Title = Annotated[RequiredLine, Field(max_length=TITLE_LIMIT)]
Name = Annotated[RequiredLine, Field(max_length=NAME_LIMIT)]
OptionalName = Annotated[OptionalLine, Field(max_length=NAME_LIMIT)]
Prose = Annotated[Text, Field(max_length=PROSE_LIMIT)]
RequiredProse = Annotated[RequiredText, Field(max_length=PROSE_LIMIT)]
Postmortem = Annotated[Text, Field(max_length=POSTMORTEM_LIMIT)]
IncidentId = Annotated[str, Field(pattern=r"^INC-[1-9][0-9]{0,17}$")]
TRIED_LIMIT = 20
SPLIT_LIMIT = 50


def _each_once(ids: list[str]) -> list[str]:
    return sorted(set(ids), key=lambda one: int(one.removeprefix("INC-")))


IncidentIds = Annotated[list[IncidentId], AfterValidator(_each_once)]
Tried = Annotated[IncidentIds, Field(max_length=TRIED_LIMIT)]
Reason = Annotated[Text, Field(max_length=1_000)]


class IncidentDeclare(Input):
    """A new incident: what is broken, where, how badly, and what is known so far."""

    title: Title
    service: Name
    severity: Severity
    error: Prose | None = None
    symptoms: Prose | None = None
    environment: OptionalName | None = None
    version: OptionalName | None = None
    commander: OptionalName | None = None
    runbook: WebAddress | None = None
    declared_by: OptionalName | None = None
    started_at: Moment | None = None


class IncidentEdit(Input):
    """Changes to an incident; a field that is left out stays as it is, `null` clears it.

    With `same_as` cleared, a resolution gets a document of its own.
    """

    title: Title | None = None
    service: Name | None = None
    severity: Severity | None = None
    status: Status | None = None
    error: Prose | None = None
    symptoms: Prose | None = None
    environment: OptionalName | None = None
    version: OptionalName | None = None
    commander: OptionalName | None = None
    comms: OptionalName | None = None
    scribe: OptionalName | None = None
    next_update_at: Moment | None = None
    runbook: WebAddress | None = None
    started_at: Moment | None = None
    root_cause: Prose | None = None
    resolution: Prose | None = None
    ineffective_actions: Prose | None = None
    postmortem: Postmortem | None = None
    outcome: Outcome | None = None
    same_as: IncidentId | None = None
    did_not_help: Tried | None = None

    @field_validator("did_not_help")
    @classmethod
    def _cleared(cls, value: list[str] | None) -> list[str]:
        return value or []

    @field_validator("title", "service", "severity", "status")
    @classmethod
    def _cannot_be_cleared(cls, value: object) -> object:
        if value is None:
            raise ValueError("cannot be cleared")
        return value


class IncidentResolve(Input):
    """What ended the incident.

    `same_as` says that the resolution is the one of another incident, which is thereby confirmed: that document stays
    the one in memory. Cause and resolution may then be left out, and are taken over from there; else they may be left
    out for a false alarm only. `did_not_help` names incidents whose resolution was tried here without success.
    """

    outcome: Outcome
    root_cause: Prose | None = None
    resolution: Prose | None = None
    resolved_by: OptionalName | None = None
    ineffective_actions: Prose | None = None
    postmortem: Postmortem | None = None
    same_as: IncidentId | None = None
    did_not_help: Tried | None = None


class IncidentSummary(Output):
    """One incident as lists show it."""

    id: str
    title: str
    service: str
    severity: Severity
    status: Status
    environment: str | None
    version: str | None
    commander: str | None
    next_update_at: Time | None
    declared_by: str
    started_at: Time | None
    declared_at: Time
    resolved_at: Time | None
    outcome: Outcome | None
    sample: bool
    revision: int
    memory: DocumentMemory
    memory_retained: bool


class Incident(IncidentSummary):
    """One incident with everything the record holds of it; `runbook` is an address of the web, as somebody gave it."""

    comms: str | None
    scribe: str | None
    runbook: str | None
    error: str | None
    symptoms: str | None
    root_cause: str | None
    resolution: str | None
    ineffective_actions: str | None
    postmortem: str | None
    resolved_by: str | None
    same_as: str | None
    did_not_help: list[str]
    fingerprint: str | None
    deleted_at: Time | None


class IncidentDocument(LedgerDocumentView):
    """A document, and the incident whose document takes its place when it is forgotten, or took it; null for none.

    `replaced_by_same_words` says that this other one has the very same cause and resolution, white space apart:
    forgetting this document alone then leaves those words in memory.
    """

    replaced_by: str | None
    replaced_by_same_words: bool


class TimelineItem(Output):
    """One entry of the timeline: `source` says whether the record or the memory ledger tells it.

    `details` is what its kind says beside the text. `revision` grows with every edit; `edited_at` is when the last one
    was made. A removed entry is listed only where asked for, with who removed it.
    """

    id: str
    source: str
    kind: str
    happened_at: Time
    recorded_at: Time
    actor: str
    text: str | None
    changes: dict[str, Any] | None
    details: dict[str, Any] | None
    revision: int
    edited_at: Time | None
    edited_by: str | None
    pinned: bool
    pinned_at: Time | None
    pinned_by: str | None
    removed_at: Time | None
    removed_by: str | None


class Timeline(Output):
    """All entries, oldest first by `happened_at`, or a part of them where one was asked for.

    `next_cursor` leads to the older ones, null where there are none. `position` is where the live stream stood before
    this was read: as `since` of the next call it gives what changed from here on. `since` is null, or the position
    behind which the items are what changed: removed entries are then among them, and memory's steps all or not at all.
    """

    items: list[TimelineItem]
    next_cursor: str | None
    position: int
    since: int | None


class TrackRecord(Output):
    """How a resolution has fared, counted from what people recorded.

    `seen`: incidents with its fingerprint. `fixed`, `mitigated`: incidents that ended so by this resolution, its own
    included. `did_not_help`: incidents that tried it without success. `confirmed_by`: the other incidents that ended
    by it, newest first, at most 20. The time to fix is from impact to resolution, in seconds, null without a fix.
    """

    seen: int
    fixed: int
    mitigated: int
    did_not_help: int
    confirmed_by: list[str]
    median_time_to_fix_s: int | None


class VerifiedResolution(Output):
    """How an earlier incident with this fingerprint ended: the resolution with the best record."""

    incident_id: str
    outcome: Outcome
    root_cause: str
    resolution: str
    resolved_at: Time
    resolved_by: str
    sample: bool


class RepeatResolution(Output):
    """One way in which earlier incidents with this fingerprint ended; `incident_id` can be named as `same_as`."""

    incident_id: str
    outcome: Outcome
    resolution: str
    resolved_at: Time
    sample: bool
    fixed: int
    mitigated: int
    did_not_help: int
    median_time_to_fix_s: int | None


class Repeat(Output):
    """This exact error in this service was seen before; told by the record, never by memory.

    `occurrences` counts the incidents with this fingerprint, the current one included. `resolutions` are the ways in
    which they ended, at most five, best first: those that did not fail more often than they helped, then the most
    often confirmed, then the newest. `verified_resolution` is the first of them.
    """

    fingerprint: str
    fingerprint_input: str
    occurrences: int
    first_seen_at: Time
    last_seen_at: Time
    last_incident_id: str
    incident_ids: list[str]
    verified_resolution: VerifiedResolution | None
    resolutions: list[RepeatResolution]


class SeenBefore(Output):
    """What the record knows of an error before it is declared; null when it is new."""

    repeat: Repeat | None


class FingerprintMerge(Input):
    """The error of one incident is to count as that of another, with everything that counts as it, now and later."""

    incident_id: IncidentId
    into: IncidentId
    reason: Reason | None = None


class FingerprintSplit(Input):
    """These incidents are to count as an error of their own, with all whose error text is exactly the same."""

    incident_ids: Annotated[IncidentIds, Field(min_length=1, max_length=SPLIT_LIMIT)]
    reason: Reason | None = None


class RulingView(Output):
    """One ruling on what counts as the same error; `moved` is how many incidents changed their identity by it."""

    id: int
    kind: RulingKind
    incident_ids: list[str]
    into: str | None
    source: str
    target: str
    reason: str | None
    moved: int
    by: str
    at: Time
    undone_by: str | None
    undone_at: Time | None
