"""What secrets of known kinds look like, as data, and what stands where one was; every pattern is linear in time."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

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
    _shape("discord webhook", "discord", r"(?<=/api/)(?:v[0-9]{1,2}/)?webhooks/[0-9]{1,25}+/[\w-]{6,}+"),
    _shape("telegram token", "/bot", r"(?<=/bot)[0-9]{3,16}+:[\w-]{6,}+"),
    _shape("telegram token", ":aa", r"(?<![\w:-])[0-9]{8,10}+:AA[\w-]{33}(?![\w-])"),
    _shape("teams webhook", "office.com/webhook", r"(?<=office\.com/)webhook(?:b2)?/[^\s\"'<>]++"),
    _shape("pagerduty webhook", "pagerduty.com/integration", r"(?<=pagerduty\.com/integration/)[\w-]{16,}+"),
    _shape("zapier webhook", "hooks.zapier.com", r"(?<=hooks\.zapier\.com/hooks/catch/)[\w/-]{6,}+"),
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


def noted(rule: str, note: Note) -> str:
    """The placeholder, after its rule was told."""
    note(rule)
    return placeholder(rule)


def has_one(lower: str, needles: tuple[str, ...]) -> bool:
    """Whether one of them stands in the text; a loop, since this is asked of every text there is."""
    for needle in needles:  # noqa: SIM110
        if needle in lower:
            return True
    return False


def without_shapes(text: str, lower: str, note: Note) -> str:
    """The text without secrets of known looks; `lower` is the text in lower case."""
    if not has_one(lower, SHAPE_NEEDLES):
        return text
    for shape in SHAPES:
        if has_one(lower, shape.needles):
            text = shape.pattern.sub(lambda _, rule=shape.rule: noted(rule, note), text)  # type: ignore[misc]
    return text
