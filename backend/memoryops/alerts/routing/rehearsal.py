"""A routing rule tried on what happened: what it would have done with the last occurrences, had it been alone."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa

from memoryops.alerts.models import Alert, AlertOccurrence
from memoryops.alerts.order.placing import Board, integrations_of
from memoryops.alerts.routing import schemas
from memoryops.alerts.routing.deciding import MINUTE, OpenIncident, Routed, RuleFacts, decide, matches
from memoryops.kit.db import Session


async def rehearse(session: Session, rule: RuleFacts, last: int, at: datetime) -> schemas.RulePreview:
    """What the rule would have done with the last occurrences that fired; nothing is kept, no incident is closed."""
    rows = await session.execute(
        sa.select(AlertOccurrence, Alert)
        .join(Alert, Alert.pk == AlertOccurrence.alert_pk)
        .where(AlertOccurrence.fired)
        .order_by(AlertOccurrence.pk.desc())
        .limit(last)
    )
    found = [(occurrence, alert) for occurrence, alert in rows]
    board = Board(at, [rule], await integrations_of(session, [alert for _, alert in found]))
    items = [_try(rule, board, occurrence, alert) for occurrence, alert in reversed(found)]
    counts = Counter(item.decision for item in items)
    return schemas.RulePreview(
        looked_at=len(items),
        matched=sum(item.matches for item in items),
        declared=counts[Routed.declared],
        attached=counts[Routed.attached],
        recorded=counts[Routed.recorded],
        items=_newest_first(items),
    )


def _try(rule: RuleFacts, board: Board, row: AlertOccurrence, alert: Alert) -> schemas.PreviewedAlert:
    board.at = row.received_at
    board.declared = [one for one in board.declared if board.at - one.incident.active_at < MINUTE]
    board.declared_since = Counter(one.rule_pk for one in board.declared)
    facts = board.facts(alert)
    fits = matches(rule.match, facts)
    decision = decide(board.rules, facts, board.situation(None)) if fits else None
    incident = None if decision is None else decision.incident
    if decision is not None and decision.decision is Routed.declared:
        number = board.imagined + 1
        board.imagined = number
        incident = OpenIncident(-number, f"incident {number}", board.at)
    if decision is not None and incident is not None:
        board.opened(incident, decision, facts.service)
    return schemas.PreviewedAlert(
        alert_id=alert.id,
        title=alert.title,
        service=facts.service,
        severity=alert.severity,
        began_at=row.began_at,
        matches=fits,
        decision=None if decision is None else decision.decision,
        reason=None if decision is None else decision.reason,
        incident=None if incident is None else incident.id,
    )


def _newest_first(items: Sequence[schemas.PreviewedAlert]) -> list[schemas.PreviewedAlert]:
    return list(reversed(items))
