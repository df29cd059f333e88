"""Distributions are exact, and say nothing that few values cannot say."""

from statistics import quantiles

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryops.insights.distributions import EDGES, binned, spread


def test_no_values_have_no_figures() -> None:
    none = spread([])
    assert (none.n, none.median_s, none.p90_s, none.least_s, none.small) == (0, None, None, None, True)


def test_few_values_have_a_median_and_a_warning_but_no_tail() -> None:
    few = spread([60, 120, 600])
    assert (few.n, few.median_s, few.p25_s, few.p90_s, few.least_s, few.most_s) == (3, 120, None, None, 60, 600)
    assert few.small


def test_the_tail_is_told_from_ten_values_on() -> None:
    assert spread(range(9)).p90_s is None
    assert spread(range(10)).p90_s == pytest.approx(8.1)
    assert not spread(range(20)).small


@given(st.lists(st.floats(0, 1e7), min_size=10, max_size=60))
def test_quantiles_are_those_of_the_values(values: list[float]) -> None:
    made, known = spread(values), quantiles(values, n=20, method="inclusive")
    assert made.median_s == pytest.approx(known[9], abs=0.06)
    assert made.p25_s == pytest.approx(known[4], abs=0.06)
    assert made.p75_s == pytest.approx(known[14], abs=0.06)
    assert made.p90_s == pytest.approx(known[17], abs=0.06)


@given(st.lists(st.floats(0, 1e7), max_size=60))
def test_every_value_is_in_exactly_one_bin(values: list[float]) -> None:
    bins = binned(values)
    assert sum(count for _, _, count in bins) == len(values)
    assert [low for low, _, _ in bins] == list(EDGES)
    for low, high, count in bins:
        assert count == sum(low <= value and (high is None or value < high) for value in values)
