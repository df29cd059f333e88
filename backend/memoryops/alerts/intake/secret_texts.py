"""Secrets within texts, by what they look like: every pattern is linear in the length of the text, however hostile.

A pattern starts only where a run of its own characters starts, and its repetitions are possessive or bounded.
"""

import base64
import binascii
import ipaddress
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from memoryops.alerts.intake.secret_keys import SecretNames, normal

Note = Callable[[str], None]
"""Told the rule of each thing that is redacted."""


def placeholder(rule: str) -> str:
    """What stands where something was redacted."""
    return f"[redacted: {rule}]"


@dataclass(frozen=True)
class Shape:
    """Secrets of one look; `needles` are what every one of them holds, in lower case, for a quick look beforehand."""

    rule: str
    needles: tuple[str, ...]
    pattern: re.Pattern[str]


def _shape(rule: str, needles: str, pattern: str) -> Shape:
    return Shape(rule, tuple(needles.split()), re.compile(pattern))


SHAPES: Final = (
    _shape(
        "private key",
        "-----begin",
        r"(?s)-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----.*?"
        r"(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|\Z)",
    ),
    _shape("jwt", "eyj", r"(?<![\w-])eyJ[\w-]{8,}+\.[\w-]{8,}+(?:\.[\w-]*+)?"),
    _shape("aws key", "akia asia abia acca", r"(?<![A-Za-z0-9])A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}(?![A-Za-z0-9])"),
    _shape("github token", "ghp_ gho_ ghu_ ghs_ ghr_", r"(?<![A-Za-z0-9_])gh[pousr]_[A-Za-z0-9]{16,}+"),
    _shape("github token", "github_pat_", r"(?<![A-Za-z0-9_])github_pat_\w{16,}+"),
    _shape("gitlab token", "glpat-", r"(?<![\w-])glpat-[\w-]{16,}+"),
    _shape("slack token", "xox xapp-", r"(?<![\w-])(?:xox[a-z]|xapp)-[A-Za-z0-9-]{8,}+"),
    _shape("slack webhook", "hooks.slack.com", r"(?<=hooks\.slack\.com/)(?:services|workflows|triggers)/[\w/-]{8,}+"),
    _shape("stripe key", "sk_ rk_ pk_", r"(?<![A-Za-z0-9_])[srp]k_(?:live|test)_[A-Za-z0-9]{8,}+"),
    _shape("webhook secret", "whsec_", r"(?<![A-Za-z0-9_])whsec_[\w+/=-]{8,}+"),
    _shape("google key", "aiza", r"(?<![\w-])AIza[\w-]{30,}+"),
    _shape("google token", "ya29.", r"(?<![\w-])ya29\.[\w-]{16,}+"),
    _shape("api key", "sk-", r"(?<![\w-])sk-[\w-]{20,}+"),
    _shape("api key", "gsk_ npm_ pypi- hvs. glsa_ glc_ dop_v1_ sg. shpat_ nrak- nraa- moi_", r"(?<![\w.-])(?:"
        r"(?:gsk|npm|glsa|glc|dop_v1|shpat|moi)_[\w-]{16,}+|(?:pypi|NRAK|NRAA)-[\w-]{16,}+"
        r"|hvs\.[\w-]{16,}+|SG\.[\w-]{16,}+\.[\w-]{16,}+)"),
)  # fmt: skip

SHAPE_NEEDLES: Final = tuple(needle for shape in SHAPES for needle in shape.needles)

SCHEME: Final = re.compile(
    r"(?i)(?<![\w-])(bearer|basic|digest|token|geniekey|apikey|splunk)([ \t]{1,4})([\w.~+/=:-]{6,}+)", re.ASCII
)
SCHEME_NEEDLES: Final = ("bearer ", "basic ", "digest ", "token ", "geniekey ", "apikey ", "splunk ", "\t")
PROSE: Final = re.compile(r"(?i)(?:[a-z]+(?:[-_:/.][a-z]+)*[.:]?)\Z")
"""Words, as in `bearer authentication`: no credential, unless the text says that it is one."""

USERINFO: Final = re.compile(r"(?<=://)([^\s/:@?#\"'<>]{0,200}+):([^\s/@\"'<>]{1,400}+)(?=@)")
PARAMETER: Final = re.compile(r"(?<=[?&;#])([\w.\-\[\]%]{1,100}+)=([^&;\s#\"'<>]++)")
COOKIE_LINE: Final = re.compile(r"(?i)(?<![\w-])((?:set-)?cookie)([ \t]{0,4}:[ \t]{0,4})([^\r\n\"]++)")
ASSIGNMENT: Final = re.compile(
    r"(?<![\w.\-])([\"']?+)([\w.\-]{2,100}+)(\\?[\"']?)([ \t]{0,4}+(?:=>|:=|[:=])[ \t]{0,4}+)"
    r"(\\?\"(?:[^\"\\]|\\.)*+(?:\"|\Z)|'(?:[^'\\]|\\.)*+(?:'|\Z)|[^\s,;&\"'(){}\[\]]++)",
    re.ASCII | re.DOTALL,
)
ALWAYS_MEANT: Final = ("password", "passwd", "pwd", "secret", "apikey", "privatekey", "accesskey")
LONGEST_PROSE: Final = 12
SHORTEST_SECRET: Final = 4

E_MAIL: Final = re.compile(r"(?<![\w.+%-])[\w.+%-]{1,100}+@[A-Za-z0-9-]{1,63}+(?:\.[A-Za-z0-9-]{1,63}+)+", re.ASCII)
IPV4: Final = re.compile(r"(?<![\w.])(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?!\w)(?!\.[0-9])", re.ASCII)
IPV6_COLONS: Final = 6
IPV6: Final = re.compile(r"(?:(?<=[\s,;=|\"'()\[\]<>])|\A)[^\s,;=|\"'()\[\]<>]{3,80}+(?=[\s,;=|\"'()\[\]<>]|\Z)")


@dataclass(frozen=True)
class SecretTexts:
    """Redacts texts by the names in them and by shape."""

    names: SecretNames

    def clean(self, text: str, note: Note) -> str:
        """The text without what looks like a secret in it."""
        if len(text) < 8:
            return text
        lower = text.lower()
        if _has_one(lower, SHAPE_NEEDLES):
            text = self._clean_shapes(text, lower, note)
        if _has_one(lower, SCHEME_NEEDLES):
            text = _replaced(SCHEME, text, lambda found: _credentials(found, note))
        if "://" in text:
            text = _replaced(USERINFO, text, lambda found: f"{found[1]}:{_noted('password', note)}")
        if ("=" in text or ":" in text) and _has_one(lower, self.names.words):
            text = self._clean_named(text, lower, note)
        return text

    def _clean_shapes(self, text: str, lower: str, note: Note) -> str:
        for shape in SHAPES:
            if _has_one(lower, shape.needles):
                text = _replaced(shape.pattern, text, partial(_shaped, shape.rule, note))
        return text

    def _clean_named(self, text: str, lower: str, note: Note) -> str:
        if "=" in text:
            text = _replaced(PARAMETER, text, lambda found: self._parameter(found, note))
        if "cookie" in lower:
            text = _replaced(COOKIE_LINE, text, lambda found: f"{found[1]}{found[2]}{_noted(found[1].lower(), note)}")
        return _replaced(ASSIGNMENT, text, lambda found: self._assigned(found, note))

    def _parameter(self, found: re.Match[str], note: Note) -> str:
        rule = self.names.rule_in_address(found[1])
        return found[0] if rule is None or _is_redacted(found[2]) else f"{found[1]}={_noted(rule, note)}"

    def _assigned(self, found: re.Match[str], note: Note) -> str:
        opening, name, closing, sign, value = found.groups()
        rule = self.names.rule_of(name)
        if rule is None or _is_redacted(value) or not _is_assignment(name, opening, sign, value):
            return found[0]
        quote = value[0] if value[:1] in ("'", '"') else '\\"' if value.startswith('\\"') else ""
        return f"{opening}{name}{closing}{sign}{quote}{_noted(rule, note)}{quote}"


def _is_assignment(name: str, opening: str, sign: str, value: str) -> bool:
    """Whether a value is meant: `token: expired` and `auth: failed` are prose, `token=x`, `"token": "x"` are none."""
    if sign.strip() != ":" or opening or value[:1] in ("'", '"', "\\"):
        return True
    if sign == ":":
        return not value.startswith("//")
    if normal(name).endswith(ALWAYS_MEANT):
        return True
    return len(value) >= SHORTEST_SECRET and (PROSE.match(value) is None or len(value) > LONGEST_PROSE)


def without_people(text: str, note: Note) -> str:
    """The text without e-mail and IP addresses."""
    if "@" in text:
        text = _replaced(E_MAIL, text, lambda _: _noted("email", note))
    if "." in text:
        text = _replaced(IPV4, text, lambda _: _noted("ip address", note))
    if text.count(":") > 1:
        text = _replaced(IPV6, text, lambda found: _address(found[0], note))
    return text


def without_e_mail(text: str, note: Note) -> str:
    """The text without e-mail addresses."""
    return _replaced(E_MAIL, text, lambda _: _noted("email", note)) if "@" in text else text


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
        return kept + _noted("ip address", note)
    return text


def _credentials(found: re.Match[str], note: Note) -> str:
    scheme, space, value = found.groups()
    known = scheme.lower()
    if known == "basic":
        secret = _is_basic(value)
    elif known in ("bearer", "geniekey", "apikey"):
        secret = PROSE.match(value) is None or (len(value) >= 12 and not _is_prose_word(value))
    else:
        secret = len(value) >= 16 and PROSE.match(value) is None
    return f"{scheme}{space}{_noted(known, note)}" if secret else found[0]


PROSE_WORDS: Final = frozenset(
    {
        "authentication",
        "authorization",
        "authorisation",
        "credentials",
        "certificate",
        "verification",
        "validation",
        "configuration",
    }
)


def _is_prose_word(value: str) -> bool:
    return value.rstrip(".:").lower() in PROSE_WORDS


def _is_basic(value: str) -> bool:
    try:
        return b":" in base64.b64decode(value + "=" * (-len(value) % 4), validate=True)
    except (ValueError, binascii.Error):
        return False


def _has_one(lower: str, needles: tuple[str, ...]) -> bool:
    """Whether one of them stands in the text; a loop, since this is asked of every text there is."""
    for needle in needles:  # noqa: SIM110
        if needle in lower:
            return True
    return False


def _shaped(rule: str, note: Note, _found: re.Match[str]) -> str:
    return _noted(rule, note)


def _replaced(pattern: re.Pattern[str], text: str, put: Callable[[re.Match[str]], str]) -> str:
    return pattern.sub(put, text)


def _noted(rule: str, note: Note) -> str:
    note(rule)
    return placeholder(rule)


def _is_redacted(value: str) -> bool:
    return "[redacted" in value
