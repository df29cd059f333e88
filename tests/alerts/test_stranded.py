"""What still fires goes to an incident that is open, also when its tool never speaks of it again."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from memoryops.alerts.stranded import route_stranded
from tests.alerts.telling import RESOLVED, Teller, reading
from tests.harness import API, Product, answer, resting, settings_for


@pytest_asyncio.fixture
async def product(database_url: str, tmp_path: Path) -> AsyncIterator[Product]:
    """The product without its workers, on SQLite and on Postgres."""
    async with resting(settings_for(tmp_path, database_url)) as product:
        yield product


async def a_storm(teller: Teller) -> None:
    """Seven services at once, of which five may declare an incident: the last two are with the fifth for now."""
    storm = [reading(f"a{n}", service=f"svc-{n}", severity="sev1", starts_at=teller.ago(1)) for n in range(7)]
    await teller.tells(*storm)


async def looks_again(product: Product) -> int:
    runtime = product.runtime
    return await route_stranded(runtime.database, runtime.workspace_id, product.clock.now())


async def test_what_an_ended_incident_took_in_for_others_goes_where_it_belongs_without_another_message(
    product: Product, teller: Teller
) -> None:
    await a_storm(teller)
    product.clock.advance(minutes=2)
    assert await looks_again(product) == 0, "its incident is open, and shows it"
    await product.incidents.resolve("INC-105")
    assert await looks_again(product) == 2
    assert await looks_again(product) == 0
    alert = await teller.alert("a6")
    assert (alert["incident_id"], alert["routing"]["decision"]) == ("INC-107", "declared")
    assert (await product.incidents.read("INC-107"))["service"] == "svc-6"
    assert (await product.incidents.read("INC-105"))["status"] == "resolved"
    own = await teller.alert("a4")
    assert own["incident_id"] == "INC-105", "what was its own stays with it"
    moved = [entry["text"] for entry in await product.incidents.timeline("INC-105") if entry["kind"] == "alert_moved"]
    assert moved == [f"1 alert that was here provisionally went on to INC-10{n}: a{n - 1} is full" for n in (6, 7)]
    runs = answer(await product.http.get(f"{API}/incidents/INC-107/investigations"), 200)["items"]
    assert len(runs) == 1


async def test_a_deleted_incident_lets_go_of_them_too_within_the_limit(product: Product, teller: Teller) -> None:
    await a_storm(teller)
    await product.incidents.delete("INC-105")
    assert await looks_again(product) == 2, "beyond the limit they go to the newest that is open"
    assert {(await teller.alert(name))["incident_id"] for name in ("a5", "a6")} == {"INC-104"}
    product.clock.advance(minutes=2)
    await product.incidents.delete("INC-104")
    assert await looks_again(product) == 2
    assert [(await teller.alert(name))["incident_id"] for name in ("a5", "a6")] == ["INC-106", "INC-107"]


async def test_what_is_over_by_its_source_stays_with_the_incident_that_ended(product: Product, teller: Teller) -> None:
    await a_storm(teller)
    for name in ("a5", "a6"):
        over = reading(name, RESOLVED, service=f"svc-{name[1]}", starts_at=teller.ago(1), ends_at=teller.now)
        await teller.tells(over)
    product.clock.advance(minutes=2)
    await product.incidents.resolve("INC-105")
    assert await looks_again(product) == 0
    assert (await teller.alert("a6"))["incident_id"] == "INC-105"


async def test_what_rules_want_in_no_incident_any_more_is_let_go_and_not_looked_at_again(
    product: Product, teller: Teller
) -> None:
    await a_storm(teller)
    quiet = {"name": "Quiet", "action": "record"}
    answer(await product.http.post(f"{API}/routing-rules", json=quiet), 201)
    await product.incidents.resolve("INC-105")
    assert await looks_again(product) == 2
    assert await looks_again(product) == 0
    alert = await teller.alert("a6")
    assert (alert["incident_id"], alert["routing"]["decision"], alert["routing"]["rule"]) == (None, "recorded", "Quiet")
    assert (await teller.alert("a4"))["incident_id"] == "INC-105"
