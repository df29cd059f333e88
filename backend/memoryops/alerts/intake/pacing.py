"""How much one transaction takes in: little enough that whoever brings a delivery meanwhile does not wait long."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from memoryops.alerts.intake.interpreting import Understood
from memoryops.alerts.values import AlertReading

HOLD_S: Final = 0.04
"""A transaction that took longer is followed by smaller ones: all else that is written waits meanwhile."""

FEWEST, MOST = 20, 200
"""Bounds on the alerts of a transaction; each costs some statements however few they are."""

REST_S: Final = 0.03
"""The longest rest after a transaction during which deliveries came."""


@dataclass
class Pace:
    """How many alerts the next transaction takes in, by how long the last ones took."""

    alerts: int = FEWEST

    def took(self, seconds: float, alerts: int) -> None:
        """Take note of a transaction."""
        if seconds > HOLD_S:
            self.alerts = max(FEWEST, self.alerts // 2)
        elif seconds < HOLD_S / 2 and alerts * 2 > self.alerts:
            self.alerts = min(MOST, self.alerts * 2)


@dataclass(frozen=True)
class Part:
    """Some alerts of a delivery, from the place `first` on; `last` says whether the delivery is told with them."""

    understood: Understood
    first: int
    alerts: Sequence[AlertReading]
    last: bool

    @classmethod
    def whole(cls, understood: Understood) -> "Part":
        """All of a delivery."""
        return cls(understood, 0, understood.alerts, True)

    @property
    def pk(self) -> int:
        """The key of the delivery."""
        return self.understood.waiting.pk


def in_parts(batch: Sequence[Understood], pace: Pace) -> Iterator[list[Part]]:
    """What each transaction takes in, in order; a delivery is divided only where it alone is too much for one."""
    some: list[Part] = []
    for understood in batch:
        if some and _alerts(some) + len(understood.alerts) > pace.alerts:
            yield some
            some = []
        for part in _divided(understood, pace):
            some.append(part)
            if not part.last or len(some) >= pace.alerts:
                yield some
                some = []
    if some:
        yield some


def _divided(understood: Understood, pace: Pace) -> Iterator[Part]:
    first, last = 0, False
    while not last:
        alerts = understood.alerts[first : first + pace.alerts]
        last = first + len(alerts) >= len(understood.alerts)
        yield Part(understood, first, alerts, last)
        first += len(alerts)


def _alerts(parts: Sequence[Part]) -> int:
    return sum(len(part.alerts) for part in parts)
