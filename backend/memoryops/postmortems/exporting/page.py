"""The report as one HTML page that fetches nothing: style, fonts and pictures stand in it. Printing it is the PDF."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memoryops.postmortems.exporting.report import Action, Report, Told, moment

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

EMBEDDED = re.compile(r"data:image/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/=]*")
TAGS = frozenset(
    {"p", "br", "hr", "em", "strong", "s", "code", "pre", "blockquote", "ul", "ol", "li", "a", "img"}
    | {"h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td"}
)
ATTRIBUTES: Mapping[str, set[str]] = {"a": {"href", "title"}, "img": {"src", "alt"}, "ol": {"start"}, "code": {"class"}}


def render_page(report: Report, *, fonts: str = "") -> str:
    """The whole report; `fonts` are `@font-face` rules that hold their fonts."""
    body = "\n".join(_parts(report))
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(report.heading)}</title><style>{fonts}{_style()}</style>"
    )
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'


@lru_cache(1)
def _style() -> str:
    return Path(__file__).with_name("page.css").read_text()


def to_html(markdown: str, images: Mapping[str, str]) -> str:
    """Somebody's Markdown as inert HTML: no raw HTML, no script, no picture but those that are given."""
    import nh3

    rendered = _renderer().render(markdown, {"images": images})
    return nh3.clean(
        rendered,
        tags=set(TAGS),
        attributes={tag: set(names) for tag, names in ATTRIBUTES.items()},
        url_schemes={"http", "https", "mailto", "data"},
        attribute_filter=_kept,
        link_rel="noopener noreferrer",
    )


def _kept(tag: str, attribute: str, value: str) -> str | None:
    if attribute == "src":
        return value if EMBEDDED.fullmatch(value) else None
    if attribute == "href":
        return value if re.match(r"(?:https?://|mailto:)", value, re.IGNORECASE) else None
    return value


def _parts(report: Report) -> Iterator[str]:
    yield f"<h1>{escape(report.heading)}</h1>"
    facts = "".join(f"<dt>{escape(label)}</dt><dd>{escape(value)}</dd>" for label, value in report.facts)
    yield f"<dl>{facts}</dl>"
    for title, text in report.sections:
        yield f"<h2>{escape(title)}</h2>\n{to_html(text, report.images)}"
    if report.timeline:
        told = "\n".join(map(partial(_told, images=report.images), report.timeline))
        yield f"<h2>Timeline</h2>\n<ol class=timeline>\n{told}\n</ol>"
    if report.actions:
        items = "\n".join(map(_action, report.actions))
        yield f"<h2>Action items</h2>\n<ul class=actions>\n{items}\n</ul>"
    yield f"<footer>{escape(report.footer)}</footer>"


def _told(told: Told, images: Mapping[str, str]) -> str:
    by = f"<span class=by>{escape(told.by)}</span>"
    return f"<li><time>{moment(told.at)}</time>{by}{to_html(told.text, images)}</li>"


def _action(action: Action) -> str:
    about = f"<span class=by>({escape(action.about)})</span>"
    mark = "☑" if action.done else "☐"
    return f"<li>{mark} <strong>{escape(action.id)}</strong> {escape(action.title)} {about}{_link(action.link)}</li>"


def _link(link: str | None) -> str:
    return f' <a href="{escape(link)}" rel="noopener noreferrer">{escape(link)}</a>' if link else ""


@lru_cache(1)
def _renderer() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    renderer = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable(["table", "strikethrough"])
    renderer.add_render_rule("image", _image)
    renderer.add_render_rule("heading_open", _lower_heading)
    renderer.add_render_rule("heading_close", _lower_heading)
    return renderer


def _image(self: Any, tokens: Any, idx: int, options: Any, env: Any) -> str:
    token = tokens[idx]
    source, text = env["images"].get(token.attrs.get("src", "")), escape(token.content)
    return f'<img src="{escape(source)}" alt="{text}">' if source else f"[image: {text or escape(token.attrs['src'])}]"


def _lower_heading(self: Any, tokens: Any, idx: int, options: Any, env: Any) -> str:
    level = min(6, int(tokens[idx].tag[1:]) + 2)
    return f"<h{level}>" if tokens[idx].nesting == 1 else f"</h{level}>\n"
