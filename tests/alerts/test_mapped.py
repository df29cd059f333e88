"""What a mapping makes of a body: each field, what is left out, and what is not understood."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memoryops.alerts.reading.mapped import ALERTS_LIMIT, read_mapped
from memoryops.alerts.reading.mapping import parse_mapping
from memoryops.alerts.values import AlertReading, AlertStatus, Link, NotUnderstood, Reading
from memoryops.incidents.lifecycle import Severity

FULL = {
    "title": "check.label",
    "fingerprint": "check.key",
    "status": "phase",
    "severity": "badness",
    "service": "owner.service",
    "environment": "owner.stage",
    "version": "owner.build",
    "error": "output",
    "description": "advice",
    "starts_at": "began",
    "ends_at": "ended",
    "occurred_at": "sent",
    "labels": "facts",
    "links": "{Runbook: book, Graph: graph}",
    "status_words": {"kaputt": "firing", "wieder gut": "resolved"},
    "severity_words": {"arg": "sev1"},
}
BODY = {
    "check": {"label": "Ledger lags", "key": "ledger-lag"},
    "phase": "Kaputt",
    "badness": "ARG",
    "owner": {"service": "ledger", "stage": "prod", "build": "4.2"},
    "output": "lag 312 s",
    "advice": "restart the consumer",
    "began": "2026-11-30T10:00:00+0100",
    "ended": "0001-01-01T00:00:00Z",
    "sent": 1796029300123,
    "facts": {"zone": "b", "empty": ""},
    "book": "https://books.example.net/lag",
    "graph": "javascript:alert(1)",
}


def read(mapping: dict[str, Any], body: Any) -> Reading:
    return read_mapped(parse_mapping(mapping), body)


def one(mapping: dict[str, Any], body: Any) -> AlertReading:
    (alert,) = read(mapping, body).alerts
    return alert


def test_every_field_is_read_by_its_expression() -> None:
    assert one(FULL, BODY) == AlertReading(
        fingerprint="ledger-lag",
        title="Ledger lags",
        status=AlertStatus.firing,
        severity=Severity.sev1,
        severity_raw="ARG",
        service="ledger",
        environment="prod",
        version="4.2",
        error="lag 312 s",
        description="restart the consumer",
        starts_at=datetime(2026, 11, 30, 9, tzinfo=UTC),
        ends_at=None,
        occurred_at=datetime(2026, 11, 30, 9, 1, 40, 123_000, tzinfo=UTC),
        labels={"zone": "b"},
        links=(Link("Runbook", "https://books.example.net/lag"),),
    )


@pytest.mark.parametrize(
    ("word", "status"),
    [
        ("wieder gut", AlertStatus.resolved),
        ("ACK", AlertStatus.acknowledged),
        ("closed", AlertStatus.resolved),
        (None, AlertStatus.firing),
    ],
)
def test_own_words_come_before_the_common_ones_and_no_word_is_firing(word: str | None, status: AlertStatus) -> None:
    assert one(FULL, BODY | {"phase": word}).status is status


def test_a_status_that_nobody_knows_is_unknown_and_noted() -> None:
    alert = one(FULL, BODY | {"phase": "sideways"})
    assert alert.status is AlertStatus.unknown
    assert alert.notes == ("status 'sideways' is no word that is known here",)


def test_of_a_list_the_first_that_says_something_counts() -> None:
    mapping = {"title": "[headline, name]", "fingerprint": "[ref, key]", "service": "[svc, team]"}
    alert = one(
        mapping, {"headline": {"html": "x"}, "name": "Disk", "ref": "$REF", "key": 71, "svc": "none", "team": "core"}
    )
    assert (alert.title, alert.fingerprint, alert.service) == ("Disk", "71", "core")


def test_what_a_template_left_unrendered_names_nothing_and_is_noted() -> None:
    alert = one(
        {"title": "name", "fingerprint": "key", "service": "svc"}, {"name": "Disk", "key": "1", "svc": "$SERVICE"}
    )
    assert alert.service is None
    assert alert.notes == ("service was left unrendered: '$SERVICE'",)


def test_an_expression_that_fails_on_a_body_costs_its_field_and_is_noted() -> None:
    alert = one({"title": "name", "fingerprint": "key", "severity": "join('-', parts)"}, {"name": "Disk", "key": "1"})
    assert alert.severity_raw is None
    assert alert.notes == ("severity: join() takes array-string, and got null",)


def test_a_time_that_cannot_be_read_is_noted_as_it_stood() -> None:
    alert = one(FULL, BODY | {"began": "last Tuesday"})
    assert alert.starts_at is None
    assert alert.notes == ("starts_at could not be read: 'last Tuesday'",)


def test_of_several_times_the_first_that_can_be_read_counts() -> None:
    times = {"title": "name", "fingerprint": "key", "starts_at": "[began, since]"}
    found = one(times, {"name": "Disk", "key": "1", "began": "$DATE", "since": 1796029300})
    assert (found.starts_at, found.notes) == (datetime(2026, 11, 30, 9, 1, 40, tzinfo=UTC), ())
    lost = one(times, {"name": "Disk", "key": "1", "began": "$DATE", "since": "today"})
    assert lost.notes == ("starts_at could not be read: '$DATE'",)


def test_a_title_is_never_missing_while_anything_says_what_it_is() -> None:
    assert one({"fingerprint": "key"}, {"key": "disk-7"}).title == "Alert disk-7"
    assert (
        one({"error": "output", "fingerprint": "key"}, {"output": "no space\nleft", "key": "1"}).title
        == "no space left"
    )


@pytest.mark.parametrize(
    ("given", "labels"),
    [
        ({"zone": "b", "n": 3}, {"zone": "b", "n": "3"}),
        ([{"key": "zone", "value": "b"}, {"key": "raw", "value": "$RAW"}], {"zone": "b"}),
        ([{"name": "zone", "value": {"stringValue": "b"}}], {"zone": "b"}),
        ([["zone", "b"], ["odd"]], {"zone": "b"}),
        (["zone:b", "team=core", "urgent"], {"zone": "b", "team": "core", "urgent": "true"}),
        ("zone:b, team:core", {"zone": "b", "team": "core"}),
        (7, {}),
    ],
)
def test_labels_come_in_many_shapes(given: Any, labels: dict[str, str]) -> None:
    assert (
        dict(one({"title": "t", "fingerprint": "k", "labels": "l"}, {"t": "T", "k": "K", "l": given}).labels) == labels
    )


def test_several_alerts_come_from_one_body() -> None:
    mapping = {"alerts": "results[?failed]", "title": "name", "fingerprint": "name"}
    body = {"results": [{"name": "a", "failed": True}, {"name": "b", "failed": False}, {"name": "c", "failed": True}]}
    assert [alert.title for alert in read(mapping, body).alerts] == ["a", "c"]


def test_a_body_without_alerts_is_ignored_as_empty() -> None:
    assert read({"alerts": "results", "title": "name"}, {"results": []}) == Reading(
        (), "empty", "The body holds no alert."
    )


@pytest.mark.parametrize(("verdict", "kind"), [(True, "ignored"), ("heartbeat", "heartbeat")])
def test_what_is_to_be_ignored_is_so_as_its_kind(verdict: Any, kind: str) -> None:
    reading = read({"ignore": "skip", "title": "name"}, {"skip": verdict, "name": "Disk"})
    assert (reading.alerts, reading.kind) == ((), kind)


@pytest.mark.parametrize("verdict", [False, None, "", 1, []])
def test_anything_else_is_an_alert(verdict: Any) -> None:
    assert read({"ignore": "skip", "title": "name"}, {"skip": verdict, "name": "Disk"}).kind == "alert"


def nested(levels: int) -> dict[str, Any]:
    body: dict[str, Any] = {"name": "Disk"}
    for _ in range(levels):
        body = {"name": "Disk", "in": body}
    return body


@pytest.mark.parametrize(
    ("mapping", "body", "reason"),
    [
        ({"title": "name"}, {"other": 1}, "has no title"),
        ({"title": "name"}, "plain", "not an object"),
        ({"title": "name"}, None, "not an object"),
        ({"title": "name"}, [{"name": "Disk"}, 7], "not an object"),
        (
            {"title": "name", "alerts": "keys(missing)"},
            {"name": "Disk"},
            "fails: keys\\(\\) takes object, and got null",
        ),
        ({"title": "name"}, [{"name": "Disk"}] * (ALERTS_LIMIT + 1), "holds 1001 alerts"),
        ({"title": "name"}, nested(65), "more than 64 levels"),
        ({"title": "name", "error": " | ".join(["[@, @]"] * 30)}, {"name": "Disk"}, "more than 600000 steps"),
    ],
)
def test_what_is_not_understood_has_a_reason(mapping: dict[str, Any], body: Any, reason: str) -> None:
    with pytest.raises(NotUnderstood, match=reason):
        read(mapping, body)


def test_text_of_a_body_is_never_evaluated() -> None:
    alert = one({"title": "name", "fingerprint": "key"}, {"name": "{{7*7}} <b>x</b> @.key", "key": "@"})
    assert (alert.title, alert.fingerprint) == ("{{7*7}} <b>x</b> @.key", "@")
