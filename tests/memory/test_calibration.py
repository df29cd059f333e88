"""What counts as a match belongs to an embedding: recognised by its behaviour, else measured."""

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from memoryops.evidence.words import stems
from memoryops.memory.calibration import (
    BUNDLED,
    BUNDLED_THRESHOLD,
    CalibrationSource,
    EmbeddingTellsNothingApart,
    KnownEmbedding,
    KnownEmbeddings,
    Question,
    Reading,
    calibrate,
    known_embeddings,
    reading,
    signature,
)
from memoryops.memory.calibrator import BANK, LOOK, Calibrator
from memoryops.memory.port import MemoryReason
from memoryops.samples.calibration import calibration_set
from tests.harness import API, Values, answer
from tests.memory.world import World, world

BUNDLED_READINGS = [Reading(0.7, 0.3), Reading(0.6, 0.3), Reading(None, 0.2), Reading(None, 0.3)]
KNOWN = KnownEmbeddings("", 0.65, 0.25, (KnownEmbedding(BUNDLED, BUNDLED_THRESHOLD, 1.0, signature(BUNDLED_READINGS)),))


def moved(by: Callable[[float], float]) -> list[Reading]:
    """The readings of an embedding whose cosines are those of the bundled one, changed."""
    return [Reading(None if one.own is None else by(one.own), by(one.other)) for one in BUNDLED_READINGS]


def test_a_known_embedding_takes_its_stored_threshold() -> None:
    found = calibrate(moved(lambda cosine: cosine + 0.008), KNOWN)
    assert (found.embedding, found.threshold, found.source) == (BUNDLED, 0.325, CalibrationSource.stored)


def test_an_unknown_embedding_is_read_on_the_scale_of_its_own() -> None:
    found = calibrate(moved(lambda cosine: 0.7 + cosine / 4), KNOWN)
    assert (found.embedding, found.source) == ("unknown", CalibrationSource.measured)
    assert found.threshold == pytest.approx(0.7 + BUNDLED_THRESHOLD / 4, abs=1e-4)
    assert found.spread == pytest.approx(0.25)


@pytest.mark.parametrize("cosine", [0.8, 0.0])
def test_an_embedding_that_tells_nothing_apart_is_of_no_use(cosine: float) -> None:
    with pytest.raises(EmbeddingTellsNothingApart):
        calibrate(moved(lambda _: cosine), KNOWN)


def test_a_question_is_read_by_its_own_document_and_the_best_other() -> None:
    cosines = {"a": 0.5, "b": 0.4, "c": 0.1}
    assert reading(Question("?", "b"), cosines) == Reading(0.4, 0.5)
    assert reading(Question("?", "z"), cosines) == Reading(0.0, 0.5)
    assert reading(Question("?", None), {}) == Reading(None, 0.0)


def test_the_stored_signatures_are_of_the_texts_that_are_asked_about() -> None:
    known, fixed = known_embeddings(), calibration_set()
    assert known.digest == fixed.digest, (
        "the fixed texts changed: run `memoryops eval calibrate --json`, store what it says"
    )
    assert {len(one.signature) for one in known.embeddings} == {len(fixed.questions)}


def by_words(question: str, text: str) -> float:
    """The cosine of an embedding that is none we know: how many words of the question the text holds."""
    asked = set(stems(question))
    return 0.5 + len(asked & set(stems(text))) / (2 * len(asked))


@pytest_asyncio.fixture
async def unknown(sqlite_record: str, tmp_path: Path) -> AsyncIterator[World]:
    """A world whose memory has an embedding of its own, which no setting tells how to read."""
    async with world(sqlite_record, tmp_path, MEMORYOPS_SIMILARITY_THRESHOLD=None) as one:
        one.fake.alike = by_words
        await one.check()
        yield one


async def status(here: World) -> Values:
    return answer(await here.product.http.get(f"{API}/memory/status"), 200)


def calibrator(here: World) -> Calibrator:
    return here.product.runtime.calibrator


def asked_of_calibration(here: World, call: str) -> int:
    return sum(asked.bank == BANK for asked in here.fake.calls(call))


async def test_until_it_is_calibrated_memory_is_unavailable_and_says_so(unknown: World) -> None:
    body = await status(unknown)
    assert (body["status"], body["reason"]) == ("unavailable", "calibrating")
    assert (body["threshold"], body["embedding"], body["calibrated"]) == (None, None, None)
    recalled = await unknown.recall("payments time out")
    assert (recalled["memory_status"], recalled["memory"]["reason"]) == ("unavailable", "calibrating")
    assert recalled["memory"]["threshold"] is None
    assert unknown.fake.calls("recall") == []
    await unknown.resolved()
    assert not await unknown.reconciler.step(), "nothing can be proved yet"


async def test_an_unknown_embedding_is_measured_and_shown_as_such(unknown: World) -> None:
    assert await calibrator(unknown).step()
    await unknown.check()
    body = await status(unknown)
    assert (body["status"], body["embedding"], body["calibrated"]) == ("ready", "unknown", "measured")
    assert 0.6 < body["threshold"] < 0.9
    await unknown.remembered()
    assert (await unknown.recall("charges hang and then fail with 504"))["memory_status"] == "ok"
    assert (await unknown.recall("how to bake bread with rye flour"))["memory_status"] == "empty"


async def test_a_restart_takes_what_was_kept_and_three_questions_confirm_it(unknown: World) -> None:
    await calibrator(unknown).step()
    first, retained, recalled = await status(unknown), *(asked_of_calibration(unknown, c) for c in ("retain", "recall"))
    unknown.product.runtime.health._losses += 1
    assert (await status(unknown))["reason"] == "calibrating"
    assert await calibrator(unknown).step()
    assert (await status(unknown))["threshold"] == first["threshold"]
    assert asked_of_calibration(unknown, "retain") == retained
    assert asked_of_calibration(unknown, "recall") == recalled + LOOK


async def test_another_embedding_at_the_same_address_is_measured_anew(unknown: World) -> None:
    await calibrator(unknown).step()
    first, retained = await status(unknown), asked_of_calibration(unknown, "retain")
    unknown.fake.alike = lambda question, text: by_words(question, text) - 0.3
    assert await calibrator(unknown).step()
    assert (await status(unknown))["threshold"] == pytest.approx(first["threshold"] - 0.3, abs=0.001)
    assert asked_of_calibration(unknown, "retain") == 2 * retained, "cosines across two embeddings mean nothing"


async def test_nothing_is_measured_with_a_bank_that_is_not_whole(unknown: World) -> None:
    async def lose_one() -> None:
        unknown.fake.held_for_calibration.pop("INC-105", None)

    unknown.fake.during("recall", lose_one)
    assert not await calibrator(unknown).step()
    assert (await status(unknown))["reason"] == "calibrating"
    assert await calibrator(unknown).step()
    assert (await status(unknown))["calibrated"] == "measured"


async def test_a_stranger_in_the_calibration_bank_is_put_out(unknown: World) -> None:
    await calibrator(unknown).step()
    first = await status(unknown)
    stray = replace(unknown.fake.held_for_calibration["INC-101"], document_id="INC-999")
    unknown.fake.held_for_calibration["INC-999"] = stray
    await calibrator(unknown).step()
    assert "INC-999" not in unknown.fake.held_for_calibration
    assert (await status(unknown))["threshold"] == first["threshold"]


async def test_an_embedding_of_no_use_leaves_memory_unavailable_with_the_reason(unknown: World) -> None:
    unknown.fake.alike = lambda _question, _text: 0.8
    assert not await calibrator(unknown).step()
    body = await status(unknown)
    assert (body["status"], body["reason"]) == ("unavailable", MemoryReason.misconfigured)
    assert "apart" in body["detail"]


async def test_a_persons_own_threshold_needs_no_measuring(here: World) -> None:
    await here.check()
    body = await status(here)
    assert (body["threshold"], body["embedding"], body["calibrated"]) == (0.325, "unknown", "setting")
    assert asked_of_calibration(here, "recall") == 0


@pytest.mark.parametrize(
    ("status_code", "reason"), [(401, MemoryReason.unauthorized), (503, MemoryReason.server_error)]
)
async def test_a_server_that_never_answered_is_named_by_what_it_said_and_not_as_calibrating(
    sqlite_record: str, tmp_path: Path, status_code: int, reason: MemoryReason
) -> None:
    async with world(sqlite_record, tmp_path, MEMORYOPS_SIMILARITY_THRESHOLD=None) as here:
        here.fake.answers("list_banks", here.refusal(status_code))
        await here.product.runtime.health.check()
        recalled = await here.recall("Charges hang and then fail with 504.")
        assert (recalled["memory_status"], recalled["memory"]["reason"]) == ("unavailable", reason)
