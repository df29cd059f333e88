"""How a batch is divided among transactions: small ones together, large ones in parts, all of it in order."""

import pytest

from memoryops.alerts.intake.interpreting import Understood, Waiting
from memoryops.alerts.intake.models import BodyForm, DeliveryState
from memoryops.alerts.intake.pacing import FEWEST, HOLD_S, MOST, Pace, in_parts
from tests.alerts.telling import reading


def understood(pk: int, alerts: int) -> Understood:
    waiting = Waiting("team", pk, "generic", None, BodyForm.json, "{}", None)
    told = tuple(reading(f"{pk}-{number}") for number in range(alerts))
    return Understood(waiting, DeliveryState.parsed, alerts=told)


@pytest.mark.parametrize("sizes", [(1,), (0, 0), (3, 3, 3), (4, 10, 1), (10,), (8,), (1, 0, 9, 0, 2)])
def test_every_alert_is_told_once_in_its_order_and_every_delivery_ends_once(sizes: tuple[int, ...]) -> None:
    batch = [understood(pk, alerts) for pk, alerts in enumerate(sizes)]
    parts = [part for some in in_parts(batch, Pace(4)) for part in some]
    told = [(part.pk, part.first + index, alert) for part in parts for index, alert in enumerate(part.alerts)]
    assert told == [(one.waiting.pk, index, alert) for one in batch for index, alert in enumerate(one.alerts)]
    assert [part.pk for part in parts if part.last] == list(range(len(sizes)))


def test_no_transaction_takes_in_more_than_the_pace_allows() -> None:
    batch = [understood(pk, alerts) for pk, alerts in enumerate((3, 2, 1, 11, 1))]
    sizes = [sum(len(part.alerts) for part in some) for some in in_parts(batch, Pace(4))]
    assert sizes == [3, 3, 4, 4, 4]


def test_a_body_that_says_nothing_counts_too() -> None:
    batch = [understood(pk, 0) for pk in range(10)]
    assert [len(some) for some in in_parts(batch, Pace(4))] == [4, 4, 2]


def test_what_holds_others_up_is_made_smaller_and_what_is_quick_larger() -> None:
    pace = Pace(100)
    pace.took(2 * HOLD_S, 100)
    assert pace.alerts == 50
    pace.took(HOLD_S / 10, 50)
    assert pace.alerts == 100
    pace.took(HOLD_S / 10, 1)
    assert pace.alerts == 100


def test_the_pace_stays_within_bounds() -> None:
    slow, quick = Pace(), Pace()
    for _ in range(10):
        slow.took(1.0, slow.alerts)
        quick.took(0.0, quick.alerts)
    assert (slow.alerts, quick.alerts) == (FEWEST, MOST)
