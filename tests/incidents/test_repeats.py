"""Repeats: the record counts exactly, and shows what it counted."""

from tests.harness import API, Incidents, Product, Values

ERROR = "Database connection timeout"


async def seen_before(product: Product, error: str = ERROR, service: str = "payment-api") -> Values | None:
    response = await product.http.get(f"{API}/incidents/seen-before", params={"service": service, "error": error})
    repeat: Values | None = response.json()["repeat"]
    return repeat


async def test_an_error_never_seen_is_no_repeat(product: Product) -> None:
    await product.incidents.declare(error=ERROR)
    assert await seen_before(product, "Another error") is None
    assert await seen_before(product, service="search") is None


async def test_a_repeat_is_counted_whole_and_listed_from_the_newest(product: Product) -> None:
    for _ in range(23):
        await product.incidents.declare(error=ERROR)
    repeat = await seen_before(product)
    assert repeat is not None
    assert (repeat["occurrences"], repeat["last_incident_id"]) == (23, "INC-123")
    assert repeat["incident_ids"] == [f"INC-{number}" for number in range(123, 103, -1)]


async def test_times_of_a_repeat_are_of_the_impact_where_it_is_known(product: Product) -> None:
    await product.incidents.declare(error=ERROR, started_at="2026-11-01T08:00:00Z")
    await product.incidents.declare(error=ERROR, started_at="2026-10-01T08:00:00Z")
    repeat = await seen_before(product)
    assert repeat is not None
    assert (repeat["first_seen_at"], repeat["last_seen_at"]) == ("2026-10-01T08:00:00.000Z", "2026-11-01T08:00:00.000Z")


async def test_the_newest_verified_resolution_stands_for_the_repeat(product: Product, incidents: Incidents) -> None:
    for _ in range(4):
        await incidents.declare(error=ERROR)
    await incidents.resolve("INC-101", resolution="Raised the pool.")
    await incidents.resolve("INC-102", resolution="Closed the leak.")
    await incidents.resolve("INC-103", outcome="false_alarm", root_cause=None, resolution=None)
    repeat = await seen_before(product)
    assert repeat is not None
    assert repeat["verified_resolution"]["incident_id"] == "INC-102"
    assert repeat["verified_resolution"]["resolution"] == "Closed the leak."
