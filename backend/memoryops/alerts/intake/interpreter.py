"""Interprets stored deliveries: each once, right after it came in, from the form in which it was stored.

A delivery that is not interpreted yet is a row in state `stored`, so nothing is lost when a process dies. Processes
share the work by leases; one transaction takes in what a delivery tells and marks it, so nothing is told twice.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import InterfaceError, OperationalError

from memoryops.alerts.absorbing import Absorbed, DeliveryFacts, Told, absorb_all
from memoryops.alerts.intake.claiming import Claim, any_due, claim_again, claim_due, renew, still_ours
from memoryops.alerts.intake.interpreting import Understood, Waiting, interpret, unexpected
from memoryops.alerts.intake.models import Delivery, IntegrationToken
from memoryops.investigations.runs import Runs
from memoryops.kit.clock import Clock
from memoryops.kit.db import EVERY_WORKSPACE, Database, Session
from memoryops.kit.errors import MemoryOpsError
from memoryops.kit.events import announce
from memoryops.kit.leases import hold
from memoryops.kit.waiting import Pulse, wait_for

log = logging.getLogger(__name__)

TakeIn = Callable[[Session, Sequence[Told], datetime], Awaitable[Absorbed]]
"""What takes the alerts of deliveries in, within the transaction that marks them."""

POLL_S: Final = 1.0
GATHER_S: Final = 0.05
"""Between two turns, so that in a storm a turn has many deliveries and the write lane stays free for the intake."""

BATCH_ALERTS: Final = 100
"""So many alerts are taken in by one transaction, unless one delivery has more: together they cost less, but all else
that is written waits meanwhile."""


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
        await hold(self._work(claim), lambda: self._renew(claim))
        return True

    async def replay(self, workspace_id: str, pk: int) -> bool:
        """Interpret this one delivery again, whatever state it is in; False where there is none."""
        async with self.database.writing(workspace_id) as session:
            claim = await claim_again(session, pk, self.clock.now())
        if claim is not None:
            await self._work(claim)
        return claim is not None

    async def _claim(self) -> Claim | None:
        now = self.clock.now()
        async with self.database.reading(EVERY_WORKSPACE) as session:
            if not await any_due(session, now):
                return None
        # A claim that a power cut takes is made again.
        async with self.database.writing(EVERY_WORKSPACE, survives_power_cut=False) as session:
            return await claim_due(session, now)

    async def _renew(self, claim: Claim) -> bool:
        async with self.database.writing(EVERY_WORKSPACE, survives_power_cut=False) as session:
            await renew(session, claim, self.clock.now())
        return True

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
            _log_failure(batch[0].waiting, error)
            await self._take_in(workspace_id, [batch[0].put_aside(error)], lease)

    async def _take_in(self, workspace_id: str, batch: Sequence[Understood], lease: str) -> None:
        now = self.clock.now()
        async with self.database.writing(workspace_id) as session:
            ours = await still_ours(session, [one.waiting.pk for one in batch], lease, now)
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


def _log_failure(waiting: Waiting, error: Exception) -> None:
    # Only where and what: a message may quote the body.
    log.error("Taking in delivery DLV-%d (%s) failed: %s", waiting.pk, waiting.source, unexpected(error))
