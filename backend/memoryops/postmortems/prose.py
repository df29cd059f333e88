"""Which stretches of a Markdown text are its author's own words, and which are code, quotations and links."""

import re

FENCE = r"^(?:`{3,}+|~{3,}+)[^\n]*+\n(?:(?!^(?:```|~~~))[^\n]*+\n?)*+(?:^(?:```|~~~)[^\n]*+$)?"

CODE = re.compile(rf"{FENCE}|`[^`\n]*+`", re.MULTILINE)
"""Code alone, fenced and inline; an open fence reaches to the end."""

NOT_PROSE = re.compile(
    rf"{CODE.pattern}"
    r"|^[ \t]{0,3}>[^\n]*$"
    r"|“[^“”]*”|\"[^\"\n]*\"|«[^«»]*»|„[^„“\n]*“|‘[^‘’\n]*’(?!\w)"
    r"|\bhttps?://[^\s<>)\]]*",
    re.MULTILINE,
)
"""Fenced and inline code, block quotes, quotations, addresses."""

EMPHASIS = re.compile(r"[*~]|(?<!\w)_|_(?!\w)")


def _blank(found: re.Match[str]) -> str:
    return "\n".join(" " * len(line) for line in found[0].split("\n"))


def prose_only(text: str) -> str:
    """The text with all but the author's own words blanked out, emphasis too; every character keeps its place."""
    return EMPHASIS.sub(" ", NOT_PROSE.sub(_blank, text))
