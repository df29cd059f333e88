"""Time as a collaborator, so that nothing has to wait for it."""

from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Tells the current time, with its zone."""

    def now(self) -> datetime: ...


class SystemClock:
    """The machine's own clock, in UTC."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class ManualClock:
    """A clock that moves only when told to."""

    def __init__(self, start: datetime) -> None:
        self._now = start

    def now(self) -> datetime:
        return self._now

    def advance(self, **delta: float) -> None:
        """Move forward by `timedelta(**delta)`."""
        self._now += timedelta(**delta)
