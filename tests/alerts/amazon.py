"""Amazon SNS in a test: what it signs, with a key and a certificate of our own, and what it is asked."""

import base64
import json
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.x509.oid import NameOID

from memoryops.alerts.port import ProviderUnavailable
from tests.harness import START

TOPIC = "arn:aws:sns:eu-west-1:123456789012:alarms"
CERTIFICATE_URL = "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0a1b2c3d4e5f60718293a4b5c6d7e8f9.pem"
LINK = f"https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn={TOPIC}&Token=abcdef0123456789"
NOTIFIED = ("Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type")
ASKED = ("Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type")


@dataclass
class Signer:
    """Amazon SNS, as far as its signature goes."""

    key: rsa.RSAPrivateKey = field(default_factory=lambda: rsa.generate_private_key(65537, 2048))

    def certificate(self, *, valid_for: timedelta = timedelta(days=365)) -> bytes:
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "sns.amazonaws.com")])
        built = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(self.key.public_key())
            .serial_number(1)
            .not_valid_before(START - timedelta(days=30))
            .not_valid_after(START - timedelta(days=30) + valid_for)
            .sign(self.key, hashes.SHA256())
        )
        return built.public_bytes(serialization.Encoding.PEM)

    def signed(self, *, version: str = "2", names: tuple[str, ...] = NOTIFIED, **fields: Any) -> dict[str, Any]:
        """A message with its signature over the lines that SNS documents."""
        message = {**MESSAGE, **fields}
        text = "".join(f"{name}\n{message[name]}\n" for name in names if name in message)
        used = hashes.SHA1() if version == "1" else hashes.SHA256()
        signature = self.key.sign(text.encode(), padding.PKCS1v15(), used)
        return {
            **message,
            "SignatureVersion": version,
            "Signature": base64.b64encode(signature).decode(),
            "SigningCertURL": fields.get("SigningCertURL", CERTIFICATE_URL),
        }


MESSAGE = {
    "Type": "Notification",
    "MessageId": "3d0b7a1e-0000-4000-8000-5f1d2c3b4a59",
    "TopicArn": TOPIC,
    "Subject": 'ALARM: "queue depth" in EU (Ireland)',
    "Message": json.dumps({"AlarmName": "queue depth", "NewStateValue": "ALARM"}),
    "Timestamp": "2026-11-30T12:00:00.000Z",
}
SIGNER = Signer()


@dataclass
class Aws:
    """Amazon's side in a whole product: which certificates it has, and what it was asked."""

    certificates: dict[str, bytes] = field(default_factory=dict)
    fetched: list[str] = field(default_factory=list)
    confirmed: list[str] = field(default_factory=list)

    async def fetch(self, url: str) -> bytes:
        self.fetched.append(url)
        if url not in self.certificates:
            raise ProviderUnavailable("Amazon SNS could not be reached.")
        return self.certificates[url]

    async def confirm(self, url: str) -> None:
        self.confirmed.append(url)
