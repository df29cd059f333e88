"""From what a delivery told to the record: alerts, their occurrences, and the incidents that they begin."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from memoryops.alerts.alert_models import FINGERPRINT_LIMIT
from memoryops.alerts.case import Case, changed, new_alert
from memoryops.alerts.chronicle import tell_over
from memoryops.alerts.foreign import hashed
from memoryops.alerts.intake_models import Integration
from memoryops.alerts.placing import place
from memoryops.alerts.records import (
    add_occurrences,
    add_rows,
    load_alerts,
    take_turns,
    tellings,
    told_by,
    write_occurrences,
)
from memoryops.alerts.values import AlertReading
from memoryops.kit.db import Session
from memoryops.kit.events import announce


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

    `told` counts its alerts that were taken in now (those of an earlier attempt are not told again), `changed` the
    alerts that are not as they were. An investigation is wanted for each of `to_investigate`, the ids of incidents just
    declared; the wish is a row already, so whoever starts them after the commit only saves the wait for the sweep.
    """

    told: int
    changed: int
    to_investigate: tuple[str, ...]


async def absorb(session: Session, delivery: DeliveryFacts, readings: Sequence[AlertReading], at: datetime) -> Absorbed:
    """Take the alerts of one delivery in, in the caller's write transaction; a replay changes nothing."""
    await take_turns(session)
    # Rows are written at the end, all of a kind at once.
    with session.no_autoflush:
        cases = await _hear(session, delivery, readings)
        if not cases:
            return Absorbed(0, 0, ())
        for case in cases:
            case.write(delivery_pk=delivery.pk, received_at=delivery.received_at)
        await _add_new(session, cases)
        await add_rows(session, tellings(cases, delivery.pk, at))
        written = await write_occurrences(session, cases, delivery.received_at)
        declared = await place(session, written.to_route, await _integration(session, delivery.integration_pk), at)
        await add_occurrences(session, written)
    await tell_over(session, written.ended_in, at)
    news = changed(cases)
    if news:
        announce(session, session.workspace_id, "alerts", None, at, change="alerts", alerts=len(news))
    return Absorbed(sum(len(case.heard) for case in cases), len(news), tuple(declared))


async def _add_new(session: Session, cases: Sequence[Case]) -> None:
    new = [case.alert for case in cases if case.alert.pk is None]
    await add_rows(session, new)
    if new:
        await session.flush()


async def _hear(session: Session, delivery: DeliveryFacts, readings: Sequence[AlertReading]) -> list[Case]:
    """The alerts that the delivery says something of that it had not said before."""
    named = [(fingerprint_of(reading), reading) for reading in readings]
    told = await told_by(session, delivery.pk)
    known = await load_alerts(session, delivery.source, sorted({fingerprint for fingerprint, _ in named}))
    cases: dict[str, Case] = {}
    for index, (fingerprint, reading) in enumerate(named):
        alert = known.get(fingerprint)
        if alert is None:
            alert = new_alert(delivery.source, fingerprint, delivery.integration_pk, delivery.pk, delivery.received_at)
            known[fingerprint] = alert
        elif (index, alert.pk) in told:
            continue
        case = cases.setdefault(fingerprint, Case.of(alert))
        case.hear(index, reading, delivery.received_at)
    return list(cases.values())


def fingerprint_of(reading: AlertReading) -> str:
    """The alert's identity, or a hash of it where it is longer than the record has room for."""
    return reading.fingerprint if len(reading.fingerprint) <= FINGERPRINT_LIMIT else hashed([reading.fingerprint])


async def _integration(session: Session, pk: int) -> str | None:
    name: str | None = await session.scalar(sa.select(Integration.name).where(Integration.pk == pk))
    return name
