"""Who may go where with a postmortem, and what stands of it when its incident is taken up again."""

from datetime import UTC, datetime, timedelta

import pytest

from memoryops.postmortems.lifecycle import (
    MOVES,
    IllegalMoveError,
    PostmortemStatus,
    check_move,
    check_publishable,
    standing,
)

S = PostmortemStatus
RESOLVED = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("current", "wanted"),
    [(S.draft, S.in_review), (S.in_review, S.draft), (S.published, S.draft)],
)
def test_a_step_that_the_lifecycle_has_may_be_taken(current: S, wanted: S) -> None:
    check_move(current, wanted)
    assert wanted in MOVES[current]


@pytest.mark.parametrize(("current", "wanted"), [(S.published, S.in_review), (S.draft, S.draft)])
def test_a_step_it_does_not_have_is_refused_with_those_it_has(current: S, wanted: S) -> None:
    with pytest.raises(IllegalMoveError) as refusal:
        check_move(current, wanted)
    assert refusal.value.extra["allowed"] == [status.value for status in MOVES[current]]


def test_who_asks_for_a_step_too_late_reads_where_the_postmortem_stands_and_what_comes_next() -> None:
    with pytest.raises(IllegalMoveError, match="is published by now; the next step from there is: draft"):
        check_move(S.published, S.in_review)
    with pytest.raises(IllegalMoveError, match="is in review by now; the next step from there is: draft or published"):
        check_move(S.in_review, S.in_review)


@pytest.mark.parametrize("current", list(S))
def test_nobody_gets_into_published_but_by_publishing(current: S) -> None:
    with pytest.raises(IllegalMoveError, match="POST /publish"):
        check_move(current, S.published)


@pytest.mark.parametrize("current", [S.draft, S.published])
def test_only_what_was_reviewed_can_be_published(current: S) -> None:
    check_publishable(S.in_review)
    with pytest.raises(IllegalMoveError, match="in review"):
        check_publishable(current)


@pytest.mark.parametrize("status", list(S))
@pytest.mark.parametrize(
    ("resolved_at", "holds"),
    [(RESOLVED, True), (None, False), (RESOLVED + timedelta(seconds=1), False)],
    ids=["still resolved so", "reopened", "resolved anew"],
)
def test_a_status_counts_for_the_resolution_it_was_reached_for(
    status: S, resolved_at: datetime | None, holds: bool
) -> None:
    assert standing(status, RESOLVED, resolved_at) is (status if holds else S.draft)


def test_without_a_resolution_everything_is_a_draft() -> None:
    assert standing(S.published, None, None) is S.draft
