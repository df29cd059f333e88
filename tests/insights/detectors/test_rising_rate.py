"""Rising rate: more than chance explains, and nothing less."""

from itertools import count
from math import comb

import pytest

from memoryops.insights.detectors.rising_rate import detect, rate_ratio, tail
from memoryops.insights.facts import IncidentFact
from memoryops.insights.found import Weight
from tests.insights.histories import ago, history, incident


def spread_out(recent: int, before: int, service: str = "payment-api", first: int = 101) -> list[IncidentFact]:
    """So many incidents over the last 14 days, and so many over the 76 days before."""
    numbers = count(first)
    early = [ago(days=14 + 76 * (index + 0.5) / before) for index in range(before)]
    late = [ago(days=14 * (index + 0.5) / recent) for index in range(recent)]
    return [incident(next(numbers), at, service=service) for at in (*early, *late)]


def rose(recent: int, before: int) -> bool:
    return list(detect(history(*spread_out(recent, before)))) != []


def test_a_service_that_breaks_far_more_often_is_told_with_what_it_was_compared_with() -> None:
    (found,) = detect(history(*spread_out(12, 8)))
    assert (found.tell("").service, len(found.incidents), len(found.compared)) == ("payment-api", 12, 8)
    assert found.weight is Weight.high
    numbers = {one.name: one.value for one in found.tell("").numbers}
    assert numbers["chance"] < 0.001
    assert numbers["rate_ratio"] == pytest.approx((12.5 / 14) / (8.5 / 76), rel=0.01)


def test_a_week_with_a_few_more_than_usual_is_chance() -> None:
    assert not rose(5, 20)
    assert not rose(6, 20)


def test_few_incidents_say_nothing_however_steep() -> None:
    assert list(detect(history(*(incident(101 + n, ago(days=n + 1)) for n in range(4))))) == []


def test_a_rise_that_is_sure_but_small_is_not_worth_a_look() -> None:
    assert not rose(250, 1_000)


def test_among_many_services_one_stands_out_by_luck() -> None:
    alone = spread_out(7, 12)
    assert [found.about for found in detect(history(*alone))] == ["payment-api"]
    others = [one for n in range(60) for one in spread_out(2, 11, f"service-{n}", 1_000 + 20 * n)]
    assert list(detect(history(*alone, *others))) == []


def test_a_period_too_short_to_know_the_usual_rate_says_nothing() -> None:
    assert list(detect(history(*spread_out(12, 8), start=ago(days=30)))) == []


def test_the_chance_is_the_exact_binomial_tail() -> None:
    share = 14 / 90
    exact = sum(comb(20, k) * share**k * (1 - share) ** (20 - k) for k in range(7, 21))
    assert tail(7, 20, share) == pytest.approx(exact)
    assert tail(0, 20, share) == pytest.approx(1)


def test_no_earlier_incident_gives_a_ratio_all_the_same() -> None:
    assert rate_ratio(5, 5, 0.2) == pytest.approx((5.5 / 0.2) / (0.5 / 0.8))
