"""The states of a document as data: every step that is not listed is refused."""

import re
from itertools import product

import pytest

from memoryops.memory.states import TRANSITIONS, DocumentState, IllegalLedgerTransition, check_step
from tests.memory.drawing import DOCUMENT, REDRAW, drawing, drawn

S = DocumentState
EVERY_STEP = list(product(DocumentState, DocumentState))
ILLEGAL = [(before, after) for before, after in EVERY_STEP if after not in TRANSITIONS[before]]


@pytest.mark.parametrize(("before", "after"), ILLEGAL, ids=str)
def test_a_step_that_is_not_listed_is_refused(before: DocumentState, after: DocumentState) -> None:
    with pytest.raises(IllegalLedgerTransition):
        check_step(before, after)


def test_every_state_has_its_steps_and_a_way_in() -> None:
    assert set(TRANSITIONS) == set(DocumentState)
    assert set().union(*TRANSITIONS.values()) == set(DocumentState) - {S.none}


def test_ready_is_reached_by_proof_alone() -> None:
    assert [before for before in DocumentState if S.ready in TRANSITIONS[before]] == [S.retained]


def test_nothing_is_retained_that_was_not_being_retained() -> None:
    assert {before for before in DocumentState if S.retained in TRANSITIONS[before]} == {S.retaining, S.retained}


def test_every_state_can_be_left_for_withdrawal_once_something_is_wanted() -> None:
    reachable = {state for state in DocumentState if S.withdrawing in TRANSITIONS[state]}
    assert reachable == set(DocumentState) - {S.none}


def test_the_document_draws_the_steps_that_the_code_takes() -> None:
    assert drawn() == drawing(), REDRAW


def test_a_step_more_would_be_another_drawing() -> None:
    assert drawing({**TRANSITIONS, S.ready: TRANSITIONS[S.ready] | {S.failed}}) != drawing()


def test_the_document_explains_every_state() -> None:
    explained = re.findall(r"^\| `(\w+)` \|", DOCUMENT.read_text(), re.MULTILINE)
    assert [name for name in explained if name in set(S)] == list(S)
