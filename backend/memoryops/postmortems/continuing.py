"""Which save goes on with the version before it, and which begins one of its own: pure.

A section is saved at every pause in typing. If each save were a version, nobody would find the one to go back to; so
what one person saves within ten minutes is one version, and is read as it was saved last. A version ends sooner where
somebody would want it back: when somebody else saved, when it was published, when a draft or an older version stood
there, and when most of its words go at once.
"""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta

from memoryops.kit.dependencies import UNKNOWN_ACTOR
from memoryops.postmortems.sections import Source

AS_ONE = timedelta(minutes=10)
"""From the first save of a version. Long enough for a paragraph, short enough that little is lost between two."""


@dataclass(frozen=True)
class Standing:
    """The newest version of a section."""

    text: str
    source: Source
    by: str
    began_at: datetime
    restored_from: int | None


def continues(before: Standing, text: str, *, by: str, at: datetime, published_at: datetime | None) -> bool:
    """Whether these words, saved by that person at that moment, are the version before them, written further."""
    return (
        before.source is Source.person
        and before.restored_from is None
        # Two who give no name may be two.
        and before.by == by != UNKNOWN_ACTOR
        and before.began_at <= at < before.began_at + AS_ONE
        and (published_at is None or published_at < before.began_at)
        and keeps(before.text, text)
    )


def keeps(before: str, after: str) -> bool:
    """Whether at least half of the words of `before` still stand."""
    words = Counter(before.split())
    return 2 * (words & Counter(after.split())).total() >= words.total()
