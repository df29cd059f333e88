"""A memory that fails in every way a server can: said with its cause, never `empty`; nothing is lost or doubled."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.fakes.hindsight_server import CUT, DRIPS, HANGS, HTML_502, Answer, piece, refuses, says
from tests.fakes.remembering_hindsight import RememberingHindsight, remembering_hindsight
from tests.harness import API, Product, Values, answer, closed_port
from tests.memory.world import World, still_product
from tests.stories.whole import differences

QUESTION = "charges hang and fail with 504"
CALLS = ("list_banks", "retain", "recall", "get_document", "delete_document", "list_documents")
FAULTS: dict[str, tuple[Answer, str]] = {
    "hangs": (HANGS, "timeout"),
    "drips": (DRIPS, "timeout"),
    "cut body": (CUT, "unreachable"),
    "HTML 502": (HTML_502, "server_error"),
    "500": (refuses(500), "server_error"),
    "wrong shape": (says({"something": "else"}), "invalid_response"),
    "429 for 120 s": (refuses(429, Retry_After="120"), "rate_limited"),
}
FOREIGN: dict[str, tuple[dict[str, Any], str | None]] = {
    "another bank's": ({"tags": ["workspace:other", "incident:INC-7"]}, "other_workspace"),
    "without metadata": ({"metadata": None}, "not_our_document"),
    "of no document": ({"document_id": None}, "no_document_id"),
    "of an unknown document": ({}, "not_in_record"),
    "without scores": ({"scores": None}, None),
}


@asynccontextmanager
async def server_of(fake: RememberingHindsight) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=fake.url, trust_env=False) as http:
        yield http


async def assert_whole(product: Product, fake: RememberingHindsight, *held: str) -> None:
    """Ledger and memory agree, and exactly these are held."""
    async with server_of(fake) as server:
        assert await differences(product.http, server) == []
    assert sorted(fake.held) == sorted(held)


async def assert_unavailable(here: World, reason: str) -> Values:
    recalled = await here.recall(QUESTION)
    assert (recalled["memory_status"], recalled["memory"]["reason"]) == ("unavailable", reason)
    assert recalled["memory"]["detail"]
    assert recalled["similar_historical_incidents"] == []
    return recalled


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_server_that_fails_so_is_named_and_costs_nothing(impatient: World, fault: str) -> None:
    here, (said, reason) = impatient, FAULTS[fault]
    kept, taken_back = await here.remembered(), await here.remembered()
    await here.check()
    for call in CALLS:
        here.fake.answers(call, said)
    await assert_unavailable(here, reason)
    new = await here.resolved(root_cause="The proxy lost its connections.")
    await here.incidents.reopen(taken_back)
    await here.settle()
    await here.product.runtime.health.check()
    status = answer(await here.product.http.get(f"{API}/memory/status"), 200)
    assert (status["status"], status["reason"]) == ("unavailable", reason)
    assert (await here.incidents.read(new))["root_cause"] == "The proxy lost its connections."
    assert {(await here.document(one))["reason"] for one in (new, taken_back)} <= {reason, "reopened"}

    here.fake.behaves()
    await here.check()
    await here.reconciler.hurry()
    await here.wait(seconds=125 if reason == "rate_limited" else 2)
    await assert_whole(here.product, here.fake, kept, new)
    assert (await here.recall(QUESTION))["memory_status"] == "ok"


async def test_the_wait_of_120_s_that_the_server_asks_for_is_kept(here: World) -> None:
    incident_id = await here.resolved()
    here.fake.answers("retain", refuses(429, Retry_After="120"))
    await here.settle()
    here.fake.behaves()
    await here.check()
    await here.reconciler.hurry()
    await here.wait(seconds=119)
    assert len(here.sent()) == 1
    await here.wait(seconds=2)
    await assert_whole(here.product, here.fake, incident_id)


async def test_a_500_for_what_was_kept_all_the_same_doubles_nothing(here: World) -> None:
    incident_id = await here.resolved()
    here.fake.answers("retain", refuses(500))
    here.fake.keeps_what_it_refuses = True
    await here.settle()
    here.fake.behaves()
    await here.wait(seconds=2)
    assert len(here.sent()) == 1
    await assert_whole(here.product, here.fake, incident_id)


@pytest.mark.parametrize("what", FOREIGN)
async def test_an_answer_of_what_is_not_ours_is_unavailable_and_proves_nothing(here: World, what: str) -> None:
    kept = await here.remembered()
    await here.check()
    given, excluded_for = FOREIGN[what]
    foreign = {**piece("INC-7", semantic=0.9), **given}
    here.fake.answers("recall", says({"results": [foreign]}))
    recalled = await assert_unavailable(here, "invalid_response")
    assert [one["reason"] for one in recalled["memory"]["excluded"]] == ([excluded_for] if excluded_for else [])
    new = await here.resolved()
    await here.settle()
    assert await here.state(new) in {"retained", "failed"}
    here.fake.behaves()
    await here.wait(seconds=2)
    await assert_whole(here.product, here.fake, kept, new)


async def test_what_is_not_ours_takes_nothing_from_what_is(here: World) -> None:
    kept = await here.remembered()
    foreign = here.held(kept)
    here.fake.held["INC-7"] = type(foreign)("INC-7", foreign.text, ["workspace:default"], {"incident_id": "INC-7"}, 0.9)
    recalled = await here.recall(QUESTION)
    assert [item["incident_id"] for item in recalled["similar_historical_incidents"]] == [kept]
    assert recalled["memory"]["excluded"] == [{"document_id": "INC-7", "reason": "not_in_record"}]


async def test_a_foreign_document_that_is_hardly_alike_leaves_memory_empty(here: World) -> None:
    kept = await here.remembered()
    here.held(kept).similarity = 0.1
    foreign = here.held(kept)
    here.fake.held["INC-7"] = type(foreign)("INC-7", foreign.text, ["workspace:default"], {"incident_id": "INC-7"}, 0.1)
    assert (await here.recall(QUESTION))["memory_status"] == "empty"


async def test_a_memory_that_starts_a_minute_after_us_gets_what_was_learned_before(
    sqlite_record: str, tmp_path: Path
) -> None:
    port = closed_port()
    async with still_product(sqlite_record, tmp_path, f"http://127.0.0.1:{port}") as product:
        incident_id = (await product.incidents.declare())["id"]
        await product.incidents.resolve(incident_id)
        await product.runtime.health.check()
        recalled = answer(await product.http.post(f"{API}/memory/recall", json={"query": QUESTION}), 200)
        assert (recalled["memory_status"], recalled["memory"]["reason"]) == ("unavailable", "unreachable")
        product.clock.advance(seconds=60)
        async with remembering_hindsight(port) as fake:
            await product.runtime.health.check()
            while await product.runtime.reconciler.step():
                pass
            await assert_whole(product, fake, incident_id)
            status = answer(await product.http.get(f"{API}/memory/status"), 200)
            assert (status["status"], status["documents"]["ready"]) == ("ready", 1)
