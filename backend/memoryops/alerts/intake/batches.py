"""Bodies that are lists of bodies: a relay, a queue or an agent sends several events of a source at once."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any

from memoryops.alerts.values import NotUnderstood, Reading

BODIES_LIMIT = 1_000
"""Bodies of one list; as many alerts as a mapping reads from one."""


def each(read: Callable[[Any], Reading]) -> Callable[[Any], Reading]:
    """The reader, which of a list also reads every element as a body of its own.

    Raises NotUnderstood for a list of which no element is understood, and for one that is empty or too long. Where
    some are, their alerts count, and say how many others came with them.
    """

    @wraps(read)
    def reading(body: Any) -> Reading:
        return _each(read, body) if isinstance(body, list) else read(body)

    return reading


def _each(read: Callable[[Any], Reading], bodies: Sequence[Any]) -> Reading:
    if not 0 < len(bodies) <= BODIES_LIMIT:
        raise NotUnderstood(f"The body is a list that holds no alert, or more than {BODIES_LIMIT}: {len(bodies)}.")
    read_ones, refused = [], []
    for body in bodies:
        try:
            read_ones.append(read(body))
        except NotUnderstood as refusal:
            refused.append(refusal)
    alerts = [alert for one in read_ones for alert in one.alerts]
    if alerts and refused:
        note = f"entries of this delivery that are no alerts: {len(refused)}"
        alerts = [replace(alert, notes=(*alert.notes, note)) for alert in alerts]
    if alerts:
        return Reading(tuple(alerts))
    if refused:
        raise refused[0]
    return read_ones[0]
