"""What counts as a match, in which order, and why: pure functions over frozen values.

Hindsight's own order and its `final` score are ranks and say nothing of likeness, its keyword arm finds something
for any words at all and knows no rare ones. So meaning is the cosine of a document's best piece, and wording is
our own comparison with what the record says of that incident. docs/recall.md has the figures behind the constants.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from memoryops.evidence.words import Wording, telling_words
from memoryops.memory.port import Recalled

MEANING_WEIGHT = 0.7
WORDING_WEIGHT = 0.3
"""The best of the mixtures measured on public incident reports."""

ENOUGH_WORDS = 5.0
WORDLESS_STEP = 0.12
"""A match without any shared word needs a cosine 0.22 over the threshold, with one 0.13, with five none."""

WEAK_MARGIN = 0.08
"""How far below what is asked for a match is still worth a look, as a cosine."""

SAME_SERVICE_BONUS = 0.05
SHARED_WORDS_SHOWN = 5
MAX_MATCHES = 8


class Match(StrEnum):
    """Strong matches are evidence; weak ones are listed after them and never cited."""

    strong = "strong"
    weak = "weak"


@dataclass(frozen=True)
class Candidate:
    """One document that memory returned: its best piece by meaning, its best scores, and its wording where known."""

    document_id: str
    text: str
    tags: tuple[str, ...]
    metadata: Mapping[str, str]
    similarity: float
    keyword: float
    wording: Wording | None = None

    @property
    def score(self) -> float:
        """What orders evidence, 0..1: mostly meaning, then wording."""
        return MEANING_WEIGHT * self.similarity + WORDING_WEIGHT * (self.wording.score if self.wording else 0.0)


def group_by_document(results: Sequence[Recalled], wordings: Mapping[str, Wording] | None = None) -> list[Candidate]:
    """One candidate a document, best first; results without a document id are left out."""
    pieces: dict[str, list[Recalled]] = {}
    for item in results:
        if item.document_id:
            pieces.setdefault(item.document_id, []).append(item)
    known = wordings or {}
    candidates = [_candidate(document_id, items, known.get(document_id)) for document_id, items in pieces.items()]
    return sorted(candidates, key=lambda one: (-one.score, one.document_id))


def _candidate(document_id: str, items: Sequence[Recalled], wording: Wording | None) -> Candidate:
    best = max(items, key=lambda item: (item.semantic or 0.0, item.keyword or 0.0))
    keyword = max(item.keyword or 0.0 for item in items)
    return Candidate(document_id, best.text, best.tags, best.metadata, best.semantic or 0.0, keyword, wording)


def strength(candidate: Candidate, threshold: float, spread: float = 1.0) -> Match | None:
    """Strong at or over what its wording asks for, weak just below that, None where nothing connects the two."""
    asked = required_similarity(threshold, candidate.wording, spread)
    if candidate.similarity >= asked:
        return Match.strong
    return Match.weak if candidate.similarity >= asked - WEAK_MARGIN * spread else None


def required_similarity(threshold: float, wording: Wording | None, spread: float = 1.0) -> float:
    """The least cosine of a strong match: the threshold where the record shares enough telling words, more where fewer.

    Texts of one trade are alike in tone; without a word in common they must be more alike to be about the same thing.
    `spread` is how far the embedding sets texts apart, counted in that of the bundled one.
    """
    if wording is None:
        return threshold
    shared = min(wording.support, ENOUGH_WORDS)
    return threshold + spread * WORDLESS_STEP * (math.log1p(ENOUGH_WORDS) - math.log1p(shared))


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


def shared_words(query: str, text: str) -> tuple[str, ...]:
    """Telling words that both texts hold, longest first, at most a handful."""
    common = telling_words(query) & telling_words(text)
    return tuple(sorted(common, key=lambda word: (-len(word), word))[:SHARED_WORDS_SHOWN])
