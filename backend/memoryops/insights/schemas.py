"""What the dashboard and the status page show."""

from memoryops.incidents.lifecycle import Severity
from memoryops.incidents.schemas import IncidentSummary
from memoryops.kit.schemas import Output, Time


class SeverityCount(Output):
    """How many unresolved incidents have this severity."""

    severity: Severity
    count: int


class ServiceCount(Output):
    """How often a service broke: unresolved now, and in all."""

    service: str
    open: int
    total: int


class Overview(Output):
    """The dashboard's numbers, all from the record."""

    open: list[IncidentSummary]
    open_total: int
    by_severity: list[SeverityCount]
    recent_resolutions: list[IncidentSummary]
    services: list[ServiceCount]
    total: int
    samples: int


class Dependency(Output):
    """One thing MemoryOps stands on: whether it answers, since when, why not, and what to do."""

    name: str
    label: str
    status: str
    reason: str | None
    detail: str | None
    advice: str | None
    since: Time | None
    facts: dict[str, str]


class SystemStatus(Output):
    """Every dependency, and whether sign-in is required."""

    version: str
    started_at: Time
    dependencies: list[Dependency]
