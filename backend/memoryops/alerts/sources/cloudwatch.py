"""Amazon CloudWatch alarms: through SNS (with its envelope or raw), through EventBridge, or as a function gets them."""

import json
import re
from collections.abc import Mapping
from typing import Any

from memoryops.alerts.intake.batches import each
from memoryops.alerts.reading.foreign import (
    as_stood,
    fingerprint,
    items,
    labels,
    mapping,
    noted,
    objects,
    text,
    title,
    word,
)
from memoryops.alerts.reading.services import environment_of, named, service_of, version_of
from memoryops.alerts.reading.severities import severity_of, severity_raw
from memoryops.alerts.reading.times import read_moment
from memoryops.alerts.sources.source import Source
from memoryops.alerts.values import AlertReading, AlertStatus, NotUnderstood, Reading

NAME = "cloudwatch"

STATES: Mapping[str, AlertStatus] = {
    "ALARM": AlertStatus.firing,
    "OK": AlertStatus.resolved,
    "INSUFFICIENT_DATA": AlertStatus.unknown,
}
HANDSHAKES: Mapping[str, tuple[str, str]] = {
    "SubscriptionConfirmation": ("subscription_confirmation", "SNS asks whether it may send to this address."),
    "UnsubscribeConfirmation": ("unsubscribe_confirmation", "SNS says that it no longer sends to this address."),
}
WORKLOADS = ("FunctionName", "ApiName", "Application")
"""Dimensions that name what runs, where none of them names a service (ServiceName, of ECS)."""

ADDED = ("Service", "Application", "Environment")
"""What people add to the message beside what CloudWatch puts there."""

SAID = re.compile(r"\b(?:severity|priority)\s*[:=]\s*[\"']?([\w-]+)|\b(P[1-5]|SEV-?[0-5])\b", re.IGNORECASE)
"""A severity that a description states; other words in it ("critical path") say nothing of the kind."""


def read(body: Any) -> Reading:
    """The alarm that the body, or the message inside SNS' envelope, tells of; a function gets a list of envelopes."""
    envelope = mapping(body)
    if handshake := HANDSHAKES.get(text(envelope, "Type", limit=40) or ""):
        return Reading((), *handshake)
    if records := [mapping(record, "Sns") for record in objects(envelope, "Records") if mapping(record, "Sns")]:
        return each(read)(records)
    told = _message(envelope) if "Message" in envelope else envelope
    if text(told, "detail-type") == "CloudWatch Alarm Configuration Change":
        return Reading((), "configuration_change", "An alarm was changed; it does not say that its state did.")
    alarm = _from_event(told) if mapping(told, "detail") or mapping(told, "alarmData") else told
    if word(alarm, "AlarmName") is None:
        raise NotUnderstood("The body is no CloudWatch alarm: it has no AlarmName.")
    return Reading((_read_alarm(alarm, envelope.get("Timestamp")),))


def _message(envelope: Mapping[str, Any]) -> Mapping[str, Any]:
    """What SNS carries: JSON as text, as SNS sends it, or the object itself."""
    message = envelope["Message"]
    if isinstance(message, str):
        try:
            message = json.loads(message)
        except (ValueError, RecursionError):
            raise NotUnderstood(f"The message that SNS carries is no JSON: {as_stood(message)}.") from None
    if not isinstance(message, Mapping):
        raise NotUnderstood("The message that SNS carries is no object, so it is no CloudWatch alarm.")
    return message


def _from_event(event: Mapping[str, Any]) -> Mapping[str, Any]:
    """An alarm as EventBridge tells it (`detail`), or as a Lambda function gets it (`alarmData`), in SNS' words."""
    told = mapping(event, "detail") or mapping(event, "alarmData")
    configuration = mapping(told, "configuration")
    metric = next((mapping(one, "metricStat.metric") for one in objects(configuration, "metrics")), {})
    arns = [arn for arn in items(event, "resources") if isinstance(arn, str)]
    return {
        "AlarmName": told.get("alarmName"),
        "AlarmDescription": configuration.get("description"),
        "AlarmRule": configuration.get("alarmRule"),
        "AlarmArn": arns[0] if arns else event.get("alarmArn"),
        "AWSAccountId": event.get("account") or event.get("accountId"),
        "Region": event.get("region"),
        "NewStateValue": mapping(told, "state").get("value"),
        "NewStateReason": mapping(told, "state").get("reason"),
        "StateChangeTime": mapping(told, "state").get("timestamp") or event.get("time"),
        "OldStateValue": mapping(told, "previousState").get("value"),
        "Trigger": {
            "MetricName": metric.get("name"),
            "Namespace": metric.get("namespace"),
            "Dimensions": metric.get("dimensions"),
        },
        "alarmTags": told.get("alarmTags"),
    }


def _read_alarm(alarm: Mapping[str, Any], sent: object) -> AlertReading:
    state = text(alarm, "NewStateValue", "StateValue", limit=40)
    status = STATES.get((state or "ALARM").upper(), AlertStatus.unknown)
    changed = read_moment(alarm.get("StateChangeTime"), "StateChangeTime")
    kept = _labels(alarm)
    raw = _severity(alarm)
    return AlertReading(
        fingerprint=_identity(alarm),
        title=title(text(alarm, "AlarmName")),
        status=status,
        severity=severity_of(raw, NAME),
        severity_raw=raw,
        service=service_of(kept) or next((name for key in WORKLOADS if (name := named(kept.get(key)))), None),
        environment=environment_of(kept),
        version=version_of(kept),
        error=text(alarm, "NewStateReason"),
        description=text(alarm, "AlarmDescription"),
        starts_at=changed.value if status is AlertStatus.firing else None,
        ends_at=changed.value if status is AlertStatus.resolved else None,
        occurred_at=changed.value or read_moment(sent, "Timestamp").value,
        labels=kept,
        notes=noted(changed.note, f"its state is {as_stood(state)}" if status is AlertStatus.unknown else None),
    )


def _identity(alarm: Mapping[str, Any]) -> str:
    """Its ARN, else what an ARN is made of: account, region and name."""
    if arn := word(alarm, "AlarmArn", limit=2_000):
        return fingerprint(arn)
    return fingerprint(*(word(alarm, key, limit=1_000) for key in ("AWSAccountId", "Region", "AlarmName")))


def _labels(alarm: Mapping[str, Any]) -> dict[str, str]:
    trigger = mapping(alarm, "Trigger")
    metrics = {**_measured(trigger), **mapping(alarm), **trigger}
    told = {
        key: metrics.get(key) for key in ("MetricName", "Namespace", "Threshold", "ComparisonOperator", "AlarmRule")
    }
    given = trigger.get("Dimensions") or alarm.get("Dimensions") or _measured(trigger).get("Dimensions")
    pairs = [(text(one, "name", "Name") or "", one.get("value", one.get("Value"))) for one in objects(given)]
    return labels(
        [
            *(mapping(given).items() or pairs),
            *mapping(alarm, "alarmTags").items(),
            *((key, alarm.get(key)) for key in ADDED),
            ("account", alarm.get("AWSAccountId")),
            ("region", alarm.get("Region")),
            *told.items(),
        ]
    )


def _measured(trigger: Mapping[str, Any]) -> Mapping[str, Any]:
    """The first metric of an alarm on an expression or an anomaly, which has no metric of its own."""
    return next((metric for one in objects(trigger, "Metrics") if (metric := mapping(one, "MetricStat.Metric"))), {})


def _severity(alarm: Mapping[str, Any]) -> str | None:
    """Alarms have none: it is what somebody added beside it, as a tag, or stated in the description."""
    said = SAID.search(text(alarm, "AlarmDescription", limit=2_000) or "")
    tags = mapping(alarm, "alarmTags")
    given = (
        alarm.get("Priority"),
        alarm.get("Severity"),
        tags.get("severity"),
        tags.get("priority"),
        (said[1] or said[2]) if said else None,
    )
    return next((raw for value in given if (raw := severity_raw(value))), None)


SOURCE = Source(NAME, "Amazon CloudWatch", read)
