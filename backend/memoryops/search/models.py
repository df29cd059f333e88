"""The table of saved searches."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from memoryops.kit.db import Base, WorkspaceOwned


class SavedSearch(WorkspaceOwned, Base):
    """A search by name, shared with the workspace; `name_key` is the name as far as it tells two apart."""

    __tablename__ = "saved_searches"
    __table_args__ = (sa.UniqueConstraint("workspace_id", "name_key"),)

    pk: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(sa.Text)
    name_key: Mapped[str] = mapped_column(sa.Text)
    filters: Mapped[dict[str, Any]]
    made_by: Mapped[str] = mapped_column(sa.Text)
    made_at: Mapped[datetime]
    changed_by: Mapped[str] = mapped_column(sa.Text)
    changed_at: Mapped[datetime]
