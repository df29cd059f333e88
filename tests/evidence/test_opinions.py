"""Feedback beside evidence: strong matches are ordered by it, weak ones are not, and every reason is told."""

from datetime import timedelta

from memoryops.evidence.matching import Match
from memoryops.evidence.opinions import with_feedback
from memoryops.evidence.ordering import Verdict, Voice
from memoryops.evidence.schemas import Moved
from memoryops.evidence.verify import Verified
from memoryops.incidents.schemas import TrackRecord
from memoryops.incidents.track_records import Fared
from tests.evidence.test_verifying import check, kept, piece
from tests.harness import START

WRONG, HELPED = Verdict.wrong, Verdict.helped


def said(incident: int, verdict: Verdict, sentence: str | None = None) -> Voice:
    return Voice(f"INC-{incident}", "Ada", verdict, sentence, START + timedelta(minutes=incident))


def three() -> Verified:
    """INC-1 and INC-2 are strong, and near each other; INC-3 is weak."""
    return check(piece("INC-1", 0.62), piece("INC-2", 0.6), piece("INC-3", 0.37))


def fared(*, helped_in: tuple[str, ...] = (), failed_in: tuple[str, ...] = ()) -> Fared:
    record = TrackRecord(seen=1, fixed=1, mitigated=0, did_not_help=0, confirmed_by=[], median_time_to_fix_s=None)
    return Fared(record, frozenset(helped_in), frozenset(failed_in))


def test_what_helped_before_comes_first_and_says_so() -> None:
    verified = with_feedback(three(), {"INC-2": [said(20, HELPED), said(21, HELPED)]})
    assert kept(verified) == ["INC-2", "INC-1", "INC-3"]
    first, second, _ = verified.kept
    assert first.why[-1] == "Feedback: helped in 2 incidents"
    assert first.feedback is not None
    assert (first.feedback.helped, first.feedback.wrong, first.feedback.moved) == (2, 0, Moved.up)
    assert second.feedback is None, "nobody said anything of it"


def test_what_is_called_wrong_is_the_last_strong_match_and_quotes_why() -> None:
    verified = with_feedback(three(), {"INC-1": [said(20, WRONG, "That was the old pool.")]})
    assert kept(verified) == ["INC-2", "INC-1", "INC-3"]
    last = verified.kept[1]
    assert last.why[-1] == "Last, since Ada called it wrong in INC-20: “That was the old pool.”"
    assert last.feedback is not None
    assert last.feedback.moved is Moved.last
    assert last.feedback.objection is not None
    assert last.feedback.objection.sentence == "That was the old pool."


def test_no_praise_makes_a_weak_match_strong_or_lifts_it() -> None:
    verified = with_feedback(three(), {"INC-3": [said(number, HELPED) for number in range(20, 30)]})
    assert kept(verified) == ["INC-1", "INC-2", "INC-3"]
    weak = verified.kept[-1]
    assert weak.match is Match.weak
    assert weak.feedback is not None
    assert (weak.feedback.helped, weak.feedback.moved) == (10, None)


def test_resolutions_that_tried_it_in_vain_order_without_being_told_twice() -> None:
    verified = with_feedback(three(), {}, {"INC-1": fared(failed_in=("INC-8", "INC-9"))})
    assert kept(verified) == ["INC-2", "INC-1", "INC-3"]
    assert all(item.feedback is None for item in verified.kept)
    assert not any("Feedback" in reason for item in verified.kept for reason in item.why)


def test_an_incident_that_marked_it_and_ended_by_it_counts_once() -> None:
    once = with_feedback(three(), {"INC-2": [said(8, HELPED)]}, {"INC-2": fared(helped_in=("INC-8",))})
    twice = with_feedback(three(), {"INC-2": [said(8, HELPED)]}, {"INC-2": fared(helped_in=("INC-9",))})
    assert kept(once)[:2] == kept(twice)[:2] == ["INC-2", "INC-1"]
    assert once.placed == twice.placed


def test_what_did_not_survive_stays_away_whatever_was_said_of_it() -> None:
    verified = with_feedback(three(), {"INC-77": [said(20, HELPED)]})
    assert kept(verified) == ["INC-1", "INC-2", "INC-3"]
