"""Severities: the word as it came, and what it means here."""

import pytest

from memoryops.alerts.reading.severities import COMMON, SCALES, severity_of, severity_raw


@pytest.mark.parametrize(
    ("word", "severity"),
    [
        ("critical", "sev1"),
        ("CRITICAL", "sev1"),
        ("Disaster", "sev1"),
        ("page", "sev1"),
        ("P1", "sev1"),
        ("SEV-1", "sev1"),
        ("P1 - Critical", "sev1"),
        ("High", "sev2"),
        ("error", "sev2"),
        ("warning", "sev3"),
        ("Average", "sev3"),
        ("P3", "sev3"),
        ("info", "sev4"),
        ("P5", "sev4"),
    ],
)
def test_a_common_word_has_the_same_severity_from_every_source(word: str, severity: str) -> None:
    assert severity_of(word) == severity
    assert severity_of(word, "a tool without a scale of its own") == severity


@pytest.mark.parametrize(
    ("source", "given", "severity"),
    [
        ("azure", "Sev0", "sev1"),
        ("azure", "Sev1", "sev2"),
        ("azure", "Sev4", "sev4"),
        ("opsgenie", 3, "sev3"),
        ("opsgenie", "P2", "sev2"),
        ("datadog", 4, "sev4"),
        ("graylog", 1, "sev4"),
        ("graylog", 3, "sev2"),
        ("zabbix", "5", "sev1"),
        ("wazuh", 12, "sev2"),
        ("statuspage", "maintenance", "sev4"),
    ],
)
def test_a_source_whose_numbers_have_a_meaning_of_their_own_keeps_it(source: str, given: object, severity: str) -> None:
    assert severity_of(given, source) == severity


@pytest.mark.parametrize(
    "given",
    [
        "bananas",
        "3",
        3,
        "",
        None,
        True,
        "{{ labels.severity }}",
        [],
        {"a": 1},
        pytest.param(10**5_000, id="5001 digits"),
    ],
)
def test_what_no_table_knows_has_no_severity(given: object) -> None:
    assert severity_of(given) is None


@pytest.mark.parametrize(
    ("given", "raw"), [("Average", "Average"), (3, "3"), (" P3\n", "P3"), ("b" * 99, "b" * 63 + "…")]
)
def test_the_word_is_kept_as_it_was_received(given: object, raw: str) -> None:
    assert severity_raw(given) == raw


@pytest.mark.parametrize("given", [None, "", "$ALERT_PRIORITY", "{{severity}}", False, {}])
def test_nothing_and_a_placeholder_are_no_word(given: object) -> None:
    assert severity_raw(given) is None


def test_every_word_of_the_tables_can_be_met() -> None:
    for source, scale in {"": COMMON, **SCALES}.items():
        assert {word: severity_of(word.upper(), source) for word in scale} == dict(scale)
