"""How work grows with a text: a quarter of it and all of it side by side, so that a busy machine does not matter."""

import time
from collections.abc import Callable

QUARTER_AT_EACH_END = 8
BETWEEN = 10
"""Four times the text takes four times as long where work is linear, sixteen times where it is quadratic."""

TOO_SHORT_S = 0.02
"""What takes no longer is not told apart from the clock's own steps."""

TRIES = 3


def grows_as_the_text_does(work: Callable[[str], object], text: str) -> bool:
    """Whether the text takes about four times the processor time of a quarter of it, its beginning and its end."""
    each = max(1, len(text) // QUARTER_AT_EACH_END)
    return any(_is_linear(work, text[:each] + text[-each:], text) for _ in range(TRIES))


def _is_linear(work: Callable[[str], object], quarter: str, whole: str) -> bool:
    small, large = _spent(work, quarter), _spent(work, whole)
    return large < TOO_SHORT_S or large < BETWEEN * small


def _spent(work: Callable[[str], object], text: str) -> float:
    started = time.process_time()
    work(text)
    return time.process_time() - started
