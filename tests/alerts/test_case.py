"""What an alert says after several messages: the latest one's words, as far as it has any."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from memoryops.alerts.order.case import new_alert, take_content
from memoryops.alerts.values import AlertReading, AlertStatus, stand_in
from memoryops.incidents.lifecycle import Severity

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def told(title: str, minute: int, service: str | None = None) -> AlertReading:
    at = NOON + timedelta(minutes=minute)
    return AlertReading(fingerprint="cart/5xx", title=title, status=AlertStatus.firing, occurred_at=at, service=service)


def test_a_message_without_a_title_leaves_the_title_that_is_known() -> None:
    alert = new_alert("pagerduty", 0, "cart/5xx", 1, NOON)
    take_content(alert, told("Cart answers 5xx", 0, service="cart"), NOON)
    take_content(alert, told("cart/5xx", 1), NOON)
    assert (alert.title, alert.service) == ("Cart answers 5xx", "cart")
    take_content(alert, told("Cart is down", 2), NOON)
    assert alert.title == "Cart is down"


def test_a_word_that_is_no_severity_takes_none_away_in_either_order() -> None:
    fired = replace(told("Cart answers 5xx", 0), severity=Severity.sev1, severity_raw="critical")
    ended = replace(told("Cart answers again", 1), severity_raw="ok")
    for order in ((fired, ended), (ended, fired)):
        alert = new_alert("librenms", 0, "cart/5xx", 1, NOON)
        for message in order:
            take_content(alert, message, NOON)
        assert (alert.severity, alert.severity_raw) == (Severity.sev1, "critical")


def test_a_later_severity_counts_with_its_word() -> None:
    alert = new_alert("librenms", 0, "cart/5xx", 1, NOON)
    for minute, (raw, severity) in enumerate((("odd", None), ("critical", Severity.sev1), ("minor", Severity.sev3))):
        take_content(alert, replace(told("Cart", minute), severity=severity, severity_raw=raw), NOON)
        assert (alert.severity, alert.severity_raw) == (severity, raw)


def test_what_stands_for_a_title_leaves_the_title_that_is_known() -> None:
    alert = new_alert("generic", 0, "cart/5xx", 1, NOON)
    take_content(alert, told("Cart answers 5xx", 0), NOON)
    take_content(alert, told(stand_in("cart/5xx"), 1), NOON)
    assert alert.title == "Cart answers 5xx"


def test_a_title_that_was_cut_to_fit_still_stands_for_one() -> None:
    key = "k" * 250
    assert replace(told("", 0), fingerprint=key, title=key[:199] + "…").untitled
    assert not replace(told("", 0), fingerprint=key, title="Cart answers 5xx to everyone and…").untitled


def test_a_message_without_a_title_is_titled_by_its_fingerprint_until_another_comes() -> None:
    alert = new_alert("pagerduty", 0, "cart/5xx", 1, NOON)
    take_content(alert, told("cart/5xx", 1), NOON)
    assert alert.title == "cart/5xx"
    take_content(alert, told("Cart answers 5xx", 0), NOON)
    assert alert.title == "Cart answers 5xx"


def test_what_lies_ahead_is_noted_and_true_messages_say_what_the_alert_is() -> None:
    alert = new_alert("generic", 0, "cart/5xx", 1, NOON)
    far = replace(told("Cart answers 5xx", 0), starts_at=NOON.replace(year=2099))
    take_content(alert, far, NOON)
    assert alert.notes == [
        "starts_at lies ahead of our clock (2099-11-30T12:00:00+00:00): the order goes by its arrival"
    ]
    take_content(alert, told("Cart is down", 1), NOON)
    assert (alert.title, alert.notes) == ("Cart is down", [])


def test_what_lies_ahead_is_told_in_its_own_order() -> None:
    year = timedelta(days=366).days * 24 * 60
    alert = new_alert("generic", 0, "cart/5xx", 1, NOON)
    for minute, title in ((0, "true"), (year, "first"), (year + 2, "third"), (year + 1, "second")):
        take_content(alert, told(title, minute), NOON)
    assert alert.title == "third"
