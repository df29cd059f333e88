"""Which incidents look back at one that changed: all of its error up to the next one that everybody counts."""

from datetime import UTC, datetime, timedelta

import pytest

from memoryops.insights.marks import looking_back

FIRST = datetime(2026, 11, 30, tzinfo=UTC)


def hour(number: int) -> datetime:
    return FIRST + timedelta(hours=number)


@pytest.mark.parametrize(
    ("later", "reached"),
    [
        ([], []),
        ([(1, True), (2, True)], [1]),
        ([(1, False), (2, False), (3, True), (4, True)], [1, 2, 3]),
        ([(1, False), (2, False)], [1, 2]),
        ([(1, True), (1, False), (2, False)], [1, 1]),
        ([(1, False), (1, True), (2, True)], [1, 1]),
    ],
)
def test_those_up_to_the_next_plain_occurrence_and_of_its_moment_look_back(
    later: list[tuple[int, bool]], reached: list[int]
) -> None:
    after = [(hour(number), plain) for number, plain in later]
    assert list(looking_back(after, FIRST)) == [hour(number) for number in reached]


def test_what_came_before_or_at_the_moment_does_not_look_back() -> None:
    after = [(hour(1), True), (hour(2), True), (hour(3), True)]
    assert list(looking_back(after, hour(2))) == [hour(3)]
