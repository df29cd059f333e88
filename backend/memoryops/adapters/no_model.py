"""The absence of a language model, so that a server without one carries no client for it."""

from collections.abc import Mapping
from typing import Any

from memoryops.analysis.port import AnalysisReason, Message, ModelAnswer, ModelUnavailable


class NoModel:
    """No model is configured: every question is answered so."""

    name: str | None = None
    endpoint: str | None = None

    async def answer(self, messages: tuple[Message, ...], schema: Mapping[str, Any]) -> ModelAnswer:
        """Raise `not_configured`."""
        raise ModelUnavailable(AnalysisReason.not_configured, "No model is configured; see GROQ_API_KEY.")

    async def aclose(self) -> None:
        """There is nothing to give back."""
