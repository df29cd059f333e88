"""Recall within a range of time: the record says which incidents began in it, and memory is asked for those alone.

Memory returns its best hundred or so and knows no dates. Taking from those what falls into the range would call a
range empty whose matches the server had cut off behind better ones of other times; asked for these documents by
their tags, it has nothing else to put before them.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from memoryops.incidents.models import Incident
from memoryops.kit.db import Session
from memoryops.memory.documents import incident_tag
from memoryops.memory.models import BELONGS, LedgerDocument

AT_ONCE = 500
"""Documents that one request names; a range that holds more takes several."""

NO_INCIDENT = "incident:none"
"""A tag that no document carries: what is asked for where the range holds nothing, so that memory answers for it."""


@dataclass(frozen=True)
class Range:
    """From `since` to `until`, both in it; None where it is open."""

    since: datetime | None
    until: datetime | None

    @property
    def is_open(self) -> bool:
        """Whether it leaves nothing out."""
        return self.since is None and self.until is None


async def remembered_within(session: Session, within: Range) -> frozenset[str]:
    """The ids of the incidents that began in the range and should be in memory."""
    began = sa.func.coalesce(Incident.started_at, Incident.declared_at)
    ids = (
        sa.select(LedgerDocument.document_id)
        .join(
            Incident,
            sa.and_(Incident.workspace_id == LedgerDocument.workspace_id, Incident.id == LedgerDocument.document_id),
        )
        .where(BELONGS, Incident.deleted_at.is_(None))
    )
    if within.since is not None:
        ids = ids.where(began >= within.since)
    if within.until is not None:
        ids = ids.where(began <= within.until)
    return frozenset(await session.scalars(ids))


def batches(incident_ids: Collection[str] | None) -> Iterator[Sequence[str]]:
    """The tags that the requests of one recall ask for in turn; one request for everything without a choice."""
    if incident_ids is None:
        yield ()
        return
    tags = [incident_tag(one) for one in sorted(incident_ids)] or [NO_INCIDENT]
    for start in range(0, len(tags), AT_ONCE):
        yield tags[start : start + AT_ONCE]
