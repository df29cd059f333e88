"""From what is stored to values: insights read thousands of rows, where a type that is asked for each cell is slow.

The columns are read as they are stored. SQLite keeps moments as text in UTC and truth as a number, Postgres has both.
"""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar

import sqlalchemy as sa

Word = TypeVar("Word", bound=StrEnum)


def as_stored(columns: Iterable[Any]) -> list[sa.ColumnElement[Any]]:
    """The columns, to be read without their types."""
    return [sa.type_coerce(column, sa.types.NullType()).label(None) for column in columns]


def moment(stored: str | datetime | None) -> datetime | None:
    """A moment in UTC, where there is one."""
    return datetime.fromisoformat(stored + "+00:00") if isinstance(stored, str) else stored


def words(kind: type[Word]) -> dict[Any, Any]:
    """The words of that kind by what is stored, none by none."""
    return {None: None, **{word.value: word for word in kind}}
