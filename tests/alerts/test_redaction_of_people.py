"""Redaction of people: how to reach them is taken out, who they are stays."""

import json
from typing import Any

import pytest

from memoryops.alerts.intake.redaction import Redactor


def redacted(value: Any) -> Any:
    return Redactor().redact(value).value


PEOPLE: list[Any] = [
    {"user": {"email": "jane@x.example"}},
    {"user": {"ip_address": "203.0.113.9"}},
    {"user": {"ip": "2001:db8::7"}},
    {"user": {"username": "jane@x.example", "geo": {"city": "Springfield"}}},
    {"user": "jane@x.example"},
    {"users": [{"contact": {"email": "jane@x.example"}}]},
    {"assignees": [{"summary": "Jane <jane@x.example>"}]},
    {"agent": {"summary": "jane@x.example"}},
    {"actor": {"id": "jane@x.example", "ip": "203.0.113.9:443"}},
    {"alert": {"username": "jane@x.example"}},
    {"alert": {"source": "jane@x.example"}, "source": {"name": "jane@x.example", "type": "web"}},
    {"tags": [["user", "ip:203.0.113.9"], ["user.email", "jane@x.example"]]},
    {"request": {"env": {"REMOTE_ADDR": "203.0.113.9"}}},
    {"emails": ["jane@x.example"]},
    {"to": "Jane <jane@x.example>", "from": ["jane@x.example"], "cc": {"list": ["jane@x.example"]}},
    {"subscribers": ["jane@x.example"], "approver": "jane@x.example", "caller": "jane@x.example"},
    {"triggered_by": "jane@x.example"},
    {"Approved_By": {"name": "jane@x.example"}},
    {"impersonated_user": {"Email": "jane@x.example", "address": "Springfield 7"}},
    {"client": {"ip": "203.0.113.9"}},
    {"request": {"client": {"address": "203.0.113.9:4711"}}},
    {"user_ip_address": "203.0.113.9"},
    {"event": {"ipAddress": "203.0.113.9", "ip_address": ["2001:db8::7"]}},
    {"note": '{"user": {"email": "jane@x.example", "ip_address": "203.0.113.9"}}'},
]


@pytest.mark.parametrize("body", PEOPLE, ids=json.dumps)
def test_addresses_of_people_are_redacted(body: Any) -> None:
    once = redacted(body)
    text = json.dumps(once)
    for personal in ("jane@x.example", "203.0.113.9", "2001:db8::7", "Springfield"):
        assert personal not in text
    assert "[redacted: " in text
    assert redacted(once) == once


def test_who_a_person_is_otherwise_stays_and_so_does_an_instance_s_address() -> None:
    body = {
        "user": {"id": 17, "name": "Jane", "at": "12:30:45"},
        "labels": {"instance": "10.0.0.7:9100", "ip": "10.0.0.7", "contact_team": "db"},
        "host": {"ip": "10.0.0.7", "ipAddress": "10.0.0.7"},
        "commonLabels": {"ip_address": "10.0.0.7", "from": "triage", "to": "resolved"},
        "client": {"name": "checkout", "version": "1.2.3"},
        "event": {"ipAddress": "several", "address": "10.0.0.7:9100", "triggered_by": "policy"},
        "user_agent": "probe/10.0.0.7",
        "payload": {"source": "db-3.x.example", "event_source": "urn:ledger@2"},
        "annotations": {"owner_url": "https://x.example/jane"},
    }
    assert redacted(body) == body
