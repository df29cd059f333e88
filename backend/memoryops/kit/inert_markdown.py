"""Markdown of people inside a document of ours: it stays Markdown, and neither runs, loads nor breaks out."""

import re
from collections.abc import Iterator
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

SCHEMES = ("http://", "https://", "mailto:")
OWN = re.compile(r"/(?![/\\])")
CODE = re.compile(r"(?<![\\`])(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
TAG = re.compile(r"<(?!(?:https?://|mailto:)[^\s<>]*>)(?=[A-Za-z/!?])")
IMAGE = re.compile(r"!(?=\[)")
SPECIAL = re.compile(r"([\\`*_{}\[\]<>#+\-!|~&])")
BACKTICKS = re.compile(r"`+")


class _Lenient(MarkdownIt):
    """Reads everything there is to read: also links that a careful renderer would refuse."""

    def validateLink(self, url: str) -> bool:  # noqa: N802
        return True


READER = _Lenient("commonmark", {"html": True})


def inert(text: str) -> str:
    """The text as Markdown in which no HTML, no image and no link but to the web or by mail is left.

    Where that takes more than to escape a character, the whole of it is shown as code.
    """
    escaped = _escaped(text)
    read: dict[str, Any] = {}
    tokens = list(_tokens(escaped, read))
    # A definition holds in the whole document, whoever refers to it.
    defined = [str(one["href"]) for one in read.get("references", {}).values()]
    harmless = all(map(_is_harmless, tokens)) and all(map(_leads_well, defined))
    return escaped if harmless else as_code(text)


def as_code(text: str) -> str:
    """The text in a fence that nothing in it closes."""
    longest = max((len(run) for run in BACKTICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}\n{fence}"


def quoted(markdown: str) -> str:
    """The Markdown as a quotation, which its headings and lists do not leave."""
    return "\n".join(f"> {line}".rstrip() for line in markdown.splitlines())


def plain(text: str) -> str:
    """The text as one line of Markdown that shows it as it is."""
    return SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _escaped(text: str) -> str:
    parts, end = [], 0
    for code in CODE.finditer(text):
        parts += [_without_markup(text[end : code.start()]), code[0]]
        end = code.end()
    return "".join([*parts, _without_markup(text[end:])])


def _without_markup(text: str) -> str:
    return TAG.sub(r"\\<", IMAGE.sub(r"\\!", text))


def _tokens(text: str, read: dict[str, Any]) -> Iterator[Token]:
    for token in READER.parse(text, read):
        yield token
        yield from token.children or ()


def _is_harmless(token: Token) -> bool:
    if token.type in ("html_block", "html_inline", "image"):
        return False
    return _leads_well(str(token.attrs.get("href", "")))


def _leads_well(address: str) -> bool:
    """To the web, by mail, or to a place on this server."""
    return address == "" or address.lower().startswith(SCHEMES) or OWN.match(address) is not None
