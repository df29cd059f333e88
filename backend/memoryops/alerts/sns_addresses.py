"""Addresses of Amazon SNS, judged letter by letter: whatever else a parser could make of one is none."""

import re
from typing import Final

HOST: Final = r"https://sns\.[a-z]{2}(?:-[a-z]{2,12}){1,3}-[0-9]{1,2}\.amazonaws\.com(?:\.cn)?(?::443)?"
CERTIFICATE: Final = re.compile(HOST + r"/[A-Za-z0-9_-]{1,128}\.pem")
CONFIRMATION: Final = re.compile(
    HOST
    + r"/\?Action=ConfirmSubscription&TopicArn=arn:aws[a-z-]{0,12}:sns:[A-Za-z0-9:._-]{1,320}&Token=[A-Za-z0-9]{1,600}"
)


def is_certificate_address(url: str) -> bool:
    """Whether a certificate may be fetched there."""
    return CERTIFICATE.fullmatch(url) is not None


def is_confirmation_address(url: str) -> bool:
    """Whether it is SNS's own link to confirm a subscription."""
    return CONFIRMATION.fullmatch(url) is not None
