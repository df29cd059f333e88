"""Lines of a table that are made when they are looked at: a page shows fifty of thousands."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, overload

Counted = TypeVar("Counted")
Line = TypeVar("Line")


class Lines(Sequence[Line], Generic[Counted, Line]):
    """The lines that `make` makes of what was counted, in its order."""

    def __init__(self, counted: Sequence[Counted], make: Callable[[Counted], Line]) -> None:
        self._counted = counted
        self._make = make

    def __len__(self) -> int:
        return len(self._counted)

    @overload
    def __getitem__(self, index: int) -> Line: ...
    @overload
    def __getitem__(self, index: slice) -> list[Line]: ...
    def __getitem__(self, index: int | slice) -> Line | list[Line]:
        if isinstance(index, slice):
            return [self._make(one) for one in self._counted[index]]
        return self._make(self._counted[index])
