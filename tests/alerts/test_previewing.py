"""The preview of a mapping: what each expression yields, what will not do, and the alerts that come of it."""

from typing import Any

import pytest

from memoryops.alerts.reading.previewing import Preview, preview
from memoryops.alerts.values import AlertStatus

BODY = {
    "check": {"label": "Ledger lags", "key": "lag"},
    "phase": "down",
    "since": "2026-11-30T09:00:00Z",
    "tags": ["a:b"],
}
MAPPING = {
    "title": "check.label",
    "fingerprint": "check.key",
    "status": "phase",
    "starts_at": "since",
    "labels": "tags",
}


def fields(shown: Preview) -> dict[str, tuple[str | None, str | None]]:
    return {field.field: (field.value, field.problem) for field in shown.fields}


def test_each_expression_shows_what_it_yields_as_json() -> None:
    assert fields(preview(MAPPING, BODY)) == {
        "title": ('"Ledger lags"', None),
        "fingerprint": ('"lag"', None),
        "status": ('"down"', None),
        "starts_at": ('"2026-11-30T09:00:00Z"', None),
        "labels": ('["a:b"]', None),
    }


def test_the_alerts_are_those_that_a_delivery_would_make() -> None:
    shown = preview(MAPPING, BODY)
    assert shown.reason is None
    assert shown.reading is not None
    assert [(alert.title, alert.status) for alert in shown.reading.alerts] == [("Ledger lags", AlertStatus.firing)]


def test_a_bad_expression_shows_its_fault_and_the_others_what_they_yield() -> None:
    shown = preview(MAPPING | {"title": "check.", "colour": "red", "status_words": {"x": "y"}}, BODY)
    assert fields(shown)["title"] == (None, "ends too early (character 7)")
    assert fields(shown)["colour"] == (None, "is no field of a mapping")
    assert "status_words.x" in fields(shown)
    assert fields(shown)["fingerprint"] == ('"lag"', None)
    assert next(field.position for field in shown.fields if field.field == "title") == 6
    assert (shown.reading, shown.reason) == (None, "The mapping has faults.")


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("title", {"text": "x"}, "gives an object, where a text is needed"),
        ("severity", "$SEVERITY", "was left unrendered by the tool"),
        ("status", "sideways", "'sideways' is no word that is known here: add it to status_words"),
        ("starts_at", "soon", "starts_at could not be read: 'soon'"),
        ("labels", 7, "gives no labels: an object, or a list of key and value, is needed"),
        ("service", None, None),
        ("links", "https://tool.example.net", None),
    ],
)
def test_what_will_not_do_for_a_field_is_said(field: str, value: Any, problem: str | None) -> None:
    shown = preview({field: "given", "fingerprint": "id"}, {"given": value, "id": "1"})
    assert fields(shown)[field][1] == problem


def test_alternatives_that_are_all_missing_are_no_problem() -> None:
    shown = preview({"title": "name", "error": "[error, reason]"}, {"name": "Disk is full"})
    assert [(field.field, field.problem) for field in shown.fields] == [("title", None), ("error", None)]


def test_a_failing_expression_says_why() -> None:
    assert fields(preview({"title": "keys(a)"}, {"a": "hunter2"}))["title"] == (
        None,
        "keys() takes object, and got string",
    )


def test_of_several_alerts_the_first_is_shown_and_all_are_read() -> None:
    shown = preview(
        {"alerts": "list", "title": "name", "fingerprint": "name"}, {"list": [{"name": "a"}, {"name": "b"}]}
    )
    assert fields(shown)["alerts"] == ('[{"name":"a"},{"name":"b"}]', None)
    assert fields(shown)["title"] == ('"a"', None)
    assert shown.reading is not None
    assert len(shown.reading.alerts) == 2


@pytest.mark.parametrize("body", [{"other": 1}, "text", [1, 2], None])
def test_a_body_that_makes_no_alert_says_why(body: Any) -> None:
    shown = preview({"title": "name"}, body)
    assert shown.reading is None
    assert shown.reason


def test_what_is_shown_is_cut() -> None:
    (value, _) = fields(preview({"title": "name"}, {"name": "x" * 10_000}))["title"]
    assert value is not None
    assert len(value) == 500
