"""From memories to evidence: what the record bears out is kept, what it does not is named with its reason."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memoryops.evidence.matching import MAX_MATCHES, Match
from memoryops.evidence.verify import RecordFacts, Subject, Verified, verify, with_track_records
from memoryops.incidents.lifecycle import Outcome, Severity
from memoryops.incidents.schemas import TrackRecord
from memoryops.memory.port import Recalled

THRESHOLD = 0.39
BEGAN = datetime(2026, 11, 1, 9, 0, tzinfo=UTC)
SUBJECT = Subject("default", "payment-api: connection pool exhausted", incident_id="INC-200", service="payment-api")


def piece(document_id: str | None, semantic: float | None = 0.6, **given: Any) -> Recalled:
    """One piece as memory returns it."""
    made = Recalled(
        document_id=document_id,
        text="The connection pool was exhausted.",
        tags=("workspace:default", f"incident:{document_id}"),
        metadata={"incident_id": document_id or "", "content_hash": "sha256:now", "revision": "2"},
        semantic=semantic,
        keyword=None,
    )
    return replace(made, **given)


def facts(incident_id: str, **given: Any) -> RecordFacts:
    """What the record says of a resolved, remembered incident."""
    made = RecordFacts(
        incident_id=incident_id,
        title="Charges fail",
        service="payment-api",
        environment="production",
        severity=Severity.sev2,
        outcome=Outcome.fixed,
        started_at=BEGAN,
        resolved_at=BEGAN + timedelta(minutes=90),
        root_cause="A session leak.",
        resolution="Closed the leak.",
        ineffective_actions=None,
        sample=False,
        deleted=False,
        fingerprint=None,
        wanted=True,
        content_hash="sha256:now",
    )
    return replace(made, **given)


def check(*pieces: Recalled, subject: Subject = SUBJECT, **records: RecordFacts) -> Verified:
    """Verify against a record that knows INC-1 to INC-19 as good, but for what is given (`INC_3=...`)."""
    known = {f"INC-{number}": facts(f"INC-{number}") for number in range(1, 20)}
    known |= {name.replace("_", "-"): record for name, record in records.items()}
    return verify(pieces, known, subject, THRESHOLD)


def reasons(verified: Verified) -> dict[str | None, str]:
    return {item.document_id: item.reason for item in verified.excluded}


def kept(verified: Verified) -> list[str]:
    return [item.incident_id for item in verified.kept]


def test_what_the_record_bears_out_is_evidence() -> None:
    verified = check(piece("INC-1"))
    [item] = verified.kept
    assert (item.incident_id, item.document_id, item.match) == ("INC-1", "INC-1", Match.strong)
    assert (item.record.verified, item.record.stale) == (True, False)
    assert (item.similarity, item.duration_s) == (0.6, 5400)
    assert item.memory_text == "The connection pool was exhausted."
    assert verified.excluded == ()


RECORD_FAULTS: dict[str, dict[str, Any]] = {
    "deleted": {"deleted": True},
    "not_resolved": {"resolved_at": None},
    "not_remembered_outcome": {"outcome": Outcome.false_alarm},
    "unverified": {"root_cause": "  "},
    "withdrawn": {"wanted": False},
}


@pytest.mark.parametrize("reason", RECORD_FAULTS)
def test_what_the_record_does_not_bear_out_is_excluded(reason: str) -> None:
    verified = check(piece("INC-1"), piece("INC-2"), INC_1=facts("INC-1", **RECORD_FAULTS[reason]))
    assert kept(verified) == ["INC-2"]
    assert reasons(verified) == {"INC-1": reason}


MEMORY_FAULTS = {
    "other_workspace": piece("INC-1", tags=("workspace:other", "incident:INC-1")),
    "not_our_document": piece("INC-1", metadata={"incident_id": "INC-2"}),
    "not_in_record": piece("INC-77"),
    "this_incident": piece("INC-200"),
    "no_document_id": piece(None),
}


@pytest.mark.parametrize("reason", MEMORY_FAULTS)
def test_what_is_not_an_incident_of_ours_is_excluded(reason: str) -> None:
    foreign = MEMORY_FAULTS[reason]
    verified = check(foreign, piece("INC-2"), INC_200=facts("INC-200"))
    assert kept(verified) == ["INC-2"]
    assert reasons(verified) == {foreign.document_id: reason}


def test_a_document_without_any_workspace_tag_is_of_another_workspace() -> None:
    assert reasons(check(piece("INC-1", tags=())))["INC-1"] == "other_workspace"


def test_a_workspace_whose_name_only_begins_alike_is_another_workspace() -> None:
    assert reasons(check(piece("INC-1", tags=("workspace:default-2",))))["INC-1"] == "other_workspace"


def test_without_a_strong_match_nothing_is_kept_and_the_weak_ones_are_named() -> None:
    verified = check(piece("INC-1", 0.389), piece("INC-2", 0.32))
    assert verified.kept == ()
    assert reasons(verified) == {"INC-1": "weak_match", "INC-2": "weak_match"}
    assert verified.recalled == 2


def test_a_match_by_words_alone_is_never_kept() -> None:
    verified = check(piece("INC-1", None, keyword=99.0))
    assert verified.kept == ()
    assert reasons(verified) == {"INC-1": "weak_match"}


def test_a_keyword_score_lifts_nothing_over_the_threshold() -> None:
    assert check(piece("INC-1", 0.38, keyword=99.0)).kept == ()


def test_the_threshold_itself_is_strong() -> None:
    assert [item.match for item in check(piece("INC-1", THRESHOLD)).kept] == [Match.strong]


def test_weak_matches_stand_after_every_strong_one() -> None:
    verified = check(
        piece("INC-1", 0.35, keyword=50.0), piece("INC-2", 0.40), piece("INC-3", 0.7), piece("INC-4", 0.36)
    )
    assert [item.match.value for item in verified.kept] == ["strong", "strong", "weak", "weak"]
    assert kept(verified)[:2] == ["INC-3", "INC-2"]


def test_a_weak_match_that_the_record_does_not_bear_out_is_excluded_with_the_records_reason() -> None:
    verified = check(piece("INC-1", 0.35), INC_1=facts("INC-1", deleted=True))
    assert reasons(verified) == {"INC-1": "deleted"}


def test_many_pieces_of_a_document_are_one_evidence_with_the_best_of_them() -> None:
    verified = check(piece("INC-1", 0.2), piece("INC-1", 0.7, text="The best piece."), piece("INC-1", None))
    assert [(item.similarity, item.memory_text) for item in verified.kept] == [(0.7, "The best piece.")]
    assert verified.recalled == 1


def test_an_older_revision_is_evidence_and_says_so() -> None:
    [item] = check(piece("INC-1"), INC_1=facts("INC-1", content_hash="sha256:newer")).kept
    assert item.record.stale is True


def test_the_order_of_the_answer_decides_nothing() -> None:
    pieces = [piece(f"INC-{number}", 0.4 + number / 100) for number in range(1, 7)]
    assert check(*pieces) == check(*reversed(pieces))


def test_matches_that_are_alike_are_ordered_by_id() -> None:
    assert kept(check(piece("INC-3"), piece("INC-1"), piece("INC-2"))) == ["INC-1", "INC-2", "INC-3"]


def test_more_than_a_person_can_take_in_is_named_as_left_out() -> None:
    verified = check(*(piece(f"INC-{number}", 0.9 - number / 100) for number in range(1, 13)))
    assert len(verified.kept) == MAX_MATCHES
    assert set(reasons(verified).values()) == {"beyond_limit"}
    assert len(verified.kept) + len(verified.excluded) == verified.recalled == 12


def test_every_hit_is_either_kept_or_excluded() -> None:
    pieces = [*MEMORY_FAULTS.values(), piece("INC-3", 0.35), piece("INC-4", None, keyword=0.1), piece("INC-5")]
    verified = check(*pieces)
    named = {item.document_id for item in verified.kept} | {item.document_id for item in verified.excluded}
    assert named == {item.document_id for item in pieces}


def test_neighbours_without_any_score_are_no_hits() -> None:
    verified = check(piece("INC-1", None), piece("INC-2", 0.1))
    assert (verified.kept, verified.excluded, verified.recalled) == ((), (), 0)


def test_an_explorers_question_keeps_every_incident() -> None:
    question = Subject("default", "connection pool")
    assert kept(check(piece("INC-200"), subject=question, INC_200=facts("INC-200"))) == ["INC-200"]


@pytest.mark.parametrize("name", ["Payment-API", " payment-api ", "ｐａｙｍｅｎｔ-api"])
def test_the_same_service_is_named_as_a_reason_however_it_is_spelled(name: str) -> None:
    [item] = check(piece("INC-1"), subject=replace(SUBJECT, service=name)).kept
    assert "The same service" in item.why


def test_the_same_error_is_named_before_the_same_service() -> None:
    subject = replace(SUBJECT, fingerprint="v1:abc", environment="production")
    [item] = check(piece("INC-1"), subject=subject, INC_1=facts("INC-1", fingerprint="v1:abc")).kept
    assert item.why[0] == "The same error in the same service"
    assert "The same environment" in item.why


def test_an_incident_without_an_error_shares_no_error() -> None:
    [item] = check(piece("INC-1")).kept
    assert "The same error in the same service" not in item.why


def test_an_impact_recorded_after_its_end_lasts_no_time() -> None:
    [item] = check(piece("INC-1"), INC_1=facts("INC-1", resolved_at=BEGAN - timedelta(hours=1))).kept
    assert item.duration_s == 0


def test_the_same_error_stands_before_what_is_only_more_alike() -> None:
    subject = replace(SUBJECT, fingerprint="v1:same")
    verified = check(
        piece("INC-1", 0.9),
        piece("INC-2", 0.5),
        piece("INC-3", 0.36),
        subject=subject,
        INC_2=facts("INC-2", fingerprint="v1:same"),
        INC_3=facts("INC-3", fingerprint="v1:same"),
    )
    assert kept(verified) == ["INC-2", "INC-1", "INC-3"]
    assert [item.match for item in verified.kept] == [Match.strong, Match.strong, Match.weak]


def test_evidence_says_how_its_resolution_has_fared() -> None:
    record = TrackRecord(seen=4, fixed=3, mitigated=0, did_not_help=1, confirmed_by=["INC-9"], median_time_to_fix_s=600)
    [known, unknown] = with_track_records(check(piece("INC-1", 0.7), piece("INC-2")), {"INC-1": record}).kept
    assert known.track_record == record
    assert known.why[-1] == "Seen 4 times, fixed the same way 3 times; once it did not help"
    assert unknown.track_record is None
