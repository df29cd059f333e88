"""The workspace row, which also hands out incident numbers."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from memoryops.kit.db import Base

DEFAULT_WORKSPACE = "default"
FIRST_INCIDENT_NUMBER = 101


class Workspace(Base):
    """A team. The numbers that come next only ever grow, so ids are never reused."""

    __tablename__ = "workspaces"

    id: Mapped[str] = mapped_column(sa.String(64), primary_key=True)
    name: Mapped[str] = mapped_column(sa.String(200))
    next_incident_number: Mapped[int]
    next_action_item_number: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[datetime]
