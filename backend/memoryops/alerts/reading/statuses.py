"""What the words of many tools say about where an alert stands."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from memoryops.alerts.values import AlertStatus

_WORDS = {
    AlertStatus.firing: """
        active activated alarm alert alerted alerting bad breached crit critical created degraded down error escalated
        fail failed failing failure fatal fired firing identified in_alarm incident investigating major minor monitoring
        new no_data nodata not_ok notok open opened outage problem raised reopen reopened start started trigger
        triggered triggering unhealthy unreachable unresolved update updated violated warn warning
    """,
    AlertStatus.resolved: """
        canceled cancelled clear cleared close closed completed deactivated done end ended finished fixed good healthy
        inactive normal ok okay operational passed passing recover recovered recovery resolve resolved success succeeded
        up
    """,
    AlertStatus.acknowledged: "ack acked acknowledge acknowledged acknowledgement acknowledgment",
}

STATUS_WORDS: Mapping[str, AlertStatus] = MappingProxyType(
    {word: status for status, words in _WORDS.items() for word in words.split()}
)
"""Words in lower case and what they mean where a source does not say otherwise."""


def status_of(word: str | None, own: Mapping[str, AlertStatus] = MappingProxyType({})) -> AlertStatus:
    """What the word says, by the source's `own` words and then the common ones.

    No word means firing, since an alert is sent when something is wrong; a word nobody knows is `unknown`.
    """
    if word is None:
        return AlertStatus.firing
    said = word.strip().casefold()
    return own.get(said) or STATUS_WORDS.get(_joined(said), AlertStatus.unknown)


def _joined(said: str) -> str:
    """The word as the tables have it: "No data", "no-data" and "no_data" are one."""
    return re.sub(r"[\s-]+", "_", said)
