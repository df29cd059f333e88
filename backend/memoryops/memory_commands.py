"""Memory from a terminal: audited and rebuilt, with exit codes that a script can act on."""

import asyncio
import json
import time
from collections.abc import Sequence

import sqlalchemy as sa
from rich.console import Console
from rich.table import Table
from rich.text import Text

from memoryops.incidents.rewriting import rewrite_documents
from memoryops.kit.counting import counted
from memoryops.kit.terminal import printable
from memoryops.memory.attempts import WAIT_FOR_A_PERSON
from memoryops.memory.health import ADVICE
from memoryops.memory.models import BELONGS
from memoryops.memory.port import MemoryUnavailable
from memoryops.memory.retrying import retry_failed
from memoryops.memory.schemas import MemoryAudit
from memoryops.memory_progress import PROGRESS_COLUMNS, Progress, memory_at_work, progress_of, show_progress, why_not
from memoryops.runtime import Runtime, build_runtime, prepare_record
from memoryops.settings import Settings

CLEAN, DIFFERS, NOT_ASKED = 0, 1, 2
"""Exit codes."""

START_PATIENCE_S = 180.0
"""Seconds that an embedded Hindsight has to come up; its first start takes a minute on a small machine."""

AUDITED_BY, REBUILT_BY = "memoryops memory audit", "memoryops memory rebuild"

AT_ONCE = 50
"""Documents rewritten in one transaction: others write between two of them, and a cut loses no more."""


async def audit(settings: Settings, *, as_json: bool) -> int:
    """Audit, keep the outcome and print it; the exit code is 0 when clean, 1 on a difference, 2 when not asked."""
    console = Console(highlight=False, soft_wrap=True)
    runtime = build_runtime(settings)
    try:
        if not await has_record(runtime):
            return refuse(f"There is no record at {settings.data_dir.resolve()} to compare memory with.", as_json)
        await prepare_record(runtime.database, runtime.clock, seed=False)
        await until_memory_answers(runtime)
        outcome = await runtime.auditor.run(runtime.workspace_id, asked_by=AUDITED_BY)
    except MemoryUnavailable as error:
        told = {"reason": error.reason, "detail": error.detail, "advice": ADVICE[error.reason]}
        sentence = f"Memory could not be asked ({error.reason}). {error.detail} {ADVICE[error.reason]}"
        return refuse(sentence, as_json, unavailable=told)
    finally:
        await runtime.aclose()
    if as_json:
        console.print_json(outcome.model_dump_json(), indent=None)
    else:
        print_audit(console, outcome)
    return CLEAN if outcome.clean else DIFFERS


async def rebuild(settings: Settings, *, patience_s: float | None = None) -> int:
    """Bring memory back from the record and wait until it is proved; what an earlier call did is not done again.

    The exit code is 0 when every document that memory should hold is ready, 1 when some are not, 2 when memory could
    not be asked.
    """
    console, progress_console = Console(highlight=False, soft_wrap=True), Console(stderr=True)
    runtime = build_runtime(settings)
    if not await has_record(runtime):
        await runtime.aclose()
        return refuse(f"There is no record at {settings.data_dir.resolve()} to rebuild memory from.")
    await rewrite(runtime)
    async with memory_at_work(runtime):
        progress = await show_progress(
            runtime, progress_console, lambda: _belonging(runtime), label="Ready in memory", patience_s=patience_s
        )
    health = runtime.health.current
    if progress.is_done and health.is_ready:
        console.print(
            f"Memory holds {counted(progress.total, 'document')}, all that the record wants, and recalls each."
        )
        return CLEAN
    console.print(
        f"{progress.ready} of {counted(progress.total, 'document')} ready: {why_not(health, progress)}", markup=False
    )
    console.print("What is done stays done; the next `memoryops memory rebuild` goes on from here.")
    return DIFFERS if health.is_ready else NOT_ASKED


async def rewrite(runtime: Runtime) -> None:
    """Bring every document up to today's writer and make due what failed; memory need not answer for that."""
    await prepare_record(runtime.database, runtime.clock, seed=False)
    after: int | None = 0
    while after is not None:
        async with runtime.database.writing(runtime.workspace_id) as session:
            after = await rewrite_documents(session, after=after, limit=AT_ONCE, at=runtime.clock.now())
    retried: Sequence[str] = ["some"]
    while retried:
        async with runtime.database.writing(runtime.workspace_id) as session:
            retried = await retry_failed(session, by=REBUILT_BY, at=runtime.clock.now())


async def _belonging(runtime: Runtime) -> Progress:
    async with runtime.database.reading(runtime.workspace_id) as session:
        return progress_of(await session.execute(sa.select(*PROGRESS_COLUMNS).where(BELONGS)))


async def has_record(runtime: Runtime) -> bool:
    """Whether there is a record store at all, so that a mistyped folder starts no new world."""
    return await runtime.database.schema_version() is not None


async def until_memory_answers(runtime: Runtime, *, patience_s: float = START_PATIENCE_S) -> None:
    """Wait for memory; raises MemoryUnavailable where waiting longer would change nothing.

    The embedded Hindsight of a process that runs is used; where none runs, it is started and ends with the runtime.
    """
    if runtime.server is not None:
        await runtime.server.start()
    deadline = time.monotonic() + patience_s
    while True:
        try:
            await runtime.memory.check()
            return
        except MemoryUnavailable as error:
            is_final = runtime.server is None or runtime.server.state.phase == "failed"
            if is_final or error.reason in WAIT_FOR_A_PERSON or time.monotonic() > deadline:
                raise
        await asyncio.sleep(0.2)


def print_audit(console: Console, outcome: MemoryAudit) -> None:
    """The audit for people: a table of the differences, where there are any, and a sentence."""
    if outcome.differences:
        table = Table("Document", "Difference", "State", "Wanted", "Held", "What", box=None, padding=(0, 2, 0, 0))
        for one in outcome.differences:
            cells = (one.document_id, one.kind, one.state, one.expected_revision, one.held_revision, one.detail)
            table.add_row(*(Text(printable("-" if cell is None else str(cell))) for cell in cells))
        console.print(table)
    counts = f"{outcome.expected} wanted, {outcome.held} held, {outcome.pending} on their way"
    verdict = "memory matches the ledger" if outcome.clean else f"{len(outcome.differences)} differ"
    console.print(f"{outcome.bank_id}: {counts}; {verdict}.", markup=False)


def refuse(sentence: str, as_json: bool = False, **told: object) -> int:
    """Say on the error stream why memory was not asked, with `as_json` on the other one too; the exit code."""
    if as_json:
        Console(highlight=False, soft_wrap=True).print_json(json.dumps(told or {"refused": sentence}), indent=None)
    Console(stderr=True, highlight=False, soft_wrap=True).print(sentence, markup=False)
    return NOT_ASKED
