"""Which save goes on with the version before it, and which begins one of its own: pure.

A section is saved at every pause in typing. If each save were a version, nobody would find the one to go back to; so
what one person adds within ten minutes is one version, and is read as it was saved last. A version ends sooner where
somebody would want it back: when somebody else saved, when it was published, when it was commented on or a review of
it was asked for, when a draft or an older version stood there, and as soon as anything in it would be gone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from memoryops.kit.dependencies import UNKNOWN_ACTOR
from memoryops.postmortems.sections import Source

AS_ONE = timedelta(minutes=10)
"""From the first save of a version. Long enough for a paragraph, short enough that little is lost between two."""

CLOSING = ".,;:!?…。、，；：！？"
"""What may go from the end of a word when the sentence goes on."""


@dataclass(frozen=True)
class Standing:
    """The newest version of a section; `began_at` is None once it has ended."""

    text: str
    source: Source
    by: str
    began_at: datetime | None
    restored_from: int | None


def continues(before: Standing, text: str, *, by: str, at: datetime, published_at: datetime | None) -> bool:
    """Whether these words, saved by that person at that moment, are the version before them, written further."""
    return (
        before.source is Source.person
        and before.restored_from is None
        # Two who give no name may be two.
        and before.by == by != UNKNOWN_ACTOR
        and before.began_at is not None
        and before.began_at <= at < before.began_at + AS_ONE
        and (published_at is None or published_at < before.began_at)
        and keeps(before.text, text)
    )


def keeps(before: str, after: str) -> bool:
    """Whether every word of `before` still stands, in its order; one may be written further, as a pause found it.

    What keeps a text keeps what that text kept, so nothing goes by small steps either. Where no spaces are written a
    sentence is a word, and grows in one place between two saves.
    """
    old, new = words_of(before), words_of(after)
    start, at_least = _found(old, new)
    if start == len(old):
        return True
    end, at_most = _found(old[:start:-1], new[::-1])
    between = new[at_least : len(new) - at_most]
    return end == len(old) - start - 1 and any(grew(old[start], word) for word in between)


def words_of(text: str) -> list[str]:
    """What stands between blank space, without what closes a clause."""
    return [word.rstrip(CLOSING) or word for word in text.split()]


def grew(before: str, after: str) -> bool:
    """Whether `after` is `before` with something put into it at one place; a number with more digits is another."""
    if len(after) < len(before) or not any(letter.isalpha() for letter in before):
        return before == after
    return _alike(before, after) + _alike(before[::-1], after[::-1]) >= len(before)


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """How much the two have in common from the start."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (mine, theirs) in pairs if mine != theirs), min(len(one), len(other)))


def _found(wanted: Sequence[str], words: Sequence[str]) -> tuple[int, int]:
    """How many of `wanted` stand in `words` in their order, and how many words it takes to find those."""
    count = taken = 0
    for place, word in enumerate(words, start=1):
        if count < len(wanted) and word == wanted[count]:
            count, taken = count + 1, place
    return count, taken
