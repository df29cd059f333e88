"""Bodies as plain values: what came over the wire, decoded; numbers keep every digit that was sent."""

import json
import re
import zlib
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qsl

import orjson

from memoryops.alerts.intake.models import BodyForm

DEEPEST: Final = 64
"""How many objects and lists may lie inside each other; no source sends a tenth of it."""

FIELDS_LIMIT: Final = 10_000
LARGEST_NATIVE: Final = 2**63
FORM: Final = "application/x-www-form-urlencoded"
UNTOLD: Final = ("", "text/plain", "application/octet-stream")
LOOKS_LIKE_A_FORM: Final = re.compile(r"[^\s=&\"'<]{1,200}+=[^\s&]*+(?:&[^\s=&]{1,200}+=[^\s&]*+)*+", re.ASCII)
CHARSET: Final = re.compile(r"charset=\"?([\w.:-]+)", re.IGNORECASE)
OLDER_ENCODINGS: Final = frozenset({"iso-8859-1", "iso-8859-15", "latin-1", "latin1", "windows-1252", "cp1252"})
BYTE_ORDER_MARK: Final = "\ufeff"


class UndecodableBody(Exception):
    """The body is neither JSON nor a form; `reason` is a sentence for the person who looks into the quarantine."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class TooMuchInside(Exception):
    """What is compressed in the body is over the limit."""


class ExactFloat(float):
    """A number with a fraction or an exponent that shows as it was sent: `str` gives its text."""

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str) -> "ExactFloat":
        """The number that the text says."""
        number = super().__new__(cls, text)
        number.text = text
        return number

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__


@dataclass(frozen=True)
class Decoded:
    """A body as plain values, and how it was sent."""

    form: BodyForm
    value: Any


def uncompressed(body: bytes, encoding: str, limit: int) -> bytes:
    """The body without its Content-Encoding; raises UndecodableBody, and TooMuchInside over `limit` bytes."""
    name = encoding.strip().lower()
    if name in ("", "identity"):
        return body
    if name not in ("gzip", "x-gzip", "deflate"):
        raise UndecodableBody("Its Content-Encoding is not one that is read here (gzip, deflate).")
    # 32 lets zlib find out by itself whether it is gzip or deflate.
    inflating = zlib.decompressobj(zlib.MAX_WBITS | 32)
    try:
        plain = inflating.decompress(body, limit + 1)
    except zlib.error as error:
        raise UndecodableBody("Its Content-Encoding says that it is compressed, and it is not.") from error
    if len(plain) > limit:
        raise TooMuchInside
    if not inflating.eof:
        raise UndecodableBody("Its compressed body is cut off.")
    return plain


def as_text(body: bytes, content_type: str = "") -> str:
    """The body as text that any database takes; what is no valid Unicode shows as U+FFFD.

    A body that is none, and was declared as one of the older Western encodings, is read as that.
    """
    encoding = json.detect_encoding(body) if body else "utf-8"
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError:
        declared = CHARSET.search(content_type)
        known = declared is not None and declared[1].lower() in OLDER_ENCODINGS
        text = body.decode(declared[1] if declared and known else encoding, "replace")
    return text.removeprefix(BYTE_ORDER_MARK).replace("\0", "\ufffd")


def storable(text: str) -> str:
    """The text as any database takes it and any answer can hold it."""
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode()


def decode(text: str, content_type: str) -> Decoded:
    """What the text says, as JSON or as a form; raises UndecodableBody.

    JSON is read whatever type it was declared as, since several tools send it as text or as a form; so is a form whose
    type was not declared.
    """
    media_type = content_type.partition(";")[0].strip().lower()
    if not text.strip():
        raise UndecodableBody("The body is empty.")
    if text.lstrip()[:1] in ("{", "["):
        return Decoded(BodyForm.json, decode_json(text))
    if media_type == FORM or (media_type in UNTOLD and LOOKS_LIKE_A_FORM.fullmatch(text.strip())):
        return Decoded(BodyForm.form, _decode_form(text.strip()))
    return Decoded(BodyForm.json, decode_json(text))


def decode_json(text: str, deepest: int = DEEPEST) -> Any:
    """The value of a JSON text, every integer exact and every other number an ExactFloat; raises UndecodableBody.

    A text may have line breaks in it: templates put them there as they are.
    """
    try:
        value = json.loads(text, parse_float=ExactFloat, parse_constant=str, strict=False)
    except RecursionError as error:
        raise UndecodableBody(f"The JSON is nested more than {deepest} deep.") from error
    except json.JSONDecodeError as error:
        raise UndecodableBody(f"The body is not JSON: {error.msg} at character {error.pos}.") from error
    except ValueError as error:
        raise UndecodableBody("The JSON holds a number that is too long.") from error
    if _depth_over(value, deepest):
        raise UndecodableBody(f"The JSON is nested more than {deepest} deep.")
    return value


def _depth_over(value: Any, limit: int) -> bool:
    level = [value]
    for _ in range(limit):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return False
    return True


def _decode_form(text: str) -> Any:
    try:
        pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=FIELDS_LIMIT)
    except ValueError as error:
        raise UndecodableBody(f"The form has more than {FIELDS_LIMIT} fields.") from error
    fields: dict[str, Any] = {}
    for name, value in pairs:
        fields[name] = value if name not in fields else [*_listed(fields[name]), value]
    only = next(iter(fields.values())) if len(fields) == 1 else None
    if isinstance(only, str) and only.lstrip()[:1] in ("{", "["):
        # A form around one JSON object (`payload={...}`) is how some tools send JSON.
        return decode_json(only)
    return fields


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def encode(value: Any) -> str:
    """The value as JSON text that `decode_json` reads back equal, every number as it was sent."""
    return orjson.dumps(_native(value)).decode()


def _native(value: Any) -> Any:
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {_native(key): _native(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_native(inner) for inner in value]
    if isinstance(value, ExactFloat):
        return orjson.Fragment(value.text)
    if isinstance(value, int) and not -LARGEST_NATIVE <= value < LARGEST_NATIVE:
        return orjson.Fragment(str(value))
    return value
