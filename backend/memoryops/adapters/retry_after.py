"""How long a server asks to wait before it is asked again."""

from email.utils import parsedate_to_datetime
from time import time

LONGEST_WAIT = 86_400.0  # seconds; what is longer means "not today" all the same
# What the standard library raises for one nonsensical date or another.
UNREADABLE = (ArithmeticError, AttributeError, LookupError, OSError, TypeError, ValueError)


def seconds_to_wait(header: str | None) -> float | None:
    """Seconds from a Retry-After header, a number or a date, at most a day; None when it says nothing usable."""
    try:
        seconds = float(header or "")
    except ValueError:
        seconds = _seconds_until(header or "")
    return min(seconds, LONGEST_WAIT) if 0 <= seconds < float("inf") else None


def _seconds_until(date: str) -> float:
    try:
        return parsedate_to_datetime(date).timestamp() - time()
    except UNREADABLE:
        return -1.0
