"""Integration tokens: made once, shown once, kept as a hash."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import sqlalchemy as sa

from memoryops.alerts.intake.models import IntegrationToken
from memoryops.alerts.intake.paths import TOKEN_PREFIX
from memoryops.kit.db import Session
from memoryops.kit.errors import NotFoundError

RANDOM_BYTES: Final = 32
HINT_LENGTH: Final = 4


class TokenNotFoundError(NotFoundError):
    """The integration has no such token."""


@dataclass(frozen=True)
class NewToken:
    """A token as it was made; its text is nowhere else."""

    text: str
    row: IntegrationToken


def sha256_of(token: str) -> str:
    """What a token is known by."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def issue(session: Session, integration_pk: int, *, by: str, at: datetime) -> NewToken:
    """A new token of the integration: 256 random bits."""
    text = TOKEN_PREFIX + secrets.token_urlsafe(RANDOM_BYTES)
    row = IntegrationToken(
        integration_pk=integration_pk,
        sha256=sha256_of(text),
        hint=text[-HINT_LENGTH:],
        created_by=by,
        created_at=at,
        expires_at=None,
        revoked_at=None,
        last_used_at=None,
    )
    session.add(row)
    return NewToken(text, row)


async def expire(session: Session, integration_pk: int, *, overlap: timedelta, at: datetime) -> None:
    """Let every token of the integration end after the overlap, unless it ends before."""
    ends = at + overlap
    await session.execute(
        sa.update(IntegrationToken)
        .where(
            IntegrationToken.integration_pk == integration_pk,
            sa.or_(IntegrationToken.expires_at.is_(None), IntegrationToken.expires_at > ends),
        )
        .values(expires_at=ends)
    )


async def revoke(session: Session, integration_pk: int, token_id: str, *, at: datetime) -> None:
    """End the token at once; raises TokenNotFoundError. A second time changes nothing."""
    token = await session.scalar(
        sa.select(IntegrationToken).where(
            IntegrationToken.integration_pk == integration_pk, IntegrationToken.pk == number_in(token_id, "TOK")
        )
    )
    if token is None:
        raise TokenNotFoundError(f"This integration has no token {token_id[:40]}.")
    token.revoked_at = token.revoked_at or at


def number_in(text: str, prefix: str) -> int:
    """The number in an id like `INT-7`; -1, which no row has, where it is none."""
    name, _, digits = text.partition("-")
    is_id = name == prefix and digits.isascii() and digits.isdigit() and len(digits) < 10 and digits[0] != "0"
    return int(digits) if is_id else -1
