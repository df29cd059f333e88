"""Interprets stored deliveries: each once, right after it came in, from the form in which it was stored.

A delivery that is not interpreted yet is a row in state `stored`, so nothing is lost when a process dies. Processes
share the work by leases; one transaction takes in what a delivery tells and marks it, so nothing is told twice.
"""

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import InterfaceError, OperationalError

from memoryops.alerts.absorbing import Absorbed, DeliveryFacts, Told, absorb_all
from memoryops.alerts.intake_models import Delivery, DeliveryState, Integration, IntegrationToken
from memoryops.alerts.interpreting import Understood, Waiting, interpret
from memoryops.investigations.runs import Runs
from memoryops.kit.clock import Clock
from memoryops.kit.db import EVERY_WORKSPACE, Database, Session
from memoryops.kit.errors import MemoryOpsError
from memoryops.kit.events import announce
from memoryops.kit.leases import LEASE
from memoryops.kit.waiting import Pulse, wait_for

log = logging.getLogger(__name__)

TakeIn = Callable[[Session, Sequence[Told], datetime], Awaitable[Absorbed]]
"""What takes the alerts of deliveries in, within the transaction that marks them."""

POLL_S: Final = 1.0
GATHER_S: Final = 0.05
"""Between two turns, so that in a storm a turn has many deliveries and the write lane stays free for the intake."""

BATCH: Final = 200
BATCH_BYTES: Final = 1024 * 1024
BATCH_ALERTS: Final = 100
"""So many alerts are taken in by one transaction, unless one delivery has more: together they cost less, but all else
that is written waits meanwhile."""

TRIES: Final = 5
"""After so many attempts that no process lived to end, a delivery is put aside."""

UNFINISHED: Final = (
    f"It was tried {TRIES} times and never finished; the server's log may say why. Replay it after a fix."
)


@dataclass(frozen=True)
class Claim:
    """Deliveries of one process for a while, oldest first."""

    lease: str
    waiting: Sequence[Waiting]


@dataclass(frozen=True)
class Interpreter:
    """Works off stored deliveries; `arrivals` beats when one comes in, `pulse` tells the consoles of this process."""

    database: Database
    clock: Clock
    arrivals: Pulse
    pulse: Pulse
    runs: Runs
    take_in: TakeIn = absorb_all
    _starting: set["asyncio.Task[None]"] = field(default_factory=set)

    async def run(self) -> None:
        """Work for ever; an unexpected failure is logged and never ends the work."""
        while True:
            beat = self.arrivals.next
            try:
                worked = await _whole(self.work_once())
            except Exception as error:
                log.error("Interpreting deliveries failed (%s); it goes on", type(error).__name__)
                worked = False
            if worked:
                await asyncio.sleep(GATHER_S)
            else:
                await wait_for(beat, POLL_S)

    async def aclose(self) -> None:
        """Wait for the investigations that are being started."""
        await asyncio.gather(*self._starting, return_exceptions=True)

    async def work_once(self) -> bool:
        """Interpret the oldest deliveries that wait, as many as fit; False when none waits."""
        claim = await self._claim()
        if claim is None:
            return False
        await self._work(claim)
        return True

    async def replay(self, workspace_id: str, pk: int) -> bool:
        """Interpret this one delivery again, whatever state it is in; False where there is none."""
        lease = uuid.uuid4().hex
        async with self.database.writing(workspace_id) as session:
            delivery = await session.scalar(sa.select(Delivery).where(Delivery.pk == pk).with_for_update())
            if delivery is None:
                return False
            _begin(delivery, lease, self.clock.now())
            delivery.attempts = 1
            waiting = await _waiting(session, [pk])
        await self._work(Claim(lease, waiting))
        return True

    async def _claim(self) -> Claim | None:
        now = self.clock.now()
        async with self.database.reading(EVERY_WORKSPACE) as session:
            if (await session.execute(_due(now).limit(1))).first() is None:
                return None
        lease = uuid.uuid4().hex
        # A claim that a power cut takes is made again.
        async with self.database.writing(EVERY_WORKSPACE, survives_power_cut=False) as session:
            due = (await session.execute(_due(now).limit(BATCH).with_for_update(skip_locked=True))).all()
            chosen = _fitting([(pk, size, attempts) for pk, size, attempts in due])
            await session.execute(
                sa.update(Delivery)
                .where(Delivery.pk.in_(chosen))
                .values(lease_owner=lease, lease_until=now + LEASE, attempts=Delivery.attempts + 1)
            )
            return Claim(lease, await _waiting(session, chosen)) if chosen else None

    async def _work(self, claim: Claim) -> None:
        understood = await asyncio.to_thread(lambda: [interpret(waiting) for waiting in claim.waiting])
        for workspace_id, batch in groupby(understood, key=lambda one: one.waiting.workspace_id):
            for some in _together(list(batch)):
                await self._settle(workspace_id, some, claim.lease)
        self.pulse.beat()

    async def _settle(self, workspace_id: str, batch: Sequence[Understood], lease: str) -> None:
        """Take in what was understood, all at once; where that fails, one by one, and put aside what fails alone."""
        try:
            await self._take_in(workspace_id, batch, lease)
        except (OperationalError, InterfaceError):
            raise
        except Exception as error:
            if len(batch) > 1:
                for one in batch:
                    await self._settle(workspace_id, [one], lease)
                return
            _log_failure("Taking in", batch[0].waiting, error)
            await self._take_in(workspace_id, [batch[0].put_aside(error)], lease)

    async def _take_in(self, workspace_id: str, batch: Sequence[Understood], lease: str) -> None:
        now = self.clock.now()
        async with self.database.writing(workspace_id) as session:
            ours = await _still_ours(session, [one.waiting.pk for one in batch], lease, now)
            understood = [(ours[one.waiting.pk], one) for one in batch if one.waiting.pk in ours]
            for delivery, one in understood:
                _mark(delivery, one, now)
            told = [(_facts(delivery), one.alerts) for delivery, one in understood if one.alerts]
            to_investigate = (await self.take_in(session, told, now)).to_investigate if told else ()
            await _touch_tokens(session, list(ours.values()))
            if ours:
                states = [delivery.state.value for delivery in ours.values()]
                announce(session, workspace_id, "deliveries", None, now, **{s: states.count(s) for s in set(states)})
        self._investigate(to_investigate)

    def _investigate(self, incident_ids: Sequence[str]) -> None:
        for incident_id in incident_ids:
            task = asyncio.create_task(self._start_run(incident_id), name=f"investigate {incident_id}")
            self._starting.add(task)
            task.add_done_callback(self._starting.discard)

    async def _start_run(self, incident_id: str) -> None:
        try:
            await self.runs.start(incident_id, actor="memoryops")
        except MemoryOpsError as error:
            log.info("No run for %s: %s", incident_id, error.detail)
        except Exception:
            log.exception("The run for %s could not be started; the sweep makes up for it", incident_id)


async def _whole(step: Coroutine[Any, Any, bool]) -> bool:
    """What the step returns; when this is cancelled, the step is short enough to be let end before."""
    task = asyncio.ensure_future(step)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.gather(task, return_exceptions=True)
        raise


def _due(now: datetime) -> sa.Select[int, int, int]:
    return (
        sa.select(Delivery.pk, Delivery.size, Delivery.attempts)
        .where(
            Delivery.state == DeliveryState.stored,
            sa.or_(Delivery.lease_until.is_(None), Delivery.lease_until <= now),
        )
        .order_by(Delivery.pk)
    )


def _fitting(due: Sequence[tuple[int, int, int]]) -> list[int]:
    """The first of them that are little enough together; one that was tried before goes alone, since it may be why."""
    chosen: list[int] = []
    total = 0
    for pk, size, attempts in due:
        total += size
        if chosen and (attempts > 0 or total > BATCH_BYTES):
            break
        chosen.append(pk)
        if attempts > 0:
            break
    return chosen


def _together(understood: Sequence[Understood]) -> Iterator[Sequence[Understood]]:
    """Those that are taken in by one transaction, in their order."""
    some: list[Understood] = []
    for one in understood:
        if some and sum(len(other.alerts) for other in some) + len(one.alerts) > BATCH_ALERTS:
            yield some
            some = []
        some.append(one)
    if some:
        yield some


def _begin(delivery: Delivery, lease: str, now: datetime) -> None:
    delivery.state = DeliveryState.stored
    delivery.lease_owner, delivery.lease_until = lease, now + LEASE


async def _waiting(session: Session, pks: Sequence[int]) -> list[Waiting]:
    rows = await session.execute(
        sa.select(Delivery, Integration.mapping)
        .join(Integration, Integration.pk == Delivery.integration_pk)
        .where(Delivery.pk.in_(pks))
        .order_by(Delivery.pk)
    )
    return [
        Waiting(
            workspace_id=delivery.workspace_id,
            pk=delivery.pk,
            source=delivery.source,
            mapping=mapping,
            form=delivery.form,
            body=delivery.body,
            reason=UNFINISHED if delivery.attempts > TRIES else delivery.reason,
            hopeless=delivery.attempts > TRIES,
        )
        for delivery, mapping in rows
    ]


async def _still_ours(session: Session, pks: Sequence[int], lease: str, now: datetime) -> dict[int, Delivery]:
    """Those whose lease still holds, locked: what another process took over is left to it."""
    rows = await session.scalars(
        sa.select(Delivery)
        .where(Delivery.pk.in_(pks), Delivery.lease_owner == lease, Delivery.lease_until > now)
        .order_by(Delivery.pk)
        .with_for_update()
    )
    return {delivery.pk: delivery for delivery in rows}


def _mark(delivery: Delivery, understood: Understood, now: datetime) -> None:
    delivery.state, delivery.kind, delivery.reason = understood.state, understood.kind, understood.reason
    delivery.alerts_told, delivery.parsed_at = len(understood.alerts), now
    delivery.lease_owner = delivery.lease_until = None


def _facts(delivery: Delivery) -> DeliveryFacts:
    return DeliveryFacts(
        pk=delivery.pk,
        id=delivery.id,
        source=delivery.source,
        integration_pk=delivery.integration_pk,
        received_at=delivery.received_at,
    )


async def _touch_tokens(session: Session, deliveries: Sequence[Delivery]) -> None:
    """Note when tokens were last used, once a batch instead of once a request."""
    used: dict[int, datetime] = {}
    for delivery in deliveries:
        if delivery.token_pk is not None:
            used[delivery.token_pk] = max(used.get(delivery.token_pk, delivery.received_at), delivery.received_at)
    for pk in sorted(used):
        await session.execute(
            sa.update(IntegrationToken)
            .where(
                IntegrationToken.pk == pk,
                sa.or_(IntegrationToken.last_used_at.is_(None), IntegrationToken.last_used_at < used[pk]),
            )
            .values(last_used_at=used[pk])
        )


def _log_failure(doing: str, waiting: Waiting, error: Exception) -> None:
    log.error("%s delivery DLV-%d (%s) failed: %s", doing, waiting.pk, waiting.source, type(error).__name__)
