"""How a table is answered: a page of it as JSON, or all of it as CSV."""

from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Generic, TypeVar

from fastapi import Depends, Header, Query, Response
from pydantic import BaseModel

from memoryops.insights.counted import TableFields
from memoryops.insights.figures import Figures, view_of
from memoryops.kit.cursor import decode_cursor, encode_cursor

Item = TypeVar("Item")

CSV_TYPE = "text/csv; charset=utf-8"
AS_CSV: dict[int | str, dict[str, Any]] = {
    200: {"description": "The table; all of it where CSV is asked for.", "content": {"text/csv": {}}}
}


class Form(StrEnum):
    """What a table is answered as."""

    json = "json"
    csv = "csv"


async def get_form(
    form: Annotated[Form | None, Query(alias="format", description="Else what Accept asks for.")] = None,
    accept: Annotated[str, Header(include_in_schema=False)] = "",
) -> Form:
    """The form that the request asks for."""
    return form or (Form.csv if "text/csv" in accept.lower() else Form.json)


Wanted = Annotated[Form, Depends(get_form)]


@dataclass(frozen=True)
class Paging:
    """How much of a table, and from where."""

    limit: int
    cursor: str | None


async def get_paging(
    limit: Annotated[int, Query(ge=1, le=200, description="Items a page; CSV has them all.")] = 50,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
) -> Paging:
    """The part of a table that the request asks for."""
    return Paging(limit=limit, cursor=cursor)


CurrentPaging = Annotated[Paging, Depends(get_paging)]


@dataclass(frozen=True)
class Part(Generic[Item]):
    """Some items of a table, where the next ones begin (None: nowhere), and how many there are in all."""

    items: Sequence[Item]
    next_cursor: str | None
    total: int


def part(figures: Figures, items: Sequence[Item], paging: Paging, name: str) -> Part[Item]:
    """The page of the items that is asked for; raises InvalidCursorError."""
    query = f"{name}|{figures.period!r}"
    start = 0 if paging.cursor is None else decode_cursor(paging.cursor, query)
    end = start + paging.limit
    return Part(items[start:end], encode_cursor(end, query) if end < len(items) else None, len(items))


def table(figures: Figures, says: str, lines: Sequence[Any], of: Part[Any] | None = None) -> TableFields:
    """The fields of a table with these lines, which are all of it or stand for a part."""
    return TableFields(
        period=view_of(figures.period),
        counted_at=figures.counted_at,
        says=says,
        items=list(lines),
        total=of.total if of else len(lines),
        next_cursor=of.next_cursor if of else None,
    )


def as_file(name: str, content: str) -> Response:
    """CSV as a file of that name."""
    disposition = f'attachment; filename="{name}.csv"'
    return Response(content, media_type=CSV_TYPE, headers={"Content-Disposition": disposition})


async def as_json(figures: Figures, asked: Hashable, make: Callable[[], Awaitable[BaseModel]]) -> Response:
    """What `make` gives, as JSON; made once for these figures."""
    return Response(await figures.answer(asked, make), media_type="application/json")
