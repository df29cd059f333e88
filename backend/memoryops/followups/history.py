"""The history of an action item."""

import sqlalchemy as sa

from memoryops.followups.models import ActionItem, ActionItemChange
from memoryops.followups.schemas import ActionItemChangeView, ActionItemHistory
from memoryops.kit.db import Session


async def read_history(session: Session, item: ActionItem) -> ActionItemHistory:
    """Every change, oldest first."""
    changes = await session.scalars(
        sa.select(ActionItemChange).where(ActionItemChange.action_item_pk == item.pk).order_by(ActionItemChange.pk)
    )
    return ActionItemHistory(items=[ActionItemChangeView.model_validate(change) for change in changes])
