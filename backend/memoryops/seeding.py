"""Loading the samples from a terminal, and waiting until memory holds them."""

import asyncio
import time
from collections import Counter

import sqlalchemy as sa
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from memoryops.incidents.models import Incident
from memoryops.kit.errors import MemoryOpsError
from memoryops.memory.models import LedgerDocument
from memoryops.memory.states import DocumentState
from memoryops.runtime import Runtime, build_runtime, prepare_record
from memoryops.samples.service import load_samples
from memoryops.settings import Settings

PATIENCE_S = 180
"""How long without any progress before we say why and give up; a first start takes about a minute."""


async def run(settings: Settings) -> int:
    """Load the samples and wait for memory; the exit code, 0 when every sample is ready."""
    console = Console()
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
    return await _wait_for_memory(runtime, console)


async def _wait_for_memory(runtime: Runtime, console: Console) -> int:
    if runtime.server is not None:
        await runtime.server.start()
    tasks = [asyncio.create_task(work()) for work in (runtime.health.run, runtime.reconciler.run)]
    try:
        ready, total = await _show_progress(runtime, console)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await runtime.aclose()
    if ready == total:
        console.print(f"Memory is ready with all {total} samples.")
        return 0
    health = runtime.health.current
    why = f"memory is unavailable ({health.reason}): {health.detail}" if health.reason else "some are not recalled yet"
    console.print(f"{ready} of {total} samples are ready; {why}", markup=False)
    console.print("The record is complete. Start the server and memory will follow; `memoryops doctor` tells more.")
    return 1


async def _show_progress(runtime: Runtime, console: Console) -> tuple[int, int]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    last, last_change = -1, time.monotonic()
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task("Waiting for memory", total=None)
        while True:
            states = await _sample_states(runtime)
            ready, total = states[DocumentState.ready], sum(states.values())
            waiting = runtime.health.current.reason
            label = f"Waiting for memory ({waiting})" if waiting else "Samples ready in memory"
            progress.update(bar, completed=ready, total=total, description=label)
            if ready != last:
                last, last_change = ready, time.monotonic()
            if ready == total or time.monotonic() - last_change > PATIENCE_S:
                return ready, total
            await asyncio.sleep(0.5)


async def _sample_states(runtime: Runtime) -> Counter[DocumentState]:
    async with runtime.database.reading(runtime.workspace_id) as session:
        states = await session.scalars(
            sa.select(LedgerDocument.state)
            .join(Incident, Incident.id == LedgerDocument.document_id)
            .where(Incident.sample, Incident.deleted_at.is_(None))
        )
        return Counter(states)
