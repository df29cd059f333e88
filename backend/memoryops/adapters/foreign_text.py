"""Text from other servers, made fit to be stored and shown."""

import re
from collections.abc import Iterable

# A lone half of a surrogate pair cannot be encoded, and PostgreSQL keeps no NUL.
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
SHORTEST_SECRET = 8  # characters; a shorter one ("none", "ollama") is a placeholder and a word of its own


def storable(text: str) -> str:
    """The text with what no database or answer can hold replaced by U+FFFD."""
    if text.isascii() and "\x00" not in text:  # known at once of nearly every text
        return text
    return UNSTORABLE.sub("\ufffd", text)


def without_secrets(text: str, secrets: Iterable[str | None]) -> str:
    """The text with `[key]` wherever one of the secrets stood."""
    for secret in secrets:
        if secret and len(secret) >= SHORTEST_SECRET:
            text = text.replace(secret, "[key]")
    return text
