"""Loading the samples from a terminal, and waiting until memory holds them."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass

import sqlalchemy as sa
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
from rich.progress import Progress as ProgressBar

from memoryops.incidents.models import Incident
from memoryops.kit.errors import MemoryOpsError
from memoryops.memory.attempts import WAIT_FOR_A_PERSON
from memoryops.memory.health import MemoryHealth
from memoryops.memory.models import BELONGS, LedgerDocument
from memoryops.memory.port import MemoryReason
from memoryops.memory.states import DocumentState
from memoryops.runtime import Runtime, build_runtime, prepare_record
from memoryops.samples.service import load_samples
from memoryops.settings import Settings

PATIENCE_S = 180.0
"""Seconds without any progress before we say why and give up, while memory starts; a first start takes a minute."""

PATIENCE_WHEN_DOWN_S = 30.0
"""The same while memory does not start but is down."""

HOPELESS = frozenset(reason.value for reason in WAIT_FOR_A_PERSON)


@dataclass(frozen=True)
class Progress:
    """How far memory is with the samples that it should hold."""

    ready: int
    total: int
    stuck: Mapping[str, str]
    """Samples that wait for a person, with the reason."""

    @property
    def is_done(self) -> bool:
        return self.ready == self.total


async def run(settings: Settings, *, patience_s: float | None = None) -> int:
    """Load the samples and wait for memory; the exit code, 0 when every sample is ready."""
    console = Console(highlight=False)
    runtime = build_runtime(settings)
    try:
        await prepare_record(runtime.database, runtime.clock, seed=False)
        async with runtime.database.writing(runtime.workspace_id) as session:
            changed = await load_samples(session, clock=runtime.clock)
    except MemoryOpsError as error:
        console.print(error.detail, markup=False)
        await runtime.aclose()
        return 1
    console.print(f"{changed} samples written to the record." if changed else "The samples are in the record already.")
    return await _wait_for_memory(runtime, console, patience_s)


async def _wait_for_memory(runtime: Runtime, console: Console, patience_s: float | None) -> int:
    if runtime.server is not None:
        await runtime.server.start()
    tasks = [asyncio.create_task(work()) for work in (runtime.health.run, runtime.reconciler.run)]
    try:
        progress = await _show_progress(runtime, console, patience_s)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await runtime.aclose()
    if progress.is_done:
        console.print(f"Memory is ready with all {progress.total} samples.")
        return 0
    why = _why_not(runtime.health.current, progress)
    console.print(f"{progress.ready} of {progress.total} samples are ready: {why}", markup=False)
    console.print("The record is complete. Start the server and memory will follow; `memoryops doctor` tells more.")
    return 1


def _why_not(health: MemoryHealth, progress: Progress) -> str:
    if health.reason:
        return f"memory is unavailable ({health.reason}). {health.detail} {health.advice}"
    if progress.stuck:
        document_id, reason = next(iter(progress.stuck.items()))
        return f"{len(progress.stuck)} wait for a person, {document_id} for one ({reason}); retry them from the ledger."
    return "the others are retained, and a recall does not bring them back yet."


async def _show_progress(runtime: Runtime, console: Console, patience_s: float | None) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    last, last_change = -1, time.monotonic()
    with ProgressBar(*columns, console=console) as bar:
        shown = bar.add_task("Waiting for memory", total=None)
        while True:
            progress, reason = await _progress(runtime), runtime.health.current.reason
            label = f"Waiting for memory ({reason})" if reason else "Samples ready in memory"
            bar.update(shown, completed=progress.ready, total=progress.total, description=label)
            if progress.ready != last:
                last, last_change = progress.ready, time.monotonic()
            waited = time.monotonic() - last_change
            if progress.is_done or _is_hopeless(reason, progress) or waited > (patience_s or _patience(reason)):
                return progress
            await asyncio.sleep(0.2)


def _patience(reason: MemoryReason | None) -> float:
    return PATIENCE_S if reason in (None, MemoryReason.starting) else PATIENCE_WHEN_DOWN_S


def _is_hopeless(reason: MemoryReason | None, progress: Progress) -> bool:
    """Whether waiting changes nothing before a person does something."""
    return reason in WAIT_FOR_A_PERSON or (0 < len(progress.stuck) == progress.total - progress.ready)


async def _progress(runtime: Runtime) -> Progress:
    async with runtime.database.reading(runtime.workspace_id) as session:
        rows = await session.scalars(
            sa.select(LedgerDocument)
            .join(Incident, Incident.id == LedgerDocument.document_id)
            .where(Incident.sample, Incident.deleted_at.is_(None), BELONGS)
        )
        documents = list(rows)
    return Progress(
        ready=sum(one.state is DocumentState.ready for one in documents),
        total=len(documents),
        stuck={one.document_id: one.reason or "" for one in documents if one.reason in HOPELESS},
    )
