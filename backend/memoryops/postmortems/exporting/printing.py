"""Printing a page into a PDF: in a process of its own, bounded in time and size."""

import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from memoryops.kit.errors import UnavailableError
from memoryops.postmortems.exporting.fonts import font_face
from memoryops.postmortems.exporting.page import render_page
from memoryops.postmortems.exporting.pdf_program import LIBRARIES_MISSING
from memoryops.postmortems.exporting.report import Report

DEADLINE_S = 60.0
LARGEST = 50 * 1024**2
AT_ONCE = 2
"""Pages that are printed side by side; others wait their turn, within their own deadline."""

PROGRAM = (sys.executable, "-m", "memoryops.postmortems.exporting.pdf_program")
STILL = "The Markdown and HTML exports work without it; the HTML can be printed from the browser."


class PdfLibrariesMissingError(UnavailableError):
    """The machine lacks the libraries that PDFs are drawn with."""

    slug = "pdf-libraries-missing"
    title = "PDFs cannot be made here"


class PdfFailedError(UnavailableError):
    """The page was not printed in time, or not at all."""

    slug = "pdf-failed"
    title = "The PDF could not be made"


class Printer:
    """Prints reports; `fonts` is the folder that holds the console's fonts."""

    def __init__(self, fonts: Path, *, program: Sequence[str] = PROGRAM, deadline_s: float = DEADLINE_S) -> None:
        self._fonts = fonts
        self._program = program
        self._deadline_s = deadline_s
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def page(self, report: Report) -> str:
        """The report as an HTML page with its fonts."""
        return await asyncio.to_thread(self._page, report)

    async def pdf(self, report: Report) -> bytes:
        """The same page as a PDF; raises PdfLibrariesMissingError, PdfFailedError."""
        page = (await self.page(report)).encode()
        try:
            async with asyncio.timeout(self._deadline_s), self._turns:
                return await self._print(page)
        except TimeoutError as error:
            raise PdfFailedError(f"The PDF was not ready within {self._deadline_s:g} s. {STILL}") from error

    def _page(self, report: Report) -> str:
        return render_page(report, fonts=font_face(self._fonts))

    async def _print(self, page: bytes) -> bytes:
        process = await asyncio.create_subprocess_exec(
            *self._program,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=_environment(),
        )
        try:
            pdf, _ = await process.communicate(page)
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if process.returncode == LIBRARIES_MISSING:
            raise PdfLibrariesMissingError(
                "This server lacks the libraries that PDFs are drawn with. Install them with "
                f"`apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0`. {STILL}"
            )
        if process.returncode != 0 or not pdf.startswith(b"%PDF-") or len(pdf) > LARGEST:
            raise PdfFailedError(f"The PDF could not be drawn. {STILL}")
        return pdf


def _environment() -> dict[str, str]:
    """What the program needs to run, and none of the server's secrets."""
    kept = ("PATH", "HOME", "LANG", "LC_ALL", "PYTHONPATH", "FONTCONFIG_PATH", "FONTCONFIG_FILE", "XDG_CACHE_HOME")
    return {name: os.environ[name] for name in kept if name in os.environ}
