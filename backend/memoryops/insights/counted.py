"""What insights answer: numbers, each with a call (`rows`, a path with its query) that lists exactly its rows.

Durations are in seconds; shares lie between 0 and 1, null where nothing was counted.
"""

from datetime import datetime
from enum import StrEnum
from typing import Any, Generic, TypedDict, TypeVar

from memoryops.incidents.lifecycle import Outcome, Severity, Status
from memoryops.insights.found import Finding
from memoryops.kit.schemas import Output, Time

Item = TypeVar("Item")


class PeriodView(Output):
    """What was counted: what began from `start` up to but not including `end`; no services means all."""

    start: Time
    end: Time
    services: list[str]
    samples: bool


class Table(Output, Generic[Item]):
    """One table of insights. `counted_at` is when it was counted, `says` what it counts and what it does not say.

    `items` are the first `limit` of `total`; the next ones come with `next_cursor`.
    """

    period: PeriodView
    counted_at: Time
    says: str
    items: list[Item]
    total: int
    next_cursor: str | None


class TableFields(TypedDict):
    """What every table has, to build one from."""

    period: PeriodView
    counted_at: datetime
    says: str
    items: list[Any]
    total: int
    next_cursor: str | None


class Spread(Output):
    """A distribution of seconds. `p90_s` is null below 10 values, quartiles below 4; `small`: n is below 20."""

    n: int
    median_s: float | None
    p25_s: float | None
    p75_s: float | None
    p90_s: float | None
    least_s: float | None
    most_s: float | None
    small: bool


class Share(Output):
    """A number and the call that lists its rows."""

    count: int
    rows: str


class FailingService(Output):
    """How often a service broke, and with what.

    `new` errors had never been seen in the record, `repeats` had; `unidentified` incidents have no error text and so
    no fingerprint. `days` are the days in UTC on which at least one incident was declared.
    """

    service: str
    incidents: Share
    open: Share
    new: Share
    repeats: Share
    unidentified: Share
    days: int
    samples: int
    time_to_resolve: Spread


class Hold(Output):
    """How long one fix held: from its resolution to the next occurrence, or, while `holding`, to the end of the count.

    `held_s` is null where the next occurrence began before this one was resolved.
    """

    incident_id: str
    outcome: Outcome
    resolved_at: Time
    held_s: float | None
    holding: bool
    next_incident_id: str | None
    sample: bool


class RepeatingError(Output):
    """One fingerprint that came more than once: at least twice in the record, at least once in the period.

    `occurrences` are those in the period; `incident_ids` the newest fifty of them, newest first. `holds` are the newest
    ten fixes, the one before the period included; the median is over those that ended by a recurrence.
    """

    fingerprint: str
    service: str
    title: str
    occurrences: int
    seen_before: bool
    open: int
    first_at: Time
    last_at: Time
    samples: int
    holds: list[Hold]
    held: int
    median_held_s: float | None
    holding_since: Time | None
    incident_ids: list[str]
    rows: str


class WeekHour(Output):
    """One hour of the week, by the clock of the zone: `weekday` 1 is Monday, `hour` 0 begins at midnight."""

    weekday: int
    hour: int
    incidents: int
    samples: int
    rows: str


class HeatMap(Table[WeekHour]):
    """All 168 hours of the week by the clock of `zone`; an hour that a change of clocks repeats counts both times."""

    zone: str


class Measure(StrEnum):
    """What is measured, always from the declaration."""

    acknowledge = "acknowledge"
    mitigate = "mitigate"
    resolve = "resolve"


class Bin(Output):
    """Values from `from_s` up to but not including `to_s`; the last bin has no end."""

    from_s: float
    to_s: float | None
    count: int
    rows: str


class TimeTaken(Output):
    """How long one step took. `without` counts the incidents that have no such time (yet); `warning` says so of few."""

    measure: Measure
    spread: Spread
    without: int
    without_rows: str
    samples: int
    warning: str | None
    bins: list[Bin]
    rows: str


class NoisyAlert(Output):
    """One alert: how often it fired in the period, and how often somebody or something acted on that.

    Acted on means acknowledged at its source, or attached to an incident that a person confirmed.
    """

    source: str
    fingerprint: str
    title: str
    service: str | None
    fired: Share
    acted_on: Share
    ignored: Share
    ignored_share: float
    last_fired_at: Time
    alert_id: str


class AlertNoise(Table[NoisyAlert]):
    """The alerts that fired, those with the most ignored firings first; the sums are over all of them."""

    fired: Share
    acknowledged: Share
    attached: Share
    ignored: Share
    ignored_share: float | None


class Recalls(Output):
    """What investigations got from memory; the hit rate is `ok` among those where memory answered."""

    ok: Share
    empty: Share
    unavailable: Share
    unfinished: Share
    hit_rate: float | None


class Helpfulness(Output):
    """What people recorded of evidence.

    `confirmed`: incidents resolved the same way as an earlier one; `confirmed_shown` those among them whose
    investigation had shown that evidence before. `did_not_help`: incidents that name a resolution tried in vain.
    `marked_*`: pieces of evidence that the people of an incident marked so; where they disagree, most decide.
    """

    shown: Share
    confirmed: Share
    confirmed_shown: Share
    did_not_help: Share
    did_not_help_shown: Share
    marked_helped: Share
    marked_did_not_help: Share
    marked_wrong: Share


class Learnings(Output):
    """Where the lessons of resolved incidents stand; `none`: there is something to learn and no document of it."""

    ready: Share
    waiting: Share
    failed: Share
    confirming: Share
    forgotten: Share
    none: Share


class MemoryAtWork(Output):
    """Memory at work, in counts of the record. The two times to resolve are no experiment; `warning` says why."""

    period: PeriodView
    counted_at: Time
    says: str
    samples: int
    investigations: Recalls
    evidence: Helpfulness
    with_evidence: Spread
    with_evidence_rows: str
    without_evidence: Spread
    without_evidence_rows: str
    warning: str
    learnings: Learnings


class CountedRow(Output):
    """One row that was counted. `value_s` is what was measured on it, in seconds, where something was."""

    id: str
    incident_id: str | None
    title: str
    service: str | None
    severity: Severity | None
    status: Status | None
    at: Time
    value_s: float | None
    sample: bool


class ReportLine(Output):
    """One line of the report: a service, or all of them (`service` is null). `*_before` are of the period before."""

    service: str | None
    incidents: Share
    incidents_before: Share
    new: Share
    repeats: Share
    repeats_before: Share
    unidentified: Share
    open: Share
    time_to_resolve: Spread
    time_to_resolve_before: Spread
    open_learnings: Share
    firings: Share
    ignored_firings: Share
    ignored_firings_before: Share
    samples: int


class Report(Output):
    """The executive page: one team, its services, this period against the one before, and what stands out."""

    team: str
    period: PeriodView
    before: PeriodView
    counted_at: Time
    says: str
    all: ReportLine
    services: list[ReportLine]
    services_total: int
    findings: list[Finding]
    findings_total: int
