"""Whom the tests trust: nobody. None speaks to the world, and to load its authorities takes 33 ms for every client."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

AUTHORITIES = "SSL_CERT_FILE"
"""The variable by which OpenSSL finds the certificates to trust."""


@pytest.fixture(scope="session", autouse=True)
def trusting_nobody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """For the whole run, the only authority is one that has signed nothing."""
    before = os.environ.get(AUTHORITIES)
    file = tmp_path_factory.mktemp("trust") / "nobody.pem"
    file.write_bytes(certificate_of_nobody())
    os.environ[AUTHORITIES] = str(file)
    yield
    if before is None:
        del os.environ[AUTHORITIES]
    else:
        os.environ[AUTHORITIES] = before


def certificate_of_nobody() -> bytes:
    """A certificate in PEM whose key is forgotten."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Nobody")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now)
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    return certificate.public_bytes(serialization.Encoding.PEM)
