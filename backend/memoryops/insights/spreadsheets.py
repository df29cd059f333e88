"""Tables as CSV: UTF-8, a header row, and no cell that a spreadsheet would take for a formula."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any, get_args, get_origin

from pydantic import BaseModel

from memoryops.insights.counted import Bin, MemoryAtWork, Share, TimeTaken
from memoryops.insights.found import FindingNumber
from memoryops.kit.schemas import rfc3339

FORMULA_STARTS = frozenset("=+-@\t\r\n＝＋－＠")
"""With these, in ASCII or full width, spreadsheets begin a formula."""


def table_csv(kind: type[BaseModel], items: Iterable[BaseModel]) -> str:
    """The items of that kind as CSV."""
    return as_csv(columns(kind), [cells(item) for item in items])


def times_csv(items: Iterable[TimeTaken]) -> str:
    """Distributions as CSV, one row a bin."""
    rows = [{**cells(item), **cells(one)} for item in items for one in item.bins]
    return as_csv(list(dict.fromkeys([*columns(TimeTaken), *columns(Bin)])), rows)


def memory_csv(memory: MemoryAtWork) -> str:
    """Memory at work as CSV: group, name, number."""
    rows = [
        {"group": group, "name": name, "value": value}
        for group in ("investigations", "evidence", "learnings", "with_evidence", "without_evidence")
        for name, value in cells(getattr(memory, group)).items()
    ]
    return as_csv(["group", "name", "value"], rows)


def as_csv(names: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Rows as CSV, the names of their columns first."""
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(names)
    writer.writerows([[safe(_text(row[name])) for name in names] for row in rows])
    return written.getvalue()


def safe(cell: str) -> str:
    """The text, with an apostrophe before it where a spreadsheet would take it for a formula."""
    return f"'{cell}" if cell.lstrip(" ")[:1] in FORMULA_STARTS else cell


def columns(kind: type[BaseModel]) -> list[str]:
    """The columns of items of that kind: nested values beside the others, lists of values left out."""
    return [name for name, _ in _columns(kind)]


def cells(item: BaseModel) -> dict[str, Any]:
    """An item by its columns."""
    return {name: _value(item, path) for name, path in _columns(type(item))}


def _columns(kind: type[BaseModel]) -> list[tuple[str, tuple[str, ...]]]:
    found: list[tuple[str, tuple[str, ...]]] = []
    for name, declared in kind.model_fields.items():
        of: Any = declared.annotation
        if of is Share:
            found.append((name, (name, "count")))
        elif isinstance(of, type) and issubclass(of, BaseModel):
            found += [(f"{name}_{inner}", (name, *path)) for inner, path in _columns(of)]
        elif not _lists_values(of):
            found.append((name, (name,)))
    return found


def _lists_values(of: Any) -> bool:
    inner = get_args(of)[0] if get_origin(of) is list else None
    return isinstance(inner, type) and issubclass(inner, BaseModel) and inner is not FindingNumber


def _value(item: Any, path: tuple[str, ...]) -> Any:
    for name in path:
        item = getattr(item, name)
    return item


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime):
        return rfc3339(value)
    if isinstance(value, list):
        return " ".join(map(_text, value))
    if isinstance(value, FindingNumber):
        return f"{value.name}={value.value:g} ({value.unit})"
    return value.value if isinstance(value, StrEnum) else str(value)
