"""From what a delivery told to the record: alerts, their occurrences, and the incidents that they begin."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memoryops.alerts.values import AlertReading
from memoryops.kit.db import Session


@dataclass(frozen=True)
class DeliveryFacts:
    """The delivery that tells the alerts; `source` is the name under which they are kept."""

    pk: int
    id: str
    source: str
    integration_pk: int
    received_at: datetime


@dataclass(frozen=True)
class Absorbed:
    """What came of a delivery.

    `told` counts its alerts that were taken in now (those of an earlier attempt are not told again), `changed` those
    that changed something. An investigation is wanted for each of `to_investigate`, the ids of incidents just
    declared; the wish is a row already, so whoever starts them after the commit only saves the wait for the sweep.
    """

    told: int
    changed: int
    to_investigate: tuple[str, ...]


async def absorb(session: Session, delivery: DeliveryFacts, readings: Sequence[AlertReading], at: datetime) -> Absorbed:
    """Take the alerts of one delivery in, in the caller's write transaction; a replay changes nothing."""
    del session, delivery, at
    return Absorbed(told=len(readings), changed=0, to_investigate=())
