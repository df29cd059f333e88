"""What two texts share in words: telling words, their stems, and how much of a question a text bears out.

Meaning alone confuses incidents of one kind with each other; the words of the record tell them apart. The
score is BM25 with the usual constants, its word frequencies taken over the documents that one recall returned.
"""

import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

SATURATION = 1.2
LENGTH_WEIGHT = 0.75
"""BM25's k1 and b, at the values that its authors recommend."""

STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        """
        a about after again all also an and any are as at be because been before both but by can could did do
        does down during each error errors few for from had has have having he her here him his how i if in
        incident into is it its just may me might more most must my new no nor not now of off on once one only
        onto or other our out over own same service she should so some started still such symptoms than that the
        their them then there these they this those to too two under until up us very was we were what when
        where which while who whom whose why will with would you your
        """,
    )
)
SUFFIXES = re.findall(r"\w+", "ations ation ments ment ingly edly ings ing ies ied ers er ed es ly s e")
SHORTEST_STEM = 3
COMPARED_CHARACTERS = 12_000
KNOWN_TEXTS = 300
"""Records change seldom and are recalled often, so their counted words are kept; about 10 kB each."""


@dataclass(frozen=True)
class Wording:
    """How a text meets a question in words.

    `score` is its BM25, 0..1 relative to the best text. `support` is how many of the question's telling words the
    text holds, each counted by its rarity; a text that holds all of them supports as many as there are.
    """

    score: float = 0.0
    support: float = 0.0


def compare_words(question: str, texts: Mapping[str, str]) -> Mapping[str, Wording]:
    """The wording of each text, under its key."""
    asked = set(stems(question))
    counts = {key: _counted(text[:COMPARED_CHARACTERS]) for key, text in texts.items()}
    lengths = {key: sum(count.values()) for key, count in counts.items()}
    average = sum(lengths.values()) / len(lengths) if lengths else 0.0
    weights = {stem: _rarity(sum(stem in count for count in counts.values()), len(counts)) for stem in asked}
    scores = {
        key: sum(
            weights[stem] * _saturated(count[stem], lengths[key] / average if average else 1.0)
            for stem in asked & count.keys()
        )
        for key, count in counts.items()
    }
    best, all_weights = max(scores.values(), default=0.0), sum(weights.values())
    return {
        key: Wording(
            scores[key] / best if best else 0.0,
            len(asked) * sum(weights[stem] for stem in asked & count.keys()) / all_weights if asked else 0.0,
        )
        for key, count in counts.items()
    }


def telling_words(text: str) -> set[str]:
    """The words of a text that say something of it, as they stand there, in lower case."""
    return {word for word in re.findall(r"[^\W_][\w./-]*[^\W_]", text.lower()) if len(word) > 2} - STOP_WORDS


def stems(text: str) -> list[str]:
    """The telling words of a text without their endings, in order."""
    return [stem(word) for word in re.findall(r"[^\W_]+", text.lower()) if word not in STOP_WORDS]


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The word without a common English ending: `timeouts`, `timed` and `timing` meet in `tim`."""
    ending = next((one for one in SUFFIXES if word.endswith(one) and len(word) - len(one) >= SHORTEST_STEM), "")
    short = word.removesuffix(ending)
    if len(short) > SHORTEST_STEM and short[-1] == short[-2] and short[-1] not in "ls":
        short = short[:-1]
    return f"{short[:-1]}y" if short.endswith("i") else short


@lru_cache(maxsize=KNOWN_TEXTS)
def _counted(text: str) -> Counter[str]:
    return Counter(stems(text))


def _rarity(holding: int, texts: int) -> float:
    return math.log(1 + (texts - holding + 0.5) / (holding + 0.5))


def _saturated(count: int, relative_length: float) -> float:
    dampened = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * relative_length)
    return count * (SATURATION + 1) / (count + dampened)
