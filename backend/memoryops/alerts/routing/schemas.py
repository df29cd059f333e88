"""What comes in and what goes out for routing rules."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, field_validator

from memoryops.alerts.routing.deciding import Action, Routed
from memoryops.alerts.sources import BY_NAME
from memoryops.incidents.lifecycle import Severity, Status
from memoryops.incidents.schemas import NAME_LIMIT, Name
from memoryops.kit.schemas import Input, Output, RequiredLine, Time

GLOB_LIMIT = 200
MATCHED_LIMIT = 50
GROUP_LABELS_LIMIT = 5
LONGEST_WINDOW = 7 * 24 * 60  # minutes
PREVIEW_LIMIT = 500

Glob = Annotated[RequiredLine, Field(max_length=GLOB_LIMIT)]
MatchedSeverity = Literal["sev1", "sev2", "sev3", "sev4", "unknown"]


def _canonical(name: str) -> str:
    if name not in BY_NAME:
        raise ValueError(f"no source is called {name[:60]!r}; GET /sources lists them")
    return BY_NAME[name].name


def _declarable(status: Status) -> Status:
    if status not in (Status.triage, Status.investigating):
        raise ValueError("must be triage (until a person confirms) or investigating (at once)")
    return status


SourceName = Annotated[str, AfterValidator(_canonical)]
DeclareAs = Annotated[Status, AfterValidator(_declarable)]


class MatchInput(Input):
    """What a rule asks of an alert: one of each that it names; what it leaves empty, it does not ask for.

    `services` and the values of `labels` are globs (`*`, `?`); all `labels` have to fit. The label `environment` also
    stands for the alert's environment.
    """

    sources: Annotated[list[SourceName], Field(max_length=MATCHED_LIMIT)] = Field(default_factory=list)
    services: Annotated[list[Glob], Field(max_length=MATCHED_LIMIT)] = Field(default_factory=list)
    severities: Annotated[list[MatchedSeverity], Field(max_length=5)] = Field(default_factory=list)
    labels: Annotated[dict[Annotated[RequiredLine, Field(max_length=NAME_LIMIT)], Glob], Field(max_length=20)] = Field(
        default_factory=dict
    )


class RoutingRuleInput(Input):
    """A routing rule: what it matches, and what it does with that.

    `attach` puts an alert with the open incident of its group, or records it; `declare` does so too, or declares an
    incident; `record` only records. A group is a service, with the values of `group_labels`; an incident takes its
    alerts in for as long as it was active within the last `window_minutes`. `severity` is what an incident gets when
    the alert gives none that we know.
    """

    name: Name
    enabled: bool = True
    match: MatchInput = Field(default_factory=MatchInput)
    action: Action
    declare_as: DeclareAs = Status.triage
    severity: Severity | None = None
    group_labels: Annotated[
        list[Annotated[RequiredLine, Field(max_length=NAME_LIMIT)]], Field(max_length=GROUP_LABELS_LIMIT)
    ] = Field(default_factory=list)
    window_minutes: Annotated[int, Field(ge=1, le=LONGEST_WINDOW)] = 30
    limit_per_minute: Annotated[int, Field(ge=1, le=60)] = 5


class RoutingRuleEdit(Input):
    """Changes to a rule; a field that is left out stays as it is."""

    name: Name | None = None
    enabled: bool | None = None
    match: MatchInput | None = None
    action: Action | None = None
    declare_as: DeclareAs | None = None
    severity: Severity | None = None
    group_labels: (
        Annotated[list[Annotated[RequiredLine, Field(max_length=NAME_LIMIT)]], Field(max_length=GROUP_LABELS_LIMIT)]
        | None
    ) = None
    window_minutes: Annotated[int, Field(ge=1, le=LONGEST_WINDOW)] | None = None
    limit_per_minute: Annotated[int, Field(ge=1, le=60)] | None = None

    @field_validator(
        "name", "enabled", "match", "action", "declare_as", "group_labels", "window_minutes", "limit_per_minute"
    )
    @classmethod
    def _cannot_be_cleared(cls, value: object) -> object:
        if value is None:
            raise ValueError("cannot be cleared")
        return value


class RoutingRuleMatch(Output):
    """What a rule asks of an alert."""

    sources: list[str]
    services: list[str]
    severities: list[str]
    labels: dict[str, str]


class RoutingRuleView(Output):
    """One routing rule; the first enabled one by `position` that matches decides."""

    id: str
    position: int
    name: str
    enabled: bool
    match: RoutingRuleMatch
    action: Action
    declare_as: Status
    severity: Severity | None
    group_labels: list[str]
    window_minutes: int
    limit_per_minute: int
    created_by: str
    created_at: Time
    updated_by: str
    updated_at: Time


class RuleOrder(Input):
    """The ids of all rules, in the order in which they are to be asked."""

    ids: Annotated[list[Annotated[str, Field(pattern=r"^RUL-[1-9][0-9]{0,8}$")]], Field(max_length=200)]


class PreviewRequest(Input):
    """A rule that is to be tried on the last occurrences, as if it were the only one."""

    rule: RoutingRuleInput
    last: Annotated[int, Field(ge=1, le=PREVIEW_LIMIT)] = 200


class PreviewedAlert(Output):
    """What the rule would have done with one occurrence; `incident` numbers the incidents that it would have declared.

    Without a match, `decision` is null.
    """

    alert_id: str
    title: str
    service: str
    severity: Severity | None
    began_at: Time
    matches: bool
    decision: Routed | None
    reason: str | None
    incident: str | None


class RulePreview(Output):
    """What the rule would have done with the last occurrences, the newest first."""

    looked_at: int
    matched: int
    declared: int
    attached: int
    recorded: int
    items: list[PreviewedAlert]
