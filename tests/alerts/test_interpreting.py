"""Each delivery is interpreted once: whatever crashes, whoever shares the work, however often it is replayed."""

import asyncio
import json
import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError

from memoryops.alerts import sources
from memoryops.alerts.absorbing import Absorbed, Told, absorb_all
from memoryops.alerts.intake.claiming import TRIES
from memoryops.alerts.intake.interpreter import Interpreter
from memoryops.alerts.intake.interpreting import Waiting, interpret
from memoryops.alerts.intake.models import BodyForm, Delivery, DeliveryState
from memoryops.alerts.intake.pacing import Pace
from memoryops.alerts.sources.source import Source
from memoryops.alerts.values import Reading
from memoryops.kit.clock import ManualClock
from memoryops.kit.db import Session
from memoryops.kit.leases import LEASE
from memoryops.kit.waiting import Pulse
from tests.alerts.sending import GENERIC, Intake
from tests.harness import API, Product, Values, answer, assert_problem


async def told(product: Product) -> list[Any]:
    """What every alert came to, as rows."""
    return (await product.contents())["alert_tellings"]


async def alerts(intake: Intake, **params: str) -> list[Values]:
    items: list[Values] = answer(await intake.http.get(f"{API}/alerts", params=params), 200)["items"]
    return items


async def test_a_replay_tells_nothing_twice(product: Product, intake: Intake) -> None:
    ours = await intake.integrate()
    delivery = await intake.sent(ours["token"])
    before = await told(product)
    assert len(before) == 1
    for _ in range(2):
        assert (await intake.replay(delivery["id"]))["state"] == "parsed"
    assert await told(product) == before
    assert (await intake.delivery(delivery["id"]))["alerts"] == delivery["alerts"]
    assert [told["title"] for told in delivery["alerts"]] == [GENERIC["title"]]


async def test_what_was_put_aside_is_understood_after_a_fix(intake: Intake) -> None:
    ours = await intake.integrate()
    delivery = await intake.sent(ours["token"], {"kopf": "Queue grows", "dienst": "mailer"})
    assert delivery["state"] == "quarantined"
    await intake.edit(ours["id"], mapping={"title": "kopf", "service": "dienst"})
    replayed = await intake.replay(delivery["id"])
    assert (replayed["state"], replayed["reason"], replayed["alerts_told"]) == ("parsed", None, 1)
    assert await intake.deliveries(state="quarantined") == []


async def test_many_are_replayed_at_once(intake: Intake) -> None:
    ours, other = await intake.integrate(), await intake.integrate("graylog")
    aside = [await intake.send(ours["token"], {"kopf": f"Queue {number}"}) for number in range(3)]
    theirs = await intake.send(other["token"], {}, source="graylog")
    for delivery_id in (*aside, theirs):
        assert (await intake.interpreted(delivery_id))["state"] == "quarantined"
    await intake.edit(ours["id"], mapping={"title": "kopf"})
    wanted = {"state": "quarantined", "source": "generic"}
    assert answer(await intake.http.post(f"{API}/deliveries/replay", json=wanted), 200) == {
        "replayed": 3,
        "more": False,
    }
    for delivery_id in aside:
        assert (await intake.interpreted(delivery_id))["state"] == "parsed"
    assert await intake.deliveries(state="quarantined") == [theirs]
    assert_problem(await intake.http.post(f"{API}/deliveries/replay", json={"state": "parsed"}), 422)


async def test_a_body_that_was_never_decoded_stays_aside(intake: Intake) -> None:
    ours = await intake.integrate()
    delivery = await intake.sent(ours["token"], content=b"{")
    replayed = await intake.replay(delivery["id"])
    assert (replayed["state"], replayed["reason"]) == ("quarantined", delivery["reason"])


async def stored_by_a_process_that_died(product: Product, intake: Intake, *, attempts: int) -> str:
    """A delivery that another process claimed and never finished."""
    ours = await intake.integrate()
    delivery_id: str = (await intake.sent(ours["token"]))["id"]
    await leave_to_another(product, attempts=attempts)
    return delivery_id


async def leave_to_another(product: Product, *, attempts: int) -> None:
    """Make every delivery one that a process which died has claimed."""
    async with product.runtime.database.writing(product.runtime.workspace_id) as session:
        await session.execute(
            sa.update(Delivery).values(
                state=DeliveryState.stored,
                attempts=attempts,
                lease_owner="dead",
                lease_until=product.clock.now() + LEASE,
            )
        )


async def test_what_a_dead_process_left_is_taken_over_when_its_lease_ends(product: Product, intake: Intake) -> None:
    delivery_id = await stored_by_a_process_that_died(product, intake, attempts=1)
    assert not await product.runtime.interpreter.work_once()
    assert (await intake.delivery(delivery_id))["state"] == "stored"
    product.clock.advance(seconds=LEASE.total_seconds())
    product.runtime.interpreter.arrivals.beat()
    assert (await intake.interpreted(delivery_id))["state"] == "parsed"


async def test_what_no_process_lived_to_finish_is_put_aside(product: Product, intake: Intake) -> None:
    delivery_id = await stored_by_a_process_that_died(product, intake, attempts=TRIES)
    product.clock.advance(seconds=LEASE.total_seconds())
    product.runtime.interpreter.arrivals.beat()
    delivery = await intake.interpreted(delivery_id)
    assert delivery["state"] == "quarantined"
    assert "never finished" in delivery["reason"]
    assert (await intake.replay(delivery_id))["state"] == "parsed"


async def test_several_processes_share_the_work_and_tell_nothing_twice(product: Product, intake: Intake) -> None:
    ours = await intake.integrate()
    runtime = product.runtime
    others = [replace(runtime.interpreter, arrivals=runtime.interpreter.arrivals) for _ in range(2)]
    sent = [await intake.send(ours["token"], {**GENERIC, "id": f"q-{number}"}) for number in range(12)]
    await asyncio.gather(*(work_off(other) for other in others))
    for delivery_id in sent:
        assert (await intake.interpreted(delivery_id))["state"] == "parsed"
    assert len(await told(product)) == 12


async def work_off(interpreter: Interpreter) -> None:
    while await interpreter.work_once():
        pass


def broken(_body: Any) -> Reading:
    raise KeyError("hunter2 stands in the message")


def waiting(**fields: Any) -> Waiting:
    given = {"workspace_id": "w", "pk": 7, "source": "generic", "mapping": None, "form": BodyForm.json, "body": "{}"}
    return Waiting(**{**given, "reason": None, **fields})


def test_an_unexpected_failure_puts_the_body_aside_and_quotes_nothing_of_it(caplog: pytest.LogCaptureFixture) -> None:
    source = Source(name="broken", label="Broken", read=broken)
    caplog.set_level(logging.DEBUG)
    understood = interpret(waiting(source="broken"), {**sources.SOURCES, "broken": source})
    assert understood.state is DeliveryState.quarantined
    assert understood.reason is not None
    assert "KeyError in test_interpreting.py" in understood.reason
    assert "DLV-7" in caplog.text
    assert "hunter2" not in understood.reason + caplog.text


def test_a_source_that_is_read_no_longer_is_put_aside() -> None:
    understood = interpret(waiting(source="gone"))
    assert (understood.state, understood.alerts) == (DeliveryState.quarantined, ())


async def refusing_bad_ones(session: Session, told: Sequence[Told], at: datetime) -> Absorbed:
    if any(reading.title == "bad" for _, readings in told for reading in readings):
        raise ValueError("hunter2 stands in the message")
    return await absorb_all(session, told, at)


async def test_a_delivery_that_cannot_be_taken_in_does_not_take_others_along(
    product: Product, intake: Intake, caplog: pytest.LogCaptureFixture
) -> None:
    ours = await intake.integrate()
    bodies = [{**GENERIC, "id": title, "title": title} for title in ("one", "bad", "two")]
    sent = [(await intake.sent(ours["token"], body))["id"] for body in bodies]
    await leave_to_another(product, attempts=0)
    later = ManualClock(product.clock.now() + 2 * LEASE)
    await work_off(replace(product.runtime.interpreter, clock=later, take_in=refusing_bad_ones))
    became = [await intake.delivery(delivery_id) for delivery_id in sent]
    assert [delivery["state"] for delivery in became] == ["parsed", "quarantined", "parsed"]
    assert "ValueError" in became[1]["reason"]
    assert "hunter2" not in became[1]["reason"] + caplog.text


GROUP = {"alerts": [{"status": "firing", "labels": {"alertname": "Disk", "host": f"h{n:02}"}} for n in range(30)]}


class TakesOnePartIn:
    """Takes one transaction's worth of a delivery in; then the process is gone."""

    def __init__(self) -> None:
        self.told: list[int] = []

    async def __call__(self, session: Session, told: Sequence[Told], at: datetime) -> Absorbed:
        if self.told:
            raise OperationalError("the process is gone", None, Exception())
        self.told = [len(readings) for _, readings in told]
        return await absorb_all(session, told, at)


async def test_a_large_body_that_was_cut_off_between_its_parts_is_whole_after_the_next_claim(
    product: Product, intake: Intake
) -> None:
    ours = await intake.integrate("alertmanager")
    delivery_id = await intake.send(ours["token"], {"alerts": []}, source="alertmanager")
    await intake.interpreted(delivery_id)
    async with product.runtime.database.writing(product.runtime.workspace_id) as session:
        await session.execute(sa.update(Delivery).values(body=json.dumps(GROUP), state=DeliveryState.stored, kind=None))
        await session.execute(
            sa.update(Delivery).values(lease_owner="dead", lease_until=product.clock.now() + LEASE, attempts=0)
        )
    half = TakesOnePartIn()
    later = ManualClock(product.clock.now() + 2 * LEASE)
    cut_off = replace(product.runtime.interpreter, clock=later, take_in=half, pace=Pace(12))
    with pytest.raises(OperationalError):
        await cut_off.work_once()
    assert half.told == [12]
    assert len(await told(product)) == 12
    assert (await intake.delivery(delivery_id))["state"] == "stored"
    much_later = ManualClock(later.now() + 2 * LEASE)
    await work_off(replace(product.runtime.interpreter, clock=much_later, pace=Pace(12)))
    delivery = await intake.delivery(delivery_id)
    assert (delivery["state"], delivery["alerts_told"], len(delivery["alerts"])) == ("parsed", 30, 30)
    assert len(await told(product)) == 30
    assert [(one["occurrences"], one["duplicates"]) for one in await alerts(intake, limit="200")] == [(1, 0)] * 30


async def test_a_delivery_that_comes_alone_is_interpreted_at_once(product: Product, intake: Intake) -> None:
    ours = await intake.integrate()
    delivery_id = (await intake.sent(ours["token"]))["id"]
    later = ManualClock(product.clock.now() + 2 * LEASE)
    idle = replace(product.runtime.interpreter, clock=later, arrivals=Pulse(), poll_s=3600.0)
    working = asyncio.create_task(idle.run())
    await leave_to_another(product, attempts=0)
    idle.arrivals.beat()
    assert (await intake.interpreted(delivery_id))["state"] == "parsed"
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)


async def test_what_no_database_takes_is_stored_and_shown_all_the_same(intake: Intake) -> None:
    odd = "a\\u0000b\\ud800c"
    ours = await intake.integrate(mapping={"title": "title", "ignore": "kind"})
    kinds = (
        f'{{"title": "x", "kind": "{odd}{"k" * 200}"}}',
        f'{{"{odd}": "{odd}", "{odd}token": "x"}}',
        f'{{"title": "{odd}"}}',
    )
    became = [await intake.sent(ours["token"], content=content.encode()) for content in kinds]
    assert [delivery["state"] for delivery in became] == ["ignored", "quarantined", "parsed"]
    assert len(became[0]["kind"]) <= 64
    assert await intake.deliveries() == [delivery["id"] for delivery in reversed(became)]


async def test_what_comes_at_once_is_stored_each_and_told_each(product: Product, intake: Intake) -> None:
    ours = await intake.integrate()
    bodies = [{**GENERIC, "id": f"q-{number}"} for number in range(30)]
    sent = await asyncio.gather(*(intake.send(ours["token"], body) for body in bodies))
    assert len(set(sent)) == len(bodies)
    told_of = [(await intake.interpreted(delivery_id))["body"]["id"] for delivery_id in sent]
    assert told_of == [body["id"] for body in bodies]
    assert len(await told(product)) == len(bodies)


async def test_while_the_record_is_out_of_reach_nothing_is_answered_as_taken(product: Product, intake: Intake) -> None:
    ours = await intake.integrate()
    await product.run_sql("ALTER TABLE deliveries RENAME TO deliveries_away")
    refused = await asyncio.gather(*(intake.try_send(ours["token"]) for _ in range(3)))
    assert {response.status_code for response in refused} <= {500, 503}
    await product.run_sql("ALTER TABLE deliveries_away RENAME TO deliveries")
    assert (await intake.sent(ours["token"]))["state"] == "parsed"
