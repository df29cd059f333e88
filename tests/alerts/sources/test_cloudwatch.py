"""CloudWatch's alarms: in SNS' envelope or without it, through EventBridge, and SNS' handshakes, which are none."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from memoryops.alerts.sources.cloudwatch import read
from memoryops.alerts.values import AlertReading, AlertStatus, NotUnderstood

AT = datetime(2027, 5, 9, 8, 15, 29, 781000, tzinfo=UTC)
ARN = "arn:aws:cloudwatch:eu-west-1:123456789012:alarm:LedgerSlow"
ALARM: dict[str, Any] = {
    "AlarmName": "LedgerSlow",
    "AlarmDescription": "p99 of the ledger. Severity: high",
    "AWSAccountId": "123456789012",
    "AlarmArn": ARN,
    "NewStateValue": "ALARM",
    "OldStateValue": "OK",
    "NewStateReason": "Threshold Crossed: 3 datapoints were greater than the threshold (4.0).",
    "StateChangeTime": "2027-05-09T08:15:29.781+0000",
    "Region": "EU (Ireland)",
    "Trigger": {
        "MetricName": "Latency",
        "Namespace": "AWS/ECS",
        "Unit": None,
        "Dimensions": [{"name": "ServiceName", "value": "ledger"}, {"name": "ClusterName", "value": "main"}],
        "Threshold": 4.0,
    },
}


def enveloped(message: Any, **given: Any) -> dict[str, Any]:
    sns = {"Type": "Notification", "MessageId": "m-1", "TopicArn": "arn:aws:sns:eu-west-1:123456789012:alarms"}
    return {
        **sns,
        "Subject": 'ALARM: "LedgerSlow"',
        "Message": message,
        "Timestamp": "2027-05-09T08:15:30.000Z",
        **given,
    }


def only(body: Any) -> AlertReading:
    (alert,) = read(body).alerts
    return alert


@pytest.mark.parametrize("body", [enveloped(json.dumps(ALARM)), enveloped(ALARM), ALARM], ids=["text", "object", "raw"])
def test_an_alarm_is_the_same_in_every_envelope(body: Any) -> None:
    alert = only(body)
    assert (alert.fingerprint, alert.title, alert.status) == (ARN, "LedgerSlow", AlertStatus.firing)
    assert (alert.starts_at, alert.ends_at, alert.occurred_at) == (AT, None, AT)
    assert (alert.service, alert.labels["ClusterName"], alert.labels["Threshold"]) == ("ledger", "main", "4.0")
    assert (alert.severity, alert.severity_raw) == ("sev2", "high")
    assert alert.error == "Threshold Crossed: 3 datapoints were greater than the threshold (4.0)."


def test_an_alarm_on_an_expression_has_the_dimensions_of_its_metric() -> None:
    metric = {"MetricName": "Latency", "Namespace": "AWS/ECS", "Dimensions": ALARM["Trigger"]["Dimensions"]}
    metrics = [
        {"Id": "band", "Expression": "ANOMALY_DETECTION_BAND(m1, 2)", "ReturnData": True},
        {"Id": "m1", "MetricStat": {"Metric": metric, "Period": 300, "Stat": "p99"}, "ReturnData": True},
    ]
    alert = only(enveloped(json.dumps(ALARM | {"Trigger": {"Period": 300, "Metrics": metrics}})))
    assert (alert.service, alert.labels["ClusterName"], alert.labels["MetricName"]) == ("ledger", "main", "Latency")


def test_ok_is_the_end_and_insufficient_data_is_neither() -> None:
    over = only({**ALARM, "NewStateValue": "OK"})
    assert (over.status, over.starts_at, over.ends_at) == (AlertStatus.resolved, None, AT)
    blind = only({**ALARM, "NewStateValue": "INSUFFICIENT_DATA"})
    assert (blind.status, blind.notes) == (AlertStatus.unknown, ("its state is 'INSUFFICIENT_DATA'",))


def test_an_alarm_without_a_state_fires() -> None:
    alert = only(
        {"Message": {"AlarmName": "LedgerSlow", "Priority": "P3", "MetricName": "CPU", "Namespace": "AWS/EC2"}}
    )
    assert (alert.title, alert.status, alert.severity, alert.severity_raw) == (
        "LedgerSlow",
        AlertStatus.firing,
        "sev3",
        "P3",
    )


def test_what_people_add_beside_an_alarm_names_its_service() -> None:
    alert = only({"Message": {"AlarmName": "LedgerSlow", "Application": "ledger", "Environment": "prod"}})
    assert (alert.service, alert.environment) == ("ledger", "prod")


def test_records_as_a_function_gets_them_are_read_one_by_one() -> None:
    records = [{"EventSource": "aws:sns", "Sns": enveloped(json.dumps({**ALARM, "AlarmArn": arn}))} for arn in "ab"]
    assert [alert.fingerprint for alert in read({"Records": records}).alerts] == ["a", "b"]


def test_without_an_arn_account_region_and_name_are_the_identity() -> None:
    assert only({**ALARM, "AlarmArn": None}).fingerprint == "123456789012/EU (Ireland)/LedgerSlow"
    assert only({"AlarmName": "LedgerSlow"}).fingerprint == "LedgerSlow"


@pytest.mark.parametrize("said", ["on the critical path", "the highest p99", None])
def test_a_word_in_passing_is_no_severity(said: str | None) -> None:
    alert = only({**ALARM, "AlarmDescription": said})
    assert (alert.severity, alert.severity_raw) == (None, None)


def test_a_composite_alarm_keeps_its_rule() -> None:
    composite = {key: value for key, value in ALARM.items() if key != "Trigger"}
    alert = only({**composite, "AlarmRule": "ALARM(LedgerSlow) OR ALARM(LedgerErrors)"})
    assert alert.labels["AlarmRule"] == "ALARM(LedgerSlow) OR ALARM(LedgerErrors)"


METRIC = {"name": "Latency", "namespace": "AWS/Lambda", "dimensions": {"FunctionName": "ledger"}}
EVENT: dict[str, Any] = {
    "version": "0",
    "id": "c4c1",
    "detail-type": "CloudWatch Alarm State Change",
    "source": "aws.cloudwatch",
    "account": "123456789012",
    "time": "2027-05-09T08:15:30Z",
    "region": "eu-west-1",
    "resources": [ARN],
    "detail": {
        "alarmName": "LedgerSlow",
        "configuration": {
            "description": "p99 of the ledger",
            "metrics": [{"id": "m1", "metricStat": {"metric": METRIC}}],
        },
        "state": {"value": "ALARM", "reason": "Threshold Crossed", "timestamp": "2027-05-09T08:15:29.781+0000"},
        "previousState": {"value": "OK"},
    },
}


BODIES = [enveloped(json.dumps(ALARM)), enveloped(ALARM), ALARM, EVENT]


@pytest.mark.parametrize("body", [EVENT, enveloped(json.dumps(EVENT))], ids=["bare", "through SNS"])
def test_an_event_of_eventbridge_is_the_same_alarm(body: Any) -> None:
    alert = only(body)
    assert (alert.fingerprint, alert.title, alert.status) == (ARN, "LedgerSlow", AlertStatus.firing)
    assert (alert.starts_at, alert.service, alert.error) == (AT, "ledger", "Threshold Crossed")


def test_an_alarm_as_a_function_gets_it_is_the_same_too() -> None:
    given = {"source": "aws.cloudwatch", "alarmArn": ARN, "accountId": "123456789012", "alarmData": EVENT["detail"]}
    assert (only(given).fingerprint, only(given).title) == (ARN, "LedgerSlow")


@pytest.mark.parametrize(
    ("kind", "called"),
    [
        ("SubscriptionConfirmation", "subscription_confirmation"),
        ("UnsubscribeConfirmation", "unsubscribe_confirmation"),
    ],
)
def test_a_handshake_is_ignored_by_its_kind(kind: str, called: str) -> None:
    reading = read(enveloped("You have chosen to subscribe.", Type=kind, SubscribeURL="https://sns.example/"))
    assert (reading.alerts, reading.kind) == ((), called)


def test_a_changed_configuration_is_ignored_by_its_kind() -> None:
    reading = read({**EVENT, "detail-type": "CloudWatch Alarm Configuration Change"})
    assert (reading.alerts, reading.kind) == ((), "configuration_change")


def test_a_time_that_cannot_be_read_is_noted() -> None:
    alert = only({**ALARM, "StateChangeTime": "now"})
    assert (alert.starts_at, alert.notes) == (None, ("StateChangeTime could not be read: 'now'",))


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (enveloped("hello"), "is no JSON: 'hello'"),
        (enveloped("[" * 100_000), "is no JSON"),
        (enveloped("[1]"), "is no object"),
        (enveloped(json.dumps({"detail-type": "GuardDuty Finding", "detail": {"id": "1"}})), "has no AlarmName"),
        (enveloped(None), "is no object"),
        ({}, "has no AlarmName"),
        ([], "has no AlarmName"),
    ],
    ids=["prose", "deep", "list", "another service", "nothing", "empty", "list body"],
)
def test_a_message_that_is_no_alarm_is_not_understood_and_says_why(body: Any, why: str) -> None:
    with pytest.raises(NotUnderstood, match=why):
        read(body)
