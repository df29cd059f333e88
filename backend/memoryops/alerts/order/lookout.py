"""When the rules look again at what is somewhere provisionally: with its messages, and not with each of a storm."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

AGAIN: Final = timedelta(seconds=5)
"""A look reads all that is open; limits are by the minute, so sooner it hardly ever finds anything new."""

REMEMBERED: Final = 20_000


@dataclass(frozen=True)
class Lookout:
    """When this process looked last, by the keys of alerts; what another process looked at is looked at again."""

    _looked: dict[int, datetime] = field(default_factory=dict)

    def due(self, pks: Sequence[int], at: datetime) -> set[int]:
        """Those to be looked at now: all of them as soon as one was not looked at for some seconds."""
        if all(pk in self._looked and at - self._looked[pk] < AGAIN for pk in pks):
            return set()
        if len(self._looked) > REMEMBERED:
            self._looked.clear()
        self._looked.update(dict.fromkeys(pks, at))
        return set(pks)
