"""The table of investigations: a run is a row, so that neither a client nor a crash can lose it."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from memoryops.investigations.schemas import InvestigationState
from memoryops.kit.db import Base, WorkspaceOwned
from memoryops.memory.schemas import MemoryStatus


class Investigation(WorkspaceOwned, Base):
    """One run. Evidence and analysis are kept apart, as the contract's plain values.

    `evidence` holds memory_status, memory, similar_historical_incidents and repeat; `analysis` holds
    analysis_status, analysis_reason and ai_analysis. `memory_status` and `shown`, the ids of its strong matches, stand
    in columns of their own to be counted. A run that is completed or interrupted never changes, but that
    what was forgotten is erased from it.
    """

    __tablename__ = "investigations"

    pk: Mapped[int] = mapped_column(primary_key=True)
    id: Mapped[str] = mapped_column(sa.String(40), unique=True)
    incident_pk: Mapped[int] = mapped_column(sa.ForeignKey("incidents.pk"), index=True)
    incident_id: Mapped[str] = mapped_column(sa.String(24))
    state: Mapped[InvestigationState] = mapped_column(index=True)
    started_by: Mapped[str] = mapped_column(sa.Text)
    started_at: Mapped[datetime]
    completed_at: Mapped[datetime | None]
    lease_owner: Mapped[str | None] = mapped_column(sa.String(64))
    lease_until: Mapped[datetime | None]
    memory_status: Mapped[MemoryStatus | None]
    shown: Mapped[list[Any]]
    evidence: Mapped[dict[str, Any] | None]
    analysis: Mapped[dict[str, Any] | None]
    trace: Mapped[list[Any]]
