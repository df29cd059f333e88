"""What comes in and what goes out for incidents and their timelines."""

from typing import Annotated, Any

from pydantic import Field, field_validator

from memoryops.incidents.lifecycle import Outcome, Severity, Status
from memoryops.kit.schemas import Input, Line, Moment, Output, RequiredLine, RequiredText, Text, Time
from memoryops.memory.schemas import DocumentMemory

TITLE_LIMIT = 200
NAME_LIMIT = 120
PROSE_LIMIT = 20_000
POSTMORTEM_LIMIT = 100_000

Title = Annotated[RequiredLine, Field(max_length=TITLE_LIMIT)]
Name = Annotated[RequiredLine, Field(max_length=NAME_LIMIT)]
OptionalName = Annotated[Line, Field(max_length=NAME_LIMIT)]
Prose = Annotated[Text, Field(max_length=PROSE_LIMIT)]
RequiredProse = Annotated[RequiredText, Field(max_length=PROSE_LIMIT)]
Postmortem = Annotated[Text, Field(max_length=POSTMORTEM_LIMIT)]
IncidentId = Annotated[str, Field(pattern=r"^INC-[1-9][0-9]{0,17}$")]


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
    declared_by: OptionalName | None = None
    started_at: Moment | None = None


class IncidentEdit(Input):
    """Changes to an incident; a field that is left out stays as it is, `null` clears it."""

    title: Title | None = None
    service: Name | None = None
    severity: Severity | None = None
    status: Status | None = None
    error: Prose | None = None
    symptoms: Prose | None = None
    environment: OptionalName | None = None
    version: OptionalName | None = None
    commander: OptionalName | None = None
    started_at: Moment | None = None
    root_cause: Prose | None = None
    resolution: Prose | None = None
    ineffective_actions: Prose | None = None
    postmortem: Postmortem | None = None
    outcome: Outcome | None = None

    @field_validator("title", "service", "severity", "status")
    @classmethod
    def _cannot_be_cleared(cls, value: object) -> object:
        if value is None:
            raise ValueError("cannot be cleared")
        return value


class IncidentResolve(Input):
    """What ended the incident. Cause and resolution may be left out for a false alarm only."""

    outcome: Outcome
    root_cause: Prose | None = None
    resolution: Prose | None = None
    resolved_by: OptionalName | None = None
    ineffective_actions: Prose | None = None
    postmortem: Postmortem | None = None
    same_as: IncidentId | None = None


class NoteAdd(Input):
    """A note for the timeline; `happened_at` may lie in the past."""

    text: Annotated[RequiredText, Field(max_length=PROSE_LIMIT)]
    happened_at: Moment | None = None


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
    """One incident with everything the record holds of it."""

    error: str | None
    symptoms: str | None
    root_cause: str | None
    resolution: str | None
    ineffective_actions: str | None
    postmortem: str | None
    resolved_by: str | None
    same_as: str | None
    fingerprint: str | None
    deleted_at: Time | None


class TimelineItem(Output):
    """One entry of the timeline: `source` says whether the record or the memory ledger tells it."""

    id: str
    source: str
    kind: str
    happened_at: Time
    recorded_at: Time
    actor: str
    text: str | None
    changes: dict[str, Any] | None


class Timeline(Output):
    """All entries, oldest first by `happened_at`."""

    items: list[TimelineItem]


class VerifiedResolution(Output):
    """How the newest resolved incident with this fingerprint ended."""

    incident_id: str
    outcome: Outcome
    root_cause: str
    resolution: str
    resolved_at: Time
    resolved_by: str
    sample: bool


class Repeat(Output):
    """This exact error in this service was seen before; told by the record, never by memory.

    `occurrences` counts the incidents with this fingerprint, the current one included.
    """

    fingerprint: str
    fingerprint_input: str
    occurrences: int
    first_seen_at: Time
    last_seen_at: Time
    last_incident_id: str
    incident_ids: list[str]
    verified_resolution: VerifiedResolution | None


class SeenBefore(Output):
    """What the record knows of an error before it is declared; null when it is new."""

    repeat: Repeat | None
