"""The dashboard's numbers are the record's."""

from memoryops.kit.clock import ManualClock
from tests.harness import API, Product, Values, answer


async def overview(product: Product) -> Values:
    return answer(await product.http.get(f"{API}/incidents/overview"), 200)


async def test_the_first_day_is_empty_and_complete(product: Product) -> None:
    assert await overview(product) == {
        "open": [],
        "open_total": 0,
        "by_severity": [{"severity": f"sev{level}", "count": 0} for level in range(1, 5)],
        "recent_resolutions": [],
        "services": [],
        "total": 0,
        "samples": 0,
    }


async def test_open_incidents_stand_by_severity_and_age(product: Product, clock: ManualClock) -> None:
    for severity in ("sev2", "sev1", "sev3", "sev1"):
        await product.incidents.declare(severity=severity)
        clock.advance(minutes=1)
    await product.incidents.edit("INC-103", status="monitoring")
    seen = await overview(product)
    assert [incident["id"] for incident in seen["open"]] == ["INC-102", "INC-104", "INC-101", "INC-103"]
    assert seen["by_severity"] == [
        {"severity": f"sev{level}", "count": n} for level, n in ((1, 2), (2, 1), (3, 1), (4, 0))
    ]
    assert (seen["open_total"], seen["total"]) == (4, 4)


async def test_resolved_and_deleted_incidents_are_not_open(product: Product, clock: ManualClock) -> None:
    for _ in range(4):
        await product.incidents.declare()
    for number in (102, 101):
        clock.advance(minutes=1)
        await product.incidents.resolve(f"INC-{number}")
    await product.incidents.delete("INC-103")
    seen = await overview(product)
    assert [incident["id"] for incident in seen["open"]] == ["INC-104"]
    assert [incident["id"] for incident in seen["recent_resolutions"]] == ["INC-101", "INC-102"]
    assert (seen["open_total"], seen["total"]) == (1, 3)


async def test_services_are_counted_open_ones_first(product: Product) -> None:
    for service in ("a", "a", "a", "b"):
        await product.incidents.declare(service=service)
    for number in (101, 102, 103):
        await product.incidents.resolve(f"INC-{number}")
    assert (await overview(product))["services"] == [
        {"service": "b", "open": 1, "total": 1},
        {"service": "a", "open": 0, "total": 3},
    ]


async def test_an_item_looks_as_it_does_in_the_list(product: Product) -> None:
    await product.incidents.declare()
    assert (await overview(product))["open"] == (await product.incidents.page())["items"]


async def test_status_names_every_dependency_and_what_to_do(product: Product) -> None:
    await product.runtime.health.check()
    status = answer(await product.http.get(f"{API}/status"), 200)
    found = {dependency["name"]: dependency for dependency in status["dependencies"]}
    assert found["record"]["status"] == "ready"
    assert (found["memory"]["status"], found["memory"]["reason"]) == ("unavailable", "unreachable")
    assert (found["model"]["status"], found["model"]["reason"]) == ("not_configured", "not_configured")
    assert all(found[name]["advice"] for name in ("memory", "model"))
    assert all(found[name]["since"].endswith("Z") for name in ("record", "memory"))


async def test_health_paths_tell_what_they_promise(product: Product) -> None:
    assert (await product.http.get("/healthz")).json() == {"status": "ok"}
    assert (await product.http.get("/readyz")).json() == {"status": "ok"}
    assert "python_info" in (await product.http.get("/metrics")).text


async def test_seen_before_tells_of_the_exact_error_and_its_resolution(product: Product) -> None:
    async def seen(error: str, service: str = "payment-api") -> Values | None:
        params = {"service": service, "error": error}
        found = answer(await product.http.get(f"{API}/incidents/seen-before", params=params), 200)
        repeat: Values | None = found["repeat"]
        return repeat

    assert await seen("Timeout after 30012ms") is None
    for duration in (30012, 29998):
        await product.incidents.declare(error=f"Timeout after {duration}ms")
    await product.incidents.resolve("INC-101")
    repeat = await seen(" TIMEOUT after 31000ms")
    assert repeat is not None
    assert (repeat["occurrences"], repeat["last_incident_id"]) == (2, "INC-102")
    assert repeat["incident_ids"] == ["INC-102", "INC-101"]
    assert repeat["verified_resolution"]["incident_id"] == "INC-101"
    assert repeat["fingerprint_input"] == "timeout after <num>ms"
    assert await seen("Timeout after 30012ms", service="other") is None
    await product.incidents.delete("INC-101")
    left = await seen("Timeout after 1234ms")
    assert left is not None
    assert (left["occurrences"], left["verified_resolution"]) == (1, None)
