"""Where an action item may go, and what has to be said for it."""

import pytest

from memoryops.followups.lifecycle import (
    MOVES,
    IllegalMoveError,
    ReasonMissingError,
    ReasonUnaskedError,
    check_move,
    check_reason,
)
from memoryops.followups.lifecycle import (
    ActionItemState as State,
)


@pytest.mark.parametrize("state", State)
def test_every_state_has_its_moves_and_may_stay(state: State) -> None:
    check_move(state, state)
    for wanted in MOVES[state]:
        check_move(state, wanted)
    assert state not in MOVES[state]


@pytest.mark.parametrize(
    ("current", "wanted"),
    [(State.done, State.wont_do), (State.wont_do, State.done)],
)
def test_what_is_closed_is_opened_again_before_it_is_closed_otherwise(current: State, wanted: State) -> None:
    with pytest.raises(IllegalMoveError, match=r"that is (done|won't do) can go to: open, in progress\.") as refused:
        check_move(current, wanted)
    assert refused.value.extra == {"current": current.value, "allowed": ["open", "in_progress"]}


def test_what_will_not_be_done_needs_a_reason_and_nothing_else_has_one() -> None:
    check_reason(State.wont_do, "The service is retired in May.")
    check_reason(State.done, None)
    with pytest.raises(ReasonMissingError, match="Say why"):
        check_reason(State.wont_do, None)
    with pytest.raises(ReasonUnaskedError, match="Only what will not be done has a reason; this is open"):
        check_reason(State.open, "Because")
