"""Feedback moves strong matches among each other, by a bounded step, counted by people and incidents."""

from datetime import timedelta
from itertools import permutations

import pytest

from memoryops.evidence.ordering import (
    MOST_INCIDENTS,
    STEP,
    Placed,
    Tally,
    Verdict,
    Voice,
    in_words,
    order,
    tally,
    why_last,
)
from tests.harness import START

HELPED, NO_HELP, WRONG = Verdict.helped, Verdict.did_not_help, Verdict.wrong


def voice(
    incident: int, by: str = "Ada", verdict: Verdict = HELPED, sentence: str | None = None, minute: int = 0
) -> Voice:
    """What one person said in one incident."""
    return Voice(f"INC-{incident}", by, verdict, sentence, START + timedelta(minutes=minute))


def counts(said: Tally) -> tuple[int, int, int]:
    return said.helped, said.did_not_help, said.wrong


def places(**tallies: Tally) -> list[Placed]:
    """Matches from INC_1, the most alike, downwards, 0.06 apart."""
    return [Placed(name, 0.9 - 0.06 * at, repeat=False, tally=said) for at, (name, said) in enumerate(tallies.items())]


def test_without_feedback_likeness_orders() -> None:
    assert order(places(a=Tally(), b=Tally(), c=Tally())) == ["a", "b", "c"]


def test_what_helped_in_two_incidents_passes_what_is_a_little_more_alike() -> None:
    assert order(places(a=Tally(), b=Tally(helped=2), c=Tally())) == ["b", "a", "c"]


def test_one_incident_weighs_as_much_as_the_same_service_and_no_more() -> None:
    assert Tally(helped=1).shift == STEP
    assert order(places(a=Tally(), b=Tally(helped=1))) == ["a", "b"]
    assert order([Placed("a", 0.80, repeat=False), Placed("b", 0.76, repeat=False, tally=Tally(helped=1))]) == [
        "b",
        "a",
    ]


def test_however_many_praise_it_the_step_is_bounded() -> None:
    assert Tally(helped=50).shift == STEP * MOST_INCIDENTS == -Tally(did_not_help=50).shift
    assert order([Placed("like", 0.9, repeat=False), Placed("far", 0.7, repeat=False, tally=Tally(helped=50))]) == [
        "like",
        "far",
    ]


def test_what_did_not_help_sinks_by_a_bounded_step() -> None:
    assert order(places(a=Tally(did_not_help=2), b=Tally(), c=Tally())) == ["b", "a", "c"]


def test_what_is_called_wrong_stands_last_even_as_a_repeat_of_the_same_error() -> None:
    wrong = Placed("same", 0.95, repeat=True, tally=Tally(wrong=1))
    assert order([wrong, Placed("alike", 0.5, repeat=False)]) == ["alike", "same"]


def test_what_helped_as_often_as_it_was_called_wrong_is_not_put_last() -> None:
    assert order(places(a=Tally(helped=1, wrong=1), b=Tally())) == ["a", "b"]


def test_the_same_error_stays_before_what_is_only_alike_and_helped() -> None:
    assert order([Placed("alike", 0.9, repeat=False, tally=Tally(helped=9)), Placed("same", 0.5, repeat=True)]) == [
        "same",
        "alike",
    ]


def test_equal_places_keep_the_order_they_came_in() -> None:
    equal = [Placed(name, 0.5, repeat=False) for name in "bac"]
    assert order(equal) == ["b", "a", "c"]


def test_nothing_is_lost_or_added_whatever_was_said() -> None:
    said = places(a=Tally(wrong=3), b=Tally(helped=5), c=Tally(did_not_help=4), d=Tally())
    assert {tuple(sorted(order(one))) for one in permutations(said)} == {("a", "b", "c", "d")}


def test_one_person_has_one_voice_an_incident_the_last() -> None:
    said = [voice(1, minute=1), voice(1, minute=2), voice(1, verdict=WRONG, minute=3)]
    assert counts(tally(said)) == (0, 0, 1)


def test_many_people_of_one_incident_are_one_voice() -> None:
    assert counts(tally([voice(1, by=name) for name in ("Ada", "Grace", "Edsger")])) == (1, 0, 0)


def test_one_person_in_two_incidents_counts_twice() -> None:
    assert counts(tally([voice(1), voice(2)])) == (2, 0, 0)


def test_the_people_of_an_incident_decide_by_majority() -> None:
    said = [voice(1, "Ada"), voice(1, "Grace"), voice(1, "Edsger", WRONG)]
    assert counts(tally(said)) == (1, 0, 0)


@pytest.mark.parametrize("other", [NO_HELP, WRONG])
def test_where_they_are_divided_evenly_the_more_cautious_verdict_counts(other: Verdict) -> None:
    assert counts(tally([voice(1, "Ada"), voice(1, "Grace", other)])) == (0, int(other is NO_HELP), int(other is WRONG))


def test_how_an_incident_ended_outweighs_what_was_said_in_it_and_counts_once() -> None:
    assert counts(tally([voice(1)], helped_in={"INC-1"})) == (1, 0, 0)
    assert counts(tally([voice(1)], failed_in={"INC-1", "INC-2"})) == (0, 2, 0)
    assert tally([voice(1, verdict=WRONG, sentence="No.")], helped_in={"INC-1"}).objection is None


def test_the_last_objection_is_named_with_its_sentence() -> None:
    said = tally([voice(1, verdict=WRONG, sentence="Another pool.", minute=1), voice(2, "Bo", WRONG, "Not\nours.", 2)])
    assert said.objection is not None
    assert why_last(said.objection) == "Last, since Bo called it wrong in INC-2: “Not ours.”"


def test_nobody_by_name_is_somebody_and_no_sentence_is_no_quotation() -> None:
    assert why_last(voice(7, "unknown", WRONG)) == "Last, since somebody called it wrong in INC-7"


def test_a_long_sentence_is_quoted_by_its_beginning() -> None:
    last = why_last(voice(1, verdict=WRONG, sentence="word " * 200))
    assert last.endswith("word…”")
    assert len(last) < 220


def test_feedback_in_words() -> None:
    assert in_words(Tally()) is None
    assert in_words(Tally(helped=2, did_not_help=1)) == "Feedback: helped in 2 incidents, did not help in 1 incident"
