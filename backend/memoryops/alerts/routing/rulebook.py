"""Routing rules as people keep them: in an order, each change with who made it, deleted ones kept out of sight."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from memoryops.alerts.intake.tokens import number_in
from memoryops.alerts.routing import schemas
from memoryops.alerts.routing.deciding import Match, RuleFacts
from memoryops.alerts.routing.default_rules import to_row
from memoryops.alerts.routing.models import RoutingRule
from memoryops.kit.db import Session
from memoryops.kit.errors import ConflictError, InvalidInputError, NotFoundError
from memoryops.workspaces.service import lock_workspace

RULES_LIMIT = 200


class RoutingRuleNotFoundError(NotFoundError):
    """No routing rule with that id exists in this workspace."""


class TooManyRulesError(ConflictError):
    """There are as many routing rules as one list can show."""


class IncompleteOrderError(InvalidInputError):
    """An order has to name every rule once."""


async def list_rules(session: Session) -> list[RoutingRule]:
    """The rules in their order."""
    rows = await session.scalars(
        sa.select(RoutingRule).where(RoutingRule.deleted_at.is_(None)).order_by(RoutingRule.position, RoutingRule.pk)
    )
    return list(rows)


async def load(session: Session, rule_id: str) -> RoutingRule:
    """The rule; raises RoutingRuleNotFoundError."""
    wanted = sa.select(RoutingRule).where(RoutingRule.pk == number_in(rule_id, "RUL"), RoutingRule.deleted_at.is_(None))
    rule: RoutingRule | None = await session.scalar(wanted)
    if rule is None:
        raise RoutingRuleNotFoundError(f"There is no routing rule {rule_id[:40]!r} in this workspace.")
    return rule


async def add(session: Session, wanted: schemas.RoutingRuleInput, *, by: str, at: datetime) -> RoutingRule:
    """A new rule, asked before all others."""
    await lock_workspace(session)
    rules = await list_rules(session)
    if len(rules) >= RULES_LIMIT:
        raise TooManyRulesError(f"There are {RULES_LIMIT} routing rules; delete one first.")
    rule = to_row(to_facts(wanted), 0, by=by, at=at)
    rule.enabled = wanted.enabled
    session.add(rule)
    _put_in_order([rule, *rules])
    await session.flush()
    return rule


async def edit(
    session: Session, rule_id: str, changes: schemas.RoutingRuleEdit, *, by: str, at: datetime
) -> RoutingRule:
    """The rule with the given fields; alerts that were routed by it before stay where they are."""
    await lock_workspace(session)
    rule = await load(session, rule_id)
    whole = changes.model_dump()
    given = {name: whole[name] for name in changes.model_fields_set}
    for name, value in given.items():
        setattr(rule, name, value.value if name == "action" else value)
    if given:
        rule.updated_by, rule.updated_at = by, at
    return rule


async def delete(session: Session, rule_id: str, *, by: str, at: datetime) -> None:
    """Take the rule out of the order; where alerts went by it is still told by its name."""
    await lock_workspace(session)
    rule = await load(session, rule_id)
    rule.deleted_at, rule.updated_by, rule.updated_at = at, by, at


async def reorder(session: Session, ids: Sequence[str]) -> list[RoutingRule]:
    """The rules in this order; raises IncompleteOrderError unless it names each of them once."""
    await lock_workspace(session)
    rules = {rule.id: rule for rule in await list_rules(session)}
    if sorted(ids) != sorted(rules):
        message = f"Name each rule once: {', '.join(rules) or 'there is none'}."
        raise IncompleteOrderError(message, errors=[{"field": "ids", "message": message}])
    ordered = [rules[one] for one in ids]
    _put_in_order(ordered)
    return ordered


def to_facts(wanted: schemas.RoutingRuleInput, pk: int = 0) -> RuleFacts:
    """What a rule decides by."""
    match = wanted.match
    return RuleFacts(
        pk=pk,
        name=wanted.name,
        match=Match(tuple(match.sources), tuple(match.services), tuple(match.severities), match.labels),
        action=wanted.action,
        declare_as=wanted.declare_as,
        severity=wanted.severity,
        group_labels=tuple(wanted.group_labels),
        window=timedelta(minutes=wanted.window_minutes),
        limit_per_minute=wanted.limit_per_minute,
    )


def view(rule: RoutingRule) -> schemas.RoutingRuleView:
    """The rule as clients see it."""
    return schemas.RoutingRuleView.model_validate({**_plain(rule), "id": rule.id})


def _plain(rule: RoutingRule) -> dict[str, Any]:
    names = schemas.RoutingRuleView.model_fields.keys() - {"id"}
    return {name: getattr(rule, name) for name in names}


def _put_in_order(rules: Sequence[RoutingRule]) -> None:
    for position, rule in enumerate(rules):
        rule.position = position
