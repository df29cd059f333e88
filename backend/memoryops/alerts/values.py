"""What a delivery says: alerts, or a reason why it holds none. Plain values; no source and no table is known here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from memoryops.incidents.lifecycle import Severity


class AlertStatus(StrEnum):
    """Where an alert stands by its source's own word; `unknown` where the source says neither."""

    firing = "firing"
    resolved = "resolved"
    acknowledged = "acknowledged"
    unknown = "unknown"


@dataclass(frozen=True)
class Link:
    """An address that the source gives, to show and never to fetch; only http and https."""

    text: str
    href: str


@dataclass(frozen=True)
class AlertReading:
    """One alert as one delivery tells it.

    `fingerprint` is its identity within the source, as the source's vendor defines it; never the title.
    `severity` is ours where the source's word has a meaning here, `severity_raw` that word as received.
    `starts_at` is when this occurrence began and `ends_at` when it ended; `occurred_at` is when the source made this
    very message. All are UTC; None where they are not given or cannot be read, and then `notes` hold what stood there.
    `error` is what failed, in the tool's words; `description` what a person wrote for whoever is paged.
    """

    fingerprint: str
    title: str
    status: AlertStatus
    severity: Severity | None = None
    severity_raw: str | None = None
    service: str | None = None
    environment: str | None = None
    version: str | None = None
    error: str | None = None
    description: str | None = None
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    occurred_at: datetime | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    links: tuple[Link, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def untitled(self) -> bool:
        """Whether the message has no title of its own, so that its fingerprint stands for one (a bare resolve)."""
        return stands_in(self.title, self.fingerprint)


def stand_in(fingerprint: str) -> str:
    """What stands for the title of a message that has none."""
    return f"Alert {fingerprint}"


def stands_in(title: str, fingerprint: str) -> bool:
    """Whether it is no title of the alert's own: as soon as a message has one, that counts."""
    whole, names = title.removesuffix("…"), (fingerprint, stand_in(fingerprint))
    return title in names or (whole != title and any(name.startswith(whole) for name in names))


@dataclass(frozen=True)
class Reading:
    """What a source made of one body: its alerts, and the kind of body it was ("alert", "heartbeat", "handshake", ...).

    Without alerts the body is ignored as that kind, for `reason`.
    """

    alerts: tuple[AlertReading, ...]
    kind: str = "alert"
    reason: str | None = None


class NotUnderstood(Exception):
    """The body is not what this source sends; `reason` is a sentence for the person who looks into the quarantine."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
