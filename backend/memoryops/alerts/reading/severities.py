"""How bad a source says it is, in our four severities: its words as data.

Words mean the same wherever they come from; numbers do not, so a source whose scale is its own has a row of its own.
A word that stands in no table has no severity here; it is kept as it was received.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from memoryops.alerts.reading.foreign import is_placeholder, line, scalar
from memoryops.incidents.lifecycle import Severity

SEV1, SEV2, SEV3, SEV4 = Severity
RAW_LIMIT = 64  # characters


def _scale(sev1: str = "", sev2: str = "", sev3: str = "", sev4: str = "") -> Mapping[str, Severity]:
    words = zip(Severity, (sev1, sev2, sev3, sev4), strict=True)
    return MappingProxyType({word: severity for severity, listed in words for word in listed.split()})


COMMON = _scale(
    sev1="critical crit fatal emergency emerg disaster page panic blocker urgent highest severe p0 p1 sev0 sev1 s0 s1",
    sev2="high error err major p2 sev2 s2",
    sev3="warning warn average medium moderate minor normal degraded ticket p3 sev3 s3",
    sev4="info information informational notice low lowest trivial verbose debug none p4 p5 sev4 sev5 s4 s5",
)
"""What a word means when nothing more is known of the scale that it is from: syslog's and Prometheus' habits (page and
ticket are from the Google SRE book), Sentry's levels, Zabbix' names, PagerDuty's and New Relic's severities."""

PRIORITIES = _scale(sev1="1", sev2="2", sev3="3", sev4="4 5")
"""P1..P5 without the letter, where a source is known to send its priorities so."""

SCALES: Mapping[str, Mapping[str, Severity]] = MappingProxyType(
    {
        # Azure Monitor, common alert schema: Sev0 Critical, Sev1 Error, Sev2 Warning, Sev3 Informational, Sev4 Verbose.
        "azure": _scale(sev1="sev0 0", sev2="sev1 1", sev3="sev2 2", sev4="sev3 sev4 3 4"),
        # Datadog, monitor priority 1 to 5; alert types beside it are error, warning, info and success.
        "datadog": MappingProxyType({**PRIORITIES, "success": SEV4, "rewarn": SEV3}),
        # Graylog, event definition priority: 1 low, 2 normal, 3 high; 4 critical since 6.0. Higher is worse.
        "graylog": _scale(sev1="4", sev2="3", sev3="2", sev4="1"),
        # Opsgenie, alert API: P1 critical, P2 high, P3 moderate, P4 low, P5 informational.
        "opsgenie": PRIORITIES,
        # PagerDuty, incident priorities as an account starts with them (P1 to P5); urgency is high or low.
        "pagerduty": PRIORITIES,
        # Statuspage, incident impact: none, minor, major, critical, and maintenance for what was planned; a component's
        # status beside it.
        "statuspage": _scale(sev1="majoroutage", sev2="partialoutage", sev3="degradedperformance", sev4="maintenance"),
        # Wazuh, rule levels 0 to 15 as its dashboard groups them: low to 6, medium to 11, high to 14, critical 15.
        "wazuh": _scale(sev1="15 16", sev2="12 13 14", sev3="7 8 9 10 11", sev4="0 1 2 3 4 5 6"),
        # Zabbix, trigger severity {TRIGGER.NSEVERITY}: 1 information to 5 disaster; 0, not classified, says none.
        "zabbix": _scale(sev1="5", sev2="4", sev3="2 3", sev4="1"),
    }
)
"""What differs from the common words, by source."""


def severity_of(given: object, source: str = "") -> Severity | None:
    """What the word or number means in the source's own scale, else in common; None where it means nothing to us."""
    raw = severity_raw(given)
    return None if raw is None else _meaning(raw, source)


def severity_raw(given: object) -> str | None:
    """The word as it was received, a number as its digits; None where there is none, or a placeholder of one."""
    told = None if isinstance(given, bool) else scalar(given)
    return line(told, RAW_LIMIT) if told and not is_placeholder(told) else None


@lru_cache(maxsize=1_000)
def _meaning(raw: str, source: str) -> Severity | None:
    scale = SCALES.get(source, {})
    return next((found for word in _spellings(raw) if (found := scale.get(word) or COMMON.get(word))), None)


def _spellings(raw: str) -> tuple[str, ...]:
    """The whole ("SEV-1" is sev1), and its first word for what explains itself ("P1 - Critical", "3 (Average)")."""
    words = re.findall(r"[a-z]+[-_ ]?\d+|\w+", raw.casefold())
    return (re.sub(r"[\W_]+", "", raw.casefold()), *(re.sub(r"[\W_]+", "", word) for word in words[:1]))
