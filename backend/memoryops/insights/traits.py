"""What insights know of one incident beside its times, packed into one small number, so that it is counted fast."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from memoryops.insights.facts import Lesson, Novelty


class Evidence(StrEnum):
    """What investigations showed of memory before the incident was resolved; `none`: nobody investigated before."""

    none = "none"
    without = "without"
    shown = "shown"


class Traits(NamedTuple):
    """What is known of one incident.

    `after_fixed`: the fix before it, of the same error, promised that the cause was gone; `after_sample`: that fix is a
    sample.
    """

    sample: bool
    is_open: bool
    false_alarm: bool
    confirmed: bool
    confirmed_shown: bool
    after_fixed: bool
    after_sample: bool
    novelty: Novelty
    lesson: Lesson
    evidence: Evidence


FLAGS = 7
NOVELTIES, LESSONS, EVIDENCES = tuple(Novelty), tuple(Lesson), tuple(Evidence)
Code = int
BITS = 16
"""Codes are smaller than two to this."""


def code_of(traits: Traits) -> Code:
    """The traits as one number."""
    flags = sum(1 << place for place, flag in enumerate(traits[:FLAGS]) if flag)
    enums = NOVELTIES.index(traits.novelty) + 4 * LESSONS.index(traits.lesson) + 32 * EVIDENCES.index(traits.evidence)
    return flags + (enums << FLAGS)


@lru_cache(1 << BITS)
def traits_of(code: Code) -> Traits:
    """The traits that the number stands for."""
    flags = [bool(code >> place & 1) for place in range(FLAGS)]
    enums = code >> FLAGS
    return Traits._make((*flags, NOVELTIES[enums % 4], LESSONS[enums // 4 % 8], EVIDENCES[enums // 32]))


def having(codes: Iterable[Code], holds: Callable[[Traits], bool]) -> frozenset[Code]:
    """Those of the distinct codes of which that holds."""
    return frozenset(code for code in codes if holds(traits_of(code)))
