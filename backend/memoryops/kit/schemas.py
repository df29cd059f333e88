"""What all schemas share: strict input, exact output, pages, and text that is safe to store."""

import re
import unicodedata
from datetime import UTC, datetime
from typing import Annotated, Generic, TypeVar

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer

T = TypeVar("T")


class Input(BaseModel):
    """A payload from outside: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=False)


class Output(BaseModel):
    """What we answer; no field has a default, so that client types are exact."""

    model_config = ConfigDict(from_attributes=True)


def _storable(text: str) -> str:
    if "\x00" in text:
        raise ValueError("must not contain NUL characters")
    if any("\ud800" <= char <= "\udfff" for char in text):
        raise ValueError("must be valid Unicode (a lone surrogate was found)")
    return text


INVISIBLE_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Fillers that count as letters or symbols and show nothing."""


def is_blank(text: str) -> bool:
    """Whether nobody could see anything of the text: only spaces, controls, joiners and fillers."""
    return all(char in INVISIBLE_LETTERS or unicodedata.category(char)[0] in "ZC" for char in text)


def _not_blank(text: str) -> str:
    if is_blank(text):
        raise ValueError("must not be blank")
    return text


def _visible_or_empty(text: str) -> str:
    if text.strip() and is_blank(text):
        raise ValueError("must hold something that can be seen")
    return text


def _single_line(text: str) -> str:
    if text and text.splitlines() != [text]:
        raise ValueError("must be a single line")
    return text


Text = Annotated[str, AfterValidator(_storable)]
RequiredText = Annotated[str, AfterValidator(_storable), AfterValidator(_not_blank)]
Line = Annotated[str, AfterValidator(_storable), AfterValidator(_single_line)]
OptionalLine = Annotated[Line, AfterValidator(_visible_or_empty)]
"""Empty where there is nothing to say, and never a text that only looks empty."""
RequiredLine = Annotated[str, AfterValidator(_storable), AfterValidator(_not_blank), AfterValidator(_single_line)]


ADDRESS_LIMIT = 2_000
WEB_ADDRESS = re.compile(r"https?://[^\s<>\"'`\\/?#][^\s<>\"'`\\]*", re.IGNORECASE)


def is_web_address(given: str) -> bool:
    """Whether a link may lead there: http or https, of a length that we keep, nothing in it that ends an attribute."""
    return len(given) <= ADDRESS_LIMIT and given.isprintable() and WEB_ADDRESS.fullmatch(given) is not None


def _web_address(given: str) -> str:
    if not is_web_address(given):
        raise ValueError("must be an address that begins with http:// or https://")
    return given


WebAddress = Annotated[Line, Field(max_length=ADDRESS_LIMIT), AfterValidator(_web_address)]

DATE_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ].+", re.DOTALL)


def _date_time(given: object) -> object:
    if not isinstance(given, datetime) and not (isinstance(given, str) and DATE_TIME.fullmatch(given)):
        raise ValueError("must be a date and time with a zone, like 2026-11-30T12:00:00Z")
    return given


def _to_utc(moment: datetime) -> datetime:
    try:
        utc = moment.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("is outside the range of dates") from error
    # What is answered has milliseconds; what is kept has no more, so that a time sent back is the same time.
    return utc.replace(microsecond=utc.microsecond // 1000 * 1000)


Moment = Annotated[AwareDatetime, BeforeValidator(_date_time), AfterValidator(_to_utc)]


def rfc3339(moment: datetime) -> str:
    """The moment in UTC with `Z`, milliseconds kept."""
    utc = moment if moment.tzinfo is UTC else moment.astimezone(UTC)
    return utc.isoformat(timespec="milliseconds")[:-6] + "Z"


Time = Annotated[
    datetime,
    PlainSerializer(rfc3339, return_type=str, when_used="json"),
    Field(json_schema_extra={"format": "date-time"}),
]


class Page(Output, Generic[T]):
    """One page of a list; `total` is counted only when asked for."""

    items: list[T]
    next_cursor: str | None
    total: int | None
