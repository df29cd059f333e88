"""A mapping as a person writes it: what is kept of it, and how each fault in it is told."""

from typing import Any

import pytest

from memoryops.alerts.reading.mapping import BadMappingError, parse_mapping
from memoryops.alerts.values import AlertStatus
from memoryops.incidents.lifecycle import Severity


def faults(given: Any) -> list[dict[str, Any]]:
    with pytest.raises(BadMappingError) as refused:
        parse_mapping(given)
    return list(refused.value.extra["errors"])


def test_a_mapping_is_read_back_as_it_was_given() -> None:
    given = {
        "title": "check.name",
        "status": "state",
        "status_words": {"broken": "firing"},
        "severity_words": {"panic": "sev1"},
    }
    assert parse_mapping(given).as_json() == given
    assert parse_mapping(parse_mapping(given).as_json()) == parse_mapping(given)


def test_words_count_in_any_case() -> None:
    mapping = parse_mapping({"status_words": {" BROKEN ": "firing"}, "severity_words": {"Panic": "sev1"}})
    assert dict(mapping.status_words) == {"broken": AlertStatus.firing}
    assert dict(mapping.severity_words) == {"panic": Severity.sev1}


def test_a_field_left_empty_is_not_read() -> None:
    mapping = parse_mapping({"title": "name", "service": "", "error": None})
    assert dict(mapping.expressions) == {"title": "name"}
    assert mapping.expression("service") is None


def test_every_fault_is_told_with_its_field_and_position() -> None:
    assert faults({"title": "check.", "status": 7, "colour": "red"}) == [
        {"field": "colour", "message": "is no field of a mapping"},
        {"field": "title", "message": "ends too early (character 7)", "position": 6},
        {"field": "status", "message": "must be a JMESPath expression, as text"},
    ]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ([], "must be an object of at most 100 words"),
        ({str(number): "firing" for number in range(101)}, "must be an object of at most 100 words"),
        ({"broken": "on fire"}, "must be one of firing, resolved, acknowledged, unknown"),
        ({"broken": ["firing"]}, "must be one of firing, resolved, acknowledged, unknown"),
        ({" ": "firing"}, "a word must have 1 to 100 characters"),
    ],
)
def test_a_word_table_has_words_and_meanings_that_exist(table: Any, message: str) -> None:
    assert [fault["message"] for fault in faults({"status_words": table})] == [message]


@pytest.mark.parametrize("given", [None, [], "title", 3])
def test_a_mapping_is_an_object(given: Any) -> None:
    with pytest.raises(BadMappingError, match="object of expressions"):
        parse_mapping(given)
