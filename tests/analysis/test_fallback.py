"""The heuristic: deterministic, labelled, and bound by the same rules as a model."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryops.analysis.citations import check
from memoryops.analysis.fallback import fallback
from memoryops.analysis.prompt import bounded, inert
from memoryops.analysis.report import AnalysisReport, Answer, AnsweredCitation
from memoryops.analysis.snapshot import EvidenceFacts, IncidentFacts, RepeatFacts, Snapshot
from tests.analysis.worlds import CERTIFICATE, INCIDENT, KNOWN, NOTHING_KNOWN, POOL, REPEAT

AWKWARD = st.one_of(
    st.text(max_size=80),
    st.sampled_from(
        ["", " ", "\u200b", "OOM", "see INC-999", "https://evil.test/x JIRA-7", "“quoted” and ”odd“", "x" * 3_000,
        "\x00\x07",
         "word " * 900, "\u202e999-CNI", "&#73;NC-999", "INC-117 INC-101", "a `b` \"c\" «d»", "<<<DATA {{ x }}",
         "\ud800"]
    ),
)  # fmt: skip
IDS = st.integers(101, 130).map("INC-{}".format)
INCIDENTS = st.builds(
    IncidentFacts,
    IDS, AWKWARD, AWKWARD, st.just("sev2"), st.just("triage"), AWKWARD, AWKWARD, AWKWARD | st.none(),
    AWKWARD | st.none(),
)  # fmt: skip
EVIDENCE = st.builds(
    EvidenceFacts,
    IDS, AWKWARD, AWKWARD, st.just("sev2"), st.sampled_from(["fixed", "mitigated", "self_recovered", "?"]),
    st.booleans(),
    st.floats(0, 1), AWKWARD, AWKWARD, AWKWARD | st.none(), AWKWARD,
)  # fmt: skip
REPEATS = st.builds(RepeatFacts, st.integers(1, 9), IDS, AWKWARD | st.none(), AWKWARD | st.none())
SNAPSHOTS = st.builds(
    Snapshot,
    INCIDENTS, st.sampled_from(["ok", "empty", "unavailable"]), st.lists(EVIDENCE, max_size=4).map(tuple),
    REPEATS | st.none(),
)  # fmt: skip


def as_answer(report: AnalysisReport) -> Answer:
    return Answer(
        probable_root_cause=report.probable_root_cause,
        recommended_action=report.recommended_action,
        confidence=report.confidence,
        reasoning=report.reasoning,
        supporting_historical_incidents=[
            AnsweredCitation(incident_id=cited.incident_id, quote=inert(cited.quote))
            for cited in report.supporting_historical_incidents
        ],
    )


@settings(deadline=None)
@given(SNAPSHOTS)
def test_it_keeps_the_rules_of_citation_for_any_snapshot(snapshot: Snapshot) -> None:
    report = fallback(snapshot)
    verdict = check(as_answer(report), bounded(snapshot), record=snapshot.repeat)
    assert verdict.violations == ()
    assert verdict.citations == report.supporting_historical_incidents
    assert (report.source, report.model, report.confidence) == ("heuristic", None, "low")
    if snapshot.memory_status != "ok":
        assert report.supporting_historical_incidents == ()


@settings(deadline=None)
@given(SNAPSHOTS)
def test_it_says_the_same_each_time(snapshot: Snapshot) -> None:
    assert fallback(snapshot) == fallback(snapshot)


def test_it_leans_on_the_best_evidence_and_says_so() -> None:
    report = fallback(replace(KNOWN, repeat=None))
    assert POOL.root_cause in report.probable_root_cause
    assert POOL.resolution in report.recommended_action
    assert "INC-101 is the closest resolved incident in memory (similarity 0.87)" in report.reasoning
    assert [cited.incident_id for cited in report.supporting_historical_incidents] == ["INC-101", "INC-104"]


def test_a_repeat_is_named_from_the_record_and_never_cited() -> None:
    report = fallback(KNOWN)
    assert "From the record: this exact error has been seen 3 times; INC-098 was the last." in report.reasoning
    assert "From the record, what resolved INC-098" in report.recommended_action
    assert "INC-098" not in {cited.incident_id for cited in report.supporting_historical_incidents}


@pytest.mark.parametrize("memory_status", ["empty", "unavailable"])
def test_a_repeat_counts_without_memory_too(memory_status: str) -> None:
    report = fallback(replace(NOTHING_KNOWN, memory_status=memory_status, repeat=REPEAT))
    assert "From the record, as found in INC-098: “The pool was too small.”" in report.probable_root_cause
    assert report.supporting_historical_incidents == ()


def test_a_repeat_that_nobody_explained_is_still_pointed_to() -> None:
    report = fallback(replace(NOTHING_KNOWN, repeat=RepeatFacts(1, "INC-098", None, None)))
    assert "names no cause" in report.probable_root_cause
    assert "Read INC-098 in the record" in report.recommended_action


def test_sample_evidence_is_called_a_sample() -> None:
    assert "INC-104 (sample data)" in fallback(replace(KNOWN, evidence=(CERTIFICATE,), repeat=None)).reasoning


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        ("fixed", "What fixed INC-101"),
        ("mitigated", "without removing its cause"),
        ("self_recovered", "recovered by itself"),
    ],
)
def test_an_outcome_is_worded_as_what_it_was(outcome: str, words: str) -> None:
    snapshot = replace(KNOWN, evidence=(replace(POOL, outcome=outcome),), repeat=None)
    assert words in fallback(snapshot).recommended_action


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        ("x509: certificate has expired or is not yet valid", "certificate"),
        ("dial tcp: lookup db.internal: no such host", "name does not resolve"),
        ("write /var/lib/pg: No space left on device", "run out of space"),
        ("Container was OOMKilled (exit code 137)", "memory limit"),
        ("Database connection timeout", "connections of a pool"),
        ("QueuePool limit of size 20 overflow 0 reached, connection timed out", "connections of a pool"),
        ("deadlock detected", "lock"),
        ("HTTP 429 Too Many Requests", "limits how fast"),
        ("JWT: token used before issued, clock skew", "Clocks"),
        ("consumer lag keeps growing on orders", "Messages arrive faster"),
        ("cache stampede after flush", "cache"),
        ("permission denied for role app", "Credentials"),
        ("500s since the deploy of 2.14.0", "recent change"),
        ("connect ECONNREFUSED 10.0.0.5:6379", "dependency is down"),
        ("upstream request timeout", "too slowly"),
        ("CPU at 100 % on all nodes", "processor time"),
    ],
)
def test_a_well_known_pattern_names_its_cause(error: str, cause: str) -> None:
    incident = replace(INCIDENT, title="Something broke", error=error, symptoms=None)
    report = fallback(replace(NOTHING_KNOWN, incident=incident))
    assert cause in report.probable_root_cause
    assert "a well-known pattern" in report.reasoning


def test_a_telling_symptom_counts_more_than_a_vague_error() -> None:
    incident = replace(
        INCIDENT, title="Slow", error="upstream timeout", symptoms="df shows no space left on the volume"
    )
    assert "run out of space" in fallback(replace(NOTHING_KNOWN, incident=incident)).probable_root_cause


def test_a_repeat_that_is_the_best_evidence_is_not_told_twice() -> None:
    report = fallback(replace(KNOWN, repeat=RepeatFacts(2, "INC-101", POOL.root_cause, POOL.resolution)))
    assert report.recommended_action.count(POOL.resolution) == 1
    assert "INC-101 was the last" in report.reasoning


def test_what_nothing_points_to_is_said_to_be_unknown() -> None:
    incident = replace(INCIDENT, title="Fix my bicycle", error="flat tyre", symptoms=None)
    report = fallback(replace(NOTHING_KNOWN, incident=incident))
    assert report.probable_root_cause.startswith("Not known")
    assert report.recommended_action


def test_memory_that_was_down_is_not_said_to_be_empty() -> None:
    reasoning = fallback(replace(NOTHING_KNOWN, memory_status="unavailable")).reasoning
    assert "Memory could not be asked." in reasoning
    assert "holds nothing" not in reasoning


def test_a_resolution_that_failed_more_often_than_it_helped_is_not_recommended_without_saying_so() -> None:
    failed = "Seen 4 times, fixed this way once; 3 times it did not help"
    report = fallback(replace(KNOWN, evidence=(replace(POOL, track_record=failed, doubted=True),)))
    assert (
        f"Mind that it failed more often than it helped, by what was recorded: {failed}." in report.recommended_action
    )


def test_how_a_resolution_has_fared_is_told() -> None:
    fared = "Seen 4 times, fixed the same way 3 times; once it did not help"
    report = fallback(replace(KNOWN, evidence=(replace(POOL, track_record=fared),)))
    assert f"By the record: {fared}." in report.reasoning
    assert "failed" not in report.recommended_action


def test_the_record_names_the_incident_whose_resolution_it_tells_and_its_doubts() -> None:
    repeat = replace(REPEAT, resolution_id="INC-095", doubted=True)
    report = fallback(replace(NOTHING_KNOWN, repeat=repeat))
    assert "what resolved INC-095" in report.recommended_action
    assert "Mind that it failed more often than it helped" in report.recommended_action
    assert "INC-098 was the last" in report.reasoning


def test_the_error_text_is_asked_for_only_where_there_is_none() -> None:
    incident = replace(INCIDENT, title="Fix my bicycle", error="flat tyre", symptoms=None)
    told = fallback(Snapshot(incident, "empty", (), None)).recommended_action
    untold = fallback(Snapshot(replace(incident, error=None), "empty", (), None)).recommended_action
    assert "error text" not in told
    assert untold == f"{told} Add the error text to the incident: it is what later matches are found by."
