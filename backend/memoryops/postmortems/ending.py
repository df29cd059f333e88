"""Ending the newest version of a section, so that what is saved after it stands beside it."""

import sqlalchemy as sa

from memoryops.kit.db import Session
from memoryops.postmortems.models import Postmortem, PostmortemSection, PostmortemVersion
from memoryops.postmortems.sections import SectionKey


async def end_versions(session: Session, postmortem: Postmortem, key: SectionKey | None = None) -> None:
    """End the newest version of that section, of each without one: somebody has read it, or is asked to."""
    newest = sa.and_(
        PostmortemVersion.section_pk == PostmortemSection.pk, PostmortemVersion.revision == PostmortemSection.revision
    )
    wanted = sa.select(PostmortemVersion).join(PostmortemSection, newest)
    wanted = wanted.where(PostmortemSection.postmortem_pk == postmortem.pk)
    if key is not None:
        wanted = wanted.where(PostmortemSection.key == key)
    for version in await session.scalars(wanted):
        version.began_at = None
