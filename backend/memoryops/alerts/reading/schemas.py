"""What the calls about sources take and give."""

from typing import Annotated, Any

from pydantic import Field

from memoryops.alerts.intake.signatures import SCHEMES, Scheme
from memoryops.alerts.reading.previewing import Preview
from memoryops.alerts.sources.source import Source
from memoryops.alerts.values import AlertReading, AlertStatus
from memoryops.incidents.lifecycle import Severity
from memoryops.kit.schemas import Input, Output, Time


class AlertSource(Output):
    """A tool whose alerts are read. `confirmed`: held against a body as the tool really sends it.

    `signature` says how it signs what it sends, null where it does not.
    `mapping` is what it is read by, where an integration may have its own in its place; null where it may not.
    """

    name: str
    label: str
    aliases: list[str]
    confirmed: bool
    signature: Scheme | None
    takes_mapping: bool
    mapping: dict[str, Any] | None
    documentation: str | None

    @classmethod
    def of(cls, source: Source) -> "AlertSource":
        """The source as clients see it."""
        mapping = None if source.mapping is None else source.mapping.as_json()
        return cls(
            name=source.name,
            label=source.label,
            aliases=list(source.aliases),
            confirmed=source.confirmed,
            signature=SCHEMES.get(source.name),
            takes_mapping=mapping is not None,
            mapping=mapping,
            documentation=source.documentation,
        )


class PreviewRequest(Input):
    """A mapping to try on a payload; `source` says whose scale its severities are of."""

    mapping: dict[str, Any]
    payload: Any
    source: Annotated[str, Field(max_length=64)] = "generic"


class FieldPreview(Output):
    """What one expression yields, as JSON text; `position` is where a bad expression goes wrong, from 0."""

    field: str
    value: str | None
    problem: str | None
    position: int | None


class LinkPreview(Output):
    """An address that the alert gives."""

    text: str
    href: str


class AlertPreview(Output):
    """An alert as the mapping reads it."""

    fingerprint: str
    title: str
    status: AlertStatus
    severity: Severity | None
    severity_raw: str | None
    service: str | None
    environment: str | None
    version: str | None
    error: str | None
    description: str | None
    starts_at: Time | None
    ends_at: Time | None
    occurred_at: Time | None
    labels: dict[str, str]
    links: list[LinkPreview]
    notes: list[str]

    @classmethod
    def of(cls, alert: AlertReading) -> "AlertPreview":
        """The alert as clients see it."""
        return cls.model_validate(alert)


class MappingPreview(Output):
    """What a mapping makes of a payload; without alerts, `reason` says why, and `kind` what the body is ignored as."""

    fields: list[FieldPreview]
    kind: str | None
    reason: str | None
    alerts: list[AlertPreview]

    @classmethod
    def of(cls, preview: Preview) -> "MappingPreview":
        """The preview as clients see it."""
        reading = preview.reading
        return cls(
            fields=[FieldPreview.model_validate(field) for field in preview.fields],
            kind=None if reading is None else reading.kind,
            reason=preview.reason if reading is None else reading.reason,
            alerts=[AlertPreview.of(alert) for alert in reading.alerts] if reading else [],
        )
