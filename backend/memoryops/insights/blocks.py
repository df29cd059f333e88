"""What was made of kept days that lie next to each other: two periods have most of their days in common."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from hashlib import sha256
from threading import Lock
from typing import Any, TypeVar

Made = TypeVar("Made")

ROOM = 32
"""Blocks kept at once, the least recently used given up first: one of 4,000 incidents takes 2 MB, and a
year is 28 of them."""


class Blocks:
    """Keeps what was made of contents by what they hold, so it can neither be out of date nor be told of others.

    It may be asked from several threads. What it gives is shared, and nobody may change it.
    """

    def __init__(self) -> None:
        self._made: OrderedDict[bytes, Any] = OrderedDict()
        self._lock = Lock()

    def made(self, of: str, contents: Sequence[bytes], make: Callable[[Sequence[bytes]], Made]) -> Made:
        """What `make` gives for these contents, which are all of kind `of`; made once."""
        key = _digest(of, contents)
        with self._lock:
            if key in self._made:
                self._made.move_to_end(key)
                known: Made = self._made[key]
                return known
        made = make(contents)
        with self._lock:
            self._made[key] = made
            while len(self._made) > ROOM:
                self._made.popitem(last=False)
        return made


def _digest(of: str, contents: Sequence[bytes]) -> bytes:
    digest = sha256(of.encode())
    for content in contents:
        digest.update(len(content).to_bytes(8, "little"))
        digest.update(content)
    return digest.digest()
