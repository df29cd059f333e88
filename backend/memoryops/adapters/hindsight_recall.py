"""Asking a Hindsight server to recall, and reading its answer as it stands.

The client's own model of the answer validates every piece field by field, which costs more than all that we do with
them; here only what is used is looked at, and what is not as it must be makes the whole answer invalid.
"""

import json
import math
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, cast

from memoryops.adapters.foreign_text import storable
from memoryops.adapters.hindsight_failures import status_failure
from memoryops.adapters.hindsight_session import Session
from memoryops.adapters.hindsight_values import cosine, storable_pairs
from memoryops.memory.port import MemoryReason, MemoryUnavailable, Recalled, RecallQuery

if TYPE_CHECKING:
    from hindsight_client_api.models.recall_request import RecallRequest

RECALL_TOKENS = 90_000  # more than 300 pieces of 900 characters: the budget limits them, not their length
FACT_TYPES = ["world"]  # what verbatim pieces are kept as; else three kinds are searched, two of them empty
# Lifts the server's own floor, so that every candidate comes with its cosine and code decides what is strong.
MIN_SCORES = {"semantic": 0.0}
NOTHING_BESIDE = {"entities": None, "chunks": None, "source_facts": None}


class AnswerNotUnderstood(MemoryUnavailable):
    """A recall was answered in words that are not Hindsight's."""

    def __init__(self, what: str) -> None:
        super().__init__(MemoryReason.invalid_response, f"Hindsight answered a recall {what}.")


async def recall_pieces(session: Session, bank_id: str, query: RecallQuery) -> Sequence[Recalled]:
    """The pieces that match; raises MemoryUnavailable, or what the client raises for a lost connection."""
    # Groups of tags are a union that only the client's own reader of dictionaries understands.
    words = {
        "query": query.text,
        "types": FACT_TYPES,
        "budget": "mid" if query.wide else "low",
        "max_tokens": RECALL_TOKENS,
        **tag_filter(query),
        "min_scores": MIN_SCORES,
        "include": NOTHING_BESIDE,
    }
    request = cast("RecallRequest", session.library.recall.from_dict(words))
    answer = await session.client.memory.recall_memories_without_preload_content(bank_id, request)
    body = await answer.read()
    if answer.status != HTTPStatus.OK:
        text = body.decode(errors="replace")
        raise status_failure(answer.status, text, answer.headers, session.connection.api_key)
    return pieces_of(json.loads(body))


def tag_filter(query: RecallQuery) -> dict[str, Any]:
    """The query's tags as the server wants them: one list, or groups that must all hold."""
    if not query.any_of:
        return {"tags": list(query.tags), "tags_match": "all_strict"}
    every = {"tags": list(query.tags), "match": "all_strict"}
    return {"tag_groups": [every, {"tags": list(query.any_of), "match": "any_strict"}]}


def pieces_of(answer: object) -> Sequence[Recalled]:
    """The pieces of an answer; raises `invalid_response` where they cannot be judged."""
    results = answer.get("results") if isinstance(answer, dict) else None
    if not isinstance(results, list):
        raise AnswerNotUnderstood("without a list of results")
    pieces = [_piece(result) for result in results]
    if pieces and not any(result.get("scores") for result in results):
        raise AnswerNotUnderstood("without scores, so that nothing says how well a piece matches")
    return pieces


def _piece(result: object) -> Recalled:
    if not isinstance(result, dict) or not isinstance(result.get("text"), str):
        raise AnswerNotUnderstood("with a piece that has no text")
    scores = result.get("scores") or {}
    if not isinstance(scores, dict):
        raise AnswerNotUnderstood("with scores that are none")
    document_id = result.get("document_id")
    if document_id is not None and not isinstance(document_id, str):
        raise AnswerNotUnderstood("with a piece of a document without a name")
    return Recalled(
        document_id=None if document_id is None else storable(document_id),
        text=storable(result["text"]),
        tags=_tags(result.get("tags")),
        metadata=_metadata(result.get("metadata")),
        semantic=cosine(_number(scores.get("semantic"))),
        keyword=_finite(_number(scores.get("keyword"))),
    )


def _tags(tags: object) -> tuple[str, ...]:
    if tags is None:
        return ()
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        raise AnswerNotUnderstood("with tags that are none")
    return tuple(storable(tag) for tag in tags)


def _metadata(metadata: object) -> Mapping[str, str]:
    if metadata is None:
        return {}
    if not isinstance(metadata, dict) or not all(isinstance(value, str) for value in metadata.values()):
        raise AnswerNotUnderstood("with metadata that is not text")
    return storable_pairs(metadata)


def _number(score: Any) -> float | None:
    """The score where there is one; raises `invalid_response` for anything but a number."""
    if score is None:
        return None
    if isinstance(score, bool) or not isinstance(score, int | float):
        raise AnswerNotUnderstood("with a score that is not a number")
    try:
        return float(score)
    except OverflowError:
        return math.inf


def _finite(score: float | None) -> float | None:
    return score if score is not None and math.isfinite(score) else None
