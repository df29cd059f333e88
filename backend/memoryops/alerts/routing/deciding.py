"""Where an alert goes, decided in the open: a pure function of the rules, the alert, and what is open at the moment.

The first enabled rule that matches decides. Every decision names the rule and says why, in a sentence for people.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from fnmatch import translate
from functools import lru_cache
from hashlib import sha256

from memoryops.incidents.lifecycle import Severity, Status
from memoryops.kit.counting import counted

MINUTE = timedelta(minutes=1)
DECLARED_A_MINUTE = 10
"""So many incidents are declared within a minute by all rules together, however many alerts come."""

UNKNOWN_SEVERITY = "unknown"
SAME_ALERT = "same alert"
NO_RULE = "no rule"
ENVIRONMENT = "environment"
"""Can be named beside labels, in what a rule matches and what it groups by."""


class Action(StrEnum):
    """What a rule does with the alerts that it matches."""

    attach = "attach"
    declare = "declare"
    record = "record"


class Routed(StrEnum):
    """What became of an alert."""

    attached = "attached"
    declared = "declared"
    recorded = "recorded"


@dataclass(frozen=True)
class Match:
    """What a rule asks of an alert: one of each that it names; globs (`*`, `?`) for services and label values."""

    sources: tuple[str, ...] = ()
    services: tuple[str, ...] = ()
    severities: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class RuleFacts:
    """One routing rule, as far as it decides."""

    pk: int
    name: str
    match: Match
    action: Action
    declare_as: Status = Status.triage
    severity: Severity | None = None
    group_labels: tuple[str, ...] = ()
    window: timedelta = timedelta(minutes=30)
    limit_per_minute: int = 5


@dataclass(frozen=True)
class AlertFacts:
    """What the rules look at. `service` is the one that the incident gets, `named` whether the alert names it."""

    source: str
    service: str
    named: bool
    severity: Severity | None
    environment: str | None
    labels: Mapping[str, str]


@dataclass(frozen=True)
class OpenIncident:
    """An incident that is not resolved; `active_at` is when it was declared or last took an alert in."""

    pk: int
    id: str
    active_at: datetime


@dataclass(frozen=True)
class Declared:
    """An incident that was declared by a rule within the last minute, and is open."""

    rule_pk: int | None
    incident: OpenIncident


@dataclass(frozen=True)
class Situation:
    """What is open at the moment, newest first where there are several.

    `same` is the incident that the alert is part of already; `services` are by `service_key`. `provisional` is the
    incident that took it in only for want of a better one. `declared` are those of the last minute, the newest
    first, and `declared_since` counts by rule those that were resolved or deleted since, too.
    """

    at: datetime
    same: OpenIncident | None = None
    provisional: OpenIncident | None = None
    groups: Mapping[str, OpenIncident] = field(default_factory=dict)
    services: Mapping[str, OpenIncident] = field(default_factory=dict)
    declared: Sequence[Declared] = ()
    declared_since: Mapping[int | None, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Decision:
    """What becomes of an alert, by which rule and why; `incident` is the one that it is attached to.

    It is `provisional` where, beyond a limit, it went to an incident of others or to none, until it is routed anew.
    """

    decision: Routed
    rule: str
    reason: str
    rule_pk: int | None = None
    group_key: str | None = None
    incident: OpenIncident | None = None
    declare_as: Status = Status.triage
    severity: Severity | None = None
    provisional: bool = False


def decide(rules: Sequence[RuleFacts], alert: AlertFacts, situation: Situation) -> Decision:
    """Where the alert goes; `rules` are the enabled ones in their order."""
    if situation.same is not None:
        reason = f"This alert is part of {situation.same.id} already, which is open."
        return Decision(Routed.attached, SAME_ALERT, reason, incident=situation.same)
    rule = first_match(rules, alert)
    if rule is None:
        return Decision(Routed.recorded, NO_RULE, "No routing rule matches this alert.")
    if rule.action is Action.record:
        return Decision(Routed.recorded, rule.name, "This rule only records.", rule_pk=rule.pk)
    return _attached(rule, alert, situation) or _declared_or_recorded(rule, alert, situation)


def first_match(rules: Sequence[RuleFacts], alert: AlertFacts) -> RuleFacts | None:
    """The first rule that matches the alert, or None."""
    return next((rule for rule in rules if matches(rule.match, alert)), None)


def matches(match: Match, alert: AlertFacts) -> bool:
    """Whether the alert has all that is asked for; a match that asks for nothing takes every alert."""
    severity = alert.severity.value if alert.severity else UNKNOWN_SEVERITY
    return (
        (not match.sources or alert.source in match.sources)
        and (not match.severities or severity in match.severities)
        and (not match.services or any(fits(glob, alert.service.strip()) for glob in match.services))
        and all(fits(glob, label(alert, name)) for name, glob in match.labels.items())
    )


def label(alert: AlertFacts, name: str) -> str | None:
    """The value of a label; the alert's environment stands in for a label of that name."""
    found = alert.labels.get(name)
    return alert.environment if found is None and name == ENVIRONMENT else found


def fits(glob: str, value: str | None) -> bool:
    """Whether a value fits a glob, whatever the case of its letters; what is missing fits none."""
    return value is not None and _compiled(glob).match(value) is not None


@lru_cache(maxsize=512)
def _compiled(glob: str) -> re.Pattern[str]:
    return re.compile(translate(glob.replace("[", "[[]")), re.IGNORECASE)


def service_key(service: str) -> str:
    """What names of one service have in common, however they are written."""
    return service.strip().casefold()


def group_key(rule: RuleFacts, alert: AlertFacts) -> str:
    """What alerts have in common that the rule keeps together: the service, and the labels that it names."""
    parts = [service_key(alert.service), *(f"{name}={label(alert, name) or ''}" for name in sorted(rule.group_labels))]
    return f"group:{sha256(chr(31).join(parts).casefold().encode()).hexdigest()[:40]}"


def _attached(rule: RuleFacts, alert: AlertFacts, situation: Situation) -> Decision | None:
    """The decision where an incident is open that was active within the rule's window."""
    key = group_key(rule, alert)
    # With labels of its own, a group is not the whole service.
    candidates = [
        situation.groups.get(key),
        None if rule.group_labels else situation.services.get(service_key(alert.service)),
    ]
    for incident in candidates:
        if incident is not None and situation.at - incident.active_at <= rule.window:
            reason = f"{incident.id} is open for {_what(rule, alert)} and was active within {_minutes(rule)}."
            return Decision(Routed.attached, rule.name, reason, rule.pk, key, incident)
    return None


def _declared_or_recorded(rule: RuleFacts, alert: AlertFacts, situation: Situation) -> Decision:
    key = group_key(rule, alert)
    if rule.action is Action.attach:
        reason = f"No incident is open for {_what(rule, alert)} that was active within {_minutes(rule)}."
        return Decision(Routed.recorded, rule.name, reason, rule.pk, key)
    limited = _limit(rule, situation)
    if limited is not None:
        return _beyond(limited, rule, key, situation)
    reason = f"No incident is open for {_what(rule, alert)}, and this rule declares one."
    severity = alert.severity or rule.severity
    return Decision(Routed.declared, rule.name, reason, rule.pk, key, declare_as=rule.declare_as, severity=severity)


def _limit(rule: RuleFacts, situation: Situation) -> str | None:
    """Which limit is reached, in words; None where another incident may be declared."""
    if situation.declared_since.get(rule.pk, 0) >= rule.limit_per_minute:
        return f"This rule declares {counted(rule.limit_per_minute, 'incident')} a minute at most"
    if sum(situation.declared_since.values()) >= DECLARED_A_MINUTE:
        return f"All rules together declare {DECLARED_A_MINUTE} incidents a minute at most"
    return None


def _beyond(limited: str, rule: RuleFacts, key: str, situation: Situation) -> Decision:
    """Beyond the limit: into the group's open incident, however old, else for now the newest that was declared.

    An alert that is somewhere for now stays there until the limit allows better.
    """
    own = situation.groups.get(key)
    if own is not None:
        reason = f"{limited}; {own.id} is the newest open one that can take it in."
        return Decision(Routed.attached, rule.name, reason, rule.pk, key, own)
    by_rule = [one.incident for one in situation.declared if one.rule_pk == rule.pk]
    others = [one.incident for one in situation.declared]
    stays = [] if situation.provisional is None else [situation.provisional]
    incident = next(iter([*stays, *by_rule, *others]), None)
    if incident is None:
        anew = "This is provisional: it is routed anew as soon as the limit allows."
        reason = f"{limited}, and none is open to take it in. {anew}"
        return Decision(Routed.recorded, rule.name, reason, rule.pk, provisional=True)
    anew = "its next message has it routed anew as soon as the limit allows, and so has the end of that incident."
    reason = f"{limited}; {incident.id} is the newest open one that can take it in. This is provisional: {anew}"
    return Decision(Routed.attached, rule.name, reason, rule.pk, incident=incident, provisional=True)


def _minutes(rule: RuleFacts) -> str:
    return counted(rule.window // MINUTE, "minute")


def _what(rule: RuleFacts, alert: AlertFacts) -> str:
    pairs = [f"{name} {label(alert, name) or 'without a value'}" for name in rule.group_labels]
    return ", ".join([alert.service, *pairs])
