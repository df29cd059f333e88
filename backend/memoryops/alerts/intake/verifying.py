"""Whether a signature is the one that an integration was told to expect."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from memoryops.alerts.intake.models import Integration
from memoryops.alerts.intake.sealing import Seal, UnreadableSecret
from memoryops.alerts.intake.signatures import HEADERS, SCHEMES, Scheme, is_signed_with, signatures_in
from memoryops.alerts.intake.sns_signatures import Envelope, envelope_of, is_signed_by, topic_named_in
from memoryops.alerts.port import Certificates, ForeignAddress, ProviderUnavailable
from memoryops.alerts.sns_addresses import is_certificate_address
from memoryops.kit.errors import UnavailableError

log = logging.getLogger(__name__)

SECRETS_AT_MOST: Final = 100
"""How many signing secrets are tried on one body; each is a hash of all of it."""

CHECKED_AT_ONCE: Final = 2
"""Of the threads that reads of the database run in, checks for whoever is not known yet take no more than these."""


class SignatureUncheckedError(UnavailableError):
    """The signature cannot be checked now, since the signer's certificate is out of reach; sending again may help."""

    slug = "signature-unchecked"
    title = "The signature cannot be checked now"


@dataclass(frozen=True)
class SignedBody:
    """The raw bytes and how they seem to be signed: digests of a header, or the topic that the envelope names."""

    body: bytes
    digests: Sequence[str] = ()
    topic_arn: str | None = None


def signed_body(source: str, headers: Mapping[str, str], body: bytes) -> SignedBody | None:
    """What seems to sign this body in the way of its source; None where nothing does. Nothing is decoded for it."""
    scheme = SCHEMES.get(source)
    if scheme is Scheme.sns:
        topic_arn = topic_named_in(body)
        return SignedBody(body, topic_arn=topic_arn) if topic_arn else None
    digests = signatures_in(scheme, headers.get(HEADERS[scheme], "")) if scheme else []
    return SignedBody(body, digests=digests) if digests else None


@dataclass(frozen=True)
class Verifier:
    """Checks signatures; certificates are fetched only for an integration that a person set to expect them."""

    seal: Seal
    certificates: Certificates
    _checks: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(CHECKED_AT_ONCE))

    async def signer(self, candidates: Sequence[Integration], signed: SignedBody, now: datetime) -> Integration | None:
        """The first of the integrations whose signature it is; raises SignatureUncheckedError."""
        if signed.topic_arn is not None:
            expecting = [one for one in candidates if one.topic_arn == signed.topic_arn]
            return expecting[0] if expecting and await self._is_of_topic(signed, now) else None
        secrets = secrets_to_try(candidates, now)
        if not secrets:
            return None
        async with self._checks:
            return await asyncio.to_thread(self._owner_of_secret, secrets, signed)

    def _owner_of_secret(self, secrets: Sequence[tuple[Integration, str]], signed: SignedBody) -> Integration | None:
        return next((owner for owner, sealed in secrets if self._is_signed_with(sealed, signed)), None)

    def _is_signed_with(self, sealed: str, signed: SignedBody) -> bool:
        try:
            secret = self.seal.open(sealed)
        except UnreadableSecret:
            log.warning("A signing secret was sealed with another key; set it anew, or bring MEMORYOPS_SECRET_KEY back")
            return False
        return is_signed_with([secret], signed.digests, signed.body)

    async def _is_of_topic(self, signed: SignedBody, now: datetime) -> bool:
        """Whether Amazon signed the body for the topic that it names."""
        async with self._checks:
            envelope = await asyncio.to_thread(envelope_of, signed.body)
        if envelope is None or envelope.topic_arn != signed.topic_arn:
            return False
        certificate = await self._certificate(envelope)
        if certificate is None:
            return False
        async with self._checks:
            return await asyncio.to_thread(is_signed_by, certificate, envelope, now)

    async def _certificate(self, envelope: Envelope) -> bytes | None:
        if not is_certificate_address(envelope.certificate_url):
            return None
        try:
            return await self.certificates.fetch(envelope.certificate_url)
        except ForeignAddress:
            return None
        except ProviderUnavailable as error:
            raise SignatureUncheckedError(f"{error.reason} Send it again.") from error


def secrets_to_try(candidates: Sequence[Integration], now: datetime) -> list[tuple[Integration, str]]:
    """The sealed secrets of the integrations that count now, with their owners, at most SECRETS_AT_MOST."""
    return [(one, sealed) for one in candidates for sealed in current_secrets(one, now)][:SECRETS_AT_MOST]


def current_secrets(integration: Integration, now: datetime) -> list[str]:
    """The sealed secrets that count now: the newest, and those of before for as long as they overlap."""
    return [
        kept["sealed"]
        for kept in integration.signing_secrets
        if kept["expires_at"] is None or datetime.fromisoformat(kept["expires_at"]) > now
    ]
