"""The report as Markdown that is safe in any viewer: no raw HTML, no foreign picture, no heading above our own."""

import re
from collections.abc import Callable, Iterator, Mapping

from memoryops.kit.inert_markdown import READER, as_code, inert
from memoryops.postmortems.exporting.report import Action, Report, Told, moment
from memoryops.postmortems.prose import CODE

HEADING = re.compile(r"^([ \t]{0,3})(#{1,6})(?=[ \t]|$)", re.MULTILINE)
UNDERLINED = re.compile(r"^([ \t]{0,3})(=+|-{2,})[ \t]*$", re.MULTILINE)
IMAGE = re.compile(r"!\[([^\]\n]{0,300})\]\(\s*<?([^)\s>]{1,2000})>?(?:\s+\"[^\"\n]{0,300}\")?\s*\)")
DEFINITION = re.compile(r"^([ \t]{0,3}\[[^\]\n]{1,300}\]):", re.MULTILINE)
FENCE = re.compile(r"(?:^|[ \t>])(`{3,}|~{3,})", re.MULTILINE)
SPECIAL = re.compile(r"([\\`*_\[\]<>|#~&])")
KEPT = "\ue000{}\ue001"
"""What holds an image's place while all other images are taken apart; people's own of these characters go."""

KEPT_PLACE = re.compile(r"\ue000([0-9]{1,9})\ue001")


def render_markdown(report: Report) -> str:
    """The whole report."""
    return "\n\n".join(_parts(report)) + "\n"


def escape(text: str) -> str:
    """One line of plain text that Markdown shows as it is."""
    return SPECIAL.sub(r"\\\1", " ".join(text.split()))


def contained(text: str, images: Mapping[str, str], *, below: int = 2) -> str:
    """Somebody's Markdown as part of ours: it ends where it ends, has headings below ours, and is inert.

    Images that we have are embedded, others named. What cannot be made harmless by escaping is shown as code.
    """
    lines = re.sub(r"\r\n?", "\n", text).translate({0xE000: None, 0xE001: None}).expandtabs(4).strip()
    kept: list[str] = []
    prepared = _outside_code(lines, lambda prose: _prose(prose, images, kept, below))
    ending = _ending(inert(prepared))
    if ending is None:
        return as_code(lines)
    return KEPT_PLACE.sub(lambda found: kept[int(found[1])], ending)


def _ending(text: str) -> str | None:
    """The text, with its last fence closed should it be open; None where that does not end it."""
    longest = max((len(found[1]) for found in FENCE.finditer(text)), default=3)
    return next((one for one in (text, *(f"{text}\n{mark * longest}" for mark in "`~")) if _ends(one)), None)


def _ends(text: str) -> bool:
    """Whether a heading that follows is a heading of the whole document."""
    tokens = READER.parse(f"{text}\n\n# end\n")
    opens = tokens[-3] if len(tokens) > 2 else tokens[0]
    return (opens.type, opens.tag, opens.level) == ("heading_open", "h1", 0)


def _outside_code(text: str, changed: Callable[[str], str]) -> str:
    pieces, last = [], 0
    for code in CODE.finditer(text):
        pieces += [changed(text[last : code.start()]), code[0]]
        last = code.end()
    return "".join([*pieces, changed(text[last:])])


def _prose(text: str, images: Mapping[str, str], kept: list[str], below: int) -> str:
    def placed(found: re.Match[str]) -> str:
        source = images.get(found[2])
        if source is None:
            return f"[image: {found[1] or found[2]}]"
        kept.append(f"![{escape(found[1])}]({source})")
        return KEPT.format(len(kept) - 1)

    lower = HEADING.sub(lambda found: found[1] + "#" * min(6, len(found[2]) + below), text)
    return IMAGE.sub(placed, DEFINITION.sub(r"\1\\:", UNDERLINED.sub(r"\1\\\2", lower)))


def _parts(report: Report) -> Iterator[str]:
    yield f"# {escape(report.heading)}"
    yield "\n".join(f"- **{label}:** {escape(value)}" for label, value in report.facts)
    for title, text in report.sections:
        yield f"## {title}"
        yield contained(text, report.images)
    if report.timeline:
        yield "## Timeline"
        yield "\n\n".join(_told(told, report.images) for told in report.timeline)
    if report.actions:
        yield "## Action items"
        yield "\n".join(map(_action, report.actions))
    yield f"---\n\n{escape(report.footer)}"


def _told(told: Told, images: Mapping[str, str]) -> str:
    """A list item whose text stands in blocks of its own, so that it reads there as it was checked."""
    text = contained(told.text, images).replace("\n", "\n  ")
    return f"- **{moment(told.at)}**, {escape(told.by)}\n\n  {text}"


def _action(action: Action) -> str:
    link = f" <{action.link}>" if action.link else ""
    return f"- [{'x' if action.done else ' '}] **{action.id}** {escape(action.title)} ({escape(action.about)}){link}"
