"""Reading one body by one preset."""

from typing import Any

from memoryops.alerts.sources import BY_NAME
from memoryops.alerts.values import AlertReading


def one(source: str, body: Any) -> AlertReading:
    (alert,) = BY_NAME[source].read(body).alerts
    return alert
