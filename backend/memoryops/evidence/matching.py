"""What counts as a match, in which order, and why: pure functions over frozen values.

Only meaning decides what is evidence. Hindsight's own order and its `final` score are ranks and say nothing of
likeness, its keyword arm finds something for any words at all; the cosine of the best piece of a document is
the one figure that can refuse. The keyword score moves documents among those that meaning let in.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from memoryops.memory.port import Recalled

SEMANTIC_WEIGHT = 0.7
KEYWORD_WEIGHT = 0.3
"""0.7 and 0.3 were the best of the mixtures measured on public incident reports; see docs/decisions."""

WEAK_MARGIN = 0.08
"""How far below the threshold a match is still worth a look, as a cosine."""

SAME_SERVICE_BONUS = 0.05
SHARED_WORDS_SHOWN = 5
MAX_MATCHES = 8


class Match(StrEnum):
    """Strong matches are evidence; weak ones are listed after them and never cited."""

    strong = "strong"
    weak = "weak"


@dataclass(frozen=True)
class Candidate:
    """One document that memory returned: its best piece by meaning, and its best scores, 0..1."""

    document_id: str
    text: str
    tags: tuple[str, ...]
    metadata: Mapping[str, str]
    similarity: float
    keyword: float
    score: float


def group_by_document(results: Sequence[Recalled]) -> list[Candidate]:
    """One candidate a document, best first; results without a document id are left out."""
    top_keyword = max((item.keyword or 0.0 for item in results), default=0.0)
    pieces: dict[str, list[Recalled]] = {}
    for item in results:
        if item.document_id:
            pieces.setdefault(item.document_id, []).append(item)
    candidates = [_candidate(document_id, items, top_keyword) for document_id, items in pieces.items()]
    return sorted(candidates, key=lambda one: (-one.score, one.document_id))


def _candidate(document_id: str, items: Sequence[Recalled], top_keyword: float) -> Candidate:
    best = max(items, key=lambda item: (item.semantic or 0.0, item.keyword or 0.0))
    similarity = best.semantic or 0.0
    keyword = max(item.keyword or 0.0 for item in items)
    relative = keyword / top_keyword if top_keyword > 0 else 0.0
    score = SEMANTIC_WEIGHT * similarity + KEYWORD_WEIGHT * relative
    return Candidate(document_id, best.text, best.tags, best.metadata, similarity, keyword, score)


def strength(candidate: Candidate, threshold: float) -> Match | None:
    """Strong at or over the threshold, weak just below it, None where meaning does not connect the two."""
    if candidate.similarity >= threshold:
        return Match.strong
    return Match.weak if candidate.similarity >= threshold - WEAK_MARGIN else None


def rank(candidate: Candidate, *, same_service: bool) -> float:
    """The order of evidence: likeness, raised a little where the service is the same."""
    return candidate.score + (SAME_SERVICE_BONUS if same_service else 0.0)


@dataclass(frozen=True)
class Likeness:
    """What the current incident and an old one have in common, for the reasons on a card."""

    similarity: float
    same_service: bool
    same_environment: bool
    same_fingerprint: bool
    shared_words: tuple[str, ...]


def reasons(likeness: Likeness) -> list[str]:
    """Plain sentences that say why a match is shown."""
    why = []
    if likeness.same_fingerprint:
        why.append("The same error in the same service")
    elif likeness.same_service:
        why.append("The same service")
    if likeness.same_environment:
        why.append("The same environment")
    if likeness.shared_words:
        words = ", ".join(f"“{word}”" for word in likeness.shared_words)
        why.append(f"Shares {words}")
    why.append(f"Similar in meaning ({likeness.similarity:.0%})")
    return why


STOP_WORDS = frozenset(
    [
        "a",
        "about",
        "after",
        "again",
        "all",
        "also",
        "an",
        "and",
        "any",
        "are",
        "as",
        "at",
        "be",
        "because",
        "been",
        "before",
        "but",
        "by",
        "can",
        "could",
        "did",
        "do",
        "does",
        "down",
        "for",
        "from",
        "had",
        "has",
        "have",
        "how",
        "in",
        "into",
        "is",
        "it",
        "its",
        "more",
        "most",
        "new",
        "no",
        "not",
        "now",
        "of",
        "off",
        "on",
        "one",
        "only",
        "or",
        "other",
        "our",
        "out",
        "over",
        "same",
        "so",
        "some",
        "started",
        "still",
        "than",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "to",
        "too",
        "under",
        "up",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "while",
        "who",
        "why",
        "will",
        "with",
        "would",
        "you",
        "your",
        "incident",
        "service",
        "symptoms",
        "error",
        "errors",
    ]
)


def shared_words(query: str, text: str) -> tuple[str, ...]:
    """Telling words that both texts hold, longest first, at most a handful."""
    common = _words(query) & _words(text)
    return tuple(sorted(common, key=lambda word: (-len(word), word))[:SHARED_WORDS_SHOWN])


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"[^\W_][\w./-]*[^\W_]", text.lower()) if len(word) > 2} - STOP_WORDS


def take(ranked: Iterable[Candidate]) -> list[Candidate]:
    """The candidates that a person can take in."""
    return list(ranked)[:MAX_MATCHES]
