"""Bodies of deliveries are kept for so many days; the deliveries stay, with what became of them and what they told."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import takewhile
from typing import Final

import sqlalchemy as sa

from memoryops.alerts.intake.models import Delivery, DeliveryState
from memoryops.kit.clock import Clock
from memoryops.kit.db import EVERY_WORKSPACE, Database, ScopedSession, Session
from memoryops.kit.events import announce

EVERY_S: Final = 3600.0
RESTS_S: Final = 0.2
AT_ONCE: Final = 100
"""So many bodies are removed in one transaction: a few milliseconds in which nobody else writes."""


EXPIRED: Final = "expired"
"""The kind of what was in quarantine until its body was removed; its reason stays."""


@dataclass(frozen=True)
class Old:
    """Deliveries that came before the days that are kept: those with a body, the first of those that still wait to be
    interpreted, and the last that was looked at."""

    pks: Sequence[int]
    waits: int | None
    last: int


async def remove_old_bodies(database: Database, clock: Clock, kept: timedelta) -> None:
    """Remove what is older, now and then, for as long as the process lives."""
    after = 0
    while True:
        after = await remove_bodies(database, clock.now(), kept, after)
        await asyncio.sleep(EVERY_S)


async def remove_bodies(database: Database, now: datetime, kept: timedelta, after: int = 0) -> int:
    """Remove all bodies older than that, of deliveries behind `after`, some at a time; up to where all is done."""
    waits: int | None = None
    while True:
        old = await database.read(EVERY_WORKSPACE, partial(_old, after=after, before=now - kept))
        if old is None:
            return after if waits is None else waits - 1
        if old.pks:
            # What a power cut brings back is removed again after the next start.
            work = partial(_remove, pks=old.pks, now=now)
            await database.write(EVERY_WORKSPACE, work, survives_power_cut=False)
        waits, after = old.waits if waits is None else waits, old.last
        await asyncio.sleep(RESTS_S if old.pks else 0)


def _old(session: ScopedSession, after: int, before: datetime) -> Old | None:
    """The next deliveries that are old, in the order in which they came; None where the rest is not."""
    wanted = sa.select(Delivery.pk, Delivery.received_at, Delivery.body_removed_at, Delivery.state)
    rows = session.execute(wanted.where(Delivery.pk > after).order_by(Delivery.pk).limit(AT_ONCE)).all()
    old = list(takewhile(lambda row: row.received_at < before, rows))
    if not old:
        return None
    waiting = [row.pk for row in old if row.state is DeliveryState.stored]
    with_body = [row.pk for row in old if row.body_removed_at is None and row.state is not DeliveryState.stored]
    return Old(with_body, next(iter(waiting), None), old[-1].pk)


async def _remove(session: Session, pks: Sequence[int], now: datetime) -> None:
    """Remove these bodies, with the headers and with what was said of places in them.

    What waits to be interpreted keeps its body until it was. What nobody replayed leaves the quarantine: there is
    nothing left to be done about it.
    """
    done = (Delivery.pk.in_(pks), Delivery.state != DeliveryState.stored)
    owners = Counter(await session.scalars(sa.select(Delivery.workspace_id).where(*done)))
    await session.execute(
        sa.update(Delivery)
        .where(*done)
        .values(body="", headers={}, redactions=[], body_removed_at=now)
        .execution_options(synchronize_session=False)
    )
    await session.execute(
        sa.update(Delivery)
        .where(Delivery.pk.in_(pks), Delivery.state == DeliveryState.quarantined)
        .values(state=DeliveryState.ignored, kind=EXPIRED)
        .execution_options(synchronize_session=False)
    )
    for workspace_id, removed in owners.items():
        announce(session, workspace_id, "deliveries", None, now, removed=removed)
