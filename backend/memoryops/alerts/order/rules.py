"""The order of things as data: what a message does to an occurrence, by where that one stands when the message comes.

A row names the rule, where the occurrence stands then, and whether it is to be routed, which may page somebody. That
any two messages end in the same standing whichever comes first can be read from the table alone, and is tested so.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from memoryops.alerts.values import AlertStatus


class Standing(StrEnum):
    """Where an occurrence stands by all that is known of it.

    `superseded` is firing with a newer occurrence begun, `orphan` over without a word of its firing, and `unseen`
    acknowledged without one.
    """

    absent = "absent"
    firing = "firing"
    acknowledged = "acknowledged"
    superseded = "superseded"
    over = "over"
    orphan = "orphan"
    unseen = "unseen"


@dataclass(frozen=True)
class Rule:
    """What a message does: its name, where the occurrence stands then, whether it is to be routed, in words why."""

    name: str
    then: Standing
    pages: bool
    why: str


S, A = Standing, AlertStatus

OPENS = Rule("opens", S.firing, True, "It fires with a start that was not seen before: a new occurrence.")
LATE_OPENING = Rule("late_opening", S.acknowledged, True, "It was acknowledged before word of its firing came.")
RESOLVES = Rule("resolves", S.over, False, "It is over.")
ENDS = Rule("ends", S.superseded, False, "When it ended was said after a newer occurrence had begun.")
ACKNOWLEDGES = Rule("acknowledges", S.acknowledged, False, "Somebody works on it, by the source's word.")
ORPHAN = Rule("orphan", S.orphan, False, "It is over, and no message said that it fired: kept, and pages nobody.")
UNSEEN = Rule("unseen_acknowledgement", S.unseen, False, "It was acknowledged, and no message said that it fired.")
LATE_FIRING = Rule("late_firing", S.over, False, "It was over already when word came that it had fired.")
EARLIER = Rule("earlier_occurrence", S.superseded, False, "A newer occurrence was known when word of this one came.")
SETTLED = Rule("settled", S.over, False, "It lies before what is kept exactly of this alert, and changes nothing.")
NO_WORD = Rule("no_word", S.absent, False, "The source says neither that it fires nor that it is over.")


def _repeat(then: Standing) -> Rule:
    return Rule("repeat", then, False, "It says what was known.")


def _late(then: Standing) -> Rule:
    return Rule("late_duplicate", then, False, "This occurrence is over; the same firing again changes nothing.")


def _late_acknowledgement(then: Standing) -> Rule:
    return Rule("late_acknowledgement", then, False, "It is over; an acknowledgement does not reopen it.")


RULES: Mapping[tuple[Standing, AlertStatus], Rule] = MappingProxyType(
    {
        (S.absent, A.firing): OPENS,
        (S.absent, A.resolved): ORPHAN,
        (S.absent, A.acknowledged): UNSEEN,
        (S.firing, A.firing): _repeat(S.firing),
        (S.firing, A.resolved): RESOLVES,
        (S.firing, A.acknowledged): ACKNOWLEDGES,
        (S.acknowledged, A.firing): _repeat(S.acknowledged),
        (S.acknowledged, A.resolved): RESOLVES,
        (S.acknowledged, A.acknowledged): _repeat(S.acknowledged),
        (S.superseded, A.firing): _late(S.superseded),
        (S.superseded, A.resolved): ENDS,
        (S.superseded, A.acknowledged): _late_acknowledgement(S.superseded),
        (S.over, A.firing): _late(S.over),
        (S.over, A.resolved): _repeat(S.over),
        (S.over, A.acknowledged): _late_acknowledgement(S.over),
        (S.orphan, A.firing): LATE_FIRING,
        (S.orphan, A.resolved): _repeat(S.orphan),
        (S.orphan, A.acknowledged): _late_acknowledgement(S.orphan),
        (S.unseen, A.firing): LATE_OPENING,
        (S.unseen, A.resolved): ORPHAN,
        (S.unseen, A.acknowledged): _repeat(S.unseen),
    }
)
"""What each message does to an occurrence by where it stands; a message without a word of its state does nothing."""


def rule_for(standing: Standing, status: AlertStatus, *, newest: bool) -> Rule:
    """The rule by which a message is taken; `newest` says whether no newer occurrence of the alert is known."""
    if status is AlertStatus.unknown:
        return Rule(NO_WORD.name, standing, False, NO_WORD.why)
    if not newest and standing is Standing.absent and status is AlertStatus.firing:
        return EARLIER
    if not newest and standing is Standing.unseen and status is AlertStatus.firing:
        return EARLIER
    return RULES[standing, status]


SHOWN_AS: Mapping[Standing, AlertStatus] = MappingProxyType(
    {
        S.absent: A.unknown,
        S.firing: A.firing,
        S.acknowledged: A.acknowledged,
        S.superseded: A.resolved,
        S.over: A.resolved,
        S.orphan: A.resolved,
        S.unseen: A.acknowledged,
    }
)
"""The status that an alert shows by where its newest occurrence stands."""

WHY: Mapping[str, str] = MappingProxyType(
    {rule.name: rule.why for rule in (*RULES.values(), LATE_OPENING, LATE_FIRING, EARLIER, SETTLED, NO_WORD)}
)
"""What each rule says, by its name."""
