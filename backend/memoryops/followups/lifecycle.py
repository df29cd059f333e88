"""The words of an action item, and its lifecycle as data: who may go where."""

from collections.abc import Mapping
from enum import StrEnum

from memoryops.kit.errors import ConflictError, InvalidInputError


class ActionItemState(StrEnum):
    """Where an action item stands."""

    open = "open"
    in_progress = "in_progress"
    done = "done"
    wont_do = "wont_do"


class ActionItemKind(StrEnum):
    """What an action item is for: that it never happens again, is seen sooner, hurts less, or is handled better."""

    prevent = "prevent"
    detect = "detect"
    mitigate = "mitigate"
    process = "process"


class ActionItemPriority(StrEnum):
    """How much an action item matters."""

    high = "high"
    medium = "medium"
    low = "low"


IN_WORDS: Mapping[ActionItemState, str] = {
    ActionItemState.open: "open",
    ActionItemState.in_progress: "in progress",
    ActionItemState.done: "done",
    ActionItemState.wont_do: "won't do",
}
"""The states as the console says them."""

OPEN = (ActionItemState.open, ActionItemState.in_progress)
"""What is still to be done."""

MOVES: Mapping[ActionItemState, tuple[ActionItemState, ...]] = {
    ActionItemState.open: (ActionItemState.in_progress, ActionItemState.done, ActionItemState.wont_do),
    ActionItemState.in_progress: (ActionItemState.open, ActionItemState.done, ActionItemState.wont_do),
    ActionItemState.done: (ActionItemState.open, ActionItemState.in_progress),
    ActionItemState.wont_do: (ActionItemState.open, ActionItemState.in_progress),
}
"""Where an edit of `state` may take an action item; what is closed is opened again before it is closed otherwise."""


class IllegalMoveError(ConflictError):
    """The lifecycle has no such step; the answer names the steps it has."""

    slug = "illegal-transition"
    title = "This change of state is not possible"


class ReasonMissingError(InvalidInputError):
    """Nobody said why an action item will not be done."""


class ReasonUnaskedError(InvalidInputError):
    """Only what will not be done has a reason."""


def check_move(current: ActionItemState, wanted: ActionItemState) -> None:
    """Raise IllegalMoveError unless an action item may go from `current` to `wanted`."""
    if wanted is not current and wanted not in MOVES[current]:
        allowed = [state.value for state in MOVES[current]]
        steps = ", ".join(IN_WORDS[state] for state in MOVES[current])
        detail = f"An action item that is {IN_WORDS[current]} can go to: {steps}."
        raise IllegalMoveError(detail, current=current.value, allowed=allowed)


def check_reason(state: ActionItemState, reason: str | None) -> None:
    """Raise ReasonMissingError for a `wont_do` without a reason, ReasonUnaskedError for a reason of another state."""
    if state is ActionItemState.wont_do and reason is None:
        message = "Say why it will not be done."
        raise ReasonMissingError(f"reason: {message}", errors=[{"field": "reason", "message": message}])
    if state is not ActionItemState.wont_do and reason is not None:
        message = f"Only what will not be done has a reason; this is {IN_WORDS[state]}."
        raise ReasonUnaskedError(f"reason: {message}", errors=[{"field": "reason", "message": message}])
