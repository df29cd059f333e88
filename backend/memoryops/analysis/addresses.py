"""Where a prose would lead a reader: URLs, host names and IP addresses.

A dotted name is taken for a host when its last label may be a top-level domain:
any two letters, or one of the longer ones in use, public or private. It is not
when it is a file's name, a call or a package, unless it has a port or a path or
stands behind a command that fetches ("curl deploy.sh" is a host, "run deploy.sh"
a file). Loopback addresses lead nowhere and are let through.
"""

import ipaddress
import re
from collections.abc import Iterator

from memoryops.analysis.mentions import readings, skeleton
from memoryops.analysis.spellings import (
    ADDRESS,
    API_GROUPS,
    DOMAINS,
    FILE_ENDINGS,
    NAMES_WITH_A_DOT,
    PACKAGE_ROOTS,
    URL,
    WIDE_DOMAINS,
)

_IPV4 = re.compile(r"(?<![\w.])(?P<ip>\d{1,3}(?:\.\d{1,3}){3})(?P<rest>:\d+)?(?P<path>/[^\s<>\"'`|]*)?(?![\w]|\.\d)")
_IPV6 = re.compile(r"(?<![\w:.])(?P<ip>(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4})(?![\w:])", re.IGNORECASE)
_FETCH = re.compile(
    r"\b(?:curl|wget|ssh|scp|sftp|ftp|ping|visit|browse(?:\sto)?|telnet|dig|nslookup|traceroute|nc|https?)"
    r"(?:\s+-\S+)*\s+(?:\w+@)?[\"'(<]?$",
    re.IGNORECASE,
)
# What curl and wget are given may be a host without a dot, or a number that stands for an address.
_FETCHED = re.compile(
    r"\b(?:curl|wget)(?:\s+-\S+)*\s+[\"'(]?(?!localhost\b|127\.)(?P<target>[\w@.:-]+/[^\s<>\"'`|]*)", re.IGNORECASE
)
_VERSION = re.compile(r"\b(?:version|release)s?\s$", re.IGNORECASE)


def links(text: str) -> frozenset[str]:
    """Every URL and every bare address such as `example.com/x`, without the punctuation after it."""
    found: set[str] = set()
    for reading in readings(text):
        plain = re.sub(r"\s?[\[({](?:\.|dot)[\])}]\s?", ".", skeleton(reading, fold_letters=False))
        found.update(_trimmed(match[0]) for match in URL.finditer(plain))
        rest = URL.sub(" ", plain)
        found.update(_trimmed(m[0]) for m in ADDRESS.finditer(rest) if _is_address(rest, m))
        found.update(_trimmed(m["target"]) for m in _FETCHED.finditer(rest))
        found.update(_ip_addresses(rest))
    return frozenset(found)


def hosts(text: str) -> frozenset[str]:
    """The host of every link in the text, by itself: to name it is not to lead anywhere new."""
    names = (re.sub(r"^[\w+.-]+:/+(?:[^/@]*@)?", "", link) for link in links(text))
    return frozenset(re.split(r"[/?#]|:\d", name, maxsplit=1)[0] for name in names)


def _ip_addresses(text: str) -> Iterator[str]:
    for match in _IPV4.finditer(text):
        is_version = not match["rest"] and not match["path"] and _VERSION.search(text[: match.start()][-20:])
        if _leads_somewhere(match["ip"]) and not is_version:
            yield _trimmed(match[0])
    for match in _IPV6.finditer(text):
        if _leads_somewhere(match["ip"]):
            yield match[0]


def _leads_somewhere(literal: str) -> bool:
    try:
        address = ipaddress.ip_address(literal)
    except ValueError:
        return False
    return not address.is_loopback and not address.is_unspecified


def _is_address(text: str, match: re.Match[str]) -> bool:
    host, last = match["host"].casefold(), match["last"].casefold()
    if host in NAMES_WITH_A_DOT or host.endswith(API_GROUPS):
        return False
    leads = bool(match["path"] or match["port"] or _FETCH.search(text[: match.start()][-60:]))
    if last in FILE_ENDINGS:
        return leads and _is_domain(last) and not match["port"] and not re.search(r"\w[/\\]$", text[: match.start()])
    if last in DOMAINS or host.startswith("www."):
        return True
    if leads:
        return True
    return _is_domain(last) and not _is_code(text, match)


def _is_domain(last: str) -> bool:
    return (len(last) == 2 and last.isalpha()) or last in WIDE_DOMAINS or last.startswith("xn--")


def _is_code(text: str, match: re.Match[str]) -> bool:
    """Whether the name is a call, a package, or has an underscore, which no host has."""
    labels = match["host"].casefold().split(".")
    is_package = len(labels) > 2 and labels[0] in PACKAGE_ROOTS
    return is_package or "_" in match["host"] or text[match.end() : match.end() + 1] == "("


def _trimmed(link: str) -> str:
    return link.rstrip(".,;:!?'\"”’)]}>*_`")
