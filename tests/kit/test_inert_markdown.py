"""Markdown of people stays Markdown in our documents, and neither runs, loads nor leads astray."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from memoryops.kit.inert_markdown import inert, plain, quoted

LENIENT = MarkdownIt("commonmark", {"html": True})


@pytest.mark.parametrize(
    "text",
    [
        "# Cause\n\n- **one**\n- [two](https://example.com/a?b=c)",
        "`<b>` and <https://example.com>",
        "```\n<b>\n```",
        "a < b",
    ],
)
def test_harmless_markdown_is_left_as_it_is(text: str) -> None:
    assert inert(text) == text


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("<b>x</b>", r"\<b>x\</b>"),
        ("<!-- x", r"\<!-- x"),
        ("![x](https://evil.example/p.png)", r"\![x](https://evil.example/p.png)"),
        ("[x](javascript:alert(1))", "```text\n[x](javascript:alert(1))\n```"),
        ("[x]: data:text/html,1", "```text\n[x]: data:text/html,1\n```"),
        ("\\\\![x](//evil.example)```", "````text\n\\\\![x](//evil.example)```\n````"),
    ],
)
def test_what_would_run_load_or_lead_astray_is_shown(text: str, made: str) -> None:
    assert inert(text) == made


PIECES = [
    "<script>", "</b>", "`", "``", "\\", "![", "](", ")", "[x]", "javascript:", "https://e.example", "\n",
    "\n\n", "a ", "> ", "    ", "~~~", "<", "!", "&lt;", ": ",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_no_mixture_of_markup_becomes_html_or_an_image(text: str) -> None:
    html = LENIENT.render(quoted(inert(text)))
    assert not any(tag in html for tag in ("<script", "<img", "</b>", 'href="javascript:'))


def test_a_plain_line_shows_what_it_was_given() -> None:
    text = "*x* <b> [a](b)\n# _c_ `d` 1. &amp;"
    shown = LENIENT.renderInline(plain(text))
    assert shown == "*x* &lt;b&gt; [a](b) # _c_ `d` 1. &amp;amp;"
