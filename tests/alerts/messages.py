"""Messages about one alert, and what comes of them in the order in which they arrive."""

from datetime import UTC, datetime, timedelta

from memoryops.alerts.order.history import History, hear, trimmed
from memoryops.alerts.values import AlertReading, AlertStatus

START = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
KNOWN = (AlertStatus.firing, AlertStatus.acknowledged, AlertStatus.resolved)
FIRING, ACKNOWLEDGED, RESOLVED = KNOWN


def minute(value: float) -> datetime:
    return START + timedelta(minutes=value)


def told(
    status: AlertStatus, start: float | None = None, *, end: float | None = None, made: float | None = None
) -> AlertReading:
    """A message; times in minutes."""
    return AlertReading(
        fingerprint="disk",
        title="Disk full",
        status=status,
        starts_at=None if start is None else minute(start),
        ends_at=None if end is None else minute(end),
        occurred_at=None if made is None else minute(made),
    )


def heard(*messages: AlertReading) -> tuple[History, list[str]]:
    """What comes of the messages, one arriving each second, and the rules by which they were taken."""
    history, rules = History(), []
    for index, message in enumerate(messages):
        history, rule = hear(history, message, START + timedelta(hours=2, seconds=index))
        history = trimmed(history)
        rules.append(rule.name)
    return history, rules


def summary(history: History) -> tuple[str, int, int]:
    return history.status.value, history.fired, history.duplicates
