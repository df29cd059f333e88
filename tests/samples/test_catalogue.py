"""The seeded history is complete, in order and believable."""

import re
import tomllib
from datetime import UTC, date, datetime
from importlib import resources
from pathlib import Path

import pytest

from memoryops.followups.lifecycle import ActionItemState as State
from memoryops.incidents.lifecycle import REMEMBERED_OUTCOMES, Outcome, Severity
from memoryops.samples.catalogue import SampleFileInvalid, SampleIncident, catalogue, parse

SECTIONS = [
    "Summary",
    "Impact",
    "Timeline (UTC)",
    "Contributing factors",
    "What went well",
    "What to watch for",
    "Action items",
]
LENGTHS = {
    "symptoms": (300, 700),
    "root_cause": (150, 500),
    "resolution": (150, 500),
    "ineffective_actions": (80, 300),
    "postmortem": (900, 2200),
}
each_incident = pytest.mark.parametrize("incident", catalogue(), ids=lambda i: i.incident_id)


def source(incident_id: str) -> str:
    return (resources.files("memoryops.samples") / "incidents" / f"{incident_id}.toml").read_text("utf-8")


def test_there_are_sixteen_incidents_with_consecutive_ids() -> None:
    assert [i.incident_id for i in catalogue()] == [f"INC-{n}" for n in range(101, 117)]


def test_reading_twice_gives_the_same_world() -> None:
    assert catalogue() == catalogue()


def test_ids_follow_the_order_of_declaration() -> None:
    declared = [i.declared_at for i in catalogue()]
    assert declared == sorted(declared)


def test_action_items_are_those_of_the_postmortem_and_some_are_left() -> None:
    told = [(incident, item) for incident in catalogue() for item in incident.action_items]
    assert all(f"- {item.title} ({item.owner}, " in incident.postmortem for incident, item in told)
    assert all(item.closed_at is None or item.closed_at > incident.resolved_at for incident, item in told)
    assert {item.state for _, item in told} == {State.open, State.in_progress, State.done}
    assert len([item for _, item in told if item.closed_at is None and item.due_on < date(2026, 11, 1)]) == 4


def test_titles_errors_and_durations_all_differ() -> None:
    incidents = catalogue()
    assert len({i.title for i in incidents}) == 16
    assert len({(i.service, i.error) for i in incidents}) == 16
    assert len({i.resolved_at - i.started_at for i in incidents}) == 16


def test_exactly_one_incident_recovered_by_itself() -> None:
    outcomes = [i.outcome for i in catalogue()]
    assert outcomes.count(Outcome.self_recovered) == 1
    assert set(outcomes) == REMEMBERED_OUTCOMES


def test_the_history_spans_several_services_and_all_severities() -> None:
    assert 8 <= len({i.service for i in catalogue()}) <= 10
    assert {i.severity for i in catalogue()} == set(Severity)


def test_the_first_is_the_payment_api_that_leaked_its_connection_pool() -> None:
    first = catalogue()[0]
    assert (first.service, first.error, first.outcome) == ("payment-api", "Database connection timeout", "fixed")
    assert "504" in first.symptoms
    assert "/v1/charge" in first.symptoms
    assert "leak" in first.root_cause
    assert "surge" in first.root_cause
    assert "20 to 100" in first.resolution
    assert "80 %" in first.resolution


@each_incident
def test_times_are_in_order_and_in_the_past(incident: SampleIncident) -> None:
    earliest, latest = datetime(2025, 11, 1, tzinfo=UTC), datetime(2026, 11, 1, tzinfo=UTC)
    assert earliest <= incident.started_at <= incident.declared_at < incident.resolved_at < latest


@each_incident
def test_notes_lie_within_the_incident_and_in_order(incident: SampleIncident) -> None:
    moments = [note.happened_at for note in incident.notes]
    assert 3 <= len(moments) <= 6
    assert moments == sorted(moments)
    assert incident.started_at <= moments[0]
    assert moments[-1] <= incident.resolved_at


@each_incident
def test_every_long_text_has_a_length_that_memory_keeps_whole(incident: SampleIncident) -> None:
    lengths = {name: len(getattr(incident, name)) for name in LENGTHS}
    outside = {name: n for name, n in lengths.items() if not LENGTHS[name][0] <= n <= LENGTHS[name][1]}
    assert outside == {}


@each_incident
def test_prose_is_one_paragraph_without_stray_white_space(incident: SampleIncident) -> None:
    for name in ("title", "error", "symptoms", "root_cause", "resolution", "ineffective_actions"):
        text = getattr(incident, name)
        assert text == " ".join(text.split()), name


@each_incident
def test_a_postmortem_has_all_sections_in_order(incident: SampleIncident) -> None:
    assert re.findall(r"^## (.+)$", incident.postmortem, re.MULTILINE) == SECTIONS


@each_incident
def test_what_was_learned_names_its_service(incident: SampleIncident) -> None:
    summary = incident.postmortem.split("## Impact")[0]
    assert incident.service in incident.symptoms
    assert incident.service in summary
    assert incident.service in incident.root_cause + incident.resolution


def test_an_unknown_key_is_refused() -> None:
    with pytest.raises(SampleFileInvalid, match="INC-101: missing or unknown: mood"):
        parse("INC-101", 'mood = "tired"\n' + source("INC-101"))


def test_a_missing_key_is_refused() -> None:
    without = re.sub(r"^version = .*\n", "", source("INC-101"), flags=re.MULTILINE)
    with pytest.raises(SampleFileInvalid, match="INC-101: missing or unknown: version"):
        parse("INC-101", without)


def test_an_unknown_key_in_a_note_is_refused() -> None:
    with pytest.raises(SampleFileInvalid, match="INC-102 note: missing or unknown: mood"):
        parse("INC-102", source("INC-102") + '\nmood = "tired"\n')


def test_an_open_action_item_was_not_closed() -> None:
    with pytest.raises(SampleFileInvalid, match="INC-101 action item: missing or unknown: closed_at"):
        parse("INC-101", source("INC-101") + "closed_at = 2026-01-01T00:00:00Z\n")


def test_a_time_without_a_zone_is_refused() -> None:
    naive = source("INC-101").replace("2025-11-28T17:51:00Z", "2025-11-28T17:51:00")
    with pytest.raises(SampleFileInvalid, match="declared_at must be a time in UTC"):
        parse("INC-101", naive)


def test_an_outcome_outside_the_lifecycle_is_refused() -> None:
    with pytest.raises(SampleFileInvalid, match="outcome cannot be 'solved'"):
        parse("INC-101", source("INC-101").replace('outcome = "fixed"', 'outcome = "solved"'))


def test_a_blank_text_is_refused() -> None:
    blank = source("INC-101").replace('error = "Database connection timeout"', 'error = " "')
    with pytest.raises(SampleFileInvalid, match="error must be text that is not blank"):
        parse("INC-101", blank)


def test_the_recall_queries_are_half_answerable_and_name_known_incidents() -> None:
    queries = tomllib.loads((Path(__file__).parent / "queries.toml").read_text("utf-8"))["queries"]
    expected = [q["expected"] for q in queries if "expected" in q]
    assert (len(queries), len(expected), len(set(expected))) == (30, 15, 15)
    assert set(expected) <= {i.incident_id for i in catalogue()}
