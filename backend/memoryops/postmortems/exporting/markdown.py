"""The report as Markdown that is safe in any viewer: no raw HTML, no open fence, no heading above our own."""

import re
from collections.abc import Iterator, Mapping

from memoryops.postmortems.exporting.report import Report, moment
from memoryops.postmortems.prose import CODE

HEADING = re.compile(r"^([ \t]{0,3})(#{1,6})(?=[ \t]|$)", re.MULTILINE)
UNDERLINED = re.compile(r"^([ \t]{0,3})(=+|-{2,})[ \t]*$", re.MULTILINE)
TAG = re.compile(r"<(?=[a-zA-Z/!?])(?!https?://)")
IMAGE = re.compile(r"!\[([^\]\n]{0,300})\]\(\s*<?([^)\s>]{1,2000})>?(?:\s+\"[^\"\n]{0,300}\")?\s*\)")
STRANGE_LINK = re.compile(r"\]\((?!\s*<?(?:https?://|mailto:|data:image/(?:png|jpeg|webp|gif);base64,))", re.IGNORECASE)
DEFINITION = re.compile(r"^([ \t]{0,3}\[[^\]\n]{1,300}\]):", re.MULTILINE)
FENCE = re.compile(r"^[ \t]{0,3}(`{3,}|~{3,})", re.MULTILINE)
SPECIAL = re.compile(r"([\\`*_\[\]<>|#~])")


def render_markdown(report: Report) -> str:
    """The whole report."""
    return "\n\n".join(_parts(report)) + "\n"


def escape(text: str) -> str:
    """One line of plain text that Markdown shows as it is."""
    return SPECIAL.sub(r"\\\1", " ".join(text.split()))


def contained(text: str, images: Mapping[str, str], *, below: int = 2) -> str:
    """Somebody's Markdown as part of ours: fences closed, headings below ours, HTML shown as text, images embedded."""
    closed = _closed(text.replace("\r\n", "\n").strip())
    pieces, last = [], 0
    for code in CODE.finditer(closed):
        pieces += [_prose(closed[last : code.start()], images, below), code[0]]
        last = code.end()
    return "".join([*pieces, _prose(closed[last:], images, below)])


def with_images(text: str, images: Mapping[str, str]) -> str:
    """The text with its images embedded where we have them, and named where we do not."""

    def embedded(found: re.Match[str]) -> str:
        source = images.get(found[2])
        return f"![{found[1]}]({source})" if source else f"[image: {found[1] or found[2]}]"

    return IMAGE.sub(embedded, text)


def _parts(report: Report) -> Iterator[str]:
    yield f"# {escape(report.heading)}"
    yield "\n".join(f"- **{label}:** {escape(value)}" for label, value in report.facts)
    for title, text in report.sections:
        yield f"## {title}"
        yield contained(text, report.images)
    if report.timeline:
        yield "## Timeline"
        yield "\n".join(
            f"- **{moment(told.at)}**, {escape(told.by)}: {_indented(contained(told.text, report.images))}"
            for told in report.timeline
        )
    if report.actions:
        yield "## Action items"
        yield "\n".join(
            f"- [{'x' if one.done else ' '}] **{one.id}** {escape(one.title)} ({escape(one.about)})"
            + (f" <{one.link}>" if one.link else "")
            for one in report.actions
        )
    yield f"---\n\n{escape(report.footer)}"


def _prose(text: str, images: Mapping[str, str], below: int) -> str:
    lower = HEADING.sub(lambda found: found[1] + "#" * min(6, len(found[2]) + below), text)
    inert = DEFINITION.sub(r"\1\\:", TAG.sub(r"\\<", UNDERLINED.sub(r"\1\\\2", lower)))
    return STRANGE_LINK.sub("] (", with_images(inert, images))


def _closed(text: str) -> str:
    """The text with its last fence closed, should it be open."""
    opened: str | None = None
    for found in FENCE.finditer(text):
        mark = found[1]
        if opened is None:
            opened = mark
        elif mark[0] == opened[0] and len(mark) >= len(opened):
            opened = None
    return text if opened is None else f"{text}\n{opened}"


def _indented(text: str) -> str:
    return text.replace("\n", "\n  ")
