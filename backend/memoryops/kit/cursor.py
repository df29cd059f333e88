"""Opaque, self-checking cursors for keyset pagination."""

import base64
import binascii
import hashlib
from collections.abc import Sequence
from operator import contains

from memoryops.kit.errors import BadRequestError

LARGEST = 2**31
KEYS = range(LARGEST)
"""What the key of a row can be, and nothing beyond."""


class InvalidCursorError(BadRequestError):
    """The cursor was not made by this list, or was changed on its way."""

    slug = "invalid-cursor"
    title = "The cursor is not valid"


def encode_cursor(position: int, query: str) -> str:
    """A cursor behind `position` that is good only for the list that `query` describes."""
    body = f"{position}:{_check(position, query)}"
    return base64.urlsafe_b64encode(body.encode()).decode().rstrip("=")


def decode_cursor(cursor: str, query: str) -> int:
    """The position of a cursor; raises InvalidCursorError unless `encode_cursor` made it for `query`."""
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        position, check = base64.b64decode(padded, altchars=b"-_", validate=True).decode("ascii").split(":")
        if (
            0 <= int(position) < LARGEST
            and check == _check(int(position), query)
            and encode_cursor(int(position), query) == cursor
        ):
            return int(position)
    except (ValueError, binascii.Error):
        pass
    raise InvalidCursorError("This cursor does not belong to this list; start again without it.")


def encode_places(places: Sequence[int], query: str) -> str:
    """A cursor of several lists that are read as one: a position in each."""
    body = f"{'.'.join(map(str, places))}:{_check(0, f'{places!r}|{query}')}"
    return base64.urlsafe_b64encode(body.encode()).decode().rstrip("=")


def decode_places(cursor: str, query: str, within: Sequence[range]) -> list[int]:
    """The positions of a cursor, one in each range of `within`.

    Raises InvalidCursorError unless `encode_places` made it for `query`, and for places that this list cannot have:
    the check is no secret, so anybody can make a cursor.
    """
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        told, _ = base64.b64decode(padded, altchars=b"-_", validate=True).decode("ascii").split(":")
        places = [int(place) for place in told.split(".")]
        fits = len(places) == len(within) and all(map(contains, within, places))
        if fits and encode_places(places, query) == cursor:
            return places
    except (ValueError, binascii.Error):
        pass
    raise InvalidCursorError("This cursor does not belong to this list; start again without it.")


def _check(position: int, query: str) -> str:
    return hashlib.sha256(f"v1|{position}|{query}".encode()).hexdigest()[:16]
