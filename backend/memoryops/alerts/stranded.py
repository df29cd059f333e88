"""Alerts that were somewhere provisionally, and of which no open incident tells any more, are routed without a message.

Otherwise who never repeats itself would go on with nobody looking.
"""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final, TypeVar

import sqlalchemy as sa

from memoryops.alerts.models import Alert, AlertOccurrence
from memoryops.alerts.order.case import Case
from memoryops.alerts.order.placing import place
from memoryops.alerts.records import take_turns
from memoryops.incidents.lifecycle import Status
from memoryops.incidents.models import Incident
from memoryops.kit.clock import Clock
from memoryops.kit.db import EVERY_WORKSPACE, Database, ScopedSession, Session
from memoryops.kit.events import announce

Wanted = TypeVar("Wanted", bound=sa.Select[*tuple[Any, ...]])

EVERY_S: Final = 5.0
AT_ONCE: Final = 100


async def keep_routed(database: Database, clock: Clock, changed: Callable[[], None]) -> None:
    """Route what is stranded soon after it is, for as long as the process lives; `changed` hears of what moved."""
    while True:
        for workspace_id in await database.read(EVERY_WORKSPACE, stranded_workspaces):
            if await route_stranded(database, workspace_id, clock.now()):
                changed()
        await asyncio.sleep(EVERY_S)


def stranded_workspaces(session: ScopedSession) -> Sequence[str]:
    """The workspaces that have such alerts."""
    return session.scalars(_stranded(sa.select(Alert.workspace_id)).distinct()).all()


async def route_stranded(database: Database, workspace_id: str, at: datetime) -> int:
    """Have the rules decide on the workspace's stranded alerts; how many went where they are seen."""
    # What a power cut takes is stranded again.
    return await database.write(workspace_id, lambda session: _route(session, at), survives_power_cut=False)


async def _route(session: Session, at: datetime) -> int:
    await take_turns(session)
    wanted = _stranded(sa.select(Alert, AlertOccurrence)).order_by(Alert.pk).limit(AT_ONCE)
    found = (await session.execute(wanted)).all()
    before = [(row, row.incident_pk) for _, row in found]
    await place(session, [(Case.of(alert), row) for alert, row in found], at)
    moved = sum(row.incident_pk != was for row, was in before)
    if moved:
        announce(session, session.workspace_id, "alerts", None, at, change="alerts", alerts=moved)
    return moved


def _stranded(wanted: Wanted) -> Wanted:
    ended = sa.or_(Incident.pk.is_(None), Incident.status == Status.resolved, Incident.deleted_at.is_not(None))
    return (
        wanted.select_from(Alert)
        .join(AlertOccurrence, AlertOccurrence.pk == Alert.current_pk)
        .outerjoin(Incident, Incident.pk == Alert.incident_pk)
        .where(Alert.provisional_since.is_not(None), AlertOccurrence.open, AlertOccurrence.fired, ended)
    )
