"""From the record to a report."""

import base64
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

import sqlalchemy as sa

from memoryops.followups.listing import of_incident
from memoryops.followups.schemas import ActionItem
from memoryops.incidents.models import Incident
from memoryops.incidents.timeline.models import TimelineImage
from memoryops.kit.db import Session
from memoryops.postmortems.drafting.entry_words import entry_lead
from memoryops.postmortems.exporting.report import Action, Report, Told, moment
from memoryops.postmortems.impact import impact_lines
from memoryops.postmortems.record import people_of, story_of
from memoryops.postmortems.redaction import Redaction
from memoryops.postmortems.sections import SECTIONS, SectionKey
from memoryops.postmortems.service import Case, sections_of
from memoryops.postmortems.views import impact_view

STATUSES = {"draft": "Draft", "in_review": "In review", "published": "Published"}
IMAGE_ADDRESS = re.compile(r"\((/[^)\s]{0,300}/images/([A-Za-z0-9_-]{1,32}))[^)\s]{0,20}\)")


async def gather_report(session: Session, case: Case, *, redact_names: bool, at: datetime) -> Report:
    """The postmortem as it reads now; with `redact_names` without the names that the record knows."""
    incident = case.incident
    texts = {section.key: section.text for section in await sections_of(session, case.postmortem)}
    timeline = [
        Told(item.happened_at, item.actor, ": ".join(filter(None, [entry_lead(item), item.text or ""])) or item.kind)
        for item in await story_of(session, incident)
    ]
    actions = await of_incident(session, incident, at)
    report = Report(
        incident_id=incident.id,
        title=incident.title,
        facts=tuple(_facts(case)),
        sections=tuple(_sections(case, texts)),
        timeline=tuple(timeline),
        actions=tuple(map(_action, actions)),
        exported_at=at,
        redacted=False,
        images={} if redact_names else await _images(session, incident, [*texts.values(), *(t.text for t in timeline)]),
    )
    if not redact_names:
        return report
    persons = await people_of(session, case.postmortem, incident)
    return report.redact(Redaction(persons).of)


def _facts(case: Case) -> Iterator[tuple[str, str]]:
    incident, postmortem = case.incident, case.postmortem
    yield "Status", STATUSES[case.status.value]
    yield "Service", incident.service
    yield "Severity", incident.severity.value.upper()
    yield "Began", moment(incident.started_at or incident.declared_at)
    if incident.resolved_at is not None:
        yield "Resolved", moment(incident.resolved_at)
    for label, name in (("Commander", incident.commander), ("Owner", postmortem.owner)):
        if name:
            yield label, name
    if postmortem.reviewers:
        yield "Reviewers", ", ".join(postmortem.reviewers)
    if incident.sample:
        yield "Sample", "This is sample data"


def _sections(case: Case, texts: Mapping[SectionKey, str]) -> Iterator[tuple[str, str]]:
    for key, section in SECTIONS.items():
        text = texts.get(key, "").strip()
        if key is SectionKey.impact:
            numbers = "\n".join(f"- {line}" for line in impact_lines(impact_view(case)))
            text = "\n\n".join(filter(None, [numbers, text]))
        if text:
            yield section.title, text


def _action(item: ActionItem) -> Action:
    told = [
        item.kind.value,
        f"priority {item.priority.value}",
        f"owner {item.owner}" if item.owner else "no owner",
        f"due {item.due_on:%Y-%m-%d}" if item.due_on else "no due date",
        item.state.value.replace("_", " ").replace("wont", "won't"),
    ]
    return Action(item.id, item.title, item.state.value == "done", ", ".join(told), item.link)


async def _images(session: Session, incident: Incident, texts: Iterable[str]) -> Mapping[str, str]:
    """The pictures that these texts show, by the address they are shown by, ready to be embedded."""
    shown = {found[1]: found[2] for text in texts for found in IMAGE_ADDRESS.finditer(text)}
    wanted = sa.select(TimelineImage.id, TimelineImage.media_type, TimelineImage.data).where(
        TimelineImage.incident_pk == incident.pk, TimelineImage.id.in_(shown.values())
    )
    held = (
        {
            row.id: f"data:{row.media_type};base64,{base64.b64encode(row.data).decode()}"
            for row in await session.execute(wanted)
        }
        if shown
        else {}
    )
    return {address: held[image] for address, image in shown.items() if image in held}
