"""Figures of recall as memory grows: the same questions to banks of several sizes, in turn.

`BENCH_DOCUMENTS=100,1000,5000` chooses the sizes. Loading 5,000 incidents takes the embedding a quarter of an hour.
"""

import asyncio
import os
import statistics
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from memoryops.adapters.hindsight import HindsightMemory
from memoryops.adapters.hindsight_server import HindsightServer
from memoryops.evaluation.bank import fill, temporary_record, write_record
from memoryops.evaluation.files import CorpusRecord
from memoryops.evaluation.recall import wait_until_ready
from memoryops.evidence.recall import Recaller
from memoryops.evidence.verify import Subject
from memoryops.kit.clock import SystemClock
from memoryops.memory.calibration import BUNDLED_CALIBRATION, known_embeddings
from memoryops.memory.calibrator import Calibrator
from memoryops.memory.documents import Learning
from memoryops.memory.health import HealthWatch
from memoryops.memory.schemas import MemoryStatus
from memoryops.samples.calibration import calibration_set
from tests.benchmarks.incident_texts import learnings, questions
from tests.benchmarks.measuring import ROOT, Figure, percentile

SIZES = tuple(map(int, os.environ.get("BENCH_DOCUMENTS", "100,1000").split(",")))
ASKED = 40

Readings = Mapping[int, Sequence[float]]


def measure(folder: Path) -> Iterator[Figure]:
    """Median and 95th percentile at each size, and how the median grows from the smallest to the largest."""
    readings = asyncio.run(_measure(folder / "recall"))
    for size, values in readings.items():
        p50, p95 = percentile(values, 0.5), percentile(values, 0.95)
        target = "p95 under 200 ms" if size == 1_000 else ""
        name = f"recall and verify, {size:,} documents, p50 / p95"
        yield Figure(name, f"{p50:.0f} / {p95:.0f} ms", f"n={ASKED}", target)
    small, large = min(readings), max(readings)
    pairs = sorted(after / before for before, after in zip(readings[small], readings[large], strict=True))
    name = f"recall, {large:,} documents / {small:,}, time, question by question"
    spread = f"{percentile(pairs, 0.1):.2f}-{percentile(pairs, 0.9):.2f}x, {ASKED} pairs"
    yield Figure(name, f"{statistics.median(pairs):.2f}x", spread, "at most 1.5x" if large >= 5_000 else "")


async def _measure(data_dir: Path) -> Readings:
    async with AsyncExitStack() as stack:
        memory = await stack.enter_async_context(_memory(data_dir))
        recallers = {size: await stack.enter_async_context(_filled(memory, size)) for size in SIZES}
        readings: dict[int, list[float]] = {size: [] for size in SIZES}
        for question in questions(ASKED + 1):
            for size, recaller in recallers.items():
                readings[size].append(await _timed(recaller, question))
        return {size: values[1:] for size, values in readings.items()}


@asynccontextmanager
async def _memory(data_dir: Path) -> AsyncIterator[HindsightMemory]:
    server = HindsightServer(ROOT / ".setup" / "hindsight", data_dir)
    memory = HindsightMemory(server.connection, recall_timeout=60)
    await server.start()
    try:
        yield memory
    finally:
        await memory.aclose()
        await server.stop()


@asynccontextmanager
async def _filled(memory: HindsightMemory, size: int) -> AsyncIterator[Recaller]:
    """A recaller over a record and a bank of that many incidents."""
    async with temporary_record() as database:
        bank = await write_record(database, [_record(one) for one in learnings(size)])
        health = HealthWatch(memory, SystemClock(), BUNDLED_CALIBRATION)
        fixed, known = calibration_set(), known_embeddings()
        await wait_until_ready(Calibrator(memory, health, fixed, known, Path("not-needed.json")))
        await fill(memory, bank, lambda: None)
        yield Recaller(memory, health, database, bank.workspace_id)


def _record(learning: Learning) -> CorpusRecord:
    return CorpusRecord(
        id=learning.incident_id,
        title=learning.title,
        service=learning.service,
        symptoms=learning.symptoms or "",
        cause=learning.root_cause,
        resolution=learning.resolution,
        text=learning.postmortem or "",
    )


async def _timed(recaller: Recaller, question: str) -> float:
    started = time.perf_counter()
    evidence = await recaller.recall(Subject(recaller.workspace_id, question))
    assert evidence.status is not MemoryStatus.unavailable, evidence.trace.detail
    return (time.perf_counter() - started) * 1000
