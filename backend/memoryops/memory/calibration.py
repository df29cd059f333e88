"""How the cosines of one embedding are to be read: pure functions over what fixed questions came to.

Cosines of two embeddings do not compare: where one gives texts of the same failure 0.5 and strangers 0.2, another gives
0.86 and 0.78. What was measured at length for one of them is carried over by two points that every embedding has: how
alike a question and its own incident are, and how alike a question and incidents that are none of its business.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib import resources

from memoryops.memory.port import Document, MemoryReason, MemoryUnavailable

BUNDLED = "all-MiniLM-L6-v2-int8"
BUNDLED_THRESHOLD = 0.325
"""Measured on public incident reports; docs/recall.md has the figures."""

UNKNOWN = "unknown"

SAME_ON_AVERAGE = 0.02
SAME_AT_MOST = 0.06
"""How far two signatures of one model lie apart: batches move a cosine by 0.008, another model by far more."""

TELLS_APART = 0.8
"""The least share of (own, strange) pairs that an embedding must order rightly to be of use."""


class CalibrationSource(StrEnum):
    """Where a threshold comes from."""

    stored = "stored"
    measured = "measured"
    setting = "setting"


@dataclass(frozen=True)
class Calibration:
    """How to read an embedding's cosines.

    `threshold` is the least cosine of a strong match. `spread` is the distance between own and strange texts,
    counted in that of the bundled embedding.
    """

    threshold: float
    spread: float
    embedding: str
    source: CalibrationSource


@dataclass(frozen=True)
class Question:
    """A fixed question, and the document that tells of the same failure; None where no document does."""

    text: str
    expected: str | None


@dataclass(frozen=True)
class CalibrationSet:
    """Fixed texts and questions of our own."""

    documents: tuple[Document, ...]
    questions: tuple[Question, ...]

    @property
    def digest(self) -> str:
        """Differs when a text or a question does."""
        texts = [document.text for document in self.documents]
        asked = [[question.text, question.expected] for question in self.questions]
        return hashlib.sha256(json.dumps([texts, asked]).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Reading:
    """The cosines of one question: with the document that is its own, and the best of all others."""

    own: float | None
    other: float


Signature = tuple[float, ...]
"""The best cosine of each fixed question, in order: what an embedding is recognised by."""


@dataclass(frozen=True)
class KnownEmbedding:
    """An embedding that was measured at length: how it is recognised, and how its cosines are read."""

    name: str
    threshold: float
    spread: float
    signature: Signature

    @property
    def calibration(self) -> Calibration:
        return Calibration(self.threshold, self.spread, self.name, CalibrationSource.stored)


@dataclass(frozen=True)
class KnownEmbeddings:
    """The known embeddings. `own` and `strange` are the bundled one's mean cosines on the set of that digest."""

    digest: str
    own: float
    strange: float
    embeddings: tuple[KnownEmbedding, ...]


class EmbeddingTellsNothingApart(MemoryUnavailable):
    """The server's embedding finds a question as alike to strange texts as to its own."""

    def __init__(self) -> None:
        detail = "The embedding of this Hindsight server does not tell our fixed texts apart; no match means anything."
        super().__init__(MemoryReason.misconfigured, detail)


BUNDLED_CALIBRATION = Calibration(BUNDLED_THRESHOLD, 1.0, BUNDLED, CalibrationSource.stored)


def known_embeddings() -> KnownEmbeddings:
    """The table as it is shipped."""
    table = json.loads((resources.files("memoryops.memory") / "embeddings.json").read_text(encoding="utf-8"))
    known = [KnownEmbedding(**{**one, "signature": tuple(one["signature"])}) for one in table["embeddings"]]
    return KnownEmbeddings(table["digest"], table["own"], table["strange"], tuple(known))


def reading(question: Question, cosines: Mapping[str, float]) -> Reading:
    """The reading of a question from the best cosine of each document; what was not found at all has none."""
    own = None if question.expected is None else cosines.get(question.expected, 0.0)
    others = (cosine for document_id, cosine in cosines.items() if document_id != question.expected)
    return Reading(own, max(others, default=0.0))


def signature(readings: Sequence[Reading]) -> Signature:
    """What the embedding behind these readings is recognised by."""
    return tuple(round(max(one.other, one.own or 0.0), 4) for one in readings)


def is_same(one: Signature, other: Signature) -> bool:
    """Whether two signatures are of the same embedding."""
    if not one or len(one) != len(other):
        return False
    distances = [abs(a - b) for a, b in zip(one, other, strict=True)]
    return sum(distances) / len(distances) <= SAME_ON_AVERAGE and max(distances) <= SAME_AT_MOST


def calibrate(readings: Sequence[Reading], known: KnownEmbeddings) -> Calibration:
    """The stored calibration of an embedding that is known, else one measured from the readings.

    Raises EmbeddingTellsNothingApart.
    """
    found = signature(readings)
    stored = next((one for one in known.embeddings if is_same(found, one.signature)), None)
    return stored.calibration if stored else _measured(readings, known)


def own_and_strange(readings: Sequence[Reading]) -> tuple[float, float]:
    """The mean cosine of questions with their own document, and the mean best one of questions that have none."""
    own = [one.own for one in readings if one.own is not None]
    strange = [one.other for one in readings if one.own is None]
    return sum(own) / len(own), sum(strange) / len(strange)


def _measured(readings: Sequence[Reading], known: KnownEmbeddings) -> Calibration:
    pairs = [(one.own, two.other) for one in readings if one.own is not None for two in readings if two.own is None]
    if sum(own > strange for own, strange in pairs) < TELLS_APART * len(pairs):
        raise EmbeddingTellsNothingApart()
    own, strange = own_and_strange(readings)
    spread = (own - strange) / (known.own - known.strange)
    threshold = strange + (BUNDLED_THRESHOLD - known.strange) * spread
    return Calibration(round(threshold, 4), round(spread, 4), UNKNOWN, CalibrationSource.measured)
