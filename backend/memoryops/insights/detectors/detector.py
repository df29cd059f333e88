"""What a detector is, and what it finds."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from memoryops.insights.firing_sheets import AlertCount
from memoryops.insights.found import FindingKind, FindingNumber, Weight
from memoryops.insights.history import History
from memoryops.kit.counting import counted

DAY_S = 86_400.0


class Told(NamedTuple):
    """An insight in words and numbers."""

    title: str
    sentence: str
    service: str | None
    numbers: tuple[FindingNumber, ...]


@dataclass(frozen=True)
class Insight:
    """Something worth a look. `about` names it within its kind, for ever: a fingerprint, a service, an alert.

    `incidents`, by their numbers, and `alert` are what it counted, `compare` finds those it held them against. `tell`
    puts it in words, given the title of the incident that it `quotes`: a page tells fifty of thousands.
    """

    kind: FindingKind
    about: str
    weight: Weight
    tell: Callable[[str], Told]
    incidents: Sequence[int] = ()
    alert: AlertCount | None = None
    compare: Callable[[], Sequence[int]] = tuple
    quotes: int | None = None

    @cached_property
    def compared(self) -> Sequence[int]:
        """What it held the incidents against, by their numbers."""
        return self.compare()

    @cached_property
    def id(self) -> str:
        """The same for the same thing whenever it is looked for."""
        return f"{self.kind.value}-{hashlib.sha256(self.about.encode()).hexdigest()[:12]}"


@dataclass(frozen=True)
class Detector:
    """One thing to look for: `rule` says to people what is counted, from which threshold on, and why there."""

    kind: FindingKind
    rule: str
    detect: Callable[[History], Iterable[Insight]]


def number(name: str, value: float, unit: str = "count") -> FindingNumber:
    """One number of a finding."""
    return FindingNumber(name=name, value=round(value, 6), unit=unit)


def named(service: str, title: str) -> str:
    """An error by its service and an incident's title, which often begins with the service: it is said once."""
    return f"{service}: “{title.removeprefix(f'{service}: ')}”"


def by_count(count: int, *, high: int, medium: int) -> Weight:
    """The weight of something that was counted so often."""
    return Weight.high if count >= high else Weight.medium if count >= medium else Weight.low


def duration(seconds: float) -> str:
    """Seconds as people say them, one unit."""
    for size, unit in ((DAY_S, "day"), (3600.0, "hour"), (60.0, "minute")):
        if seconds >= size:
            return counted(round(seconds / size), unit)
    return "less than a minute"
