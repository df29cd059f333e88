"""Who may send alerts: holders of an integration's token, and tools whose signature is the one agreed on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import sqlalchemy as sa

from memoryops.alerts.intake_models import Integration, IntegrationToken, Proof
from memoryops.alerts.registry import canonical_source
from memoryops.alerts.tokens import sha256_of
from memoryops.kit.clock import Clock
from memoryops.kit.db import EVERY_WORKSPACE, Database, ScopedSession
from memoryops.kit.errors import SignInRequiredError

TOKEN_LIMIT: Final = 500
"""Longer ones are no tokens of ours."""


class NoIntegrationError(SignInRequiredError):
    """Neither a valid token of an integration of this source came with the body nor a valid signature."""

    slug = "no-integration"
    title = "No integration takes this"


@dataclass(frozen=True)
class Sender:
    """The integration that a delivery belongs to, and what proved it."""

    workspace_id: str
    integration_pk: int
    source: str
    token_pk: int | None
    proof: Proof


@dataclass(frozen=True)
class TokenHolder:
    """What a valid token leads to."""

    token_pk: int
    integration: Integration


def holder_of_tokens(session: ScopedSession, tokens: Sequence[str], source: str, now: datetime) -> TokenHolder | None:
    """The integration of this source whose token this is; of several tokens, each has to be one of it.

    The one place that finds a workspace from a token: it reads every workspace's tokens, by hash.
    """
    hashes = {sha256_of(token) for token in tokens if len(token) <= TOKEN_LIMIT}
    found = session.execute(
        sa.select(IntegrationToken.pk, Integration)
        .join(Integration, Integration.pk == IntegrationToken.integration_pk)
        .where(
            IntegrationToken.sha256.in_(hashes),
            IntegrationToken.revoked_at.is_(None),
            sa.or_(IntegrationToken.expires_at.is_(None), IntegrationToken.expires_at > now),
            Integration.deleted_at.is_(None),
            Integration.source == source,
        )
        .order_by(IntegrationToken.pk)
    ).all()
    if not found or len(found) < len(set(tokens)) or len({integration.pk for _, integration in found}) > 1:
        return None
    return TokenHolder(found[0][0], found[0][1])


@dataclass(frozen=True)
class Gate:
    """Lets deliveries in."""

    database: Database
    clock: Clock

    async def admit(self, source: str, tokens: Sequence[str], headers: Mapping[str, str], body: bytes) -> Sender:
        """Who sent this; raises UnknownSourceError, and NoIntegrationError for whoever may not."""
        name = canonical_source(source)
        now = self.clock.now()
        holder = await self.database.read(
            EVERY_WORKSPACE, lambda session: holder_of_tokens(session, tokens, name, now) if tokens else None
        )
        if holder is None:
            raise NoIntegrationError(
                "Send a valid token of an integration of this source, as Bearer or in the address."
            )
        found = holder.integration
        return Sender(found.workspace_id, found.pk, name, holder.token_pk, Proof.token)
