"""Runs under way: they belong to the server, not to the request that asked for them.

A client that goes away loses nothing, and whoever asks again meanwhile follows the same run. A run whose process
died becomes `interrupted` when its lease ends (at once where the process could still give it up), and a new one
takes its place.
"""

import asyncio
import logging
import time
import uuid
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sse_starlette import ServerSentEvent

from memoryops.analysis.port import LanguageModel
from memoryops.evidence.recall import Evidence, Recaller, leave_out_forgotten
from memoryops.incidents.identity import identity_of
from memoryops.incidents.models import Incident
from memoryops.incidents.repeats import find_repeat
from memoryops.incidents.service import load as load_incident
from memoryops.investigations import service
from memoryops.investigations.models import Investigation
from memoryops.investigations.pipeline import (
    Case,
    Trace,
    analysis_values,
    evidence_values,
    gather_evidence,
    incident_facts,
    reason,
    trace_fingerprint,
)
from memoryops.investigations.schemas import IncidentInvestigationResponse, InvestigationState
from memoryops.kit.clock import Clock
from memoryops.kit.db import Database, Session
from memoryops.kit.errors import MemoryOpsError
from memoryops.kit.leases import LeaseLost, hold
from memoryops.kit.problems import problem_body
from memoryops.kit.stream import sse
from memoryops.kit.waiting import Pulse, wait_for

State = InvestigationState
Step = TypeVar("Step")
log = logging.getLogger(__name__)

FOLLOW_POLL_S = 0.5
SWEEP_S = 5.0
FINISHED = frozenset({State.completed, State.interrupted})


class RunLostError(MemoryOpsError):
    """The run was cut off before it completed; asking again starts a new one."""

    status = 503
    slug = "run-interrupted"
    title = "The investigation was interrupted"


@dataclass(frozen=True)
class Runs:
    """Starts, follows and takes over the runs of one workspace."""

    database: Database
    workspace_id: str
    recaller: Recaller
    model: LanguageModel
    clock: Clock
    pulse: Pulse
    analysis_deadline_s: float
    sweep_s: float = SWEEP_S
    owner: str = field(default_factory=lambda: uuid.uuid4().hex)
    _tasks: dict[str, "asyncio.Task[None]"] = field(default_factory=dict)
    _stopping: asyncio.Event = field(default_factory=asyncio.Event)

    async def start(self, incident_id: str, *, actor: str) -> str:
        """The id of a run for the incident, new or under way; raises IncidentNotFoundError."""
        started = time.perf_counter()

        async def begin(session: Session) -> tuple[str, Case | None]:
            incident = await load_incident(session, incident_id, lock=True)
            run_id, is_new = await service.begin(session, incident, actor=actor, owner=self.owner, at=self.clock.now())
            return run_id, await _case(session, incident) if is_new else None

        run_id, case = await self._write_what_is_redone(begin)
        if case is not None:
            task = asyncio.create_task(self._run(run_id, case, started), name=f"investigation {run_id}")
            self._tasks[run_id] = task
            task.add_done_callback(lambda _: self._tasks.pop(run_id, None))
        return run_id

    async def result(self, run_id: str) -> IncidentInvestigationResponse:
        """The run once it is completed; raises RunLostError when it was cut off."""
        while True:
            beat = self.pulse.next
            run = await self._read(run_id)
            if run.state is State.completed:
                return service.view(run)
            if run.state is State.interrupted or self._stopping.is_set():
                raise RunLostError("This investigation was cut off before it was done. Start it again.")
            await wait_for(beat, FOLLOW_POLL_S)

    async def follow(self, run_id: str) -> AsyncIterator[ServerSentEvent]:
        """The run as events: `stage` rows and `evidence` as they come, `analysis`, then `done` or `error`."""
        sent_rows, sent_evidence = 0, False
        while True:
            beat = self.pulse.next
            run = await self._read(run_id)
            view = service.view(run)
            for row in view.trace[sent_rows:]:
                yield sse("stage", row.model_dump_json().encode())
            sent_rows = len(view.trace)
            if run.evidence is not None and not sent_evidence:
                yield sse("evidence", view.model_dump_json(include=EVIDENCE_FIELDS).encode())
                sent_evidence = True
            if run.state in FINISHED or self._stopping.is_set():
                break
            await wait_for(beat, FOLLOW_POLL_S)
        if run.state is State.completed:
            yield sse("analysis", view.model_dump_json(include=ANALYSIS_FIELDS).encode())
            yield sse("done", view.model_dump_json().encode())
        else:
            yield sse("error", problem_body(RunLostError("This investigation was cut off before it was done.")))

    async def sweep(self) -> None:
        """For ever: close runs whose process died, and start new ones in their place and those that are wished for."""
        wishes = self.database.pulse(service.WISHES)
        while True:
            beat = wishes.next
            for incident_id in dict.fromkeys([*await self._interrupt_lost(), *await self._wished_for()]):
                try:
                    await self.start(incident_id, actor="memoryops")
                except MemoryOpsError as error:
                    log.info("No new run for %s: %s", incident_id, error.detail)
            await wait_for(beat, self.sweep_s)

    async def aclose(self) -> None:
        """Stop the runs under way and tell their followers; the next process, or another one, takes their place."""
        self._stopping.set()
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.pulse.beat()

    async def _run(self, run_id: str, case: Case, started: float) -> None:
        try:
            await hold(self._investigate(run_id, case, started), lambda: self._renew(run_id))
        except LeaseLost:
            log.warning("The lease on %s was lost; another process took it over", run_id)
        except asyncio.CancelledError:
            async with self.database.writing(self.workspace_id) as session:
                await service.release(session, run_id, self.owner, at=self.clock.now())
            raise
        except Exception:
            log.exception("Investigation %s failed", run_id)
            await self._interrupt(run_id)
        finally:
            self.pulse.beat()

    async def _investigate(self, run_id: str, case: Case, started: float) -> None:
        trace = Trace(self.clock)
        trace_fingerprint(case, trace, started)
        recalled = await gather_evidence(case, self.recaller, trace)

        async def keep(session: Session) -> Evidence | None:
            evidence = await leave_out_forgotten(session, recalled)
            values = evidence_values(evidence, case.repeat)
            ours = await service.keep_evidence(
                session, run_id, self.owner, evidence=values, trace=trace.rows, at=self.clock.now()
            )
            return evidence if ours else None

        evidence = await self._write_what_is_redone(keep)
        self.pulse.beat()
        if evidence is None:
            return
        outcome = await reason(case, evidence, self.model, trace, deadline_s=self.analysis_deadline_s)
        async with self.database.writing(self.workspace_id) as session:
            await service.complete(
                session,
                run_id,
                self.owner,
                analysis=analysis_values(outcome),
                trace=trace.rows,
                at=self.clock.now(),
            )

    async def _write_what_is_redone(self, step: Callable[[Session], Coroutine[Any, Any, Step]]) -> Step:
        """For the steps of a run: one that a power cut takes is run again, so none waits for the disk but the last."""
        return await self.database.write(self.workspace_id, step, survives_power_cut=False)

    async def _renew(self, run_id: str) -> bool:
        return await self._write_what_is_redone(
            lambda session: service.renew(session, run_id, self.owner, at=self.clock.now())
        )

    async def _interrupt(self, run_id: str) -> None:
        async with self.database.writing(self.workspace_id) as session:
            await service.interrupt(session, run_id, self.owner, at=self.clock.now())

    async def _interrupt_lost(self) -> list[str]:
        now = self.clock.now()
        async with self.database.reading(self.workspace_id) as session:
            if await session.scalar(service.lost(now).limit(1)) is None:
                return []
        async with self.database.writing(self.workspace_id) as session:
            return await service.interrupt_lost(session, at=now)

    async def _wished_for(self) -> list[str]:
        async with self.database.reading(self.workspace_id) as session:
            return await service.wished_for(session)

    async def _read(self, run_id: str) -> Investigation:
        return await self.database.look(self.workspace_id, lambda session: service.load(session, run_id))


EVIDENCE_FIELDS = {"id", "incident_id", "memory_status", "memory", "similar_historical_incidents", "repeat"}
ANALYSIS_FIELDS = {"id", "incident_id", "analysis_status", "analysis_reason", "ai_analysis"}


async def _case(session: Session, incident: Incident) -> Case:
    identity = await identity_of(session, incident.service, incident.error)
    return Case(
        facts=incident_facts(incident),
        fingerprint=identity.value if identity else None,
        normalised=identity.normalised if identity else None,
        repeat=await find_repeat(session, identity, current=incident),
    )
