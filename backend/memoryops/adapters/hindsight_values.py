"""From what a Hindsight server sends to the values of the memory port."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from memoryops.adapters.foreign_text import storable
from memoryops.memory.port import MemoryReason, MemoryUnavailable, Recalled, StoredDocument

LARGEST_COSINE = 1.0001  # the sum of many products may end a little above one


class Scores(Protocol):
    """A cosine and a text score, each missing where that search did not find the piece."""

    semantic: float | None
    keyword: float | None


class Piece(Protocol):
    """A piece of memory as the server words it."""

    document_id: str | None
    text: str
    tags: list[str] | None
    metadata: dict[str, str] | None


class Held(Protocol):
    """A document as the server words it."""

    id: str
    original_text: str | None
    tags: list[str] | None
    document_metadata: dict[str, Any] | None
    memory_unit_count: int


class Found(Piece, Protocol):
    """A piece as a recall words it."""

    @property
    def scores(self) -> Scores | None:
        """How well it matches."""


def found(pieces: Sequence[Found]) -> list[Recalled]:
    """The pieces of a recall; raises `invalid_response` where they cannot be judged."""
    if pieces and all(piece.scores is None for piece in pieces):
        detail = "Hindsight gave no scores with what it recalled, so nothing says how well it matches."
        raise MemoryUnavailable(MemoryReason.invalid_response, detail)
    return [recalled(piece, piece.scores) for piece in pieces]


def recalled(piece: Piece, scores: Scores | None = None) -> Recalled:
    """The piece as a value; raises `invalid_response` for a similarity that is none."""
    return Recalled(
        document_id=None if piece.document_id is None else storable(piece.document_id),
        text=storable(piece.text),
        tags=tuple(storable(tag) for tag in piece.tags or ()),
        metadata=storable_pairs(piece.metadata or {}),
        semantic=cosine(scores.semantic) if scores else None,
        keyword=number(scores.keyword) if scores else None,
    )


def stored(held: Held) -> StoredDocument:
    """The document as a value."""
    return StoredDocument(
        document_id=storable(held.id),
        text=storable(held.original_text or ""),
        tags=tuple(storable(tag) for tag in held.tags or ()),
        metadata=storable_pairs(held.document_metadata or {}),
        pieces=held.memory_unit_count,
    )


def storable_pairs(metadata: Mapping[str, Any]) -> dict[str, str]:
    """Names and values as text that can be kept."""
    return {storable(name): storable(str(value)) for name, value in metadata.items()}


def cosine(score: float | None) -> float | None:
    """The score when there is one; raises `invalid_response` for a number that no cosine can be."""
    if score is None:
        return None
    if not -1 <= score <= LARGEST_COSINE:
        raise MemoryUnavailable(MemoryReason.invalid_response, "Hindsight gave a similarity that cannot be one.")
    return min(float(score), 1.0)


def number(score: float | None) -> float | None:
    """The score when it is a finite number."""
    return float(score) if score is not None and math.isfinite(score) else None
