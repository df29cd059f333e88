"""The routing rules of a fresh server; people change them at will. Why these: docs/decisions/0012."""

from datetime import datetime, timedelta

import sqlalchemy as sa

from memoryops.alerts.routing.deciding import UNKNOWN_SEVERITY, Action, Match, RuleFacts
from memoryops.alerts.routing.models import RoutingRule
from memoryops.incidents.lifecycle import Severity
from memoryops.kit.db import Session

DEFAULTS = (
    RuleFacts(
        pk=0,
        name="Severe alerts",
        match=Match(severities=(Severity.sev1.value, Severity.sev2.value)),
        action=Action.declare,
    ),
    RuleFacts(
        pk=0,
        name="Alerts of unknown severity",
        match=Match(severities=(UNKNOWN_SEVERITY,)),
        action=Action.declare,
        severity=Severity.sev2,
    ),
    RuleFacts(pk=0, name="Minor alerts", match=Match(), action=Action.attach, window=timedelta(minutes=60)),
)


async def seed_rules(session: Session, at: datetime) -> None:
    """Set the default rules where there never was a rule; those that people deleted do not come back."""
    if await session.scalar(sa.select(RoutingRule.pk).limit(1)) is None:
        session.add_all(to_row(rule, position, by="memoryops", at=at) for position, rule in enumerate(DEFAULTS))
        await session.flush()


def to_row(rule: RuleFacts, position: int, *, by: str, at: datetime) -> RoutingRule:
    """The rule as a new row."""
    return RoutingRule(
        position=position,
        enabled=True,
        created_by=by,
        created_at=at,
        updated_by=by,
        updated_at=at,
        **columns(rule),
    )


def columns(rule: RuleFacts) -> dict[str, object]:
    """What a rule decides by, as columns."""
    return {
        "name": rule.name,
        "match": {
            "sources": list(rule.match.sources),
            "services": list(rule.match.services),
            "severities": list(rule.match.severities),
            "labels": dict(rule.match.labels),
        },
        "action": rule.action.value,
        "declare_as": rule.declare_as,
        "severity": rule.severity,
        "group_labels": list(rule.group_labels),
        "window_minutes": rule.window // timedelta(minutes=1),
        "limit_per_minute": rule.limit_per_minute,
    }


def facts(row: RoutingRule) -> RuleFacts:
    """The row as what decides."""
    match = row.match
    return RuleFacts(
        pk=row.pk,
        name=row.name,
        match=Match(
            tuple(match["sources"]), tuple(match["services"]), tuple(match["severities"]), dict(match["labels"])
        ),
        action=Action(row.action),
        declare_as=row.declare_as,
        severity=row.severity,
        group_labels=tuple(row.group_labels),
        window=timedelta(minutes=row.window_minutes),
        limit_per_minute=row.limit_per_minute,
    )


async def active_rules(session: Session) -> list[RuleFacts]:
    """The enabled rules in their order."""
    rows = await session.scalars(
        sa.select(RoutingRule)
        .where(RoutingRule.enabled, RoutingRule.deleted_at.is_(None))
        .order_by(RoutingRule.position, RoutingRule.pk)
    )
    return [facts(row) for row in rows]
