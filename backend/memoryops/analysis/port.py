"""What MemoryOps asks of a language model: the port, its values and its one failure."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol


class AnalysisReason(StrEnum):
    """Why an analysis is the fallback and not a model's; stored and shown."""

    not_configured = "not_configured"
    timeout = "timeout"
    rate_limited = "rate_limited"
    too_large = "too_large"
    unauthorized = "unauthorized"
    server_error = "server_error"
    unreachable = "unreachable"
    model_unavailable = "model_unavailable"
    rejected = "rejected"
    invalid_output = "invalid_output"
    invented_citation = "invented_citation"


class ModelUnavailable(Exception):
    """The model gave no usable answer. `detail` may be read by a person and holds no credential."""

    def __init__(self, reason: AnalysisReason, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail


@dataclass(frozen=True)
class Message:
    """One turn of a conversation with the model: role `system`, `user` or `assistant`."""

    role: str
    content: str


@dataclass(frozen=True)
class ModelAnswer:
    """What the model said, as text that claims to be JSON, and which model said it."""

    content: str
    model: str


class LanguageModel(Protocol):
    """A model that answers in JSON. Its only failure is `ModelUnavailable`."""

    @property
    def name(self) -> str | None:
        """The configured model, or None when none is configured."""

    @property
    def endpoint(self) -> str | None:
        """Host of the endpoint, for people to read; never holds a credential."""

    async def answer(self, messages: tuple[Message, ...], schema: Mapping[str, Any]) -> ModelAnswer:
        """Answer within one overall deadline, in JSON that follows `schema`."""

    async def aclose(self) -> None:
        """Give back connections."""
