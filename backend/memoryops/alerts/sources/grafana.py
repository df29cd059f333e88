"""Grafana: the webhooks of its alerting, of the dashboards' alerts before Grafana 8, and of OnCall; and its rules."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from memoryops.alerts.reading.foreign import (
    as_stood,
    cut,
    fingerprint,
    hashed_labels,
    items,
    labels,
    links,
    mapping,
    noted,
    objects,
    text,
    title,
    word,
)
from memoryops.alerts.reading.prometheus import STATE_PREFIX, is_alert, is_lone_alert, read_alert, reading_of
from memoryops.alerts.reading.services import environment_of, service_of, version_of
from memoryops.alerts.reading.severities import severity_of, severity_raw
from memoryops.alerts.reading.times import read_moment
from memoryops.alerts.sources.source import Source
from memoryops.alerts.values import AlertReading, AlertStatus, Link, NotUnderstood, Reading

NAME = "grafana"
LONGEST_ERROR = 2_000  # characters of what measured too much; a rule may match thousands of series
TEST = Reading((), "test", "Somebody pressed Test in Grafana: it arrived, and there is nothing to act on.")
NO_DATA = frozenset({"DatasourceNoData", "DatasourceError"})
"""What Grafana calls an alert whose query failed or gave nothing; the rule's own name stands in a label beside it."""

DASHBOARD_STATES: Mapping[str, AlertStatus] = {
    "alerting": AlertStatus.firing,
    "ok": AlertStatus.resolved,
    "no_data": AlertStatus.unknown,
    "nodata": AlertStatus.unknown,
    "paused": AlertStatus.unknown,
    "pending": AlertStatus.unknown,
    "unknown": AlertStatus.unknown,
    "firing": AlertStatus.firing,
    "resolved": AlertStatus.resolved,
    "silenced": AlertStatus.unknown,
    "acknowledged": AlertStatus.acknowledged,
}
"""The states of the dashboards' alerts and of OnCall's; no data says neither that it fires nor that it does not."""


def read(body: Any) -> Reading:
    """The alerts of whichever of Grafana's forms the body has; a test notification is ignored as one."""
    told = mapping(body)
    if _is_test(told):
        return TEST
    if isinstance(told.get("alerts"), list):
        return _read_group(told)
    if any(key in told for key in ("ruleId", "ruleName", "ruleUrl", "evalMatches")):
        return Reading((_read_dashboard_alert(told),))
    if "alert_uid" in told or "link_to_upstream_details" in told:
        return Reading((_read_formatted(told),))
    if is_lone_alert(told) or ("condition" in told and "data" in told):
        return Reading((_read_rule_or_alert(told, {}),))
    raise NotUnderstood("The body is none of Grafana's webhooks: it has no alerts, no rule and no alert_uid.")


def _is_test(told: Mapping[str, Any]) -> bool:
    alerts = [*objects(told, "alerts"), told]
    if any(
        text(alert, "labels.alertname") == "TestAlert" and text(alert, "labels.instance") == "Grafana"
        for alert in alerts
    ):
        return True
    of_group = (text(told, "groupKey") or "").startswith('{alertname="TestAlert", instance="Grafana"}')
    of_dashboard = text(told, "ruleId") == "0" and text(told, "title") == "[Alerting] Test notification"
    return of_group or of_dashboard or (set(told) == {"text"} and "TestAlert" in (text(told, "text") or ""))


def _read_group(group: Mapping[str, Any]) -> Reading:
    told = items(group, "alerts")
    readable = (alert for alert in objects(group, "alerts") if is_alert(alert) or "condition" in alert)
    return reading_of([_read_rule_or_alert(alert, group) for alert in readable], len(told), group)


def _read_rule_or_alert(alert: Mapping[str, Any], group: Mapping[str, Any]) -> AlertReading:
    """A notification, or a rule as the provisioning API writes it: it has no status, and `uid` is its identity."""
    reading = read_alert(_identified(alert), group, NAME, _links_of(alert, group))
    values = text(alert, "valueString") or ", ".join(f"{k}={v}" for k, v in labels(mapping(alert, "values")).items())
    rule = reading.labels.get("rulename")
    failed = reading.labels.get("alertname") in NO_DATA and rule
    return replace(
        reading,
        title=title(f"{rule} ({reading.title})") if failed else reading.title,
        error=reading.error or cut(values, LONGEST_ERROR) or None,
    )


def _identified(alert: Mapping[str, Any]) -> Mapping[str, Any]:
    uid = word(alert, "uid")
    return {**alert, "fingerprint": uid} if uid and "fingerprint" not in alert else alert


def _links_of(alert: Mapping[str, Any], group: Mapping[str, Any]) -> tuple[Link, ...]:
    return links(
        ("Dashboard", alert.get("dashboardURL")),
        ("Panel", alert.get("panelURL")),
        ("Rule", alert.get("generatorURL")),
        ("Image", alert.get("imageURL")),
        ("Silence", alert.get("silenceURL")),
        ("Grafana", group.get("externalURL")),
    )


def _read_dashboard_alert(told: Mapping[str, Any]) -> AlertReading:
    """An alert of a dashboard's panel (Grafana 5 to 8): one rule, of which the matching series are what failed."""
    matches = (f"{text(match, 'metric') or 'value'}: {text(match, 'value')}" for match in objects(told, "evalMatches"))
    org, rule = text(told, "orgId") or "1", word(told, "ruleId")
    panel = fingerprint("panel", org, word(told, "dashboardId"), word(told, "panelId"))
    return _of_state(
        told,
        identity=fingerprint("rule", org, rule) if rule and rule != "0" else panel,
        name=text(told, "ruleName"),
        error=cut("; ".join(matches), LONGEST_ERROR) or text(told, "message"),
        links=links(("Rule", told.get("ruleUrl")), ("Image", told.get("imageUrl"))),
    )


def _read_formatted(told: Mapping[str, Any]) -> AlertReading:
    """OnCall's formatted webhook; without an alert_uid the address of what it is about stands for it."""
    about = word(told, "alert_uid", limit=1_000) or word(told, "link_to_upstream_details", limit=2_000)
    return _of_state(
        told,
        identity=fingerprint(about) if about else hashed_labels({"title": text(told, "title") or ""}),
        name=text(told, "title"),
        error=None,
        links=links(("Details", told.get("link_to_upstream_details")), ("Image", told.get("image_url"))),
        note=None if about else "it has no alert_uid: all alerts of this title are taken for one",
    )


def _of_state(
    told: Mapping[str, Any],
    *,
    identity: str,
    name: str | None,
    error: str | None,
    links: tuple[Link, ...],
    note: str | None = None,
) -> AlertReading:
    """An alert of one `state`, with what both older forms have in common."""
    kept = labels(mapping(told, "tags") or mapping(told, "labels"))
    raw = severity_raw(kept.get("severity")) or severity_raw(told.get("severity"))
    status, doubt = _state(told)
    starts = read_moment(told.get("starts_at"), "starts_at")
    return AlertReading(
        fingerprint=identity,
        title=title(name, STATE_PREFIX.sub("", text(told, "title") or ""), text(told, "message")),
        status=status,
        severity=severity_of(raw, NAME),
        severity_raw=raw,
        service=service_of(kept),
        environment=environment_of(kept),
        version=version_of(kept),
        error=error,
        description=text(told, "message"),
        starts_at=starts.value,
        labels=kept,
        links=links,
        notes=noted(note, doubt, starts.note),
    )


def _state(told: Mapping[str, Any]) -> tuple[AlertStatus, str | None]:
    state = text(told, "state")
    if state is None:
        return AlertStatus.firing, None
    status = DASHBOARD_STATES.get(state.lower(), AlertStatus.unknown)
    return status, f"its state is {as_stood(state)}" if status is AlertStatus.unknown else None


SOURCE = Source(NAME, "Grafana", read)
