"""The lifecycle of a postmortem as data: who may go where, and what has to hold for it."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from memoryops.kit.errors import ConflictError


class PostmortemStatus(StrEnum):
    """How far the writing has come."""

    draft = "draft"
    in_review = "in_review"
    published = "published"


MOVES: Mapping[PostmortemStatus, tuple[PostmortemStatus, ...]] = {
    PostmortemStatus.draft: (PostmortemStatus.in_review,),
    PostmortemStatus.in_review: (PostmortemStatus.draft, PostmortemStatus.published),
    PostmortemStatus.published: (PostmortemStatus.draft,),
}
"""`published` is entered by /publish alone, which writes into the incident; what is published is revised as a draft."""


class IllegalMoveError(ConflictError):
    """A postmortem has no such step; the answer names the steps it has."""

    slug = "illegal-transition"
    title = "This status change is not possible"


def check_move(current: PostmortemStatus, wanted: PostmortemStatus) -> None:
    """Raise IllegalMoveError unless a call to change the status may take `current` to `wanted`."""
    if wanted is PostmortemStatus.published:
        detail = "A postmortem is published with POST /publish, which shows first what will be remembered."
    elif wanted in MOVES[current]:
        return
    else:
        steps = " or ".join(status.value for status in MOVES[current]).replace("_", " ")
        detail = f"This postmortem is {current.value.replace('_', ' ')} by now; the next step from there is: {steps}."
    raise IllegalMoveError(detail, current=current.value, allowed=[status.value for status in MOVES[current]])


def check_publishable(current: PostmortemStatus) -> None:
    """Raise IllegalMoveError unless the postmortem is in review."""
    if PostmortemStatus.published not in MOVES[current]:
        allowed = [status.value for status in MOVES[current]]
        detail = f"Only a postmortem in review can be published; this one is {current.value.replace('_', ' ')}."
        raise IllegalMoveError(detail, current=current.value, allowed=allowed)


def standing(status: PostmortemStatus, reached_for: datetime | None, resolved_at: datetime | None) -> PostmortemStatus:
    """The status that counts: what was reached for an earlier resolution is a draft again once that was taken back.

    `reached_for` is when the incident had been resolved when the status was reached, `resolved_at` when it is now.
    """
    return status if reached_for is not None and reached_for == resolved_at else PostmortemStatus.draft
