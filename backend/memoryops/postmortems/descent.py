"""Which sentences of a person's text come from a draft: they are erased with it, the person's own stay."""

import re
from collections.abc import Iterable

PIECES = re.compile(r"(\n+|(?<=[.!?])[ \t]+)")
RUN = 3
"""Words in a row that are compared; shorter sentences are compared whole."""


def without_drafted(text: str, drafts: Iterable[str], document_id: str, sentence: str) -> str:
    """The text with `sentence`, once in a row, for what names the document or is mostly a draft's words."""
    drafted = {run for draft in drafts for piece in PIECES.split(draft) for run in _runs(piece)}
    named = re.compile(rf"(?<!\w){re.escape(document_id)}(?!\w)", re.IGNORECASE)
    pieces = PIECES.split(text)
    kept: list[str] = []
    for place in range(0, len(pieces), 2):
        runs = _runs(pieces[place])
        goes = named.search(pieces[place]) or (runs and 2 * len(runs & drafted) >= len(runs))
        if goes and kept and kept[-2] == sentence:
            kept[-1] = pieces[place + 1] if place + 1 < len(pieces) else ""
            continue
        kept += [sentence if goes else pieces[place], pieces[place + 1] if place + 1 < len(pieces) else ""]
    return "".join(kept)


def _runs(piece: str) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", piece.casefold())
    if len(words) <= RUN:
        return {tuple(words)} if words else set()
    return {tuple(words[place : place + RUN]) for place in range(len(words) - RUN + 1)}
