"""A postmortem as it is exported: plain values, from which every format is made."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

REDACTED = (
    "Names that the record knows were taken out, with addresses of mail, links that hold a name, and pictures; "
    "others may remain: read it before sending."
)


@dataclass(frozen=True)
class Told:
    """One entry of the timeline: when, who, and what, in Markdown."""

    at: datetime
    by: str
    text: str


@dataclass(frozen=True)
class Action:
    """One action item, in words."""

    id: str
    title: str
    done: bool
    about: str
    link: str | None


@dataclass(frozen=True)
class Report:
    """What an export holds. `facts` are labels and values, `sections` titles and Markdown, empty ones left out.

    `images` are those that texts may show, by the address that they are shown by: media type and base64.
    """

    incident_id: str
    title: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[tuple[str, str], ...]
    timeline: tuple[Told, ...]
    actions: tuple[Action, ...]
    exported_at: datetime
    redacted: bool
    images: Mapping[str, str]

    def redact(self, redacted: Callable[[str], str]) -> "Report":
        """The report with every text put through `redacted`; pictures are left out, since names may stand in them."""
        return replace(
            self,
            title=redacted(self.title),
            facts=tuple((label, redacted(value)) for label, value in self.facts),
            sections=tuple((title, redacted(text)) for title, text in self.sections),
            timeline=tuple(Told(one.at, redacted(one.by), redacted(one.text)) for one in self.timeline),
            actions=tuple(
                replace(
                    one,
                    title=redacted(one.title),
                    about=redacted(one.about),
                    link=one.link if one.link is None else redacted(one.link),
                )
                for one in self.actions
            ),
            redacted=True,
            images={},
        )

    @property
    def heading(self) -> str:
        """What the export is called."""
        return f"Postmortem of {self.incident_id}: {self.title}"

    @property
    def footer(self) -> str:
        """When it was exported, and what was done about names."""
        redacted = f" {REDACTED}" if self.redacted else ""
        return f"Exported from MemoryOps at {moment(self.exported_at)}.{redacted}"


def moment(at: datetime) -> str:
    """A moment in UTC, to the minute."""
    return f"{at:%Y-%m-%d %H:%M} UTC"
