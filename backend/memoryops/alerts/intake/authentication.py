"""Who may send alerts: holders of an integration's token, and tools whose signature is the one agreed on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import sqlalchemy as sa

from memoryops.alerts.intake.models import Integration, IntegrationToken, Proof
from memoryops.alerts.intake.registry import canonical_source
from memoryops.alerts.intake.tokens import sha256_of
from memoryops.alerts.intake.verifying import SignedBody, Verifier, signed_body
from memoryops.kit.clock import Clock
from memoryops.kit.db import EVERY_WORKSPACE, Database, ScopedSession
from memoryops.kit.errors import SignInRequiredError

TOKEN_LIMIT: Final = 500
"""Longer ones are no tokens of ours."""

SIGNERS_AT_MOST: Final = 50
"""How many integrations of one source are tried for a signature that comes without a token."""


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


def integrations_that_sign(session: ScopedSession, source: str, topic_arn: str | None) -> Sequence[Integration]:
    """The integrations of every workspace that a signature without a token could be of, at most some dozens.

    For a source whose key is everybody's, they are those that name the topic.
    """
    wanted = sa.select(Integration).where(Integration.source == source, Integration.deleted_at.is_(None))
    if topic_arn is not None:
        wanted = wanted.where(Integration.topic_arn == topic_arn)
    ordered = session.scalars(wanted.order_by(Integration.pk))
    return [one for one in ordered if one.signing_secrets or one.topic_arn][:SIGNERS_AT_MOST]


@dataclass(frozen=True)
class Gate:
    """Lets deliveries in."""

    database: Database
    clock: Clock
    verifier: Verifier

    async def admit(self, source: str, tokens: Sequence[str], headers: Mapping[str, str], body: bytes) -> Sender:
        """Who sent this; raises UnknownSourceError, and NoIntegrationError for whoever may not.

        Raises SignatureUncheckedError where a signature cannot be checked at present.
        """
        name = canonical_source(source)
        signed = signed_body(name, headers, body)
        sender = await (self._by_token(name, tokens, signed) if tokens else self._by_signature(name, signed))
        if sender is None:
            raise NoIntegrationError(
                "Send a valid token of an integration of this source, as Bearer or in the address, or its signature."
            )
        return sender

    async def _by_token(self, source: str, tokens: Sequence[str], signed: SignedBody | None) -> Sender | None:
        now = self.clock.now()
        holder = await self.database.read(
            EVERY_WORKSPACE, lambda session: holder_of_tokens(session, tokens, source, now)
        )
        if holder is None:
            return None
        if not holder.integration.require_signature:
            return _sender(holder.integration, holder.token_pk, Proof.token)
        if signed is None or not await self.verifier.is_of(holder.integration, signed, now):
            return None
        return _sender(holder.integration, holder.token_pk, Proof.signature)

    async def _by_signature(self, source: str, signed: SignedBody | None) -> Sender | None:
        if signed is None:
            return None
        now = self.clock.now()
        candidates = await self.database.read(
            EVERY_WORKSPACE, lambda session: integrations_that_sign(session, source, signed.topic_arn)
        )
        for candidate in candidates:
            if await self.verifier.is_of(candidate, signed, now):
                return _sender(candidate, None, Proof.signature)
        return None


def _sender(integration: Integration, token_pk: int | None, proof: Proof) -> Sender:
    return Sender(integration.workspace_id, integration.pk, integration.source, token_pk, proof)
