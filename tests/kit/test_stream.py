"""The live stream: every change once, in order, whoever was away."""

import asyncio
import gc
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from memoryops.kit.clock import ManualClock
from memoryops.kit.db import EVERY_WORKSPACE
from memoryops.kit.events import Event, announce, prune
from memoryops.kit.stream import live_events, position_of
from memoryops.workspaces.models import DEFAULT_WORKSPACE
from tests.harness import API, START, Product, running, served, settings_for
from tests.kit.streams import listening


async def test_a_stream_begins_with_its_position(product: Product) -> None:
    await product.incidents.declare()
    async with listening(product.runtime) as listener:
        hello = await listener.next()
        assert (hello["event"], hello["position"]) == ("hello", 1)
        await product.incidents.note("INC-101", "Looking")
        heard = await listener.next()
    assert (heard["event"], heard["incident_id"], heard["change"]) == ("incident", "INC-101", "note")
    assert heard["at"] == "2026-11-30T12:00:00.000Z"


async def test_every_change_is_heard_in_order(product: Product) -> None:
    async with listening(product.runtime) as listener:
        await listener.next()
        await product.incidents.declare()
        await product.incidents.edit("INC-101", title="Changed")
        await product.incidents.resolve("INC-101")
        heard = await listener.take(4)
    assert [event.get("change") or event["state"] for event in heard] == ["declared", "edited", "resolved", "queued"]
    assert [event["id"] for event in heard] == sorted(event["id"] for event in heard)


async def test_resuming_from_any_position_misses_nothing_and_repeats_nothing(product: Product) -> None:
    for _ in range(5):
        await product.incidents.declare()
    async with listening(product.runtime, after=0) as listener:
        await listener.next()
        everything = await listener.take(5)
    for position in range(5):
        async with listening(product.runtime, after=everything[position]["id"]) as listener:
            assert (await listener.next())["position"] == everything[position]["id"]
            assert await listener.take(4 - position) == everything[position + 1 :]


async def test_more_events_than_one_batch_arrive_complete(product: Product) -> None:
    async with product.runtime.database.writing(DEFAULT_WORKSPACE) as session:
        for number in range(450):
            announce(session, DEFAULT_WORKSPACE, "incident", None, START, number=number)
    async with listening(product.runtime, after=0) as listener:
        await listener.next()
        assert [event["number"] for event in await listener.take(450)] == list(range(450))


async def test_a_position_ahead_of_everything_does_not_deafen(product: Product) -> None:
    await product.incidents.declare()
    async with listening(product.runtime, after=10**17) as listener:
        assert (await listener.next())["position"] == 1
        await product.incidents.note("INC-101", "Looking")
        assert (await listener.next())["change"] == "note"


async def test_a_stream_of_one_incident_holds_nothing_else(product: Product) -> None:
    for _ in range(2):
        await product.incidents.declare()
    async with listening(product.runtime, incident="INC-102") as listener:
        await listener.next()
        await product.incidents.note("INC-101", "Elsewhere")
        await product.incidents.note("INC-102", "Here")
        assert (await listener.next())["incident_id"] == "INC-102"


async def test_another_workspace_s_events_are_not_heard(product: Product) -> None:
    await product.run_sql(
        "INSERT INTO workspaces (id, name, next_incident_number, created_at) "
        "VALUES ('other', 'Other', 101, '2026-11-30 00:00:00')"
    )
    async with listening(product.runtime) as listener:
        await listener.next()
        async with product.runtime.database.writing("other") as session:
            announce(session, "other", "incident", "INC-101", START)
        await product.incidents.declare()
        assert (await listener.next())["change"] == "declared"


async def test_a_change_that_is_rolled_back_is_never_heard(product: Product) -> None:
    async with listening(product.runtime) as listener:
        await listener.next()
        with pytest.raises(LookupError):
            await announce_in_vain(product)
        await product.incidents.declare()
        assert (await listener.next())["change"] == "declared"


async def announce_in_vain(product: Product) -> None:
    async with product.runtime.database.writing(DEFAULT_WORKSPACE) as session:
        announce(session, DEFAULT_WORKSPACE, "incident", "INC-1", START, change="imagined")
        raise LookupError


async def test_a_slow_transaction_puts_no_event_behind_a_reader(postgres_product: Product) -> None:
    database = postgres_product.runtime.database
    announced, may_commit = asyncio.Event(), asyncio.Event()

    async def slowly() -> None:
        async with database.writing(DEFAULT_WORKSPACE) as session:
            announce(session, DEFAULT_WORKSPACE, "incident", None, START, change="slow")
            await session.flush()
            announced.set()
            await may_commit.wait()

    slow = asyncio.create_task(slowly())
    await announced.wait()
    async with listening(postgres_product.runtime, after=0) as listener:
        await listener.next()
        await postgres_product.incidents.declare()
        first = await listener.next()
        may_commit.set()
        await slow
        second = await listener.next()
    assert (first["change"], second["change"]) == ("declared", "slow")
    assert first["id"] < second["id"]


async def test_ids_are_in_the_order_of_commits_under_load(product: Product) -> None:
    async with listening(product.runtime, after=0) as listener:
        await listener.next()
        writing = asyncio.gather(*(product.incidents.declare() for _ in range(40)))
        heard = await listener.take(40)
        await writing
    assert len({event["incident_id"] for event in heard}) == 40
    async with product.runtime.database.reading(EVERY_WORKSPACE) as session:
        assert await session.scalar(sa.select(sa.func.count()).select_from(Event)) == 40


@pytest.mark.parametrize(
    ("header", "position"),
    [("0", 0), ("7", 7), *[(other, None) for other in (None, "", "-1", "x", "1.5", "٣", "9" * 5000)]],
)
def test_only_an_id_of_ours_is_a_position(header: str | None, position: int | None) -> None:
    assert position_of(header) == position


async def test_over_http_a_console_resumes_by_last_event_id(sqlite_record: str, tmp_path: Path) -> None:
    async with running(settings_for(tmp_path, sqlite_record)) as product, served(product) as address:
        for _ in range(3):
            await product.incidents.declare()
        async with httpx.AsyncClient(timeout=10) as http:
            async with http.stream("GET", f"{address}{API}/events", headers={"Last-Event-ID": "1"}) as response:
                assert response.headers["content-type"].startswith("text/event-stream")
                assert response.headers["cache-control"] == "no-store"
                lines = response.aiter_lines()
                ids = [await next_id(lines) for _ in range(3)]
            assert ids == ["1", "2", "3"]


async def next_id(lines: AsyncIterator[str]) -> str:
    async for line in lines:
        if line.startswith("id: "):
            return line.removeprefix("id: ")
    raise AssertionError("the stream ended")


async def test_events_are_kept_for_a_week(product: Product, clock: ManualClock) -> None:
    await product.incidents.declare()
    clock.advance(days=6)
    await prune(product.runtime.database, clock.now())
    await product.incidents.note("INC-101", "Still looking")
    assert await _positions(product) == [1, 2]
    clock.advance(days=2)
    await prune(product.runtime.database, clock.now())
    assert await _positions(product) == [2]


async def _positions(product: Product) -> list[int]:
    async with product.runtime.database.reading(DEFAULT_WORKSPACE) as session:
        return list(await session.scalars(sa.select(Event.id).order_by(Event.id)))


async def test_who_goes_away_at_any_moment_leaves_no_unfinished_task_behind(
    product: Product, caplog: pytest.LogCaptureFixture
) -> None:
    await product.incidents.declare()
    for moment in range(0, 60, 2):
        listener = asyncio.create_task(listen_for_ever(product))
        for _ in range(moment):
            await asyncio.sleep(0)
        while not listener.done():
            # As the server does with the stream of a connection that is gone.
            listener.cancel()
            await asyncio.sleep(0)
    gc.collect()
    assert [record.getMessage() for record in caplog.records if record.name == "asyncio"] == []


async def listen_for_ever(product: Product) -> None:
    runtime = product.runtime
    async for _ in live_events(runtime.database, DEFAULT_WORKSPACE, incident_id=None, after=0, pulse=runtime.pulse):
        pass
