"""How postmortems look from outside."""

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from memoryops.kit.db import Session
from memoryops.postmortems import schemas
from memoryops.postmortems.blame import Finding, check_sections
from memoryops.postmortems.commenting import comments_of
from memoryops.postmortems.factors import factors_of
from memoryops.postmortems.lifecycle import MOVES
from memoryops.postmortems.models import PostmortemComment, PostmortemSection, PostmortemVersion
from memoryops.postmortems.people import MOST
from memoryops.postmortems.proposals import proposal_id
from memoryops.postmortems.record import duration_s, people_of, story_of
from memoryops.postmortems.sections import SECTIONS, SectionKey
from memoryops.postmortems.service import Case, sections_of


async def view(session: Session, case: Case) -> schemas.PostmortemView:
    """The postmortem with all that it says, and what of it may read as blame."""
    await session.flush()
    sections = await sections_of(session, case.postmortem)
    persons = await people_of(session, case.postmortem, case.incident)
    written = await newest_versions(session, sections)
    comments = await comments_of(session, case.postmortem)
    open_comments = sum(one.resolved_at is None for one in comments)
    told = summary_values(case, written=sum(bool(one.text.strip()) for one in sections), open_comments=open_comments)
    texts = {section.key: section.text for section in sections}
    blame = await check_sections(texts, persons)
    return schemas.PostmortemView(
        **told,
        revision=case.postmortem.revision,
        next_statuses=list(MOVES[case.status]),
        created_by=case.postmortem.created_by,
        published_by=case.postmortem.published_by,
        published_revision=case.postmortem.published_revision,
        impact=impact_view(case),
        sections=[_section(section, written.get(section.pk), blame[section.key]) for section in sections],
        factors=factors_of(texts[SectionKey.contributing_factors]),
        timeline=await story_of(session, case.incident),
        comments=[_comment(one) for one in comments],
        people=[person.name for person in persons[:MOST]],
    )


def summary_values(case: Case, *, written: int, open_comments: int) -> dict[str, Any]:
    """The fields of a `PostmortemSummary`."""
    incident, postmortem = case.incident, case.postmortem
    same = ("title", "service", "severity", "outcome", "resolved_at", "sample")
    own = ("incident_id", "owner", "reviewers", "created_at", "updated_at", "published_at")
    return {
        **{name: getattr(incident, name) for name in same},
        **{name: getattr(postmortem, name) for name in own},
        "incident_status": incident.status,
        "status": case.status,
        "written": written,
        "sections_total": len(SECTIONS),
        "open_comments": open_comments,
    }


def impact_view(case: Case) -> schemas.ImpactView:
    """The impact in numbers, the record's duration among them."""
    numbers = schemas.ImpactNumbers.model_validate(case.postmortem.impact)
    return schemas.ImpactView(duration_s=duration_s(case.incident), **numbers.model_dump())


def version_view(version: PostmortemVersion) -> schemas.Version:
    """One version of a section."""
    return schemas.Version.model_validate(version)


async def newest_versions(session: Session, sections: Sequence[PostmortemSection]) -> Mapping[int, PostmortemVersion]:
    """The version that each section reads as now, by the section's key; sections never written are left out."""
    rows = await session.scalars(
        sa.select(PostmortemVersion)
        .join(PostmortemSection, PostmortemSection.pk == PostmortemVersion.section_pk)
        .where(
            PostmortemSection.pk.in_([section.pk for section in sections]),
            PostmortemVersion.revision == PostmortemSection.revision,
        )
    )
    return {version.section_pk: version for version in rows}


def _section(
    section: PostmortemSection, written: PostmortemVersion | None, blame: Sequence[Finding]
) -> schemas.SectionView:
    about = SECTIONS[section.key]
    return schemas.SectionView(
        key=section.key,
        title=about.title,
        prompt=about.prompt,
        text=section.text,
        revision=section.revision,
        written=None if written is None else version_view(written),
        proposal=None if section.proposal is None else _proposal(section.proposal),
        blame=[schemas.BlameFinding.model_validate(one) for one in blame],
    )


def _proposal(stored: Mapping[str, Any]) -> schemas.Proposal:
    return schemas.Proposal.model_validate({**stored, "id": proposal_id(stored)})


def _comment(comment: PostmortemComment) -> schemas.Comment:
    names = ("text", "by", "at", "resolved_by", "resolved_at")
    return schemas.Comment(id=comment.pk, section=comment.key, **{name: getattr(comment, name) for name in names})
