"""Waiting in a terminal until memory holds what it should, with a bar, and knowing when waiting is of no use."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

import sqlalchemy as sa
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
from rich.progress import Progress as ProgressBar

from memoryops.memory.attempts import WAIT_FOR_A_PERSON
from memoryops.memory.health import MemoryHealth
from memoryops.memory.models import LedgerDocument
from memoryops.memory.port import MemoryReason
from memoryops.memory.states import DocumentState
from memoryops.runtime import Runtime

PATIENCE_S = 180.0
"""Seconds without any progress before we say why and give up, while memory starts; a first start takes a minute."""

PATIENCE_WHEN_DOWN_S = 30.0
"""The same while memory does not start but is down."""

COMING = frozenset({None, MemoryReason.starting, MemoryReason.calibrating})
"""What memory passes through by itself."""

HOPELESS = frozenset(reason.value for reason in WAIT_FOR_A_PERSON)


@dataclass(frozen=True)
class Progress:
    """How far memory is with the documents that it should hold."""

    ready: int
    total: int
    stuck: Mapping[str, str]
    """Documents that wait for a person, with the reason."""

    @property
    def is_done(self) -> bool:
        return self.ready == self.total


PROGRESS_COLUMNS = (LedgerDocument.document_id, LedgerDocument.state, LedgerDocument.reason)


def progress_of(rows: Iterable[sa.Row[str, DocumentState, str | None]]) -> Progress:
    """How far memory is with these rows of `PROGRESS_COLUMNS`."""
    chosen = list(rows)
    return Progress(
        ready=sum(state is DocumentState.ready for _, state, _ in chosen),
        total=len(chosen),
        stuck={document_id: reason for document_id, _, reason in chosen if reason in HOPELESS},
    )


@asynccontextmanager
async def memory_at_work(runtime: Runtime) -> AsyncIterator[None]:
    """Memory started where it is ours, and brought to match the ledger while the block runs; ended after it."""
    if runtime.server is not None:
        await runtime.server.start()
    tasks = [asyncio.create_task(work()) for work in runtime.memory_work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await runtime.aclose()


async def show_progress(
    runtime: Runtime,
    console: Console,
    count: Callable[[], Awaitable[Progress]],
    *,
    label: str,
    patience_s: float | None = None,
) -> Progress:
    """Show a bar until all is ready in a memory that was compared with the ledger, or waiting is of no use."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    last, last_change = -1, time.monotonic()
    with ProgressBar(*columns, console=console) as bar:
        shown = bar.add_task("Waiting for memory", total=None)
        while True:
            progress, reason = await count(), runtime.health.current.reason
            said = f"Waiting for memory ({reason})" if reason else label
            bar.update(shown, completed=progress.ready, total=progress.total, description=said)
            if progress.ready != last:
                last, last_change = progress.ready, time.monotonic()
            waited = time.monotonic() - last_change
            is_done = progress.is_done and runtime.health.is_compared
            if is_done or _is_hopeless(reason, progress) or waited > (patience_s or _patience(reason)):
                return progress
            await asyncio.sleep(0.2)


def why_not(health: MemoryHealth, progress: Progress) -> str:
    """In words, what keeps the others from being ready."""
    if health.reason:
        return f"memory is unavailable ({health.reason}). {health.detail} {health.advice}"
    if progress.stuck:
        document_id, reason = next(iter(progress.stuck.items()))
        if len(progress.stuck) == 1:
            return f"{document_id} waits for a person ({reason}); retry it from the ledger."
        return f"{len(progress.stuck)} wait for a person, {document_id} for one ({reason}); retry them from the ledger."
    return "the others are retained, and a recall does not bring them back yet."


def _patience(reason: MemoryReason | None) -> float:
    return PATIENCE_S if reason in COMING else PATIENCE_WHEN_DOWN_S


def _is_hopeless(reason: MemoryReason | None, progress: Progress) -> bool:
    """Whether waiting changes nothing before a person does something."""
    return reason in WAIT_FOR_A_PERSON or (0 < len(progress.stuck) == progress.total - progress.ready)
