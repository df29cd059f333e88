"""Forgetting in postmortems: drafts that were made with a forgotten document lose their words.

What a person wrote stays: it is the record, as an incident's own text is. A draft is a model's or a template's, and
nobody can tell which of its words come from where. Where a person wrote over a draft, the sentences that are still
mostly the draft's go, and those that name the document; the person's own stay.
"""

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from memoryops.investigations.erasure import Forgetting
from memoryops.kit.db import Session
from memoryops.postmortems.descent import without_drafted
from memoryops.postmortems.models import Postmortem, PostmortemSection, PostmortemVersion
from memoryops.postmortems.sections import Source
from memoryops.postmortems.service import tell


async def erase(session: Session, forgetting: Forgetting) -> int:
    """Erase what drafts of this workspace hold of the document; how many versions and proposals did."""
    erased = 0
    versions = await _versions(session, forgetting)
    drafts = {(section.pk, version.text) for version, section, _ in versions if version.source is not Source.person}
    for version, section, postmortem in versions:
        was_current = section.revision == version.revision
        before = version.text
        if version.source is Source.person:
            mine = [text for pk, text in drafts if pk == section.pk]
            version.text = without_drafted(before, mine, forgetting.document_id, forgetting.sentence)
        else:
            version.text, version.citations = forgetting.sentence, _others(version.citations, forgetting)
        version.drawn_from = [one for one in version.drawn_from if one != forgetting.document_id]
        if version.text == before:
            continue
        if was_current:
            section.text = version.text
        _tell(session, postmortem, section, forgetting)
        erased += 1
    for section, postmortem in await _proposals(session, forgetting):
        section.proposal = None
        _tell(session, postmortem, section, forgetting)
        erased += 1
    return erased


async def _versions(
    session: Session, forgetting: Forgetting
) -> list[tuple[PostmortemVersion, PostmortemSection, Postmortem]]:
    rows = await session.execute(
        sa.select(PostmortemVersion, PostmortemSection, Postmortem)
        .join(PostmortemSection, PostmortemSection.pk == PostmortemVersion.section_pk)
        .join(Postmortem, Postmortem.pk == PostmortemSection.postmortem_pk)
        .where(_holds(PostmortemVersion.drawn_from, forgetting))
        .order_by(PostmortemVersion.pk)
        .with_for_update(of=(PostmortemVersion, PostmortemSection))
    )
    return [(row[0], row[1], row[2]) for row in rows]


async def _proposals(session: Session, forgetting: Forgetting) -> list[tuple[PostmortemSection, Postmortem]]:
    rows = await session.execute(
        sa.select(PostmortemSection, Postmortem)
        .join(Postmortem, Postmortem.pk == PostmortemSection.postmortem_pk)
        .where(_holds(PostmortemSection.proposal, forgetting))
        .order_by(PostmortemSection.pk)
        .with_for_update(of=PostmortemSection)
    )
    found = [(row[0], row[1]) for row in rows]
    return [one for one in found if forgetting.document_id in (one[0].proposal or {}).get("drawn_from", ())]


def _holds(column: Any, forgetting: Forgetting) -> sa.ColumnElement[bool]:
    return sa.cast(column, sa.Text).contains(f'"{forgetting.document_id}"', autoescape=True)


def _others(citations: list[Any], forgetting: Forgetting) -> list[Mapping[str, str]]:
    return [one for one in citations if one["incident_id"] != forgetting.document_id]


def _tell(session: Session, postmortem: Postmortem, section: PostmortemSection, forgetting: Forgetting) -> None:
    at, by = forgetting.at, forgetting.by
    tell(session, postmortem.incident_id, change="forgotten", actor=by, at=at, section=section.key.value)
