"""Where the names of people stand in a text, however they are written there.

Words are compared folded: without accents and case, dotless i as i. One pass over the words, so no text takes long.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from memoryops.postmortems.people import Person

UNSPACED = "\u0e00-\u0e7f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
"""Scripts that put nothing between words: each character of them counts as one."""

MARKS = "\u0300-\u036f"
WORD = re.compile(rf"[{UNSPACED}][{MARKS}]*|(?:(?![{UNSPACED}])[^\W_])(?:(?![{UNSPACED}])[^\W_]|[{MARKS}])*")
GAP = re.compile(r"[\s.,'’‘ʼ`´*_~·\-]{0,4}")
"""What may stand between the words of one name."""

LETTERS = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe"})
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})

SHORT = 2
"""Names of so many letters count as capitalised words alone: `bo`, `li` and `al` in small letters are anything."""

COMMON_WORDS = (
    "admin art banks bell berg best bill black brown bush case chance chase christian cliff cook dale day dean "
    "drew early faith field fields first fox frank gene grace grant gray green grey guy hill hope house hunt "
    "iris jack jade joy june key king lance lane law long love major mark mason max may miles mill moon nick "
    "north page park parks pat post potter power price reed rice rich rivers rob root rose ruby rush sharp "
    "short singer sky small snow south star steel stone storm street strong sue swift ted test user violet "
    "wade walker wall war ward water waters webb week weeks west white wild will wise wood woods work works "
    "young"
)
COMMON = frozenset(COMMON_WORDS.split())
"""Words of English that are names too: in small letters they are not taken for one."""


@dataclass(frozen=True)
class Name:
    """A name as it was found: whose (places in the list of people; several share it), and where it stands."""

    places: frozenset[int]
    start: int
    end: int


@dataclass
class _Node:
    """The words that go on from here, and the people whose name ends here with how the record writes it."""

    next: dict[str, "_Node"] = field(default_factory=dict)
    places: set[int] = field(default_factory=set)
    recorded: set[str] = field(default_factory=set)


@lru_cache(4096)
def folded(word: str) -> str:
    """The word without accents and case."""
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", word).casefold())
    return "".join(char for char in apart if unicodedata.category(char) != "Mn").translate(LETTERS)


def words_of(text: str) -> tuple[str, ...]:
    """The words of a name, folded."""
    return tuple(folded(found[0]) for found in WORD.finditer(text))


class Names:
    """Finds the names of these people."""

    def __init__(self, persons: Sequence[Person]) -> None:
        self._root = _Node()
        self.parts: dict[str, set[int]] = {}
        """Every way to write somebody as one word of at least four letters, and whose it is."""
        for place, person in enumerate(persons):
            for name in person.names:
                self._add(name, place)

    def _add(self, name: str, place: int) -> None:
        spelled = {words_of(name), words_of(unicodedata.normalize("NFC", name).casefold().translate(UMLAUTS))}
        for words in filter(None, spelled):
            for way in {words, ("".join(words),)}:
                self._put(way, name, place)

    def _put(self, words: tuple[str, ...], name: str, place: int) -> None:
        node = self._root
        for word in words:
            node = node.next.setdefault(word, _Node())
        node.places.add(place)
        node.recorded.add(name)
        if len(words) == 1 and len(words[0]) > SHORT + 1:
            self.parts.setdefault(words[0], set()).add(place)

    def find(self, text: str, *, generous: bool = False) -> Iterator[Name]:
        """The names in reading order, the longest where several begin.

        A word in small letters is a name only behind an @, or where the record writes it so. Generously it is one
        unless it is common English, and with an ending (`Adas`, `ada2`) too.
        """
        if not self._root.next:
            return
        end = 0
        for found in WORD.finditer(text):
            if found.start() < end:
                continue
            ended = self._longest(text, found, generous=generous)
            if ended is not None:
                node, end = ended
                yield Name(frozenset(node.places), found.start(), end)

    def _longest(self, text: str, first: "re.Match[str]", *, generous: bool) -> tuple[_Node, int] | None:
        best: tuple[_Node, int] | None = None
        node, found = self._root, first
        while True:
            going, end = _step(node, found, generous=generous)
            if going is None:
                return best
            if going.places and _is_meant(text, first.start(), end, going, generous=generous):
                best = going, end
            after = WORD.match(text, GAP.match(text, found.end()).end())  # type: ignore[union-attr]
            if after is None or not going.next:
                return best
            node, found = going, after


def _step(node: _Node, found: "re.Match[str]", *, generous: bool) -> tuple[_Node | None, int]:
    """Where the word leads, and where what counts of it ends."""
    word = found[0]
    whole = node.next.get(folded(word))
    if whole is not None or not generous:
        return whole, found.end()
    stem = word.rstrip("0123456789")
    if stem == word and word[-1] in "sS" and word[0] != word[0].lower():
        stem = word[:-1]
    shorter = node.next.get(folded(stem)) if stem and stem != word else None
    return shorter, found.start() + len(stem)


def _is_meant(text: str, start: int, end: int, node: _Node, *, generous: bool) -> bool:
    found = text[start:end]
    if found != found.lower() or found == found.upper() or text[max(0, start - 1) : start] == "@":
        return True
    if found in node.recorded:
        return True
    words = words_of(found)
    return generous and (len(words) > 1 or (len(words[0]) > SHORT and words[0] not in COMMON))
