"""Whether a signature is the one that an integration was told to expect."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from memoryops.alerts.intake.models import Integration
from memoryops.alerts.intake.sealing import Seal, UnreadableSecret
from memoryops.alerts.intake.signatures import HEADERS, SCHEMES, Scheme, is_signed_with, signatures_in
from memoryops.alerts.intake.sns_signatures import Envelope, envelope_of, is_signed_by
from memoryops.alerts.port import Certificates, ForeignAddress, ProviderUnavailable
from memoryops.alerts.sns_addresses import is_certificate_address
from memoryops.kit.errors import UnavailableError

log = logging.getLogger(__name__)


class SignatureUncheckedError(UnavailableError):
    """The signature cannot be checked now, since the signer's certificate is out of reach; sending again may help."""

    slug = "signature-unchecked"
    title = "The signature cannot be checked now"


@dataclass(frozen=True)
class SignedBody:
    """The raw bytes and what signs them: digests of a header, or the envelope that the body is."""

    body: bytes
    digests: Sequence[str] = ()
    envelope: Envelope | None = None

    @property
    def topic_arn(self) -> str | None:
        """Whose topic signed, where everybody's key is the same."""
        return self.envelope.topic_arn if self.envelope else None


def signed_body(source: str, headers: Mapping[str, str], body: bytes) -> SignedBody | None:
    """What signs this body in the way of its source; None where nothing does."""
    scheme = SCHEMES.get(source)
    if scheme is Scheme.sns:
        envelope = envelope_of(body)
        return None if envelope is None else SignedBody(body, envelope=envelope)
    digests = signatures_in(scheme, headers.get(HEADERS[scheme], "")) if scheme else []
    return SignedBody(body, digests=digests) if digests else None


@dataclass(frozen=True)
class Verifier:
    """Checks signatures; certificates are fetched only for an integration that a person set to expect them."""

    seal: Seal
    certificates: Certificates

    async def is_of(self, integration: Integration, signed: SignedBody, now: datetime) -> bool:
        """Whether the signature is this integration's; raises SignatureUncheckedError."""
        if signed.envelope is not None:
            return await self._is_of_topic(integration, signed.envelope, now)
        secrets = current_secrets(integration, now)
        return await asyncio.to_thread(lambda: is_signed_with(self._opened(secrets), signed.digests, signed.body))

    async def _is_of_topic(self, integration: Integration, envelope: Envelope, now: datetime) -> bool:
        expects = integration.require_signature or integration.topic_arn is not None
        if not expects or integration.topic_arn not in (None, envelope.topic_arn):
            return False
        if not is_certificate_address(envelope.certificate_url):
            return False
        try:
            certificate = await self.certificates.fetch(envelope.certificate_url)
        except ForeignAddress:
            return False
        except ProviderUnavailable as error:
            raise SignatureUncheckedError(f"{error.reason} Send it again.") from error
        return await asyncio.to_thread(is_signed_by, certificate, envelope, now)

    def _opened(self, sealed: Sequence[str]) -> list[str]:
        opened: list[str] = []
        for one in sealed:
            try:
                opened.append(self.seal.open(one))
            except UnreadableSecret:
                log.warning(
                    "A signing secret was sealed with another key; set it anew, or bring MEMORYOPS_SECRET_KEY back"
                )
        return opened


def current_secrets(integration: Integration, now: datetime) -> list[str]:
    """The sealed secrets that count now: the newest, and those of before for as long as they overlap."""
    return [
        kept["sealed"]
        for kept in integration.signing_secrets
        if kept["expires_at"] is None or datetime.fromisoformat(kept["expires_at"]) > now
    ]
