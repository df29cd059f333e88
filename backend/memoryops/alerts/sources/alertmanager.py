"""Prometheus Alertmanager: the webhook (version 4, and 3 without fingerprints), and alerts as its API has them."""

from collections.abc import Mapping, Sequence
from typing import Any

from memoryops.alerts.reading.foreign import at, items, links, mapping
from memoryops.alerts.reading.prometheus import is_alert, is_lone_alert, read_alert, reading_of
from memoryops.alerts.sources.source import Source
from memoryops.alerts.values import AlertReading, Reading

NAME = "alertmanager"


def read(body: Any) -> Reading:
    """The alerts of a group, or the one that came without an envelope; each has a status of its own."""
    listed, entries = _entries(body)
    known = is_alert if listed else is_lone_alert
    told = [_unwrapped(entry) for entry in entries]
    group = mapping(body)
    return reading_of([_alert(alert, group) for alert in told if known(alert)], len(told), group)


def _entries(body: Any) -> tuple[bool, Sequence[Any]]:
    """The webhook's list, or that of Prometheus' own API; or one alert, which no list holds."""
    for path in ("alerts", "data.alerts"):
        if isinstance(at(body, path), list):
            return True, items(body, path)
    return False, (body,)


def _unwrapped(entry: Any) -> Mapping[str, Any]:
    """The alert inside a wrapper that calls it `raw`; else the entry itself."""
    return mapping(entry, "raw") or mapping(entry)


def _alert(alert: Mapping[str, Any], group: Mapping[str, Any]) -> AlertReading:
    notes = {**mapping(group, "commonAnnotations"), **mapping(alert, "annotations")}
    shown = links(
        ("Dashboard", notes.get("dashboard_url")),
        ("Dashboard", notes.get("dashboard")),
        ("Graph", alert.get("generatorURL")),
        ("Alertmanager", group.get("externalURL")),
    )
    return read_alert(alert, {} if group is alert else group, NAME, shown)


SOURCE = Source(NAME, "Prometheus Alertmanager", read, aliases=("prometheus", "prometheus-alert-api"))
