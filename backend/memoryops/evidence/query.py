"""From an incident to a recall: the words that tell most, without noise, inside the embedding's window."""

import re
import unicodedata

QUERY_WORDS = 170
QUERY_CHARACTERS = 900
"""MiniLM reads 256 tokens; English takes about 1.4 tokens a word, and ids and numbers more."""

STACK_FRAME = re.compile(
    r"""^\s*(?:
        at\s+(?:async\s+|new\s+)?[\w$.<>\[\]/@`,+-]+\s*\(.*\)(?:\s+in\s.*)?   # Java, JavaScript, .NET
      | at\s+\S+:\d+(?::\d+)?                          # JavaScript without a function
      | File\s+".*",\s+line\s+\d+.*                    # Python
      | \.\.\.\s*\d+\s+more
      | goroutine\s+\d+.*
      | \S+\.(?:go|rs|c|cc|cpp|rb|php|py|js|ts):\d+(?::\d+)?(?::in\s.*|\s.*)?   # Go, Rust, C, Ruby, PHP
      | ---\s+End\s+of\s.*                            # .NET
      | \#\d+\s+0x[0-9a-f]+.*                          # native
      | \d+:\s+0x[0-9a-f]+.*
      | from\s+\S+:\d+:in\s.*                          # Ruby
    )$""",
    re.IGNORECASE | re.VERBOSE,
)
NOISE = (
    re.compile(r"\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b", re.IGNORECASE),
    re.compile(r"\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2})?", re.IGNORECASE),
    re.compile(r"\b0x[0-9a-f]+\b", re.IGNORECASE),
    re.compile(r"\b(?=[a-f]*\d)[0-9a-f]{12,}\b", re.IGNORECASE),
    re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b"),
    re.compile(r"\b\w*(?:request|trace|span|correlation|session)[-_]?id\w*\s*[:=]\s*\S+", re.IGNORECASE),
    re.compile(r"\b\d{7,}\b"),
)


def build_query(*, service: str, title: str, error: str | None, symptoms: str | None) -> str:
    """The text of the recall: service and error, then symptoms, then the title, until the window is full.

    Empty only where nothing holds a word character, which Hindsight refuses.
    """
    parts = [f"{_clean(service)}: {_clean(error)}" if error and _clean(error) else _clean(service)]
    parts += [_clean(symptoms or ""), _clean(title)]
    return clip(". ".join(_distinct(parts)))


def clean_query(text: str) -> str:
    """A person's own words as a recall, without noise."""
    return clip(_clean(text))


def clip(text: str) -> str:
    """The first words of the text that the embedding can see."""
    words = text.split()[:QUERY_WORDS]
    while words and len(" ".join(words)) > QUERY_CHARACTERS:
        words.pop()
    clipped = " ".join(words) or text[:QUERY_CHARACTERS]
    return clipped if re.search(r"\w", clipped) else ""


def _clean(text: str | None) -> str:
    normal = unicodedata.normalize("NFKC", text or "")
    lines = [line for line in normal.splitlines() if not STACK_FRAME.match(line)]
    cleaned = " ".join(lines)
    for pattern in NOISE:
        cleaned = pattern.sub(" ", cleaned)
    return " ".join(cleaned.split()).strip(" .;,")


def _distinct(parts: list[str]) -> list[str]:
    kept: list[str] = []
    for part in parts:
        if part and not any(part.lower() in other.lower() for other in kept):
            kept.append(part)
    return kept
