"""Our own process killed at each state of a retain, with a real memory: nothing is lost, nothing is doubled."""

import time
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass

import pytest
import pytest_asyncio

from tests.fakes.fault_proxy import FaultProxy, Point, fault_proxy
from tests.fakes.hindsight_server import refuses, says
from tests.harness import API, Values, answer
from tests.hindsight import RunningHindsight
from tests.process import Served
from tests.stories.life import empty_bank, server_client
from tests.stories.whole import differences, held

pytestmark = pytest.mark.asyncio(loop_scope="module")

RECOVERY_S = 60
SYMPTOMS = "Card charges hang for thirty seconds and then fail with HTTP 504 while Postgres itself is idle."
REMEMBERED = {
    "queued": "while another document was on its way",
    "failed": "after memory had refused it",
    "retained": "after memory had taken it, unproved",
    "retaining, sent": "before the retain reached the server",
    "retaining, answered": "before the server's answer reached us",
    "retaining, proving": "while its probe was under way",
    "retaining, replacing": "before the answer to its second revision reached us",
}
WITHDRAWN = {
    "withdrawing, unsent": "before its withdrawal was sent",
    "withdrawing, answered": "before the answer to its withdrawal reached us",
}


@dataclass(frozen=True)
class Killed:
    """A document at the moment of the kill: its ledger entry and its incident."""

    document: Values
    incident: Values


@dataclass
class Killing:
    """Our process, the way to its memory, and how each document stood when the process was killed."""

    served: Served
    proxy: FaultProxy
    killed: dict[str, Killed]

    async def resolved(self) -> str:
        incident_id = await self.declared()
        await self.served.incidents.resolve(incident_id)
        return incident_id

    async def declared(self) -> str:
        incident_id: str = (await self.served.incidents.declare(symptoms=SYMPTOMS))["id"]
        return incident_id

    async def remembered(self) -> str:
        incident_id = await self.resolved()
        await self.served.until_state(incident_id, "ready")
        return incident_id

    async def kill(self, standing: Mapping[str, str]) -> None:
        """Note how these documents stand, kill the process and start it again."""
        for name, incident_id in standing.items():
            incident = await self.served.incidents.read(incident_id)
            self.killed[name] = Killed(await self.served.document(incident_id), incident)
        self.served.kill()
        self.proxy.passes()
        await self.served.start()


async def kill_while_sending(killing: Killing) -> None:
    """One document failed, one is unproved, one is on its way, and one waits behind it."""
    failed, retained, sent = [await killing.declared() for _ in range(3)]
    killing.proxy.answers("retain", refuses(422), about=failed)
    await killing.served.incidents.resolve(failed)
    await killing.served.until_state(failed, "failed")
    killing.proxy.answers("recall", says({"results": []}), about=retained)
    await killing.served.incidents.resolve(retained)
    await killing.served.until_state(retained, "retained")
    on_its_way = killing.proxy.holds("retain", Point.sent, about=sent)
    await killing.served.incidents.resolve(sent)
    await on_its_way.reached()
    behind = await killing.resolved()
    await killing.kill({"failed": failed, "retained": retained, "retaining, sent": sent, "queued": behind})
    on_its_way.drop()
    answer(await killing.served.http.post(f"{API}/memory/documents/{failed}/retain"), 200)


async def kill_after(killing: Killing, name: str, call: str) -> None:
    """The server has answered that call about a new document, and we never learn it."""
    incident_id = await killing.declared()
    on_its_way = killing.proxy.holds(call, Point.answered, about=incident_id)
    await killing.served.incidents.resolve(incident_id)
    await on_its_way.reached()
    await killing.kill({name: incident_id})
    on_its_way.release()


async def kill_while_replacing(killing: Killing, incident_id: str) -> None:
    on_its_way = killing.proxy.holds("retain", Point.answered, about=incident_id)
    await killing.served.incidents.edit(incident_id, root_cause="A firewall dropped idle connections.")
    await on_its_way.reached()
    await killing.kill({"retaining, replacing": incident_id})
    on_its_way.release()


async def kill_while_withdrawing(killing: Killing, first: str, behind: str) -> None:
    on_its_way = killing.proxy.holds("delete_document", Point.answered, about=first)
    await killing.served.incidents.reopen(first)
    await on_its_way.reached()
    await killing.served.incidents.reopen(behind)
    await killing.kill({"withdrawing, answered": first, "withdrawing, unsent": behind})
    on_its_way.release()


@dataclass(frozen=True)
class Aftermath:
    """What is there once all has come to rest, and how long that took."""

    killing: Killing
    hindsight: RunningHindsight
    seconds: float


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def aftermath(hindsight: RunningHindsight, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Aftermath]:
    """Five kills one after the other; each document's lease runs out while the next ones are at it."""
    await empty_bank(hindsight)
    async with AsyncExitStack() as stack:
        proxy = await stack.enter_async_context(fault_proxy(lambda: hindsight.connection.url))
        served = Served(
            tmp_path_factory.mktemp("killed"),
            HINDSIGHT_API_URL=proxy.url,
            HINDSIGHT_API_KEY=hindsight.connection.api_key or "",
            MEMORYOPS_SIMILARITY_THRESHOLD="0.325",  # known, so that nothing is measured first
        )
        stack.push_async_callback(served.close)
        killing = Killing(served, proxy, {})
        await served.start()
        first, second, third = [await killing.remembered() for _ in range(3)]
        await kill_while_sending(killing)
        await kill_after(killing, "retaining, answered", "retain")
        await kill_after(killing, "retaining, proving", "recall")
        await kill_while_replacing(killing, first)
        await kill_while_withdrawing(killing, second, third)
        started = time.monotonic()
        for one in killing.killed.values():
            await served.until_state(one.document["id"], "ready", "withdrawn")
        yield Aftermath(killing, hindsight, time.monotonic() - started)


@pytest.mark.parametrize("when", [*REMEMBERED, *WITHDRAWN])
async def test_it_was_killed_in_that_state(aftermath: Aftermath, when: str) -> None:
    assert aftermath.killing.killed[when].document["state"] == when.partition(",")[0]


@pytest.mark.parametrize("when", REMEMBERED, ids=REMEMBERED.get)
async def test_what_was_learned_is_remembered_once_and_whole(aftermath: Aftermath, when: str) -> None:
    killed = aftermath.killing.killed[when].document
    document = await aftermath.killing.served.document(killed["id"])
    assert (document["state"], document["revision"]) == ("ready", killed["revision"])
    assert document["ready_revision"] == document["revision"]
    async with server_client(aftermath.hindsight) as server:
        stored = await held(server, killed["id"])
    assert stored is not None
    assert (stored["original_text"], stored["document_metadata"]) == (killed["text"], killed["metadata"])


@pytest.mark.parametrize("when", WITHDRAWN, ids=WITHDRAWN.get)
async def test_what_was_taken_back_is_gone(aftermath: Aftermath, when: str) -> None:
    document_id = aftermath.killing.killed[when].document["id"]
    document = await aftermath.killing.served.document(document_id)
    assert (document["state"], document["reason"]) == ("withdrawn", "reopened")
    async with server_client(aftermath.hindsight) as server:
        assert await held(server, document_id) is None


@pytest.mark.parametrize("when", [*REMEMBERED, *WITHDRAWN])
async def test_the_record_is_as_it_was(aftermath: Aftermath, when: str) -> None:
    before = aftermath.killing.killed[when].incident
    after = await aftermath.killing.served.incidents.read(before["id"])
    follows = {"memory", "memory_retained"}
    assert {**before, **{name: after[name] for name in follows}} == after


async def test_ledger_and_memory_agree_within_a_minute(aftermath: Aftermath) -> None:
    async with server_client(aftermath.hindsight) as server:
        assert await differences(aftermath.killing.served.http, server) == []
    assert aftermath.seconds < RECOVERY_S


async def test_what_is_remembered_is_recalled_and_what_was_taken_back_is_not(aftermath: Aftermath) -> None:
    response = await aftermath.killing.served.http.post(f"{API}/memory/recall", json={"query": SYMPTOMS})
    recalled = answer(response, 200)
    assert recalled["memory_status"] == "ok"
    known = {aftermath.killing.killed[when].document["id"] for when in REMEMBERED}
    found = {item["incident_id"] for item in recalled["similar_historical_incidents"]}
    cut = {one["document_id"] for one in recalled["memory"]["excluded"] if one["reason"] == "beyond_limit"}
    assert found | cut == known
