"""The messages of one alert's life as its tool sends them: in any order, and each of them twice, they end the same."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import permutations
from typing import Any

import pytest

from memoryops.alerts.order.history import History, hear
from memoryops.alerts.sources import SOURCES

NOW = datetime(2027, 5, 9, 12, tzinfo=UTC)


def alertmanager(status: str, ends: str = "0001-01-01T00:00:00Z") -> dict[str, Any]:
    alert = {"status": status, "labels": {"alertname": "Slow"}, "startsAt": "2027-05-09T08:00:00.123456789Z"}
    return {"status": "firing", "alerts": [{**alert, "endsAt": ends, "fingerprint": "f1"}]}


def pagerduty(kind: str, at: str, **data: Any) -> dict[str, Any]:
    told = {"id": "PINC1", "type": "incident", "title": "Slow", "urgency": "high", **data}
    return {"event": {"event_type": f"incident.{kind}", "occurred_at": f"2027-05-09T{at}Z", "data": told}}


def event(action: str, at: str) -> dict[str, Any]:
    return {"event_action": action, "dedup_key": "k", "payload": {"summary": "Slow", "timestamp": f"2027-05-09T{at}Z"}}


def issue(action: str, seen: str) -> dict[str, Any]:
    told = {"id": "4711", "title": "Slow", "firstSeen": "2027-05-09T08:00:00.5Z", "lastSeen": f"2027-05-09T{seen}Z"}
    return {"action": action, "data": {"issue": told}, "actor": {"type": "user"}}


def datadog(transition: str, date: int) -> dict[str, Any]:
    return {"title": "Slow", "alert_cycle_key": "c1", "alert_transition": transition, "date": date}


def cloudwatch(state: str, at: str) -> dict[str, Any]:
    return {"AlarmName": "Slow", "NewStateValue": state, "StateChangeTime": f"2027-05-09T{at}.123+0000"}


LIVES: dict[str, tuple[str, Sequence[Any]]] = {
    "alertmanager": (
        "alertmanager",
        [alertmanager("firing"), alertmanager("firing"), alertmanager("resolved", "2027-05-09T08:20:00Z")],
    ),
    "pagerduty's webhooks": (
        "pagerduty",
        [
            pagerduty("triggered", "08:00:00.1", created_at="2027-05-09T08:00:00Z"),
            pagerduty("acknowledged", "08:05:00"),
            pagerduty("priority_updated", "08:06:00", status="acknowledged", priority={"summary": "P1"}),
            pagerduty("resolved", "08:20:00"),
        ],
    ),
    "events for pagerduty": (
        "pagerduty",
        [event("trigger", "08:00:00"), event("trigger", "08:05:00"), event("resolve", "08:20:00")],
    ),
    "sentry's issues": (
        "sentry",
        [
            issue("created", "08:00:00.5"),
            {"data": {"event": {"title": "Slow", "issue_id": "4711", "datetime": "2027-05-09T08:03:00Z"}}},
            issue("assigned", "08:05:00"),
            issue("resolved", "08:07:00"),
        ],
    ),
    "datadog": (
        "datadog",
        [datadog("Triggered", 1809849600000), datadog("Renotify", 1809849900000), datadog("Recovered", 1809850800000)],
    ),
    "cloudwatch": ("cloudwatch", [cloudwatch("ALARM", "08:00:00"), cloudwatch("OK", "08:20:00")]),
}


def heard(source: str, bodies: Sequence[Any]) -> History:
    history = History()
    for index, body in enumerate(bodies):
        (alert,) = SOURCES[source].read(body).alerts
        history, _ = hear(history, alert, NOW + timedelta(seconds=index))
    return history


@pytest.mark.parametrize("life", LIVES)
def test_a_life_delivered_in_any_order_and_twice_is_one_occurrence_that_is_over(life: str) -> None:
    source, bodies = LIVES[life]
    ends = {
        (history.status, history.fired, history.occurrences[0].began, history.occurrences[0].ended)
        for order in permutations(bodies)
        for history in (heard(source, order), heard(source, [*order, *order]))
    }
    assert [(status.value, fired) for status, fired, *_ in ends] == [("resolved", 1)]


def test_what_comes_back_after_its_end_is_a_new_occurrence() -> None:
    again = {
        "pagerduty's webhooks": pagerduty("reopened", "09:00:00"),
        "events for pagerduty": event("trigger", "09:00:00"),
        "sentry's issues": issue("unresolved", "09:00:00"),
        "cloudwatch": cloudwatch("ALARM", "09:00:00"),
    }
    for life, body in again.items():
        source, bodies = LIVES[life]
        history = heard(source, [*bodies, body])
        assert (history.status.value, history.fired) == ("firing", 2), life
