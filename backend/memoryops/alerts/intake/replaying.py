"""Interpreting deliveries again, on a person's word."""

import sqlalchemy as sa

from memoryops.alerts.intake import schemas
from memoryops.alerts.intake.deliveries import DeliveryNotFoundError, DeliveryQuery
from memoryops.alerts.intake.interpreter import Interpreter
from memoryops.alerts.intake.models import Delivery, DeliveryState
from memoryops.alerts.intake.tokens import number_in
from memoryops.kit.db import Session


async def replay(interpreter: Interpreter, workspace_id: str, delivery_id: str) -> None:
    """Interpret one delivery again and return when that is done; raises DeliveryNotFoundError and BodyRemovedError."""
    if not await interpreter.replay(workspace_id, number_in(delivery_id, "DLV")):
        raise DeliveryNotFoundError(f"There is no delivery {delivery_id[:40]}.")


async def replay_many(session: Session, chosen: schemas.ReplayMany) -> schemas.Replaying:
    """Have the chosen deliveries interpreted again, oldest first, some hundreds at a time: they are `stored` anew.

    Those whose bodies were removed stay as they are.
    """
    query = DeliveryQuery((DeliveryState(chosen.state),), chosen.source, chosen.integration)
    pks = list(
        await session.scalars(
            sa.select(Delivery.pk)
            .where(*query.conditions(), Delivery.body_removed_at.is_(None))
            .order_by(Delivery.pk)
            .limit(schemas.REPLAYED_AT_MOST + 1)
            .with_for_update()
        )
    )
    replayed = pks[: schemas.REPLAYED_AT_MOST]
    await session.execute(
        sa.update(Delivery)
        .where(Delivery.pk.in_(replayed))
        .values(state=DeliveryState.stored, attempts=0, lease_owner=None, lease_until=None)
    )
    return schemas.Replaying(replayed=len(replayed), more=len(pks) > len(replayed))
