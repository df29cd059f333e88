"""The figures of an evaluation, checked against sums done by hand."""

import math

import pytest

from memoryops.evaluation.metrics import (
    Answer,
    Kind,
    gain,
    measure_order,
    measure_refusal,
    quantile,
)


def answer(*found: str, kind: Kind = Kind.symptom, **grades: int) -> Answer:
    return Answer("S1", kind, grades, found, 10.0)


def test_the_hit_is_the_rank_of_the_first_right_answer() -> None:
    assert answer("b", "c", "a", a=2).hit == 3
    assert answer("a", a=2).hit == 1


def test_an_answer_that_would_only_help_is_no_hit() -> None:
    assert answer("b", "a", a=2, b=1).hit == 2


def test_a_right_answer_behind_the_tenth_is_no_hit() -> None:
    assert answer(*(f"x{number}" for number in range(10)), "a", a=2).hit is None


def test_the_order_counts_hits_and_reciprocal_ranks() -> None:
    order = measure_order([answer("a", a=2), answer("b", "a", a=2), answer("b", "c", "d", "a", a=2), answer("b", a=2)])
    assert (order.hit_at_1, order.hit_at_3, order.hit_at_5) == (0.25, 0.5, 0.75)
    assert order.mrr == pytest.approx((1 + 1 / 2 + 1 / 4 + 0) / 4)


def test_a_refused_query_that_has_an_answer_is_not_found() -> None:
    assert measure_order([answer(a=2), answer("a", a=2)]).mrr == 0.5


def test_the_gain_of_the_best_order_is_one() -> None:
    assert gain(answer("a", "b", a=2, b=1)) == pytest.approx(1.0)


def test_the_gain_discounts_what_stands_lower() -> None:
    ideal = 3 / math.log2(2) + 1 / math.log2(3)
    assert gain(answer("b", "a", a=2, b=1)) == pytest.approx((1 / math.log2(2) + 3 / math.log2(3)) / ideal)
    assert gain(answer("x", a=2)) == 0.0


def test_refusing_is_counted_in_all_four_ways() -> None:
    absent, present = Kind.none, Kind.symptom
    refusal = measure_refusal(
        [
            *[answer(kind=absent)] * 3,
            answer("x", kind=absent),
            answer(kind=present, a=2),
            *[answer("a", kind=present, a=2)] * 4,
        ]
    )
    counts = (refusal.rightly_empty, refusal.wrongly_empty, refusal.rightly_ok, refusal.wrongly_ok)
    assert counts == (3, 1, 4, 1)
    assert (refusal.precision, refusal.recall) == (0.75, 0.75)
    assert refusal.f1 == pytest.approx(0.75)
    assert refusal.answerable_lost == 0.2


def test_a_wrong_answer_is_not_a_lost_one() -> None:
    assert measure_refusal([answer("x", a=2)]).answerable_lost == 0.0


def test_nothing_measured_is_zero_and_not_an_error() -> None:
    assert measure_order([]).mrr == 0.0
    assert measure_refusal([]).f1 == 0.0
    assert quantile([], 0.5) == 0.0


@pytest.mark.parametrize(("part", "value"), [(0.5, 5.0), (0.95, 10.0), (0.0, 1.0), (1.0, 10.0)])
def test_quantiles_are_by_nearest_rank(part: float, value: float) -> None:
    assert quantile([float(number) for number in range(10, 0, -1)], part) == value
