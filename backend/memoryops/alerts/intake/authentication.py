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

NO_SECRETS: Final = "[]"
"""How a column of JSON shows that an integration has no signing secret."""


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


HOLDERS: Final = (
    sa.select(IntegrationToken.pk, IntegrationToken.sha256, Integration)
    .join(Integration, Integration.pk == IntegrationToken.integration_pk)
    .where(
        IntegrationToken.sha256.in_(sa.bindparam("hashes", expanding=True)),
        IntegrationToken.revoked_at.is_(None),
        sa.or_(IntegrationToken.expires_at.is_(None), IntegrationToken.expires_at > sa.bindparam("now")),
        Integration.deleted_at.is_(None),
        Integration.source == sa.bindparam("source"),
    )
)
"""Made once: it is asked for every delivery, and to put it together costs more than to ask it."""


def holder_of_tokens(session: ScopedSession, tokens: Sequence[str], source: str, now: datetime) -> TokenHolder | None:
    """The integration of this source that the first valid token leads to; those that lead nowhere do not matter.

    The one place that finds a workspace from a token: it reads every workspace's tokens, by hash.
    """
    hashes = [sha256_of(token) for token in tokens if len(token) <= TOKEN_LIMIT]
    found = session.execute(HOLDERS, {"hashes": hashes, "now": now, "source": source}).all()
    first = min(found, key=lambda row: hashes.index(row[1]), default=None)
    return None if first is None else TokenHolder(first[0], first[2])


def integrations_that_sign(session: ScopedSession, source: str, topic_arn: str | None) -> Sequence[Integration]:
    """The integrations of every workspace that a signature without a token could be of, at most some dozens.

    For a source whose key is everybody's, they are those that name the topic.
    """
    if topic_arn is not None:
        signs = Integration.topic_arn == topic_arn
    else:
        signs = sa.cast(Integration.signing_secrets, sa.Text) != NO_SECRETS
    wanted = sa.select(Integration).where(Integration.source == source, Integration.deleted_at.is_(None), signs)
    return session.scalars(wanted.order_by(Integration.pk).limit(SIGNERS_AT_MOST)).all()


@dataclass(frozen=True)
class Gate:
    """Lets deliveries in: a valid token suffices, and so does a valid signature, whatever else comes with it."""

    database: Database
    clock: Clock
    verifier: Verifier

    async def admit(self, source: str, tokens: Sequence[str], headers: Mapping[str, str], body: bytes) -> Sender:
        """Who sent this; raises UnknownSourceError, and NoIntegrationError for whoever may not.

        Of several valid tokens the first counts; an integration may require the signature beside it. Raises
        SignatureUncheckedError where a signature cannot be checked at present.
        """
        name = canonical_source(source)
        holder = await self._holder(name, tokens)
        if holder is not None and not holder.integration.require_signature:
            return _sender(holder.integration, holder, Proof.token)
        signed = signed_body(name, headers, body)
        signer = None if signed is None else await self._signer(name, holder, signed)
        if signer is None:
            raise NoIntegrationError(
                "Send a valid token of an integration of this source, as Bearer or in the address, or its signature."
            )
        return _sender(signer, holder, Proof.signature)

    async def _holder(self, source: str, tokens: Sequence[str]) -> TokenHolder | None:
        if not tokens:
            return None
        now = self.clock.now()
        return await self.database.read(EVERY_WORKSPACE, lambda session: holder_of_tokens(session, tokens, source, now))

    async def _signer(self, source: str, holder: TokenHolder | None, signed: SignedBody) -> Integration | None:
        """Whose signature it is: the token holder's is tried first."""
        others = await self.database.read(
            EVERY_WORKSPACE, lambda session: integrations_that_sign(session, source, signed.topic_arn)
        )
        first = [holder.integration] if holder else []
        candidates = first + [one for one in others if one.pk not in {known.pk for known in first}]
        return await self.verifier.signer(candidates, signed, self.clock.now())


def _sender(integration: Integration, holder: TokenHolder | None, proof: Proof) -> Sender:
    token_pk = holder.token_pk if holder and holder.integration.pk == integration.pk else None
    return Sender(integration.workspace_id, integration.pk, integration.source, token_pk, proof)
