"""Claims on stored deliveries: which process interprets what, and for how long that is believed."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import sqlalchemy as sa
from sqlalchemy.orm import defer

from memoryops.alerts.intake.interpreting import Waiting
from memoryops.alerts.intake.models import Delivery, DeliveryState, Integration
from memoryops.kit.counting import counted
from memoryops.kit.db import ScopedSession, Session
from memoryops.kit.errors import ConflictError
from memoryops.kit.leases import LEASE

BATCH: Final = 200
BATCH_BYTES: Final = 1024 * 1024
FEW_BYTES: Final = 16 * 1024
"""Claimed at once by a process that has other things to do, and would rather leave the work to another one."""

SUSPECT: Final = 2
"""What was claimed so often and never finished goes alone from then on, since it may be why."""

TRIES: Final = 5
"""After so many attempts that no process lived to end, a delivery is put aside."""

UNFINISHED: Final = (
    f"It was tried {TRIES} times and never finished; the server's log may say why. Replay it after a fix."
)


class BodyRemovedError(ConflictError):
    """The body of the delivery was kept for long enough, so nothing is left to interpret."""

    slug = "body-removed"

    def __init__(self, delivery_id: str, days: int) -> None:
        super().__init__(
            f"The body of {delivery_id} was removed after {counted(days, 'day')}, so it cannot be read again."
        )


@dataclass(frozen=True)
class Claim:
    """Deliveries of one process for a while, oldest first."""

    lease: str
    waiting: Sequence[Waiting]


def any_due(session: ScopedSession, now: datetime) -> bool:
    """Whether a delivery waits for somebody to interpret it."""
    return session.execute(_due(now).limit(1)).first() is not None


async def claim_due(session: Session, now: datetime, most_bytes: int = BATCH_BYTES) -> Claim | None:
    """The oldest deliveries that wait, as many as fit; None where others have them all."""
    due = (await session.execute(_due(now).limit(BATCH).with_for_update(skip_locked=True))).all()
    chosen = _fitting([(pk, size, attempts) for pk, size, attempts in due], most_bytes)
    if not chosen:
        return None
    lease = uuid.uuid4().hex
    await session.execute(
        sa.update(Delivery)
        .where(Delivery.pk.in_(chosen))
        .values(lease_owner=lease, lease_until=now + LEASE, attempts=Delivery.attempts + 1)
    )
    return Claim(lease, await _waiting(session, chosen))


async def claim_again(session: Session, pk: int, now: datetime) -> Claim | None:
    """A claim on one delivery in whatever state, which anew is `stored`; None where there is none.

    Raises BodyRemovedError.
    """
    delivery = await session.scalar(sa.select(Delivery).where(Delivery.pk == pk).with_for_update())
    if delivery is None:
        return None
    if delivery.body_removed_at is not None:
        raise BodyRemovedError(delivery.id, (delivery.body_removed_at - delivery.received_at).days)
    lease = uuid.uuid4().hex
    delivery.state, delivery.attempts = DeliveryState.stored, 1
    delivery.lease_owner, delivery.lease_until = lease, now + LEASE
    return Claim(lease, await _waiting(session, [pk]))


async def renew(session: Session, claim: Claim, now: datetime) -> None:
    """Hold what of the claim is not settled yet for longer; what was lost stays lost."""
    await session.execute(
        sa.update(Delivery)
        .where(Delivery.lease_owner == claim.lease, Delivery.lease_until > now)
        .where(Delivery.pk.in_([waiting.pk for waiting in claim.waiting]))
        .values(lease_until=now + LEASE)
        .execution_options(synchronize_session=False)
    )


def _due(now: datetime) -> sa.Select[int, int, int]:
    return (
        sa.select(Delivery.pk, Delivery.size, Delivery.attempts)
        .where(
            Delivery.state == DeliveryState.stored,
            sa.or_(Delivery.lease_until.is_(None), Delivery.lease_until <= now),
        )
        .order_by(Delivery.pk)
    )


def _fitting(due: Sequence[tuple[int, int, int]], most_bytes: int) -> list[int]:
    """The first of them that are little enough together; a suspect goes alone."""
    chosen: list[int] = []
    total = 0
    for pk, size, attempts in due:
        total += size
        alone = attempts >= SUSPECT
        if chosen and (alone or total > most_bytes):
            break
        chosen.append(pk)
        if alone:
            break
    return chosen


async def _waiting(session: Session, pks: Sequence[int]) -> list[Waiting]:
    rows = await session.execute(
        sa.select(Delivery, Integration.mapping)
        .join(Integration, Integration.pk == Delivery.integration_pk)
        .where(Delivery.pk.in_(pks))
        .order_by(Delivery.pk)
    )
    return [
        Waiting(
            workspace_id=delivery.workspace_id,
            pk=delivery.pk,
            source=delivery.source,
            mapping=mapping,
            form=delivery.form,
            body=delivery.body,
            reason=UNFINISHED if delivery.attempts > TRIES else delivery.reason,
            hopeless=delivery.attempts > TRIES,
        )
        for delivery, mapping in rows
    ]


async def still_ours(session: Session, pks: Sequence[int], lease: str, now: datetime) -> dict[int, Delivery]:
    """Those whose lease still holds, locked: what another process took over is left to it."""
    rows = await session.scalars(
        sa.select(Delivery)
        .where(Delivery.pk.in_(pks), Delivery.lease_owner == lease, Delivery.lease_until > now)
        .order_by(Delivery.pk)
        .options(defer(Delivery.body), defer(Delivery.redactions), defer(Delivery.headers))
        .with_for_update()
    )
    return {delivery.pk: delivery for delivery in rows}
