"""A language model that says what it is told to: for demonstrations, evaluations and tests."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from memoryops.analysis.port import Message, ModelAnswer, ModelUnavailable

Script = Callable[[tuple[Message, ...]], str | ModelUnavailable]


class ScriptedModel:
    """A `LanguageModel` that takes each answer from a list, or asks a function for it.

    An answer that is a `ModelUnavailable` is raised. `asked` holds every
    conversation so far.
    """

    name: str | None = "scripted"
    endpoint: str | None = None

    def __init__(self, script: Script | Iterable[str | ModelUnavailable]) -> None:
        self._script = script if callable(script) else _in_order(script)
        self.asked: list[tuple[Message, ...]] = []

    async def answer(self, messages: tuple[Message, ...], schema: Mapping[str, Any]) -> ModelAnswer:
        """The next answer of the script."""
        self.asked.append(messages)
        said = self._script(messages)
        if isinstance(said, ModelUnavailable):
            raise said
        return ModelAnswer(content=said, model="scripted")

    async def aclose(self) -> None:
        """Nothing to give back."""


def _in_order(answers: Iterable[str | ModelUnavailable]) -> Script:
    rest = iter(answers)
    return lambda _: next(rest)
