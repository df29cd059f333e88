"""What people wrote does nothing in the Markdown that is exported, however a viewer reads it."""

from dataclasses import replace
from itertools import product

import pytest
from markdown_it import MarkdownIt

from memoryops.postmortems.exporting.markdown import contained, render_markdown
from memoryops.postmortems.exporting.report import Told
from tests.postmortems.test_exporting import AT, PIXEL, REPORT

VIEWER = MarkdownIt("commonmark", {"html": True})
VIEWER.validateLink = lambda url: True  # type: ignore[method-assign]
OURS = ["Overview", "Response", "Timeline", "Action items"]
HOSTILE = [
    r"\`<img src=x onerror=alert(1)>\`",
    "\\`[click](javascript:alert(3))\\`",
    "[click](javascript:alert(3))",
    "[click]( <JaVaScRiPt:alert(3)> )",
    " ```x` <script>alert(2)</script>",
    "` ```x` <script>",
    "```x` y\n<script>alert(2)</script>",
    "> [a]: javascript:alert(4)\n\n[a]",
    "- [a]:\n  javascript:alert(4)\n\n[a]",
    "![t](https://evil.example/x 'one')",
    "![b[c]](https://evil.example/x)",
    "![z][r]\n\n> [r]: https://evil.example/x",
    "![a](/mine)![b](https://evil.example/x (t))",
    "\t[a](javascript:alert(5))",
    "x\n\n\t[a](javascript:alert(5))",
    ">\t\t[a](javascript:alert(5))",
    "```\n\n<script>\n",
    "~~~~\n```\n<script>",
    "> ```\n<script>",
    "- ~~~\n  <script>",
    "1. a\n\n   ```\n   <script>",
    "<!-- never closed",
    "<![CDATA[ <?php",
    "a\r<script>\r\r# Loud",
    "``` \n a",
    "Loud\n===",
    "\ue0000\ue001![m](/mine)",
    "![a\\](/mine)\n<b>",
    "[![m](/mine)](javascript:1)",
]


def does(markdown: str) -> list[str]:
    """What a lenient viewer would run, load or lead to, beyond the web and our own pictures."""
    found = []
    for block in VIEWER.parse(markdown):
        for token in (block, *(block.children or ())):
            if token.type in ("html_block", "html_inline"):
                found.append(token.content)
            if token.type == "image" and token.attrs["src"] != PIXEL:
                found.append(str(token.attrs["src"]))
            if "javascript" in str(token.attrs.get("href", "")).lower():
                found.append(str(token.attrs["href"]))
    return found


def headings(markdown: str) -> list[str]:
    """The headings of the whole document."""
    tokens = VIEWER.parse(markdown)
    opened = [place for place, one in enumerate(tokens) if one.type == "heading_open" and one.tag == "h2"]
    return [tokens[place + 1].content for place in opened if tokens[place].level == 0]


@pytest.mark.parametrize("hostile", HOSTILE)
def test_nothing_that_people_wrote_runs_loads_or_swallows_what_follows(hostile: str) -> None:
    report = replace(
        REPORT,
        title=hostile,
        facts=(("Owner", hostile),),
        sections=(("Overview", hostile), ("Response", f"a\n\n{hostile}")),
        timeline=(Told(AT, hostile, hostile), Told(AT, "Ada", "after")),
        images={"/mine": PIXEL},
    )
    markdown = render_markdown(report)
    assert does(markdown) == []
    assert headings(markdown) == OURS


def test_no_two_texts_do_together_what_neither_does_alone() -> None:
    for first, second in product(HOSTILE[:20:2], HOSTILE[1:20:3]):
        markdown = render_markdown(replace(REPORT, sections=(("Overview", first), ("Response", second)), images={}))
        assert does(markdown) == [], (first, second)
        assert headings(markdown) == OURS, (first, second)


def test_a_picture_of_the_record_is_embedded_and_another_is_named() -> None:
    text = "![graph](/mine) and ![far](https://evil.example/x)"
    assert contained(text, {"/mine": PIXEL}) == f"![graph]({PIXEL}) and [image: far]"


def test_what_is_harmless_stays_as_it_was_written() -> None:
    text = "- **one**\n- [two](https://example.com)\n\n```\n# a <b>\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |"
    assert contained(text, {}) == text
