"""Bodies of deliveries are kept for some days; what they told stays."""

from datetime import timedelta

import sqlalchemy as sa

from memoryops.alerts.intake.models import Delivery, DeliveryState
from memoryops.alerts.intake.retention import remove_bodies
from tests.alerts.sending import Intake
from tests.harness import API, Product, Values, answer, assert_problem

KEPT = timedelta(days=90)


async def removes(product: Product) -> None:
    await remove_bodies(product.runtime.database, product.clock.now(), KEPT)


async def test_old_bodies_go_and_what_they_told_stays(product: Product, intake: Intake) -> None:
    token = (await intake.integrate())["token"]
    told = (await intake.sent(token))["id"]
    garbled = (await intake.sent(token, content=b"{", headers={"Content-Type": "application/json"}))["id"]
    product.clock.advance(days=60)
    young = (await intake.sent(token))["id"]
    product.clock.advance(days=29, hours=23)
    await removes(product)
    assert (await intake.delivery(told))["body"]["service"] == "mailer"
    product.clock.advance(hours=2)
    await removes(product)
    gone = await intake.delivery(told)
    assert (gone["body"], gone["headers"], gone["redactions"]) == (None, {}, [])
    assert (gone["state"], gone["alerts_told"], gone["alerts"][0]["title"]) == ("parsed", 1, "Queue grows")
    assert gone["body_removed_at"] == "2027-02-28T13:00:00.000Z"
    aside = await intake.delivery(garbled)
    assert (aside["state"], aside["kind"], aside["body"]) == ("ignored", "expired", None)
    assert "JSON" in aside["reason"], "why it was not understood stays"
    assert (await intake.delivery(young))["body_removed_at"] is None
    stored = str((await product.contents())["deliveries"])
    assert stored.count("Queue grows") == 1, "only the young one's body is there"


async def test_what_has_no_body_any_more_is_not_replayed(product: Product, intake: Intake) -> None:
    token = (await intake.integrate())["token"]
    garbled = (await intake.sent(token, content=b"{", headers={"Content-Type": "application/json"}))["id"]
    product.clock.advance(days=91)
    await removes(product)
    async with product.unchanged():
        refused = assert_problem(await product.http.post(f"{API}/deliveries/{garbled}/replay"), 409)
        assert refused["detail"] == f"The body of {garbled} was removed after 91 days, so it cannot be read again."
        every: Values = answer(await product.http.post(f"{API}/deliveries/replay", json={}), 200)
    assert every == {"replayed": 0, "more": False}


async def test_what_waits_when_the_others_go_goes_once_it_was_interpreted(product: Product, intake: Intake) -> None:
    token = (await intake.integrate())["token"]
    waits, told = [(await intake.sent(token))["id"] for _ in range(2)]
    product.clock.advance(days=91)
    await set_state(product, waits, DeliveryState.stored)
    after = await remove_bodies(product.runtime.database, product.clock.now(), KEPT)
    assert (await intake.delivery(told))["body"] is None
    await set_state(product, waits, DeliveryState.parsed)
    await remove_bodies(product.runtime.database, product.clock.now(), KEPT, after)
    assert (await intake.delivery(waits))["body"] is None


async def set_state(product: Product, delivery_id: str, state: DeliveryState) -> None:
    """As if another process were at it, or had finished it."""
    lease = product.clock.now() + timedelta(hours=1) if state is DeliveryState.stored else None
    async with product.runtime.database.writing("default") as session:
        await session.execute(
            sa.update(Delivery)
            .where(Delivery.pk == int(delivery_id.removeprefix("DLV-")))
            .values(state=state, lease_until=lease, lease_owner="another" if lease else None)
        )
