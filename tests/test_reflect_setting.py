"""Which model the embedded Hindsight may reflect with, from the settings."""

from pathlib import Path

import pytest

from memoryops.runtime import reflect_model
from tests.harness import settings_for

GROQ = {"GROQ_API_KEY": "gsk-secret"}
LOCAL = {"MEMORYOPS_MODEL_URL": "http://127.0.0.1:11434/v1", "MEMORYOPS_MODEL_NAME": "qwen3:8b"}


@pytest.mark.parametrize("given", [{}, GROQ, LOCAL])
def test_no_memory_goes_to_a_model_unless_that_is_set(tmp_path: Path, given: dict[str, str]) -> None:
    assert reflect_model(settings_for(tmp_path, None, **given)) is None


def test_without_a_model_there_is_none_to_reflect_with(tmp_path: Path) -> None:
    assert reflect_model(settings_for(tmp_path, None, MEMORYOPS_REFLECT="model")) is None


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (GROQ, ("groq", "openai/gpt-oss-20b", "gsk-secret", "https://api.groq.com/openai/v1")),
        (LOCAL, ("openai", "qwen3:8b", None, "http://127.0.0.1:11434/v1")),
    ],
)
def test_it_reflects_with_the_model_of_the_analyses(
    tmp_path: Path, given: dict[str, str], expected: tuple[str | None, ...]
) -> None:
    model = reflect_model(settings_for(tmp_path, None, MEMORYOPS_REFLECT="model", **given))
    assert model is not None
    assert (model.provider, model.model, model.api_key, model.base_url) == expected
    assert "gsk-secret" not in repr(model)
