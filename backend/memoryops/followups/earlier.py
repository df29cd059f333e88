"""What earlier incidents left open that an incident now repeats."""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa

from memoryops.alerts.routing.models import AlertIncident
from memoryops.followups import schemas
from memoryops.followups.listing import DUE, LISTED, STILL_OPEN, VISIBLE
from memoryops.followups.models import ActionItem
from memoryops.followups.targets import today
from memoryops.followups.views import summary
from memoryops.incidents.confirmations import root_of
from memoryops.incidents.models import Incident
from memoryops.kit.db import Session

INCIDENTS_LISTED = 20


async def open_earlier(session: Session, incident: Incident, now: datetime) -> schemas.OpenEarlierActions:
    """The open action items of earlier incidents that this one repeats, newest incident first.

    It repeats those with its fingerprint, those that ended by the same resolution (`same_as`), and the one whose
    alerts came back with it.
    """
    wanted = LISTED.where(*VISIBLE, STILL_OPEN, Incident.number < incident.number, _repeated_by(incident))
    rows = (await session.execute(wanted.order_by(Incident.number.desc(), DUE, ActionItem.number))).all()
    left: dict[str, list[tuple[ActionItem, Incident]]] = {}
    for item, earlier in rows:
        left.setdefault(earlier.id, []).append((item, earlier))
    return schemas.OpenEarlierActions(
        items=[_earlier(of_one, now) for of_one in list(left.values())[:INCIDENTS_LISTED]],
        total=len(rows),
    )


def _earlier(left: Sequence[tuple[ActionItem, Incident]], now: datetime) -> schemas.EarlierIncident:
    item, incident = left[0]
    return schemas.EarlierIncident(incident_id=incident.id, open=len(left), first=summary(item, incident, today(now)))


def _repeated_by(incident: Incident) -> sa.ColumnElement[bool]:
    came_back = sa.select(AlertIncident.recurrence_of).where(
        AlertIncident.incident_pk == incident.pk, AlertIncident.recurrence_of.is_not(None)
    )
    root = root_of(incident)
    ended_alike = sa.or_(Incident.id == root, Incident.resolution_root == root)
    kin: list[sa.ColumnElement[bool]] = [Incident.id.in_(came_back), ended_alike]
    if incident.fingerprint is not None:
        kin.append(Incident.fingerprint == incident.fingerprint)
    return sa.or_(*kin)
