"""The timeline as a file: Markdown for people, JSON for programs, CSV for spreadsheets; always with both clocks."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

import orjson

from memoryops.incidents.models import Incident
from memoryops.incidents.schemas import TimelineItem
from memoryops.incidents.timeline.wording import headline, in_words
from memoryops.kit.counting import counted
from memoryops.kit.inert_markdown import inert, plain, quoted
from memoryops.kit.schemas import rfc3339
from memoryops.kit.spreadsheets import as_csv
from memoryops.kit.zones import in_zone, zone_named

LATE = timedelta(minutes=1)
"""From here on an entry says how long after the event it was written."""

COLUMNS = (
    "happened_at", "recorded_at", "written_late_s", "kind", "summary", "text", "actor", "audience", "next_update_at",
    "service", "version", "state", "pinned", "edited_at", "edited_by", "revision", "source", "id",
)  # fmt: skip
BY_PEOPLE = frozenset({"note", "status_update", "deploy", "hypothesis"})


class ExportFormat(StrEnum):
    """What a timeline can be exported as."""

    markdown = "markdown"
    json = "json"
    csv = "csv"


@dataclass(frozen=True)
class Exported:
    """A file to be downloaded."""

    name: str
    media_type: str
    content: bytes


def export(
    incident: Incident, items: list[TimelineItem], kind: ExportFormat, *, at: datetime, zone: str | None = None
) -> Exported:
    """The timeline as a file of that kind; raises UnknownZoneError for a zone that is none.

    Times are UTC; Markdown gives the reader's own zone beside it.
    """
    local = None if zone is None else zone_named(zone)
    suffix, media_type, write = WRITERS[kind]
    name = f"{incident.id}-timeline-{at:%Y-%m-%d}.{suffix}"
    return Exported(name, media_type, write(incident, items, at, local).encode())


def _markdown(incident: Incident, items: list[TimelineItem], at: datetime, local: ZoneInfo | None) -> str:
    beside = "" if local is None else f", {local.key} beside it"
    lines = [
        f"# Timeline of {incident.id}: {plain(incident.title)}",
        "",
        f"Times are UTC{beside}. Exported {at:%Y-%m-%d %H:%M} UTC; {counted(len(items), 'entry', 'entries')}.",
    ]
    for day, entries in groupby(items, key=lambda item: item.happened_at.astimezone(UTC).date()):
        lines += ["", f"## {day:%A}, {day.isoformat()} (UTC)"]
        for item in entries:
            lines += ["", *_entry(item, local)]
    return "\n".join(lines) + "\n"


def _entry(item: TimelineItem, local: ZoneInfo | None) -> Iterator[str]:
    yield f"**{_clock(item.happened_at, local)}** {plain(headline(item))}{' (pinned)' if item.pinned else ''}"
    yield f"*{plain(item.actor)}{_remarks(item)}*"
    if item.kind in BY_PEOPLE and item.text:
        yield ""
        yield quoted(inert(item.text))


def _clock(moment: datetime, local: ZoneInfo | None) -> str:
    utc = f"{moment.astimezone(UTC):%H:%M:%S} UTC"
    if local is None:
        return utc
    there = in_zone(moment, local)
    return f"{utc} (no such day in {local.key})" if there is None else f"{utc} ({there:%a %H:%M:%S %Z})"


def _remarks(item: TimelineItem) -> str:
    """When it was written and edited, where that tells more than when it happened."""
    late = item.recorded_at - item.happened_at
    remarks = [f", written {_span(late)} later, {rfc3339(item.recorded_at)}"] if late >= LATE else []
    if item.edited_at is not None:
        remarks.append(f", edited by {plain(item.edited_by or '')} {rfc3339(item.edited_at)}")
    if due := (item.details or {}).get("next_update_at"):
        remarks.append(f", next update {in_words(due)}")
    return "".join(remarks)


def _span(length: timedelta) -> str:
    minutes = int(length.total_seconds()) // 60
    days, hours = minutes // 1440, minutes // 60 % 24
    parts = [f"{days} d" if days else "", f"{hours} h" if hours else "", f"{minutes % 60} min" if minutes % 60 else ""]
    return " ".join(part for part in parts if part)


def _json(incident: Incident, items: list[TimelineItem], at: datetime, _local: ZoneInfo | None) -> str:
    told = {
        "incident": {"id": incident.id, "title": incident.title, "service": incident.service},
        "exported_at": rfc3339(at),
        "zone": "UTC",
        "items": [item.model_dump(mode="json") for item in items],
    }
    return orjson.dumps(told, option=orjson.OPT_INDENT_2).decode()


def _csv(_incident: Incident, items: list[TimelineItem], _at: datetime, _local: ZoneInfo | None) -> str:
    return as_csv(COLUMNS, map(_row, items))


def _row(item: TimelineItem) -> Mapping[str, Any]:
    return {
        **dict.fromkeys(COLUMNS),
        **item.model_dump(include=set(COLUMNS)),
        **(item.details or {}),
        "written_late_s": int((item.recorded_at - item.happened_at).total_seconds()),
        "summary": headline(item),
    }


Writer = Callable[[Incident, list[TimelineItem], datetime, ZoneInfo | None], str]
WRITERS: Mapping[ExportFormat, tuple[str, str, Writer]] = {
    ExportFormat.markdown: ("md", "text/markdown; charset=utf-8", _markdown),
    ExportFormat.json: ("json", "application/json", _json),
    ExportFormat.csv: ("csv", "text/csv; charset=utf-8", _csv),
}
