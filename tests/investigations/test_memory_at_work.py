"""What investigations got from memory, and what people said of it, is counted as it was."""

from tests.fakes.hindsight_server import refuses
from tests.harness import API, Values, answer
from tests.memory.world import World


async def memory_at_work(here: World) -> Values:
    return answer(await here.product.http.get(f"{API}/insights/memory"), 200)


async def listed(here: World, rows: str) -> list[str]:
    """The ids of the rows behind a number."""
    return [row["id"] for row in answer(await here.product.http.get(rows), 200)["items"]]


async def investigated(here: World) -> str:
    incident_id: str = (await here.incidents.declare(error="Database connection timeout"))["id"]
    answer(await here.product.http.post(f"{API}/incidents/{incident_id}/analyze"), 200)
    return incident_id


async def test_evidence_that_was_shown_and_confirmed_is_counted_with_its_incidents(here: World) -> None:
    await investigated(here)
    remembered = await here.remembered()
    confirming, failing = await investigated(here), await investigated(here)
    here.clock.advance(minutes=30)
    await here.incidents.resolve(confirming, same_as=remembered)
    await here.incidents.resolve(failing, did_not_help=[remembered])
    seen = await memory_at_work(here)
    recalls, evidence = seen["investigations"], seen["evidence"]
    assert (recalls["ok"]["count"], recalls["empty"]["count"], recalls["hit_rate"]) == (2, 1, 0.6667)
    assert {name: share["count"] for name, share in evidence.items()} == {
        "shown": 2,
        "confirmed": 1,
        "confirmed_shown": 1,
        "did_not_help": 1,
        "did_not_help_shown": 1,
    }
    assert await listed(here, evidence["confirmed_shown"]["rows"]) == [confirming]
    assert await listed(here, evidence["did_not_help_shown"]["rows"]) == [failing]
    assert await listed(here, evidence["shown"]["rows"]) == [failing, confirming]
    assert await listed(here, seen["with_evidence_rows"]) == [failing, confirming]
    assert len(await listed(here, recalls["ok"]["rows"])) == 2
    assert (seen["with_evidence"]["n"], seen["with_evidence"]["median_s"]) == (2, 1800)
    assert seen["without_evidence"]["n"] == 0
    assert "no experiment" in seen["warning"]


async def test_a_memory_that_did_not_answer_is_no_miss(here: World) -> None:
    await here.remembered()
    here.fake.answers("recall", refuses(500))
    await investigated(here)
    recalls = (await memory_at_work(here))["investigations"]
    assert (recalls["unavailable"]["count"], recalls["empty"]["count"], recalls["hit_rate"]) == (1, 0, None)
    [row] = answer(await here.product.http.get(recalls["unavailable"]["rows"]), 200)["items"]
    assert row["id"].startswith("INV-")
    assert row["incident_id"] == "INC-102"
