"""Whether a quote stands in a text, and the exact words that stand there.

Compared are the words, not their typography: white space and case do not
count, nor do compatibility forms (NFKD, the decomposed twin of NFKC), the kind
of dash, arrow or quotation mark, and characters nobody sees. What is given
back is always the slice of the original, so that what is shown is verbatim.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

# Shorter pieces ("the database", "timeout") stand in any text and would prove nothing;
# twelve characters is two or three words. A whole field may be shorter: it is all there is.
MIN_QUOTE = 12
# Characters remembered once looked up; a text uses a few dozen.
_CHARACTERS = 4_096

_QUOTATION_MARKS = "\"'‘’‚‛“”„‟«»`´′″＂＇「」『』"
# Ignorable, yet not of category Cf: joiner, Hangul fillers, variation selectors, Khmer vowels.
_IGNORABLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0f\U000e0000-\U000e0fff]")
_SAME = dict.fromkeys(_QUOTATION_MARKS, "'") | {
    "−": "-", "⁃": "-", "˗": "-", "➖": "-", "→": "->", "⟶": "->", "➔": "->", "⁄": "/", "∕": "/",
    "‹": "<", "›": ">", "\u2800": " ",
}  # fmt: skip


@dataclass(frozen=True)
class Normalised:
    """A text made comparable; `origins[i]` is where in the original character `i` came from."""

    text: str
    origins: tuple[tuple[int, int], ...]


@lru_cache(_CHARACTERS)
def is_invisible(char: str) -> bool:
    """Whether a reader sees nothing where this character stands, not even a space."""
    return not char.isspace() and (unicodedata.category(char) in {"Cf", "Cc", "Cs"} or bool(_IGNORABLE.match(char)))


@lru_cache(_CHARACTERS)
def is_dash(char: str) -> bool:
    """Whether the character reads as a dash or minus, in any script."""
    return unicodedata.category(char) == "Pd" or _SAME.get(char) == "-"


@lru_cache(128)
def normalise(original: str) -> Normalised:
    """The comparable form of a text, with the way back to the original."""
    chars: list[str] = []
    origins: list[tuple[int, int]] = []
    for start, end in _clusters(original):
        for char in _fold(original[start:end]):
            if char == " " and (not chars or chars[-1] == " "):
                continue
            chars.append(char)
            origins.append((start, end))
    if chars and chars[-1] == " ":
        chars.pop()
        origins.pop()
    return Normalised("".join(chars), tuple(origins))


def find_quote(quote: str, texts: Iterable[str]) -> str | None:
    """The words of the first text that `quote` repeats, or None when none holds it whole.

    A quote may not begin or end inside a word or a number: "20 -> 10" is not
    found in "20 -> 100". One that is shorter than `MIN_QUOTE` is found only
    where it is the whole text.
    """
    needle = normalise(_bare(quote)).text
    if not needle:
        return None
    for text in texts:
        hay = normalise(text)
        for at in _places(needle, hay.text):
            return text[hay.origins[at][0] : hay.origins[at + len(needle) - 1][1]].strip()
    return None


def is_too_short(quote: str) -> bool:
    """Whether the quote is too short to prove anything by itself."""
    return len(normalise(_bare(quote)).text) < MIN_QUOTE


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """Each character with the combining marks on it, as start and end."""
    start = 0
    while start < len(text):
        end = start + 1
        while end < len(text) and unicodedata.combining(text[end]):
            end += 1
        yield start, end
        start = end


@lru_cache(_CHARACTERS)
def _fold(cluster: str) -> str:
    if cluster in _SAME:
        return _SAME[cluster]
    return "".join(_fold_char(char) for char in unicodedata.normalize("NFKD", cluster))


def _fold_char(char: str) -> str:
    if char.isspace():
        return " "
    if is_invisible(char):
        return ""
    return "-" if is_dash(char) else _SAME.get(char, char.casefold())


def _bare(quote: str) -> str:
    """The quote without the quotation marks and ellipses that writers put around one."""
    return quote.strip().strip(_QUOTATION_MARKS).strip().strip("….").strip() or quote


def _places(needle: str, hay: str) -> Iterator[int]:
    if len(needle) < MIN_QUOTE and needle != hay.strip("…. "):
        return
    at = hay.find(needle)
    while at >= 0:
        if _is_whole(needle, hay[:at], hay[at + len(needle) :]):
            yield at
        at = hay.find(needle, at + 1)


def _is_whole(needle: str, before: str, after: str) -> bool:
    """Whether the piece between the two begins and ends where words and numbers do."""
    if after and unicodedata.combining(after[0]):
        return False
    if before and _in_word(before[-1]) and _in_word(needle[0]):
        return False
    if after and _in_word(after[0]) and _in_word(needle[-1]):
        return False
    if needle[0].isdigit() and re.search(r"\d[.,:]$", before):
        return False
    return not (needle[-1].isdigit() and re.match(r"[.,:]\d", after))


def _in_word(char: str) -> bool:
    return char.isalnum() or char == "_"
