"""Asking every query of a file through the product's own recall."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memoryops.evaluation.bank import EvaluationBank, fill, remove, temporary_record, write_record
from memoryops.evaluation.files import CorpusRecord, EvaluationQuery
from memoryops.evaluation.metrics import Answer
from memoryops.evidence.query import build_query
from memoryops.evidence.recall import Evidence, Recaller
from memoryops.evidence.verify import Subject
from memoryops.kit.errors import UnavailableError
from memoryops.memory.calibration import Calibration
from memoryops.memory.calibrator import Calibrator
from memoryops.memory.health import HealthWatch
from memoryops.memory.port import MemoryReason, MemoryStore, MemoryUnavailable
from memoryops.memory.schemas import MemoryStatus

START_S = 180.0
"""How long a memory that is starting may take; a first start of the embedded one takes about a minute."""

ATTEMPTS = 3
POLL_S = 0.5

Progress = Callable[[str, int, int], None]


class MemoryFailedError(UnavailableError):
    """Memory did not answer, so that nothing can be said of its recall."""


@dataclass(frozen=True)
class Evaluation:
    """One run: what was found for every query, out of how many documents."""

    documents: int
    answers: tuple[Answer, ...]
    queries: tuple[EvaluationQuery, ...]
    titles: dict[str, str]
    bank_id: str
    calibration: Calibration


async def evaluate_recall(
    memory: MemoryStore,
    calibrator: Calibrator,
    corpus: Sequence[CorpusRecord],
    queries: Sequence[EvaluationQuery],
    *,
    progress: Progress,
    keep: bool = False,
) -> Evaluation:
    """Load the corpus, ask the queries, remove what was loaded unless it is kept; raises MemoryFailedError.

    A run that is cut off leaves its bank behind, and the same corpus goes on from there.
    """
    health = calibrator.health
    await wait_until_ready(calibrator)
    try:
        async with temporary_record() as database:
            bank = await write_record(database, corpus)
            await _fill(memory, bank, progress)
            recaller = Recaller(memory, health, database, bank.workspace_id)
            asker = Asker(recaller, calibrator, bank)
            await asker.ask(queries[0])  # connections and caches are not what is measured
            answers = []
            for number, query in enumerate(queries, 1):
                answers.append(await asker.ask(query))
                progress("Asking", number, len(queries))
            calibration = health.calibration
            if not keep:
                await remove(memory, bank)
    except MemoryUnavailable as error:
        raise MemoryFailedError(f"Memory is unavailable ({error.reason}): {error.detail}") from error
    titles = {record.id: record.name for record in corpus}
    return Evaluation(len(corpus), tuple(answers), tuple(queries), titles, bank.bank_id, calibration)


@dataclass(frozen=True)
class Asker:
    """Asks as the product does, of a bank that was filled."""

    recaller: Recaller
    calibrator: Calibrator
    bank: EvaluationBank

    async def ask(self, query: EvaluationQuery) -> Answer:
        """What memory answers when the query is an incident's symptoms."""
        text = build_query(service="", title="", error=None, symptoms=query.text)
        evidence, latency_ms = await self._recall(Subject(self.recaller.workspace_id, text))
        found = tuple(self.bank.record_ids[match.incident_id] for match in evidence.matches)
        grades = {one.id: one.grade for one in query.relevant}
        return Answer(query.id, query.type, grades, found, latency_ms)

    async def _recall(self, subject: Subject) -> tuple[Evidence, float]:
        """The evidence and its milliseconds; a memory that fails is asked again: it says nothing of its recall."""
        for attempt in range(1, ATTEMPTS + 1):
            started = time.perf_counter()
            evidence = await self.recaller.recall(subject)
            if evidence.status is not MemoryStatus.unavailable:
                break
            if attempt == ATTEMPTS:
                raise MemoryFailedError(f"Memory failed {ATTEMPTS} times at {subject.query!r}: {evidence.trace.detail}")
            await wait_until_ready(self.calibrator)
        return evidence, (time.perf_counter() - started) * 1000


async def wait_until_ready(calibrator: Calibrator) -> None:
    """Return once memory answers and is calibrated; raises MemoryFailedError when it takes too long or never can be."""
    health, deadline = calibrator.health, time.monotonic() + START_S
    await wait_until_it_answers(health)
    while not (health.is_calibrated or await calibrator.step()):
        if health.current.reason is MemoryReason.misconfigured or time.monotonic() > deadline:
            raise _failed(health)
        await asyncio.sleep(POLL_S)
        await wait_until_it_answers(health)
    health.compared(health.losses)  # this run's record knows of nothing but what it retains itself


async def wait_until_it_answers(health: HealthWatch) -> None:
    """Return once memory answers; raises MemoryFailedError when it takes too long."""
    deadline = time.monotonic() + START_S
    while not (await health.check()).is_ready:
        if time.monotonic() > deadline:
            raise _failed(health)
        await asyncio.sleep(POLL_S)


def _failed(health: HealthWatch) -> MemoryFailedError:
    return MemoryFailedError(f"Memory is unavailable ({health.current.reason}): {health.current.detail}")


async def _fill(memory: MemoryStore, bank: EvaluationBank, progress: Progress) -> None:
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        progress("Retaining", done, len(bank.documents))

    try:
        await fill(memory, bank, step)
    except* MemoryUnavailable as failures:
        raise failures.exceptions[0] from None
