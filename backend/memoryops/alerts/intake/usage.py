"""When tokens were last used, noted now and then instead of with every request."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

import sqlalchemy as sa

from memoryops.alerts.intake.models import Delivery, IntegrationToken
from memoryops.kit.db import Session

EXACT_TO: Final = timedelta(seconds=10)
"""So far behind is what is noted, at most, while a token is used all the time."""


@dataclass(frozen=True)
class Usage:
    """What this process noted last, by the keys of tokens."""

    _noted: dict[int, datetime] = field(default_factory=dict)

    async def note(self, session: Session, deliveries: Sequence[Delivery]) -> None:
        """Note when the deliveries' tokens were used, where that is news."""
        used: dict[int, datetime] = {}
        for delivery in deliveries:
            if delivery.token_pk is not None:
                used[delivery.token_pk] = max(used.get(delivery.token_pk, delivery.received_at), delivery.received_at)
        for pk in sorted(used):
            noted = self._noted.get(pk)
            if noted is None or used[pk] - noted >= EXACT_TO:
                self._noted[pk] = used[pk]
                await _note(session, pk, used[pk])


async def _note(session: Session, pk: int, at: datetime) -> None:
    token = IntegrationToken
    later = sa.or_(token.last_used_at.is_(None), token.last_used_at < at)
    await session.execute(sa.update(token).where(token.pk == pk, later).values(last_used_at=at))
