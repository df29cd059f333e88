"""What Amazon SNS signs, on the raw bytes, with a certificate of our own."""

import json
from datetime import timedelta
from typing import Any

import pytest

from memoryops.alerts.intake.sns_signatures import envelope_of, is_signed_by
from tests.alerts.amazon import ASKED, LINK, SIGNER, Signer
from tests.harness import START


@pytest.mark.parametrize("version", ["1", "2"])
def test_sns_signs_its_lines_in_either_version(version: str) -> None:
    certificate = SIGNER.certificate()
    asked = {"Type": "SubscriptionConfirmation", "Token": "abc", "SubscribeURL": LINK}
    signed = SIGNER.signed(version=version)
    for message in (signed, SIGNER.signed(version=version, names=ASKED, **asked)):
        envelope = envelope_of(json.dumps(message).encode())
        assert envelope is not None
        assert is_signed_by(certificate, envelope, START)
    del signed["Subject"]
    envelope = envelope_of(json.dumps(signed).encode())
    assert envelope is not None
    assert not is_signed_by(certificate, envelope, START)


def test_a_message_that_was_changed_or_signed_by_another_is_not_signed() -> None:
    certificate = SIGNER.certificate()
    for name in ("Message", "MessageId", "Timestamp", "TopicArn", "Subject"):
        envelope = envelope_of(json.dumps({**SIGNER.signed(), name: "changed"}).encode())
        assert envelope is not None
        assert not is_signed_by(certificate, envelope, START)
    envelope = envelope_of(json.dumps(SIGNER.signed()).encode())
    assert envelope is not None
    assert not is_signed_by(Signer().certificate(), envelope, START)
    assert not is_signed_by(SIGNER.certificate(valid_for=timedelta(days=1)), envelope, START)
    assert not is_signed_by(b"not a certificate", envelope, START)


@pytest.mark.parametrize(
    "changes",
    [
        {"Type": "Other"},
        {"Signature": 7},
        {"Signature": "%"},
        {"SignatureVersion": "3"},
        {"Message": {}},
        {"TopicArn": None},
    ],
    ids=str,
)
def test_what_lacks_a_part_of_a_signature_has_none(changes: dict[str, Any]) -> None:
    assert envelope_of(json.dumps({**SIGNER.signed(), **changes}).encode()) is None
