"""Memory from a terminal: an audit of what it holds, with an exit code that a script can act on."""

import asyncio
import json
import time

from rich.console import Console
from rich.table import Table
from rich.text import Text

from memoryops.memory.attempts import WAIT_FOR_A_PERSON
from memoryops.memory.health import ADVICE
from memoryops.memory.port import MemoryUnavailable
from memoryops.memory.schemas import MemoryAudit
from memoryops.runtime import Runtime, build_runtime, prepare_record
from memoryops.settings import Settings

CLEAN, DIFFERS, NOT_ASKED = 0, 1, 2
"""Exit codes."""

START_PATIENCE_S = 180.0
"""Seconds that an embedded Hindsight has to come up; its first start takes a minute on a small machine."""

ASKED_BY = "memoryops memory audit"


async def audit(settings: Settings, *, as_json: bool) -> int:
    """Audit, keep the outcome and print it; the exit code is 0 when clean, 1 on a difference, 2 when not asked."""
    console = Console(highlight=False, soft_wrap=True)
    runtime = build_runtime(settings)
    try:
        if not await has_record(runtime):
            return _refuse(f"There is no record at {settings.data_dir.resolve()} to compare memory with.")
        await prepare_record(runtime.database, runtime.clock, seed=False)
        await until_memory_answers(runtime)
        outcome = await runtime.auditor.run(runtime.workspace_id, asked_by=ASKED_BY)
    except MemoryUnavailable as error:
        if as_json:
            told = {"reason": error.reason, "detail": error.detail, "advice": ADVICE[error.reason]}
            console.print_json(json.dumps({"unavailable": told}), indent=None)
        return _refuse(f"Memory could not be asked ({error.reason}). {error.detail} {ADVICE[error.reason]}")
    finally:
        await runtime.aclose()
    if as_json:
        console.print_json(outcome.model_dump_json(), indent=None)
    else:
        print_audit(console, outcome)
    return CLEAN if outcome.clean else DIFFERS


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


def printable(text: str) -> str:
    """The text with escapes in place of what would steer a terminal; it comes from outside."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def _refuse(sentence: str) -> int:
    Console(stderr=True, highlight=False, soft_wrap=True).print(sentence, markup=False)
    return NOT_ASKED
