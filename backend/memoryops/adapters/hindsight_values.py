"""From what a Hindsight server sends to the values of the memory port."""

import math
from typing import Any, Protocol

from memoryops.memory.port import Recalled, StoredDocument


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


def recalled(piece: Piece, scores: Scores | None = None) -> Recalled:
    """The piece as a value; scores that are no numbers count as none."""
    return Recalled(
        document_id=piece.document_id,
        text=piece.text,
        tags=tuple(piece.tags or ()),
        metadata=dict(piece.metadata or {}),
        semantic=number(scores.semantic) if scores else None,
        keyword=number(scores.keyword) if scores else None,
    )


def stored(held: Held) -> StoredDocument:
    """The document as a value."""
    return StoredDocument(
        document_id=held.id,
        text=held.original_text or "",
        tags=tuple(held.tags or ()),
        metadata={name: str(value) for name, value in (held.document_metadata or {}).items()},
        pieces=held.memory_unit_count,
    )


def number(score: float | None) -> float | None:
    """The score when it is a finite number."""
    return float(score) if score is not None and math.isfinite(score) else None
