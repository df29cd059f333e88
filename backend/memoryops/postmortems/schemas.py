"""What comes in and what goes out for postmortems."""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, field_validator, model_validator

from memoryops.analysis.port import AnalysisReason
from memoryops.analysis.report import Citation
from memoryops.incidents.lifecycle import Outcome, Severity, Status
from memoryops.incidents.schemas import PROSE_LIMIT, Name, OptionalName, TimelineItem
from memoryops.kit.schemas import Input, Output, RequiredText, Text, Time
from memoryops.postmortems.blame_words import BlameKind
from memoryops.postmortems.lifecycle import PostmortemStatus
from memoryops.postmortems.sections import SectionKey, Source

REVIEWERS_LIMIT = 20
COMMENT_LIMIT = 4_000
LARGEST_COUNT = 10**12
LARGEST_REVISION = 2**31 - 1
"""What the column holds."""


def each_once(names: list[str]) -> list[str]:
    """The names without blank space around them, each once however it is capitalised, as it was given first."""
    once = dict[str, str]()
    for name in names:
        once.setdefault(name.strip().casefold(), name.strip())
    return list(once.values())


Reviewers = Annotated[list[Name], Field(max_length=REVIEWERS_LIMIT), AfterValidator(each_once)]
SectionText = Annotated[Text, Field(max_length=PROSE_LIMIT)]
Count = Annotated[int, Field(ge=0, le=LARGEST_COUNT)]
Currency = Annotated[str, Field(pattern=r"^[A-Z]{3}$", description="ISO 4217, as `EUR`.")]


class ImpactNumbers(Input):
    """The impact in numbers, each known or null. `revenue` is what was lost, in `currency`."""

    users_affected: Count | None = None
    requests_failed_percent: Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)] | None = None
    tickets: Count | None = None
    revenue: Annotated[float, Field(ge=0, le=LARGEST_COUNT, allow_inf_nan=False)] | None = None
    currency: Currency | None = None

    @model_validator(mode="after")
    def _revenue_has_a_currency(self) -> Self:
        if self.revenue is not None and self.currency is None:
            raise ValueError("revenue needs a currency")
        return self


class PostmortemEdit(Input):
    """Changes to owner, reviewers and numbers; a field that is left out stays as it is."""

    owner: OptionalName | None = None
    reviewers: Reviewers | None = None
    impact: ImpactNumbers | None = None

    @field_validator("reviewers")
    @classmethod
    def _nobody_is_an_empty_list(cls, names: list[str] | None) -> list[str]:
        return names or []

    @field_validator("owner")
    @classmethod
    def _nobody_is_null(cls, name: str | None) -> str | None:
        return (name or "").strip() or None


class SectionSave(Input):
    """A section as it is to read from now on, in Markdown; `settles` is a version of its own, however soon it comes."""

    text: SectionText
    settles: bool = False


class VersionRestore(Input):
    """The version whose words shall stand again, as a new one."""

    revision: Annotated[int, Field(ge=1, le=LARGEST_REVISION)]


class StatusChange(Input):
    """Where the postmortem goes; `published` is reached by publishing.

    Going into review asks `reviewers`, who take the place of those named before; left out, those are asked.
    """

    status: PostmortemStatus
    reviewers: Reviewers | None = None


class CommentAdd(Input):
    """What somebody says about a section."""

    section: SectionKey
    text: Annotated[RequiredText, Field(max_length=COMMENT_LIMIT)]


class DraftRequest(Input):
    """Which sections to draft; all without."""

    sections: list[SectionKey] | None = None


class Editing(Input):
    """Which section somebody is writing in."""

    section: SectionKey


class BlameFinding(Output):
    """A phrase that may read as blame; `start` and `end` count Unicode characters of the section's text."""

    section: str
    start: int
    end: int
    phrase: str
    kind: BlameKind
    why: str
    instead: str


class Written(Output):
    """Words and where they come from: whose they are, what they cite, which timeline entries they lean on."""

    text: str
    source: Source
    model: str | None
    citations: list[Citation]
    entries: list[str]
    by: str
    at: Time


class Version(Written):
    """One version of a section; `restored_from` is the older one whose words it brought back.

    What one person adds within ten minutes is one version, under the revision and the time of its last save.
    """

    revision: int
    restored_from: int | None


class Versions(Output):
    """All versions of a section, newest first."""

    items: list[Version]


class Proposal(Written):
    """A draft beside a section; `id` names this one, so that no newer one is taken or left in its place."""

    id: str


class SectionView(Output):
    """One section: what it asks, how it reads, where that comes from, and a draft beside it, where there is one.

    `revision` is 0 and `written` null as long as nothing was written.
    """

    key: SectionKey
    title: str
    prompt: str
    text: str
    revision: int
    written: Version | None
    proposal: Proposal | None
    blame: list[BlameFinding]


class Comment(Output):
    """A comment on a section; resolved, it stays readable."""

    id: int
    section: SectionKey
    text: str
    by: str
    at: Time
    resolved_by: str | None
    resolved_at: Time | None


class ImpactView(Output):
    """The impact in numbers; `duration_s`, from when it began to when it was resolved, is the record's, in seconds."""

    duration_s: int | None
    users_affected: int | None
    requests_failed_percent: float | None
    tickets: int | None
    revenue: float | None
    currency: str | None


class PostmortemSummary(Output):
    """One postmortem as lists show it; it goes by the id of its incident. `written` counts sections with text."""

    incident_id: str
    title: str
    service: str
    severity: Severity
    incident_status: Status
    outcome: Outcome | None
    resolved_at: Time | None
    sample: bool
    status: PostmortemStatus
    owner: str | None
    reviewers: list[str]
    written: int
    sections_total: int
    open_comments: int
    created_at: Time
    updated_at: Time
    published_at: Time | None


class PostmortemView(PostmortemSummary):
    """One postmortem with all that it says.

    `revision` is of owner, reviewers and numbers, and is the ETag; sections have their own. `factors` are the lines of
    the contributing factors. `timeline` is the record's: what is pinned there, else what people did and said.
    `published_revision` is the incident's revision that publishing made.
    """

    revision: int
    next_statuses: list[PostmortemStatus]
    created_by: str
    published_by: str | None
    published_revision: int | None
    impact: ImpactView
    sections: list[SectionView]
    factors: list[str]
    timeline: list[TimelineItem]
    comments: list[Comment]
    people: list[str]


class DraftOutcome(Output):
    """What drafting did: sections it filled, and sections that got a proposal, since somebody had written there.

    `reason` says why the template wrote and not a model, null when the model did; `detail` is a sentence about it.
    """

    source: Source
    model: str | None
    reason: AnalysisReason | None
    detail: str | None
    filled: list[SectionKey]
    proposed: list[SectionKey]
    postmortem: PostmortemView


class FieldChange(Output):
    """One field of the incident that publishing changes."""

    field: Literal["root_cause", "resolution", "ineffective_actions", "postmortem"]
    before: str | None
    after: str | None


class PublishPreview(Output):
    """What publishing does, before it is done; its ETag is what publishing takes as If-Match.

    `will_be_remembered` is the document as memory would get it; null where it gets none, and `not_remembered` says
    why. `remembered_now` is what the ledger wants in memory now, null for nothing.
    """

    tag: str
    changes: list[FieldChange]
    will_be_remembered: str | None
    not_remembered: Literal["false_alarm", "confirms", "forgotten"] | None
    remembered_now: str | None
    blame: list[BlameFinding]
    missing: list[SectionKey]
    open_comments: int
