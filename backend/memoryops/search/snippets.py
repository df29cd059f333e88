"""Snippets: the piece of a text that holds what was searched for, with the matches as ranges; pure."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memoryops.kit.db.search import MAX_WORDS, words_of

BEFORE = 60
LENGTH = 220
"""Characters of a snippet, and how many of them may stand before its first match."""

MARK = "\u0300"
"""Stands for every combining mark, so that a text keeps its length when it is folded."""


class _Folding(dict[int, str]):
    """Characters without case and accent, one for one."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        base = unicodedata.normalize("NFD", char)[0]
        folded = MARK if "\u0300" <= char <= "\u036f" else base.lower()[0]
        self[code] = folded
        return folded


FOLDING = _Folding()


@dataclass(frozen=True)
class Snippet:
    """A piece of a text; `matches` are (start, end) in its characters, in order, and do not overlap."""

    text: str
    matches: tuple[tuple[int, int], ...]


def snippet(texts: Mapping[str, str | None], query: str) -> tuple[str, Snippet]:
    """Of these texts the name of the one that holds most of the query's words, the first of equals, and its piece.

    Words count from their beginning, as the index takes them. Without any match, the beginning of the first text.
    """
    wanted = folded_words(query)
    told = {name: text for name, text in texts.items() if text}
    found = {name: find_words(text, wanted) for name, text in told.items()}
    best = max(told, key=lambda name: len({word for _, _, word in found[name]}), default="")
    return best, cut(told.get(best, ""), [(start, end) for start, end, _ in found.get(best, ())])


def folded_words(query: str) -> list[str]:
    """The words of a query without case and accents."""
    words = (word.translate(FOLDING).replace(MARK, "") for word in words_of(query)[:MAX_WORDS])
    return list(dict.fromkeys(filter(None, words)))


def find_words(text: str, wanted: Sequence[str]) -> list[tuple[int, int, str]]:
    """Where words of the text begin with a wanted one: start, end, and which, the longest where several do."""
    if not wanted:
        return []
    longest_first = sorted(wanted, key=len, reverse=True)
    spelled = (f"{MARK}*".join(map(re.escape, word)) for word in longest_first)
    pattern = rf"(?<![^\W_])(?<!{MARK})({'|'.join(spelled)})(?:[^\W_]|{MARK})*"
    return [
        (match.start(), match.end(), match[1].replace(MARK, ""))
        for match in re.finditer(pattern, text.translate(FOLDING))
    ]


def cut(text: str, matches: Sequence[tuple[int, int]]) -> Snippet:
    """A piece around the first match on one line, cut between words, with an ellipsis where something is left out."""
    first = matches[0][0] if matches else 0
    start = _boundary(text, first - BEFORE) if first > BEFORE else 0
    end = len(text) if len(text) - start <= LENGTH else _end(text, start + LENGTH)
    lead, tail = ("…" if start > 0 else ""), ("…" if end < len(text) else "")
    plain = "".join(" " if char.isspace() else char for char in text[start:end])
    shift = len(lead) - start
    inside = [(max(a, start) + shift, min(b, end) + shift) for a, b in matches if a >= start and a < end]
    return Snippet(f"{lead}{plain}{tail}", tuple(inside))


def _boundary(text: str, at: int) -> int:
    """The first beginning of a word from there on, near by."""
    space = re.search(r"\s\S", text[at : at + BEFORE])
    return at + space.start() + 1 if space else at


def _end(text: str, at: int) -> int:
    """The last end of a word up to there, near by."""
    space = re.search(r"\s\S*$", text[at - BEFORE : at])
    return at - BEFORE + space.start() if space else at
