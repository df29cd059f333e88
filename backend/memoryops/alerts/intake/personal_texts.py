"""E-mail and IP addresses within texts; every pattern is linear in the length of the text, however hostile."""

import ipaddress
import re
from typing import Final

from memoryops.alerts.intake.secret_shapes import Note, noted

E_MAIL: Final = re.compile(r"(?<![\w.+%-])[\w.+%-]{1,100}+@[A-Za-z0-9-]{1,63}+(?:\.[A-Za-z0-9-]{1,63}+)+", re.ASCII)
IPV4: Final = re.compile(r"(?<![\w.])(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?!\w)(?!\.[0-9])", re.ASCII)
IPV6_COLONS: Final = 6
IPV6: Final = re.compile(r"(?:(?<=[\s,;=|\"'()\[\]<>])|\A)[^\s,;=|\"'()\[\]<>]{3,80}+(?=[\s,;=|\"'()\[\]<>]|\Z)")


def without_ip_addresses(text: str, note: Note) -> str:
    """The text without IP addresses."""
    if "." in text:
        text = IPV4.sub(lambda _: noted("ip address", note), text)
    if text.count(":") > 1:
        text = IPV6.sub(lambda found: _address(found[0], note), text)
    return text


def without_e_mail(text: str, note: Note) -> str:
    """The text without e-mail addresses."""
    return E_MAIL.sub(lambda _: noted("email", note), text) if "@" in text else text


def _address(text: str, note: Note) -> str:
    """The text, or a placeholder where it is an IPv6 address, with or without a label before it."""
    if "::" not in text and text.count(":") < IPV6_COLONS:
        return text
    label, colon, rest = text.partition(":")
    for kept, candidate in (("", text), (label + colon, rest)):
        try:
            ipaddress.IPv6Address(candidate)
        except ValueError:
            continue
        return kept + noted("ip address", note)
    return text
