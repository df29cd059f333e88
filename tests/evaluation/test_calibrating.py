"""Calibrating from a terminal says how an embedding is read, whatever embedding it is."""

import json
from pathlib import Path

import pytest

from memoryops.evaluation.calibrating import run
from memoryops.evidence.words import stems
from memoryops.samples.calibration import calibration_set
from tests.fakes.remembering_hindsight import remembering_hindsight
from tests.harness import settings_for


def by_words(question: str, text: str) -> float:
    asked = set(stems(question))
    return len(asked & set(stems(text))) / len(asked)


async def test_an_unknown_embedding_is_told_with_its_signature(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with remembering_hindsight() as fake:
        fake.alike = by_words
        settings = settings_for(tmp_path, None, HINDSIGHT_API_URL=fake.url, MEMORYOPS_SIMILARITY_THRESHOLD=None)
        assert await run(settings, as_json=True) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["embedding"], told["calibrated"]) == ("unknown", "measured")
    assert told["strange"] < told["threshold"] < told["own"]
    assert (told["digest"], len(told["signature"])) == (calibration_set().digest, len(calibration_set().questions))


async def test_an_embedding_of_no_use_is_a_failure_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with remembering_hindsight() as fake:
        fake.alike = lambda _question, _text: 0.8
        settings = settings_for(tmp_path, None, HINDSIGHT_API_URL=fake.url, MEMORYOPS_SIMILARITY_THRESHOLD=None)
        assert await run(settings, as_json=True) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "does not tell our fixed texts apart" in told.err
