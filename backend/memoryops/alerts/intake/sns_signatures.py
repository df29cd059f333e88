"""Signatures of Amazon SNS: what is signed, and whether a certificate made it."""

import base64
import binascii
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from memoryops.alerts.intake.bodies import UndecodableBody, as_text, decode_json

SIGNED_OF_NOTIFICATION: Final = ("Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type")
SIGNED_OF_HANDSHAKE: Final = ("Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type")
SIGNED: Final[Mapping[str, tuple[str, ...]]] = {
    "Notification": SIGNED_OF_NOTIFICATION,
    "SubscriptionConfirmation": SIGNED_OF_HANDSHAKE,
    "UnsubscribeConfirmation": SIGNED_OF_HANDSHAKE,
}
OPTIONAL: Final = frozenset({"Subject"})
VERSIONS: Final = ("1", "2")

LARGEST_ENVELOPE: Final = 256 * 1024
"""Bytes; topics that take more have no HTTPS subscriptions.

Source: docs.aws.amazon.com/sns/latest/dg/large-message-payloads.html
"""

TOPIC: Final = re.compile(rb'"TopicArn"\s{0,20}:\s{0,20}"(arn:aws[a-z-]{0,12}:sns:[A-Za-z0-9:_.-]{1,320})"')
"""A field of the envelope itself: in the message, which is text, quotes are escaped."""


@dataclass(frozen=True)
class Envelope:
    """A signed SNS message: `text` is exactly what was signed, `version` says with which hash."""

    topic_arn: str
    text: str
    signature: bytes
    version: str
    certificate_url: str


def topic_named_in(body: bytes) -> str | None:
    """The topic that an envelope names, read without decoding it; None where the body names none, or is too large."""
    found = TOPIC.search(body) if len(body) <= LARGEST_ENVELOPE else None
    return found[1].decode() if found else None


def envelope_of(body: bytes) -> Envelope | None:
    """The signed message that the body is; None where it is none, or lacks something that is signed."""
    try:
        given = decode_json(as_text(body))
    except UndecodableBody:
        return None
    if not isinstance(given, dict):
        return None
    names = SIGNED.get(str(given.get("Type")), ())
    text = _signed_text(given, names)
    version, url = given.get("SignatureVersion"), given.get("SigningCertURL", given.get("SigningCertUrl"))
    signature = _bytes(given.get("Signature"))
    if not text or signature is None or version not in VERSIONS or not isinstance(url, str):
        return None
    return Envelope(given["TopicArn"], text, signature, version, url)


def _signed_text(given: Mapping[str, Any], names: tuple[str, ...]) -> str:
    """Names and values, a line each; empty where something that has to be signed is missing."""
    lines: list[str] = []
    for name in names:
        value = given.get(name)
        if value is None and name in OPTIONAL:
            continue
        if not isinstance(value, str):
            return ""
        lines += (name, value)
    return "".join(f"{line}\n" for line in lines)


def _bytes(text: Any) -> bytes | None:
    if not isinstance(text, str) or len(text) > 2_000:
        return None
    try:
        return base64.b64decode(text, validate=True)
    except (ValueError, binascii.Error):
        return None


def is_signed_by(certificate: bytes, envelope: Envelope, now: datetime) -> bool:
    """Whether the certificate (PEM) is valid now and its key made the signature."""
    from cryptography import x509
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import padding, rsa

    try:
        signer = x509.load_pem_x509_certificate(certificate)
    except ValueError:
        return False
    key = signer.public_key()
    if not signer.not_valid_before_utc <= now <= signer.not_valid_after_utc or not isinstance(key, rsa.RSAPublicKey):
        return False
    # Version 1 is what AWS still signs with unless a topic was set to 2.
    used = hashes.SHA1() if envelope.version == "1" else hashes.SHA256()
    try:
        key.verify(envelope.signature, envelope.text.encode(), padding.PKCS1v15(), used)
    except InvalidSignature:
        return False
    return True
