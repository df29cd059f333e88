"""Interprets stored deliveries: each once, right after it came in, from the form in which it was stored.

A delivery that is not interpreted yet is a row in state `stored`, so nothing is lost when a process dies. Processes
share the work by leases; one transaction takes in what a delivery tells and marks it, so nothing is told twice.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any, Final, Protocol

from sqlalchemy.exc import InterfaceError, OperationalError

from memoryops.alerts.absorbing import Absorbed, Absorbing, DeliveryFacts, Told
from memoryops.alerts.intake.claiming import (
    BATCH_BYTES,
    FEW_BYTES,
    Claim,
    any_due,
    claim_again,
    claim_due,
    renew,
    still_ours,
)
from memoryops.alerts.intake.interpreting import Understood, Waiting, interpret, unexpected
from memoryops.alerts.intake.models import Delivery
from memoryops.alerts.intake.pacing import REST_S, Pace, Part, in_parts
from memoryops.alerts.intake.relief import Effort, Relief
from memoryops.alerts.intake.usage import Usage
from memoryops.kit.clock import Clock
from memoryops.kit.db import EVERY_WORKSPACE, Database, Session
from memoryops.kit.errors import MemoryOpsError
from memoryops.kit.events import announce
from memoryops.kit.leases import hold
from memoryops.kit.waiting import Pulse, wait_for, whole

log = logging.getLogger(__name__)

TakeIn = Callable[[Session, Sequence[Told], datetime], Awaitable[Absorbed]]
"""What takes the alerts of deliveries in, within the transaction that marks them."""

POLL_S: Final = 1.0
GATHER_S: Final = 0.05
"""Between two turns, so that in a storm a turn has many deliveries and the write lane stays free for the intake."""


class Listeners(Protocol):
    """Who wants to know that something changed."""

    def beat(self) -> None: ...


class Investigators(Protocol):
    """Who starts investigations."""

    async def start(self, incident_id: str, *, actor: str) -> Any: ...


@dataclass(frozen=True)
class Interpreter:
    """Works off stored deliveries; `arrivals` beats when one comes in, `pulse` tells the consoles of this process.

    Where there is much to do, `relief` does it instead.
    """

    database: Database
    clock: Clock
    arrivals: Pulse
    pulse: Listeners
    runs: Investigators
    relief: Relief | None = None
    take_in: TakeIn = field(default_factory=Absorbing)
    pace: Pace = field(default_factory=Pace)
    poll_s: float = POLL_S
    effort: Effort = field(default_factory=Effort)
    usage: Usage = field(default_factory=Usage)
    _starting: set["asyncio.Task[None]"] = field(default_factory=set)

    async def run(self) -> None:
        """Work for ever; an unexpected failure is logged and never ends the work."""
        while True:
            beat = self.arrivals.next
            started = time.monotonic()
            try:
                if self.relief is not None and self.relief.is_to_be_had and self.effort.too_much:
                    await self.relief.work(self.pulse.beat, self._investigate)
                worked = await whole(self.work_once())
            except Exception as error:
                log.error("Interpreting deliveries failed (%s); it goes on", type(error).__name__)
                worked = False
            if worked:
                self.effort.took(time.monotonic() - started)
                await asyncio.sleep(GATHER_S)
            else:
                await wait_for(beat, self.poll_s)

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
        now = self.clock.now()
        claim = await self.database.write(workspace_id, lambda session: claim_again(session, pk, now))
        if claim is not None:
            await self._work(claim)
        return claim is not None

    async def _claim(self) -> Claim | None:
        now = self.clock.now()
        if not await self.database.read(EVERY_WORKSPACE, lambda session: any_due(session, now)):
            return None
        most = BATCH_BYTES if self.relief is None else FEW_BYTES
        # A claim that a power cut takes is made again.
        return await self.database.write(
            EVERY_WORKSPACE, lambda session: claim_due(session, now, most), survives_power_cut=False
        )

    async def _renew(self, claim: Claim) -> bool:
        now = self.clock.now()
        await self.database.write(EVERY_WORKSPACE, lambda session: renew(session, claim, now), survives_power_cut=False)
        return True

    async def _work(self, claim: Claim) -> None:
        understood = await asyncio.to_thread(lambda: [interpret(waiting) for waiting in claim.waiting])
        for workspace_id, batch in groupby(understood, key=lambda one: one.waiting.workspace_id):
            for some in in_parts(list(batch), self.pace):
                await self._settle(workspace_id, some, claim.lease)
        self.pulse.beat()

    async def _settle(self, workspace_id: str, parts: Sequence[Part], lease: str) -> None:
        """Take in what was understood, all at once; where that fails, one by one, and put aside what fails alone."""
        try:
            await self._take_in(workspace_id, parts, lease)
        except (OperationalError, InterfaceError):
            raise
        except Exception as error:
            if len(parts) > 1:
                for one in parts:
                    await self._settle(workspace_id, [one], lease)
                return
            understood = parts[0].understood
            _log_failure(understood.waiting, error)
            await self._take_in(workspace_id, [Part.whole(understood.put_aside(error))], lease)

    async def _take_in(self, workspace_id: str, parts: Sequence[Part], lease: str) -> None:
        arrival = self.arrivals.next
        # What a power cut takes is a delivery that waits again, and is taken in anew.
        taken = await self.database.write(
            workspace_id, lambda session: self._tell(session, parts, lease), survives_power_cut=False
        )
        self.pace.took(taken.seconds, taken.alerts)
        for incident_id in taken.to_investigate:
            self._investigate(incident_id)
        if arrival.is_set():
            await asyncio.sleep(min(taken.seconds, REST_S))

    async def _tell(self, session: Session, parts: Sequence[Part], lease: str) -> "Taken":
        """What the parts say in the record, and of those that end a delivery also that it is interpreted."""
        started, now = time.perf_counter(), self.clock.now()
        ours = await still_ours(session, [part.pk for part in parts], lease, now)
        parts = [part for part in parts if part.pk in ours]
        told = [(_facts(ours[part.pk], part.first), part.alerts) for part in parts if part.alerts]
        ended = [(ours[part.pk], part.understood) for part in parts if part.last]
        for delivery, understood in ended:
            _mark(delivery, understood, now)
        to_investigate = (await self.take_in(session, told, now)).to_investigate if told else ()
        await self.usage.note(session, [delivery for delivery, _ in ended])
        if ended:
            states = Counter(delivery.state.value for delivery, _ in ended)
            announce(session, session.workspace_id, "deliveries", None, now, **states)
        alerts = sum(len(part.alerts) for part in parts)
        return Taken(alerts, time.perf_counter() - started, to_investigate)

    def _investigate(self, incident_id: str) -> None:
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


@dataclass(frozen=True)
class Taken:
    """What one transaction took in, and for how long it held up whatever else is written."""

    alerts: int
    seconds: float
    to_investigate: tuple[str, ...]


def _mark(delivery: Delivery, understood: Understood, now: datetime) -> None:
    delivery.state, delivery.kind, delivery.reason = understood.state, understood.kind, understood.reason
    delivery.alerts_told, delivery.parsed_at = len(understood.alerts), now
    delivery.lease_owner = delivery.lease_until = None


def _facts(delivery: Delivery, first_place: int) -> DeliveryFacts:
    return DeliveryFacts(
        pk=delivery.pk,
        id=delivery.id,
        source=delivery.source,
        integration_pk=delivery.integration_pk,
        received_at=delivery.received_at,
        first_place=first_place,
    )


def _log_failure(waiting: Waiting, error: Exception) -> None:
    # Only where and what: a message may quote the body.
    log.error("Taking in delivery DLV-%d (%s) failed: %s", waiting.pk, waiting.source, unexpected(error))
