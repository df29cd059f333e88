"""From what a delivery told to the record: alerts, their occurrences, and the incidents that they begin."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from memoryops.alerts.models import FINGERPRINT_LIMIT, AlertTelling
from memoryops.alerts.order.case import Case, changed, new_alert
from memoryops.alerts.order.lookout import Lookout
from memoryops.alerts.order.placing import place
from memoryops.alerts.reading.foreign import hashed
from memoryops.alerts.records import (
    give_keys,
    insert,
    link_newest,
    load_alerts,
    route_anew,
    take_turns,
    tellings,
    told_by,
    write_occurrences,
)
from memoryops.alerts.routing.chronicle import tell_over
from memoryops.alerts.sources import SOURCES
from memoryops.alerts.values import AlertReading
from memoryops.kit.db import Session
from memoryops.kit.events import announce


@dataclass(frozen=True)
class DeliveryFacts:
    """The delivery that tells the alerts; `source` is the name under which they are kept.

    Where it is taken in part by part, `first_place` is the place in it of the first alert of this part.
    """

    pk: int
    id: str
    source: str
    integration_pk: int
    received_at: datetime
    first_place: int = 0


Told = tuple[DeliveryFacts, Sequence[AlertReading]]
"""A delivery, and what its source read in it."""


@dataclass(frozen=True)
class Absorbed:
    """What came of a delivery.

    `told` counts its alerts that were taken in now (those of an earlier attempt are not told again), `changed` the
    alerts that are not as they were. An investigation is wanted for each of `to_investigate`, the ids of incidents just
    declared; the wish is a row already, so whoever starts them after the commit only saves the wait for the sweep.
    """

    told: int
    changed: int
    to_investigate: tuple[str, ...]


async def absorb(session: Session, delivery: DeliveryFacts, readings: Sequence[AlertReading], at: datetime) -> Absorbed:
    """Take the alerts of one delivery in, in the caller's write transaction; a replay changes nothing."""
    return await absorb_all(session, [(delivery, readings)], at)


@dataclass(frozen=True)
class Absorbing:
    """Takes alerts in, one transaction after the other; what is somewhere provisionally is not looked at in each."""

    lookout: Lookout = field(default_factory=Lookout)

    async def __call__(self, session: Session, told: Sequence[Told], at: datetime) -> Absorbed:
        """As `absorb_all`."""
        return await absorb_all(session, told, at, self.lookout)


async def absorb_all(session: Session, told: Sequence[Told], at: datetime, lookout: Lookout | None = None) -> Absorbed:
    """Take the alerts of several deliveries in, in their order, as `absorb` would one after the other."""
    await take_turns(session)
    # Rows are written at the end, all of a kind at once.
    with session.no_autoflush:
        cases = await _hear(session, told)
        if not cases:
            return Absorbed(0, 0, ())
        for case in cases:
            case.write()
        new = [case.alert for case in cases if case.alert.pk is None]
        await give_keys(session, new)
        written = await write_occurrences(session, cases)
        await route_anew(session, _to_be_looked_at(cases, at, lookout or Lookout()), written)
        declared = await place(session, written.to_route, at)
        await link_newest(session, written)
        await session.flush()
        await insert(session, new)
        await insert(session, written.begun)
        await session.insert(AlertTelling, tellings(cases, at))
    await tell_over(session, {row.incident_pk for row in written.ended if row.incident_pk is not None}, at)
    news = changed(cases)
    if news:
        announce(session, session.workspace_id, "alerts", None, at, change="alerts", alerts=len(news))
    return Absorbed(sum(len(case.heard) for case in cases), len(news), tuple(declared))


def _to_be_looked_at(cases: Sequence[Case], at: datetime, lookout: Lookout) -> list[Case]:
    """Those where the rules look again: what got worse, and what is somewhere provisionally where a look is due."""
    due = lookout.due([case.alert.pk for case in cases if case.is_provisional], at)
    return [case for case in cases if case.got_worse or case.alert.pk in due]


async def _hear(session: Session, told: Sequence[Told]) -> list[Case]:
    """The alerts of which the deliveries say something that they had not said before."""
    before = await told_by(session, [delivery.pk for delivery, _ in told])
    wanted: dict[tuple[str, int], set[str]] = {}
    for delivery, readings in told:
        wanted.setdefault((delivery.source, scope_of(delivery)), set()).update(map(fingerprint_of, readings))
    known = {
        (source, scope, name): Case.of(alert)
        for (source, scope), names in wanted.items()
        for name, alert in (await load_alerts(session, source, scope, sorted(names))).items()
    }
    for delivery, readings in told:
        for index, reading in enumerate(readings, delivery.first_place):
            key = delivery.source, scope_of(delivery), fingerprint_of(reading)
            if key not in known:
                known[key] = Case.of(new_alert(*key, delivery.integration_pk, delivery.received_at))
            if (delivery.pk, index, known[key].alert.pk) not in before:
                known[key].hear(delivery.pk, index, reading, delivery.received_at)
    return [case for case in known.values() if case.heard]


def scope_of(delivery: DeliveryFacts) -> int:
    """Within what the fingerprints of the delivery are unique: its integration (its pk), or the whole source (0)."""
    source = SOURCES.get(delivery.source)
    return delivery.integration_pk if source is not None and source.local_ids else 0


def fingerprint_of(reading: AlertReading) -> str:
    """The alert's identity, or a hash of it where it is longer than the record has room for."""
    return reading.fingerprint if len(reading.fingerprint) <= FINGERPRINT_LIMIT else hashed([reading.fingerprint])
