"""What insights count as CSV: nested values in columns of their own."""

from collections.abc import Iterable
from typing import Any, get_args, get_origin

from pydantic import BaseModel

from memoryops.insights.counted import Bin, MemoryAtWork, Share, TimeTaken
from memoryops.insights.found import FindingNumber
from memoryops.kit.spreadsheets import as_csv, cell_text


def table_csv(kind: type[BaseModel], items: Iterable[BaseModel]) -> str:
    """The items of that kind as CSV."""
    return as_csv(columns(kind), [cells(item) for item in items], _text)


def times_csv(items: Iterable[TimeTaken]) -> str:
    """Distributions as CSV, one row a bin."""
    rows = [{**cells(item), **cells(one)} for item in items for one in item.bins]
    return as_csv(list(dict.fromkeys([*columns(TimeTaken), *columns(Bin)])), rows, _text)


def memory_csv(memory: MemoryAtWork) -> str:
    """Memory at work as CSV: group, name, number."""
    rows = [
        {"group": group, "name": name, "value": value}
        for group in ("investigations", "evidence", "learnings", "with_evidence", "without_evidence")
        for name, value in cells(getattr(memory, group)).items()
    ]
    return as_csv(["group", "name", "value"], rows)


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
    if isinstance(value, list):
        return " ".join(map(_text, value))
    if isinstance(value, FindingNumber):
        return f"{value.name}={value.value:g} ({value.unit})"
    return cell_text(value)
