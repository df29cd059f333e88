"""Deleting hides, restoring brings back; nothing is lost."""

from memoryops.kit.clock import ManualClock
from tests.harness import API, Incidents, Product, assert_problem


async def test_a_deleted_incident_is_nowhere_to_be_seen(product: Product) -> None:
    await product.incidents.declare(error="Boom")
    await product.incidents.declare(error="Other")
    await product.incidents.delete("INC-101")
    assert_problem(await product.http.get(f"{API}/incidents/INC-101"), 404)
    assert_problem(await product.http.get(f"{API}/incidents/INC-101/timeline"), 404)
    assert_problem(await product.http.get(f"{API}/incidents/INC-101/investigations"), 404)
    assert await product.incidents.found() == ["INC-102"]
    assert await product.incidents.found(q="boom") == []
    assert await product.incidents.found(q="INC-101") == []
    assert await product.incidents.total() == 1


async def test_nothing_can_be_done_to_a_deleted_incident_but_restoring_it(product: Product) -> None:
    await product.incidents.declare()
    await product.incidents.delete("INC-101")
    async with product.unchanged():
        assert_problem(await product.incidents.try_edit("INC-101", 2, title="Changed"), 404)
        assert_problem(await product.incidents.try_resolve("INC-101"), 404)
        assert_problem(await product.http.post(f"{API}/incidents/INC-101/reopen"), 404)
        assert_problem(await product.http.post(f"{API}/incidents/INC-101/analyze"), 404)
        assert_problem(await product.http.post(f"{API}/incidents/INC-101/timeline", json={"text": "x"}), 404)
        assert_problem(await product.http.delete(f"{API}/incidents/INC-101"), 404)


async def test_restoring_brings_everything_back(incidents: Incidents, clock: ManualClock) -> None:
    await incidents.declare(error="Boom")
    before = await incidents.read("INC-101")
    await incidents.delete("INC-101", actor="Ada")
    clock.advance(minutes=1)
    after = await incidents.restore("INC-101", actor="Grace")
    assert after == {**before, "revision": 3}
    assert await incidents.found(q="boom") == ["INC-101"]
    entries = [(entry["kind"], entry["actor"]) for entry in await incidents.timeline("INC-101")]
    assert entries == [("declared", "unknown"), ("deleted", "Ada"), ("restored", "Grace")]


async def test_restoring_a_visible_incident_changes_nothing(product: Product) -> None:
    incident = await product.incidents.declare()
    async with product.unchanged():
        assert await product.incidents.restore("INC-101") == incident


async def test_deleting_withdraws_the_memory_and_restoring_brings_it_back(incidents: Incidents) -> None:
    await incidents.declare()
    await incidents.resolve("INC-101")
    await incidents.delete("INC-101")
    restored = await incidents.restore("INC-101")
    assert restored["memory"]["state"] == "queued"
    steps = [entry["kind"] for entry in await incidents.timeline("INC-101") if entry["source"] == "memory"]
    assert steps == ["memory_queued", "memory_withdrawing", "memory_queued"]


async def test_what_was_never_declared_cannot_be_restored(product: Product) -> None:
    async with product.unchanged():
        assert_problem(await product.http.post(f"{API}/incidents/INC-101/restore"), 404)
