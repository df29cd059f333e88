"""What every table shares: types that survive both databases, and the workspace that owns a row."""

import enum
from datetime import UTC, datetime
from typing import Any, ClassVar

import sqlalchemy as sa
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class UtcDateTime(sa.TypeDecorator[datetime]):
    """A moment in UTC; SQLite drops zones, so the zone is put back on reading."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time without a zone cannot be stored")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        if value is None or value.tzinfo is not None:
            return value
        return value.replace(tzinfo=UTC)


class Base(DeclarativeBase):
    """The declarative base of all tables."""

    metadata = sa.MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        datetime: UtcDateTime(),
        enum.Enum: sa.Enum(
            enum.Enum,
            native_enum=False,
            create_constraint=False,
            length=32,
            values_callable=lambda members: [member.value for member in members],
        ),
        dict[str, Any]: sa.JSON(),
        list[Any]: sa.JSON(),
    }


class WorkspaceOwned:
    """A row that belongs to one workspace; sessions add the workspace to every query on it."""

    workspace_id: Mapped[str] = mapped_column(sa.String(64), sa.ForeignKey("workspaces.id"))
