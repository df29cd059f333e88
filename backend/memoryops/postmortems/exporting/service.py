"""One postmortem in the format that is asked for."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from memoryops.postmortems.exporting.markdown import render_markdown
from memoryops.postmortems.exporting.printing import Printer
from memoryops.postmortems.exporting.report import Report


class ExportFormat(StrEnum):
    """What an export may be."""

    markdown = "markdown"
    html = "html"
    pdf = "pdf"


MEDIA_TYPES: Mapping[ExportFormat, tuple[str, str]] = {
    ExportFormat.markdown: ("text/markdown; charset=utf-8", "md"),
    ExportFormat.html: ("text/html; charset=utf-8", "html"),
    ExportFormat.pdf: ("application/pdf", "pdf"),
}

EXPORT_TYPES = ("text/markdown", "text/html", "application/pdf")


@dataclass(frozen=True)
class Export:
    """A file: its bytes, media type and name."""

    body: bytes
    media_type: str
    name: str


async def export(report: Report, wanted: ExportFormat, printer: Printer) -> Export:
    """The report as a file; for a PDF raises PdfLibrariesMissingError, PdfFailedError."""
    media_type, ending = MEDIA_TYPES[wanted]
    name = f"postmortem-{report.incident_id}.{ending}"
    if wanted is ExportFormat.pdf:
        return Export(await printer.pdf(report), media_type, name)
    if wanted is ExportFormat.html:
        return Export((await printer.page(report)).encode(), media_type, name)
    return Export((await asyncio.to_thread(render_markdown, report)).encode(), media_type, name)
