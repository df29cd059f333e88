"""Exports: one content in three formats, inert, with names redacted on request, and nothing fetched."""

import asyncio
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from socket import create_server

import pytest

from memoryops.postmortems.exporting.markdown import contained, escape, render_markdown
from memoryops.postmortems.exporting.page import render_page, to_html
from memoryops.postmortems.exporting.pdf_program import LIBRARIES_MISSING
from memoryops.postmortems.exporting.printing import PdfFailedError, PdfLibrariesMissingError, Printer
from memoryops.postmortems.exporting.report import Action, Report, Told
from tests.postmortems.pdf_text import pdf_texts

AT = datetime(2026, 11, 30, 12, tzinfo=UTC)
PIXEL = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="  # noqa: E501
REPORT = Report(
    incident_id="INC-101",
    title="Payments <b>time</b> out",
    facts=(("Service", "payment-api"), ("Owner", "Ada Lovelace")),
    sections=(("Overview", "Charges **hung** for an hour."), ("Response", "- raised the pool\n- Zażółć, Ελλάδα, 日本")),
    timeline=(Told(AT, "Ada Lovelace", "Saw 200 of 200 sessions. ![graph](/api/v1/incidents/INC-101/images/abc)"),),
    actions=(Action("ACT-1", "Alert on the pool", False, "detect, owner Ada Lovelace", "https://tracker.example/1"),),
    exported_at=AT,
    redacted=False,
    images={"/api/v1/incidents/INC-101/images/abc": PIXEL},
)
SAID = [
    "Postmortem of INC-101", "payment-api", "Overview", "Charges", "hung", "raised the pool", "Timeline",
    "2026-11-30 12:00 UTC", "Saw 200 of 200 sessions.", "Action items", "ACT-1", "Alert on the pool",
    "https://tracker.example/1", "Exported from MemoryOps",
]  # fmt: skip
HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[a](javascript:alert(1))",
    "[a]( JaVaScRiPt:alert(1))",
    "[a][1]\n\n[1]: javascript:alert(1)",
    "![x](https://evil.example/pixel.png)",
    "![x](data:image/svg+xml;base64,PHN2Zz4=)",
    "<iframe src=https://evil.example></iframe>",
    "<!-- swallowed",
    "<style>@import url(https://evil.example)</style>",
]


def test_markdown_and_html_say_the_same() -> None:
    markdown, page = render_markdown(REPORT), render_page(REPORT)
    for said in SAID:
        assert said in markdown, said
        assert said in page, said
    assert f"![graph]({PIXEL})" in markdown
    assert f'<img src="{PIXEL}" alt="graph">' in page
    assert "<b>" not in page, "a title is text"


@pytest.mark.parametrize("hostile", HOSTILE)
def test_what_people_wrote_is_shown_and_does_nothing(hostile: str) -> None:
    page = to_html(hostile, {})
    assert not re.search(r"<(script|iframe|style)|<[^>]*(onerror|javascript:)|<img[^>]*src=", page, re.IGNORECASE), page


def test_nobody_s_text_swallows_what_follows_or_stands_above_our_headings() -> None:
    open_fence = replace(REPORT, sections=(("Overview", "```\nnever closed"), ("Response", "# Loud\n\nLoud too\n===")))
    markdown, page = render_markdown(open_fence), render_page(open_fence)
    assert "never closed\n```\n\n## Response" in markdown
    assert [line for line in markdown.splitlines() if re.match(r"#{1,2} ", line)][1:] == [
        "## Overview", "## Response", "## Timeline", "## Action items",
    ]  # fmt: skip
    assert page.count("<h1>") == 1
    assert "<h3>Loud</h3>" in page


@pytest.mark.parametrize(
    ("text", "escaped"),
    [("a_b*c", "a\\_b\\*c"), ("a\nb", "a b"), ("<b>", "\\<b\\>"), ("[x](y)", "\\[x\\](y)"), ("plain.", "plain.")],
)
def test_a_plain_line_stays_plain(text: str, escaped: str) -> None:
    assert escape(text) == escaped


def test_code_keeps_its_tags_and_hashes() -> None:
    assert contained("```\n# a <b>\n```\n`<i>`", {}) == "```\n# a <b>\n```\n`<i>`"


@contextmanager
def listening() -> Iterator[tuple[int, list[object]]]:
    """A port of this machine, and who connected to it."""
    with create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        calls: list[object] = []
        yield listener.getsockname()[1], calls
        with suppress(BlockingIOError):
            calls.append(listener.accept())


async def test_a_pdf_holds_the_words_to_be_selected_and_fetches_nothing(tmp_path: Path) -> None:
    with listening() as (port, calls):
        address = f"http://127.0.0.1:{port}/pixel.png"
        hostile = f"![x]({address})\n\n<img src={address}>\n\n<link rel=stylesheet href={address}>"
        (tmp_path / "secret.txt").write_text("the secret")
        asks = replace(
            REPORT, sections=(*REPORT.sections, ("Impact", f"{hostile}\n\n![y](file://{tmp_path}/secret.txt)"))
        )
        pdf = await Printer(tmp_path).pdf(asks)
    assert calls == []
    shown = " ".join(pdf_texts(pdf))
    for said in ("raised the pool", "Alert on the pool", "Saw 200 of 200 sessions.", "Action items"):
        assert said in shown, said
    assert "the secret" not in shown


async def test_where_libraries_are_missing_the_answer_says_what_to_install(tmp_path: Path) -> None:
    lacking = Printer(tmp_path, program=(sys.executable, "-c", f"raise SystemExit({LIBRARIES_MISSING})"))
    with pytest.raises(PdfLibrariesMissingError, match=r"apt-get install libpango-1\.0-0 libpangoft2-1\.0-0"):
        await lacking.pdf(REPORT)
    assert "raised the pool" in await lacking.page(REPORT), "HTML works without"


@pytest.mark.parametrize(
    ("program", "deadline_s"), [("raise SystemExit(1)", 30.0), ("import sys; print('no pdf')", 30.0), ("input()", 0.3)]
)
async def test_a_printer_that_breaks_or_hangs_is_a_failure_that_says_what_still_works(
    tmp_path: Path, program: str, deadline_s: float
) -> None:
    waits = program if program != "input()" else "import time; time.sleep(60)"
    printer = Printer(tmp_path, program=(sys.executable, "-c", waits), deadline_s=deadline_s)
    with pytest.raises(PdfFailedError, match="Markdown and HTML exports work"):
        await asyncio.wait_for(printer.pdf(REPORT), 40)
