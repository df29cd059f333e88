"""Firings of alerts as columns of numbers: which alert each was of, by service and by whether somebody acted."""

import json
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from memoryops.insights.sheets import in_order, pack, unpack

ACTED = 4
"""Ignored, attached to an incident that a person confirmed, acknowledged, both: in this order, from 0."""

PLACES = 1 << 16
"""More services than fire on one day: a key is an alert's primary key, the place of its service, that among `ACTED`."""


class AlertCount(NamedTuple):
    """One alert of one service in the period: how often it fired.

    Of these were acknowledged, attached to a confirmed incident, either (`acted_on`) so many.
    """

    pk: int
    service: str | None
    fired: int
    acknowledged: int
    attached: int
    acted_on: int

    @property
    def ignored(self) -> int:
        """Firings on which nobody acted."""
        return self.fired - self.acted_on


@dataclass(frozen=True)
class FiringSheet:
    """One key for each firing, with the services that they refer to by their places."""

    services: Sequence[str | None]
    keys: "array[int]"


def firing_sheet(counted: Iterable[tuple[int, str | None, bool, bool, int]]) -> FiringSheet:
    """Of alerts with their service, whether acknowledged and attached, and how often."""
    rows = list(counted)
    services = sorted({service for _, service, *_ in rows}, key=lambda service: service or "")
    places, keys = {service: place for place, service in enumerate(services)}, array("q")
    for pk, service, acknowledged, attached, count in rows:
        acted = 2 * acknowledged + attached
        keys.extend([(pk * PLACES + places[service]) * ACTED + acted] * count)
    return FiringSheet(services, keys)


def packed_firings(sheet: FiringSheet) -> bytes:
    """The sheet as it is stored: the services, then the keys."""
    return pack(json.dumps(sheet.services).encode(), [array("q", sheet.keys)])


def unpacked_firings(content: bytes) -> FiringSheet:
    """The sheet that was stored."""
    names, body = unpack(content)
    keys = array("q")
    keys.frombytes(body)
    return FiringSheet(json.loads(names), in_order(keys))


Tally = Mapping[tuple[int, str | None], int]
"""Of each alert, by primary key and service, how many firings there were: `COUNT_BITS` for each kind in `ACTED`."""

COUNT_BITS = 40
LARGEST = (1 << COUNT_BITS) - 1


def tallied(sheets: Iterable[FiringSheet]) -> Tally:
    """The firings of all sheets, counted."""
    alike = dict[tuple[str | None, ...], "array[int]"]()
    for sheet in sheets:
        alike.setdefault(tuple(sheet.services), array("q")).extend(sheet.keys)
    found: dict[tuple[int, str | None], int] = {}
    for services, keys in alike.items():
        for key, count in Counter(keys).items():
            named, acted = divmod(key, ACTED)
            pk, place = divmod(named, PLACES)
            alert = pk, services[place]
            found[alert] = found.get(alert, 0) + (count << COUNT_BITS * acted)
    return found


def counted_alerts(tallies: Iterable[Tally]) -> list[AlertCount]:
    """How often each alert fired in all of them."""
    found: dict[tuple[int, str | None], int] = {}
    for tally in tallies:
        for alert, counts in tally.items():
            found[alert] = found.get(alert, 0) + counts
    return [_alert(pk, service, counts) for (pk, service), counts in found.items()]


def _alert(pk: int, service: str | None, counts: int) -> AlertCount:
    ignored, attached, acknowledged, both = (counts >> COUNT_BITS * acted & LARGEST for acted in range(ACTED))
    acted_on = attached + acknowledged + both
    return AlertCount(pk, service, ignored + acted_on, acknowledged + both, attached + both, acted_on)
