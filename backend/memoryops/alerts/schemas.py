"""What goes out for alerts, and what people do with one."""

from typing import Annotated

from pydantic import Field

from memoryops.alerts.values import AlertStatus
from memoryops.incidents.lifecycle import Severity, Status
from memoryops.incidents.schemas import IncidentId, Name
from memoryops.kit.schemas import Input, Output, Time


class Routing(Output):
    """Where an alert went: `attached` to an incident, `declared` one, or only `recorded`; by which rule, and why."""

    decision: str
    rule: str
    reason: str


class AlertLink(Output):
    """An address that the source gives."""

    text: str
    href: str


class AlertItem(Output):
    """One alert by its newest occurrence; `delivery_id` is the delivery that told of it last, or that was asked for.

    `occurrences` counts how often it fired, `duplicates` the messages that said nothing new.
    """

    id: str
    delivery_id: str
    integration_id: str
    source: str
    title: str
    status: AlertStatus
    severity: Severity | None
    severity_raw: str | None
    service: str | None
    environment: str | None
    version: str | None
    fingerprint: str
    labels: dict[str, str]
    links: list[AlertLink]
    starts_at: Time | None
    ends_at: Time | None
    acknowledged_at: Time | None
    first_received_at: Time
    last_received_at: Time
    occurrences: int
    duplicates: int
    incident_id: str | None
    routing: Routing
    notes: list[str]


class OccurrenceView(Output):
    """One time that the alert fired, or was said to be over or acknowledged without having been seen firing."""

    began_at: Time
    ended_at: Time | None
    acknowledged_at: Time | None
    fired: bool
    open: bool
    received_at: Time
    incident_id: str | None
    routing: Routing


class Telling(Output):
    """What one delivery said of the alert, and by which rule of order it was taken."""

    delivery_id: str
    status: AlertStatus
    rule: str
    why: str
    at: Time


class AlertView(AlertItem):
    """One alert with what failed, in the tool's words, its last occurrences and what told of it last."""

    error: str | None
    description: str | None
    history: list[OccurrenceView]
    tellings: list[Telling]


class Attach(Input):
    """The incident that an alert belongs to, by a person's word."""

    incident_id: IncidentId


class DeclareFrom(Input):
    """What a person knows better than the alert when declaring an incident from it."""

    service: Name | None = None
    severity: Severity | None = None


class RecurringAlert(Output):
    """One alert of an incident, and how often it fired in it."""

    id: str
    title: str
    source: str
    fingerprint: str
    status: AlertStatus
    severity: Severity | None
    occurrences: int
    last_began_at: Time


class TrendBucket(Output):
    """Occurrences that began within five minutes from `at`."""

    at: Time
    count: int


class IncidentAlerts(Output):
    """An incident's alerts in short: how many occurrences, how many go on, the most frequent, the last hour's trend.

    `started_from` is the alert from which it was declared, `recurrence_of` the incident that an alert of this one was
    part of before, where a rule declared this one.
    """

    incident_id: str
    status: Status
    occurrences: int
    alerts: int
    firing: int
    first_began_at: Time | None
    last_began_at: Time | None
    declared_from_alert: bool
    started_from: str | None
    recurrence_of: str | None
    top: list[RecurringAlert]
    trend: Annotated[list[TrendBucket], Field(max_length=12)]
