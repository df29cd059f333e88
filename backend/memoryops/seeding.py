"""Loading the samples from a terminal, and waiting until memory holds them."""

import sqlalchemy as sa
from rich.console import Console

from memoryops.incidents.models import Incident
from memoryops.kit.counting import counted
from memoryops.kit.errors import MemoryOpsError
from memoryops.memory.models import BELONGS, LedgerDocument
from memoryops.memory_progress import PROGRESS_COLUMNS, Progress, memory_at_work, progress_of, show_progress, why_not
from memoryops.runtime import Runtime, build_runtime, prepare_record
from memoryops.samples.service import load_samples
from memoryops.settings import Settings


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
    console.print(
        f"{counted(changed, 'sample')} written to the record." if changed else "The samples are in the record already."
    )
    return await _wait_for_memory(runtime, console, patience_s)


async def _wait_for_memory(runtime: Runtime, console: Console, patience_s: float | None) -> int:
    async with memory_at_work(runtime):
        progress = await show_progress(
            runtime, console, lambda: _progress(runtime), label="Samples ready in memory", patience_s=patience_s
        )
    if progress.is_done and runtime.health.current.is_ready:
        console.print(f"Memory is ready with all {progress.total} samples.")
        return 0
    why = why_not(runtime.health.current, progress)
    console.print(f"{progress.ready} of {progress.total} samples are ready: {why}", markup=False)
    console.print("The record is complete. Start the server and memory will follow; `memoryops doctor` tells more.")
    return 1


async def _progress(runtime: Runtime) -> Progress:
    async with runtime.database.reading(runtime.workspace_id) as session:
        return progress_of(
            await session.execute(
                sa.select(*PROGRESS_COLUMNS)
                .join(Incident, Incident.id == LedgerDocument.document_id)
                .where(Incident.sample, Incident.deleted_at.is_(None), BELONGS)
            )
        )
