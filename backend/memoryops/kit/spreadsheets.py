"""Tables as CSV: UTF-8, a header row, and no cell that a spreadsheet would take for a formula."""

import csv
import io
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

from memoryops.kit.schemas import INVISIBLE_LETTERS, rfc3339

FORMULA_STARTS = frozenset("=+-@＝＋－＠")
"""With these, in ASCII or full width, spreadsheets begin a formula."""

CELL_BREAKS = frozenset("\t\r\n")
"""What begins with these may begin in another cell, wherever the text is pasted."""


def cell_text(value: Any) -> str:
    """A value as a cell shows it: nothing for None, times in UTC, lists by their values."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return rfc3339(value)
    if isinstance(value, list):
        return " ".join(map(cell_text, value))
    return value.value if isinstance(value, StrEnum) else str(value)


def as_csv(names: Sequence[str], rows: Iterable[Mapping[str, Any]], text: Callable[[Any], str] = cell_text) -> str:
    """Rows as CSV, the names of their columns first; `text` is how values are shown."""
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(names)
    writer.writerows([[safe(text(row[name])) for name in names] for row in rows])
    return written.getvalue()


def safe(cell: str) -> str:
    """The text, with an apostrophe before it where a spreadsheet would take it for a formula."""
    first = next(filter(_shows, cell), "")
    return f"'{cell}" if first in FORMULA_STARTS or cell.lstrip(" ")[:1] in CELL_BREAKS else cell


def _shows(char: str) -> bool:
    """Whether a cell that begins with it begins with something to see: spreadsheets trim more than spaces."""
    return char not in INVISIBLE_LETTERS and unicodedata.category(char)[0] not in "ZCM"
