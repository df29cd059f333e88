"""Banks on a Hindsight server: prepared before the first document, looked at again when in doubt, over real HTTP."""

from memoryops.adapters.hindsight import HindsightMemory
from memoryops.adapters.hindsight_connection import Connection
from memoryops.memory.port import MemoryReason
from tests.adapters.asking import BANK, DOCUMENT, KEY, QUERY, failure_of
from tests.fakes.hindsight_server import (
    FakeHindsight,
    refuses,
)


async def test_a_missing_bank_is_not_made_by_asking(server: FakeHindsight, memory: HindsightMemory) -> None:
    assert (await failure_of(memory.recall("other", QUERY))).reason is MemoryReason.bank_missing
    assert "other" not in server.banks


async def test_a_bank_that_cannot_be_configured_is_misconfigured(
    server: FakeHindsight, memory: HindsightMemory
) -> None:
    server.answers("write_config", refuses(404, "Bank configuration API is disabled"))
    assert (await failure_of(memory.retain("other", DOCUMENT))).reason is MemoryReason.misconfigured
    assert server.calls("retain")[-1].bank == BANK


async def test_a_bank_that_does_not_keep_its_configuration_is_misconfigured(server: FakeHindsight) -> None:
    server.obeys_configuration = False
    memory = HindsightMemory(lambda: Connection(server.url, KEY))
    failure = await failure_of(memory.retain(BANK, DOCUMENT))
    assert failure.reason is MemoryReason.misconfigured
    assert "retain_chunk_size" in failure.detail
    assert server.calls("retain") == []
    await memory.aclose()


async def test_a_bank_is_configured_once_for_many_recalls(server: FakeHindsight, memory: HindsightMemory) -> None:
    await memory.recall(BANK, QUERY)
    await memory.recall(BANK, QUERY)
    assert len(server.calls("write_config")) == 1
    assert len(server.calls("read_config")) == 2


async def test_a_bank_is_looked_at_again_after_the_server_failed(
    server: FakeHindsight, memory: HindsightMemory
) -> None:
    server.answers("recall", refuses(500))
    await failure_of(memory.recall(BANK, QUERY))
    server.behaves()
    server.banks[BANK]["enable_graph_retrieval"] = True
    await memory.recall(BANK, QUERY)
    assert server.banks[BANK]["enable_graph_retrieval"] is False


async def test_a_bank_is_looked_at_again_when_the_version_has_changed(
    server: FakeHindsight, memory: HindsightMemory
) -> None:
    await memory.check()
    server.version = "1.2.0"
    server.banks[BANK]["enable_temporal_retrieval"] = True
    assert (await memory.check()).version == "1.2.0"
    await memory.recall(BANK, QUERY)
    assert server.banks[BANK]["enable_temporal_retrieval"] is False


async def test_a_server_of_another_age_still_counts_as_connected(
    server: FakeHindsight, memory: HindsightMemory
) -> None:
    server.features = ("observations",)
    assert (await memory.check()).version is None


async def test_a_server_that_lost_its_banks_gets_ours_before_the_next_document(
    server: FakeHindsight, memory: HindsightMemory
) -> None:
    server.banks.clear()
    await memory.retain(BANK, DOCUMENT)
    assert server.banks[BANK]["retain_chunk_size"] == 900
