"""An identity for an alert that names none: made of what stays the same until its end, never of its title alone."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from memoryops.alerts.reading.foreign import hashed, hashed_labels, scalar
from memoryops.alerts.reading.times import read_time

PLACES = {
    *("alertname", "alert_name", "alert_rule", "check", "check_name", "check_command", "component", "device", "entity"),
    *("host", "hostname", "instance", "item", "job", "metric", "metric_name", "monitor", "monitor_name", "policy"),
    *("resource", "rule", "rule_name", "service_name", "target"),
}
"""Fields of a body that say which thing, or which rule about it, an alert is of."""

SERVICES = {"service", "service_description", "service_desc", "app", "application"}
"""Fields that tell two alerts of one host apart."""

CHANGING = re.compile(
    r"time|date|stamp|duration|elapsed|_at$|[a-z]At$|^(?:at|age|when|ts|start|end|status|state|action|event|event_?type"
    r"|(?:status|response|http)_?code|error|reason|output|exception|severity|priority|level|values?|current_?value|count|message|msg|description|details|text|body|event_?id"
    r"|request_?id|delivery_?id)$",
    re.IGNORECASE,
)
"""Fields that differ between two messages about one alert: times, where it stands, how bad it is, and its prose."""

TIMES = re.compile(r"time|date|stamp|_at$|[a-z]At$", re.IGNORECASE)

_ABOUT_IT = {"severity", "priority", "level", "status", "state", "env", "environment", "service", "team"}


def unnamed_identity(alert: Mapping[str, Any], labels: Mapping[str, str]) -> tuple[str, str]:
    """The fingerprint of an alert without one, and a note that says what it is made of.

    Labels and fields that say which host or rule it is are enough by themselves; a service alone is not, for it has
    more than one alert. Without them it is the body, less what changes from one message to the next.
    """
    places = {key: value for key, value in alert.items() if key.lower() in PLACES and scalar(value) is not None}
    of_service = {key: value for key, value in alert.items() if key.lower() in SERVICES and scalar(value) is not None}
    labels = {key: value for key, value in labels.items() if not (TIMES.search(key) and read_time(value))}
    telling = {key: value for key, value in labels.items() if key.lower() not in _ABOUT_IT}
    if places or telling:
        named = ", ".join(sorted({*places, *telling})[:5])
        return hashed_labels({**labels, **places, **of_service}), f"the body names no identity: it is made of {named}"
    lasting = list(_lasting(alert)) or [f"{key}: {scalar(alert[key])}" for key in sorted(alert)]
    return hashed(lasting), "the body names no identity: it is a hash of what in it is no time and no status"


def _lasting(value: object, path: str = "", depth: int = 20) -> Iterator[str]:
    """Names and values of a body that stay, in an order that does not depend on the body's."""
    if isinstance(value, Mapping) and depth:
        for key in sorted(key for key in value if not CHANGING.search(key)):
            yield from _lasting(value[key], f"{path}.{key}", depth - 1)
    elif isinstance(value, list) and depth:
        for index, part in enumerate(value):
            yield from _lasting(part, f"{path}[{index}]", depth - 1)
    elif (text := scalar(value)) is not None:
        yield path
        yield text
