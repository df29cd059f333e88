"""From what a Hindsight server sends to the values of the memory port."""

import re
from collections.abc import Mapping
from typing import Any, Protocol

from memoryops.adapters.foreign_text import storable
from memoryops.memory.port import HeldDocument, MemoryReason, MemoryUnavailable, Recalled, StoredDocument

LARGEST_COSINE = 1.0001  # the sum of many products may end a little above one


SHA256 = re.compile("[0-9a-f]{64}")
"""The form of a `content_hash` that is of a document's text; another server may call something else so."""


class Piece(Protocol):
    """A piece of memory as the server words it."""

    document_id: str | None
    text: str
    tags: list[str] | None
    metadata: dict[str, str] | None


class Listed(Protocol):
    """A document as the server lists it."""

    id: str
    tags: list[str] | None
    document_metadata: dict[str, Any] | None
    content_hash: str | None

    @property
    def memory_unit_count(self) -> int | None:
        """How many pieces it is in."""


class Row(Listed, Protocol):
    """A row of the listing."""

    @property
    def text_length(self) -> int | None:
        """Characters of its text; 0 where the server keeps or says none."""


class Held(Listed, Protocol):
    """A document as the server words it."""

    original_text: str | None


def recalled(piece: Piece) -> Recalled:
    """The piece as a value, without scores."""
    return Recalled(
        document_id=None if piece.document_id is None else storable(piece.document_id),
        text=storable(piece.text),
        tags=tuple(storable(tag) for tag in piece.tags or ()),
        metadata=storable_pairs(piece.metadata or {}),
        semantic=None,
        keyword=None,
    )


def listed(document: Row) -> HeldDocument:
    """A document of a bank's listing as a value."""
    return HeldDocument(**_known(document), text_length=document.text_length or None)


def stored(held: Held) -> StoredDocument:
    """The document as a value."""
    return StoredDocument(**_known(held), text=storable(held.original_text or ""))


def _known(document: Listed) -> dict[str, Any]:
    return {
        "document_id": storable(document.id),
        "tags": tuple(storable(tag) for tag in document.tags or ()),
        "metadata": storable_pairs(document.document_metadata or {}),
        "pieces": document.memory_unit_count or 0,
        "text_digest": said if (said := document.content_hash) and SHA256.fullmatch(said) else None,
    }


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
