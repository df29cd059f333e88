"""Memory in the real Hindsight."""

from collections.abc import AsyncIterator
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import httpx
import pytest
import pytest_asyncio

from memoryops.adapters.hindsight import HindsightMemory
from memoryops.adapters.hindsight_bank import BankConfiguration
from memoryops.adapters.hindsight_connection import Connection
from memoryops.kit.clock import SystemClock
from memoryops.memory.calibration import BUNDLED_CALIBRATION, known_embeddings
from memoryops.memory.calibrator import Calibrator
from memoryops.memory.health import HealthWatch
from memoryops.memory.port import Document, MemoryReason, MemoryUnavailable, RecallQuery
from memoryops.samples.calibration import calibration_set
from tests.hindsight import RunningHindsight

POOL = Document(
    "INC-101",
    "The Payment API answered charges with HTTP 504. Leaked sessions had exhausted the database connection pool. "
    "Raising the pool from 20 to 100 and fixing the leak resolved it.",
    ("workspace:default", "incident:INC-101", "service:payment-api"),
    {"incident_id": "INC-101", "revision": "1", "content_hash": "a1"},
    datetime(2026, 5, 1, 9, 30, tzinfo=UTC),
)
CERTIFICATE = Document(
    "INC-102",
    "Browsers refused the storefront because its TLS certificate had expired. Renewing the certificate resolved it.",
    ("workspace:default", "incident:INC-102", "service:storefront"),
    {"incident_id": "INC-102", "revision": "3", "content_hash": "b2"},
    datetime(2026, 5, 2, 9, 30, tzinfo=UTC),
)
WORKSPACE = ("workspace:default",)


@pytest_asyncio.fixture
async def memory(hindsight: RunningHindsight) -> AsyncIterator[HindsightMemory]:
    store = HindsightMemory(hindsight.server.connection, recall_timeout=30, retain_timeout=60)
    yield store
    await store.aclose()


@pytest.fixture
def bank() -> str:
    """A bank that no other test knows."""
    return f"memoryops-test-{uuid4().hex[:8]}"


async def test_a_document_is_recalled_by_meaning(memory: HindsightMemory, bank: str) -> None:
    await memory.retain(bank, POOL)
    await memory.retain(bank, CERTIFICATE)
    query = RecallQuery("checkout requests time out, no free sessions to the database", WORKSPACE)
    found = {piece.document_id: piece.semantic or 0 for piece in await memory.recall(bank, query)}
    assert found["INC-101"] > 0.4
    assert found["INC-102"] < found["INC-101"] - 0.1


async def test_a_recalled_piece_carries_what_it_was_retained_with(memory: HindsightMemory, bank: str) -> None:
    await memory.retain(bank, POOL)
    [piece] = await memory.recall(bank, RecallQuery("connection pool exhausted", WORKSPACE))
    assert piece.text == POOL.text
    assert set(piece.tags) == set(POOL.tags)
    assert piece.metadata == POOL.metadata
    assert piece.semantic is not None


async def test_every_tag_of_a_query_must_be_on_a_result(memory: HindsightMemory, bank: str) -> None:
    await memory.retain(bank, POOL)
    await memory.retain(bank, replace(CERTIFICATE, tags=()))
    text = "connection pool exhausted, certificate expired"
    scoped = await memory.recall(bank, RecallQuery(text, (*WORKSPACE, "incident:INC-101")))
    assert {piece.document_id for piece in scoped} == {"INC-101"}
    assert await memory.recall(bank, RecallQuery(text, (*WORKSPACE, "incident:INC-102"))) == []


async def test_an_unrelated_query_finds_nothing_by_meaning(memory: HindsightMemory, bank: str) -> None:
    await memory.retain(bank, POOL)
    pieces = await memory.recall(bank, RecallQuery("how do I bake a chocolate cake", WORKSPACE))
    assert all((piece.semantic or 0) < 0.3 for piece in pieces)


async def test_a_document_is_found_by_its_id(memory: HindsightMemory, bank: str) -> None:
    await memory.retain(bank, POOL)
    stored = await memory.find(bank, "INC-101")
    assert stored is not None
    assert (stored.text, stored.metadata, stored.pieces) == (POOL.text, POOL.metadata, 1)
    assert await memory.find(bank, "INC-999") is None


async def test_a_document_retained_again_replaces_the_first(memory: HindsightMemory, bank: str) -> None:
    await memory.retain(bank, POOL)
    again = replace(POOL, text="It was the proxy, not the pool.", metadata={**POOL.metadata, "revision": "2"})
    await memory.retain(bank, again)
    assert [one.document_id for one in await memory.list_documents(bank)] == ["INC-101"]
    pieces = await memory.recall(bank, RecallQuery("proxy", WORKSPACE))
    assert [(piece.text, piece.metadata["revision"]) for piece in pieces] == [("It was the proxy, not the pool.", "2")]


async def test_the_listing_tells_what_is_held_of_each_document(memory: HindsightMemory, bank: str) -> None:
    await memory.retain(bank, POOL)
    again = replace(POOL, metadata={**POOL.metadata, "revision": "3"}, tags=(*POOL.tags, "service:checkout  é"))
    await memory.retain(bank, again)
    [listed] = await memory.list_documents(bank)
    assert (listed.document_id, listed.metadata, listed.pieces) == (POOL.document_id, again.metadata, 1)
    assert set(listed.tags) == set(again.tags)


async def test_a_long_document_is_found_by_its_last_sentence(memory: HindsightMemory, bank: str) -> None:
    filler = "The team looked at dashboards and found nothing unusual in them that afternoon. " * 40
    await memory.retain(bank, replace(POOL, text=f"{filler}\n\nA kernel bug in the NIC driver dropped packets."))
    pieces = await memory.recall(bank, RecallQuery("network card driver loses packets", WORKSPACE))
    assert max(piece.semantic or 0 for piece in pieces) > 0.4


async def test_a_withdrawn_document_is_gone(memory: HindsightMemory, bank: str) -> None:
    await memory.retain(bank, POOL)
    await memory.withdraw(bank, "INC-101")
    await memory.withdraw(bank, "INC-101")
    assert await memory.find(bank, "INC-101") is None
    assert await memory.recall(bank, RecallQuery("connection pool exhausted", WORKSPACE)) == []


async def test_asking_a_missing_bank_says_so_and_makes_none(memory: HindsightMemory, bank: str) -> None:
    for call in (memory.recall(bank, RecallQuery("anything", WORKSPACE)), memory.find(bank, "INC-101")):
        with pytest.raises(MemoryUnavailable) as caught:
            await call
        assert caught.value.reason is MemoryReason.bank_missing
    assert await memory.list_documents(bank) == []
    await memory.withdraw(bank, "INC-101")


async def test_a_bank_is_set_as_we_need_it(memory: HindsightMemory, bank: str, hindsight: RunningHindsight) -> None:
    await memory.retain(bank, POOL)
    connection = hindsight.connection
    async with httpx.AsyncClient(trust_env=False, headers={"Authorization": f"Bearer {connection.api_key}"}) as client:
        config = (await client.get(f"{connection.url}/v1/default/banks/{bank}/config")).json()["config"]
    assert {name: config[name] for name in asdict(BankConfiguration())} == asdict(BankConfiguration())


async def test_a_recall_for_some_documents_returns_nothing_of_others(memory: HindsightMemory, bank: str) -> None:
    await memory.retain(bank, POOL)
    question = "connection pool exhausted"
    mine, others = (f"incident:{POOL.document_id}", "incident:INC-9"), ("incident:INC-9",)
    assert await memory.recall(bank, RecallQuery(question, WORKSPACE, mine))
    assert await memory.recall(bank, RecallQuery(question, WORKSPACE, others)) == []
    assert await memory.recall(bank, RecallQuery(question, ("workspace:other",), mine)) == []


async def test_a_wrong_key_is_unauthorized(hindsight: RunningHindsight) -> None:
    stranger = HindsightMemory(lambda: Connection(hindsight.connection.url, "not-the-key"))
    with pytest.raises(MemoryUnavailable) as caught:
        await stranger.check()
    assert caught.value.reason is MemoryReason.unauthorized
    await stranger.aclose()


async def test_checking_tells_what_answered(memory: HindsightMemory, hindsight: RunningHindsight) -> None:
    server = await memory.check()
    assert server.version == "1.1.0"
    assert server.url == hindsight.connection.url


async def test_the_bundled_embedding_is_recognised_by_its_behaviour(memory: HindsightMemory, tmp_path: Path) -> None:
    health = HealthWatch(memory, SystemClock())
    calibrator = Calibrator(memory, health, calibration_set(), known_embeddings(), tmp_path / "calibration.json")
    assert await calibrator.calibration() == BUNDLED_CALIBRATION
