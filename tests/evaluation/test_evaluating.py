"""An evaluation runs through the real memory, counts what it did there, and leaves nothing behind."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from memoryops.adapters.hindsight import HindsightMemory
from memoryops.evaluation.files import CorpusRecord, EvaluationQuery
from memoryops.evaluation.recall import Evaluation, evaluate_recall
from memoryops.evaluation.report import as_object, misses
from memoryops.kit.clock import SystemClock
from memoryops.memory.calibration import BUNDLED_CALIBRATION, known_embeddings
from memoryops.memory.calibrator import Calibrator
from memoryops.memory.health import HealthWatch
from memoryops.samples.calibration import calibration_set
from tests.hindsight import RunningHindsight

Step = tuple[str, int, int]
CORPUS = [
    CorpusRecord(
        id="inodes",
        title="Uploads fail although the disk has space",
        symptoms="Writing new files fails with ENOSPC while df shows half of the disk free.",
        cause="Millions of small session files had used up all inodes of the volume.",
    ),
    CorpusRecord(
        id="certificate",
        title="Browsers refuse the shop after midnight",
        symptoms="Visitors are told that the connection is not private; some edge nodes still answer.",
        cause="The TLS certificate expired, and half of the edge nodes had not reloaded the renewed one.",
        resolution="Reloaded the edge nodes and added an alert on what they serve.",
    ),
]
QUERIES = [
    EvaluationQuery.model_validate(query)
    for query in (
        {"id": "q1", "type": "symptom", "text": "cannot write files, ENOSPC, but df says half of the disk is free"}
        | {"relevant": [{"id": "inodes", "grade": 2}]},
        {"id": "q2", "type": "duplicate", "text": "Connection is not private, certificate expired on some edge nodes"}
        | {"relevant": [{"id": "certificate", "grade": 2}]},
        {"id": "q3", "type": "none", "text": "fix my bicycle"},
    )
]


@pytest_asyncio.fixture
async def memory(hindsight: RunningHindsight) -> AsyncIterator[HindsightMemory]:
    adapter = HindsightMemory(lambda: hindsight.connection, recall_timeout=30)
    yield adapter
    await adapter.aclose()


async def evaluate(
    memory: HindsightMemory, *, seen: list[tuple[str, int, int]] | None = None, keep: bool = False
) -> Evaluation:
    health = HealthWatch(memory, SystemClock(), BUNDLED_CALIBRATION)
    calibrator = Calibrator(memory, health, calibration_set(), known_embeddings(), Path("unused"))
    heard = [] if seen is None else seen
    return await evaluate_recall(
        memory, calibrator, CORPUS, QUERIES, progress=lambda *step: heard.append(step), keep=keep
    )


async def test_what_is_right_is_counted_and_the_bank_is_gone(memory: HindsightMemory) -> None:
    seen: list[tuple[str, int, int]] = []
    evaluation = await evaluate(memory, seen=seen)
    figures = as_object(evaluation)
    assert (figures["documents"], figures["queries"], figures["hit_at_1"], figures["mrr"]) == (2, 3, 1.0, 1.0)
    assert figures["refusal"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0, "answerable_lost": 0.0}
    assert figures["duplicates_at_1"] == 1.0
    assert figures["latency_ms"]["p95"] >= figures["latency_ms"]["p50"] > 0
    assert list(misses(evaluation)) == []
    assert json.loads(json.dumps(figures)) == figures
    assert seen[-1] == ("Asking", 3, 3)
    assert await memory.list_documents(evaluation.bank_id) == []


async def test_a_bank_that_was_kept_is_used_again(memory: HindsightMemory) -> None:
    first = await evaluate(memory, keep=True)
    assert len(await memory.list_documents(first.bank_id)) == 2
    await memory.withdraw(first.bank_id, (await memory.list_documents(first.bank_id))[0].document_id)
    second = await evaluate(memory)
    assert second.bank_id == first.bank_id
    assert [answer.found for answer in second.answers] == [answer.found for answer in first.answers]
    assert await memory.list_documents(first.bank_id) == []
