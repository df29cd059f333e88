"""What a run of queries came to, as figures: pure functions over what was found."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

RIGHT = 2
"""The grade of a right answer; a lower one is worth something in the gain, and is no hit."""

DEPTH = 10


class Kind(StrEnum):
    """What a query is for: an incident told in other words, a near-duplicate, or nothing that is there."""

    symptom = "symptom"
    duplicate = "duplicate"
    none = "none"


@dataclass(frozen=True)
class Answer:
    """What memory answered to one query.

    `found` holds document ids, best first; it is empty when memory refused. `latency_ms` is wall time.
    """

    query_id: str
    kind: Kind
    grades: Mapping[str, int]
    found: tuple[str, ...]
    latency_ms: float

    @property
    def refused(self) -> bool:
        return not self.found

    @property
    def hit(self) -> int | None:
        """The rank of the first right answer, from 1; None when it is not among the first ten."""
        ranks = (rank for rank, one in enumerate(self.found[:DEPTH], 1) if self.grades.get(one, 0) >= RIGHT)
        return next(ranks, None)


@dataclass(frozen=True)
class Order:
    """How high the right answers stand, 0..1; of no query at all, nothing but zeros."""

    queries: int
    hit_at_1: float
    hit_at_3: float
    hit_at_5: float
    mrr: float
    ndcg_at_10: float


@dataclass(frozen=True)
class Refusal:
    """How well `empty` was told from `ok`, counted in queries; `empty` is the positive class."""

    rightly_empty: int
    wrongly_empty: int
    rightly_ok: int
    wrongly_ok: int

    @property
    def precision(self) -> float:
        return share(self.rightly_empty, self.rightly_empty + self.wrongly_empty)

    @property
    def recall(self) -> float:
        return share(self.rightly_empty, self.rightly_empty + self.wrongly_ok)

    @property
    def f1(self) -> float:
        return share(2 * self.precision * self.recall, self.precision + self.recall)

    @property
    def answerable_lost(self) -> float:
        """The share of the queries that have an answer to which memory said that it has none."""
        return share(self.wrongly_empty, self.wrongly_empty + self.rightly_ok)


def measure_order(answers: Sequence[Answer]) -> Order:
    """How high the right answers stand; a refused query counts as not found."""
    hits = [answer.hit for answer in answers]
    return Order(
        queries=len(answers),
        hit_at_1=within(hits, 1),
        hit_at_3=within(hits, 3),
        hit_at_5=within(hits, 5),
        mrr=mean([1 / hit if hit else 0.0 for hit in hits]),
        ndcg_at_10=mean([gain(answer) for answer in answers]),
    )


def measure_refusal(answers: Sequence[Answer]) -> Refusal:
    """The confusion of `empty` and `ok` over all queries."""
    absent = [answer.refused for answer in answers if answer.kind is Kind.none]
    present = [answer.refused for answer in answers if answer.kind is not Kind.none]
    return Refusal(
        rightly_empty=sum(absent),
        wrongly_empty=sum(present),
        rightly_ok=len(present) - sum(present),
        wrongly_ok=len(absent) - sum(absent),
    )


def gain(answer: Answer) -> float:
    """The normalised discounted cumulative gain of the first ten, each grade worth 2^grade - 1."""
    ideal = _discounted(sorted(answer.grades.values(), reverse=True))
    return share(_discounted([answer.grades.get(one, 0) for one in answer.found]), ideal)


def within(hits: Sequence[int | None], rank: int) -> float:
    """The share of hits at this rank or better."""
    return mean([float(hit is not None and hit <= rank) for hit in hits])


def quantile(values: Sequence[float], part: float) -> float:
    """The nearest-rank quantile; 0 of no values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, math.ceil(part * len(ordered)) - 1))] if ordered else 0.0


def mean(values: Sequence[float]) -> float:
    """The arithmetic mean; 0 of no values."""
    return share(math.fsum(values), len(values))


def share(part: float, whole: float) -> float:
    """`part / whole`; 0 of nothing."""
    return part / whole if whole else 0.0


def _discounted(grades: Sequence[int]) -> float:
    return math.fsum((2**grade - 1) / math.log2(place + 1) for place, grade in enumerate(grades[:DEPTH], 1))
