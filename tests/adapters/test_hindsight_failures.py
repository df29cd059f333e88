"""Every way in which a Hindsight server can fail, over real HTTP."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
import pytest_asyncio

from memoryops.adapters.hindsight import HindsightMemory
from memoryops.adapters.hindsight_bank import BankConfiguration
from memoryops.adapters.hindsight_connection import Connection
from memoryops.memory.port import Document, MemoryReason, MemoryUnavailable, RecallQuery
from tests.fakes.hindsight_server import (
    BROKEN_JSON,
    CUT,
    HANGS,
    HTML_200,
    HTML_502,
    Answer,
    FakeHindsight,
    fake_hindsight,
    piece,
    refuses,
    says,
)

KEY = "s3cret-key-that-must-not-show"
BANK = "memoryops-default"
QUERY = RecallQuery("payments time out", ("workspace:default",))
DOCUMENT = Document(
    "INC-101",
    "The pool of the Payment API was exhausted.",
    ("workspace:default", "incident:INC-101"),
    {"incident_id": "INC-101", "revision": "1", "content_hash": "abc"},
    datetime(2026, 5, 1, tzinfo=UTC),
)


@pytest_asyncio.fixture
async def server() -> AsyncIterator[FakeHindsight]:
    async with fake_hindsight() as fake:
        yield fake


@pytest_asyncio.fixture
async def memory(server: FakeHindsight) -> AsyncIterator[HindsightMemory]:
    """Memory whose bank is there and prepared."""
    hindsight = HindsightMemory(lambda: Connection(server.url, KEY), recall_timeout=20)
    await hindsight.retain(BANK, DOCUMENT)
    yield hindsight
    await hindsight.aclose()


async def failure_of(call: Awaitable[object]) -> MemoryUnavailable:
    with pytest.raises(MemoryUnavailable) as caught:
        await call
    assert KEY not in f"{caught.value} {caught.value.detail} {caught.value!r}"
    return caught.value


FAILURES = [
    (CUT, MemoryReason.unreachable),
    (BROKEN_JSON, MemoryReason.invalid_response),
    (HTML_200, MemoryReason.invalid_response),
    (says([]), MemoryReason.invalid_response),
    (says({"something": "else"}), MemoryReason.invalid_response),
    (Answer(200, b"", "application/octet-stream"), MemoryReason.invalid_response),
    (HTML_502, MemoryReason.server_error),
    (refuses(500, "[Errno 111] Connection refused"), MemoryReason.server_error),
    (refuses(503), MemoryReason.server_error),
    (refuses(401, "Authentication failed: Invalid API key"), MemoryReason.unauthorized),
    (refuses(403), MemoryReason.unauthorized),
    (refuses(402, "no credits"), MemoryReason.payment_required),
    (refuses(429), MemoryReason.rate_limited),
    (refuses(400), MemoryReason.rejected),
    (refuses(409), MemoryReason.rejected),
    (refuses(410), MemoryReason.rejected),
    (refuses(422, [{"type": "value_error", "loc": ["body"], "msg": "too long"}]), MemoryReason.rejected),
]
CALLS: dict[str, Callable[[HindsightMemory], Awaitable[object]]] = {
    "recall": lambda memory: memory.recall(BANK, QUERY),
    "retain": lambda memory: memory.retain(BANK, DOCUMENT),
    "get_document": lambda memory: memory.find(BANK, "INC-101"),
    "delete_document": lambda memory: memory.withdraw(BANK, "INC-101"),
    "list_documents": lambda memory: memory.list_documents(BANK),
    "list_banks": lambda memory: memory.check(),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(("answer", "reason"), FAILURES, ids=lambda value: getattr(value, "value", None) or None)
async def test_each_failure_has_its_reason(
    server: FakeHindsight, memory: HindsightMemory, call: str, answer: Answer, reason: MemoryReason
) -> None:
    server.answers(call, answer)
    failure = await failure_of(CALLS[call](memory))
    assert failure.reason is reason
    assert failure.detail.endswith(".")


@pytest.mark.parametrize("call", CALLS)
async def test_a_server_that_hangs_is_given_up_when_it_was_promised(server: FakeHindsight, call: str) -> None:
    memory = HindsightMemory(lambda: Connection(server.url, KEY), recall_timeout=0.2, retain_timeout=0.2)
    server.banks[BANK] = asdict(BankConfiguration())
    server.answers(call, HANGS)
    started = time.monotonic()
    assert (await failure_of(CALLS[call](memory))).reason is MemoryReason.timeout
    assert time.monotonic() - started < 10
    await memory.aclose()


async def test_nothing_is_tried_twice(server: FakeHindsight, memory: HindsightMemory) -> None:
    server.answers("recall", refuses(503, Retry_After="0"))
    await failure_of(memory.recall(BANK, QUERY))
    assert len(server.calls("recall")) == 1


async def test_the_wait_that_the_server_asks_for_is_passed_on(server: FakeHindsight, memory: HindsightMemory) -> None:
    server.answers("recall", refuses(429, Retry_After="7"))
    assert (await failure_of(memory.recall(BANK, QUERY))).retry_after == 7


async def test_a_wait_given_as_a_date_counts_in_seconds(server: FakeHindsight, memory: HindsightMemory) -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=60))
    server.answers("recall", refuses(429, Retry_After=later))
    wait = (await failure_of(memory.recall(BANK, QUERY))).retry_after
    assert wait is not None
    assert 50 < wait <= 60


@pytest.mark.parametrize("wait", ["soon", "Mon, 01 Jan 2026 00:00:00 +99999999999999"])
async def test_a_wait_that_is_nonsense_is_none(server: FakeHindsight, memory: HindsightMemory, wait: str) -> None:
    server.answers("recall", refuses(429, Retry_After=wait))
    failure = await failure_of(memory.recall(BANK, QUERY))
    assert (failure.reason, failure.retry_after) == (MemoryReason.rate_limited, None)


async def test_a_server_that_repeats_our_key_does_not_get_it_shown(
    server: FakeHindsight, memory: HindsightMemory
) -> None:
    server.answers("recall", refuses(400, f"Bad header: Bearer {KEY}", X_Key=KEY))
    failure = await failure_of(memory.recall(BANK, QUERY))
    assert "[key]" in failure.detail


async def test_where_nothing_listens_memory_is_unreachable() -> None:
    memory = HindsightMemory(lambda: Connection("http://127.0.0.1:1", KEY))
    failure = await failure_of(memory.check())
    assert failure.reason is MemoryReason.unreachable
    assert "127.0.0.1:1" in failure.detail
    await memory.aclose()


@pytest.mark.parametrize("url", ["hindsight:8888", "http://", "http://[1", "ftp://somewhere", "http://me:pw@host:1"])
async def test_an_address_that_cannot_be_one_is_misconfigured(url: str) -> None:
    failure = await failure_of(HindsightMemory(lambda: Connection(url, KEY)).check())
    assert failure.reason is MemoryReason.misconfigured
    assert "pw" not in failure.detail


async def test_a_server_that_is_not_up_yet_says_so_itself() -> None:
    def starting() -> Connection:
        raise MemoryUnavailable(MemoryReason.starting, "It starts.")

    memory = HindsightMemory(starting)
    assert (await failure_of(memory.recall(BANK, QUERY))).reason is MemoryReason.starting
    assert memory.describe().url is None
    await memory.aclose()


async def test_a_missing_bank_is_not_made_by_asking(server: FakeHindsight, memory: HindsightMemory) -> None:
    assert (await failure_of(memory.recall("other", QUERY))).reason is MemoryReason.bank_missing
    assert "other" not in server.banks


async def test_a_404_of_something_else_is_not_a_missing_document(
    server: FakeHindsight, memory: HindsightMemory
) -> None:
    server.answers("get_document", Answer(404, b"<html>Not Found</html>", "text/html"))
    assert (await failure_of(memory.find(BANK, "INC-101"))).reason is MemoryReason.rejected


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


async def test_what_is_sent_is_the_query_the_tags_and_the_key(server: FakeHindsight, memory: HindsightMemory) -> None:
    await memory.recall(BANK, QUERY)
    asked = server.calls("recall")[0]
    assert asked.body["query"] == "payments time out"
    assert asked.body["tags"] == ["workspace:default"]
    assert asked.body["tags_match"] == "all_strict"
    assert asked.headers["authorization"] == f"Bearer {KEY}"


async def test_scores_that_are_missing_are_none(server: FakeHindsight, memory: HindsightMemory) -> None:
    server.pieces = [piece("INC-1", semantic=0.5), piece("INC-2"), piece("INC-3", keyword=0.2)]
    pieces = await memory.recall(BANK, QUERY)
    assert [(found.semantic, found.keyword) for found in pieces] == [(0.5, None), (None, None), (None, 0.2)]


@pytest.mark.parametrize("similarity", [float("nan"), float("inf"), -1.5, 1.01, 7])
async def test_a_similarity_that_cannot_be_one_is_an_invalid_response(
    server: FakeHindsight, memory: HindsightMemory, similarity: float
) -> None:
    server.pieces = [piece("INC-1", semantic=0.5), piece("INC-2", semantic=similarity)]
    assert (await failure_of(memory.recall(BANK, QUERY))).reason is MemoryReason.invalid_response


async def test_a_similarity_a_rounding_error_above_one_is_one(server: FakeHindsight, memory: HindsightMemory) -> None:
    server.pieces = [piece("INC-1", semantic=1.00005)]
    assert [found.semantic for found in await memory.recall(BANK, QUERY)] == [1.0]


async def test_a_recall_without_any_scores_is_an_invalid_response(
    server: FakeHindsight, memory: HindsightMemory
) -> None:
    server.pieces = [piece("INC-1"), piece("INC-2")]
    assert (await failure_of(memory.recall(BANK, QUERY))).reason is MemoryReason.invalid_response


async def test_what_is_recalled_can_be_stored_and_shown(server: FakeHindsight, memory: HindsightMemory) -> None:
    broken = piece("INC-\ud800", "half \udfff and \x00", semantic=0.5)
    server.pieces = [{**broken, "metadata": {"incident_id": "\ud83d"}, "tags": ["\udc00"]}]
    [found] = await memory.recall(BANK, QUERY)
    assert (found.document_id, found.text) == ("INC-\ufffd", "half \ufffd and \ufffd")
    assert (found.tags, found.metadata) == (("\ufffd",), {"incident_id": "\ufffd"})


async def test_a_reflection_and_an_explanation_can_be_stored_and_shown(
    server: FakeHindsight, memory: HindsightMemory
) -> None:
    server.answers("reflect", says({"text": "half \ud800"}))
    assert (await memory.reflect(BANK, QUERY)).text == "half \ufffd"
    server.answers("recall", refuses(400, "half \ud800"))
    assert (await failure_of(memory.recall(BANK, QUERY))).detail.endswith("half \ufffd.")


async def test_reflecting_says_what_it_is_based_on(server: FakeHindsight, memory: HindsightMemory) -> None:
    server.pieces = [{key: value for key, value in piece("INC-7").items() if key != "scores"}]
    reflection = await memory.reflect(BANK, QUERY)
    assert reflection.text == "They have a pool in common."
    assert [fact.document_id for fact in reflection.based_on] == ["INC-7"]


async def test_a_query_without_a_word_is_rejected_without_asking(
    server: FakeHindsight, memory: HindsightMemory
) -> None:
    assert (await failure_of(memory.recall(BANK, RecallQuery("?! …", ())))).reason is MemoryReason.rejected
    assert server.calls("recall") == []


async def test_a_new_connection_is_used_at_once(server: FakeHindsight, memory: HindsightMemory) -> None:
    async with fake_hindsight() as second:
        servers = iter([server, second])
        current = {"now": next(servers)}
        moving = HindsightMemory(lambda: Connection(current["now"].url, KEY))
        await moving.check()
        current["now"] = next(servers)
        await moving.check()
        assert len(second.calls("list_banks")) == 1
        await moving.aclose()


async def test_a_proxy_of_the_environment_is_not_asked_for_this_machine(
    server: FakeHindsight, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    monkeypatch.setenv("NO_PROXY", "internal.example")
    monkeypatch.setenv("no_proxy", "internal.example")
    memory = HindsightMemory(lambda: Connection(server.url, KEY))
    assert (await memory.check()).version == "1.1.0"
    await memory.aclose()


WRONG_PIECES: dict[str, object] = {
    "no object": "INC-1",
    "no text": {**piece("INC-1", semantic=0.5), "text": None},
    "a number as the document": {**piece("INC-1", semantic=0.5), "document_id": 101},
    "tags that are no list": {**piece("INC-1", semantic=0.5), "tags": "workspace:default"},
    "a tag that is no text": {**piece("INC-1", semantic=0.5), "tags": [1]},
    "metadata that is no object": {**piece("INC-1", semantic=0.5), "metadata": ["incident_id"]},
    "metadata that is no text": {**piece("INC-1", semantic=0.5), "metadata": {"revision": 1}},
    "scores that are no object": {**piece("INC-1", semantic=0.5), "scores": [0.5]},
    "a similarity that is text": {**piece("INC-1", semantic=0.5), "scores": {"semantic": "0.5"}},
    "a similarity that is a truth": {**piece("INC-1", semantic=0.5), "scores": {"semantic": True}},
    "a similarity beyond all numbers": {**piece("INC-1", semantic=0.5), "scores": {"semantic": 10**400}},
    "a keyword score that is text": {**piece("INC-1", semantic=0.5), "scores": {"keyword": "much"}},
}


@pytest.mark.parametrize("wrong", WRONG_PIECES.values(), ids=WRONG_PIECES.keys())
async def test_a_recall_worded_otherwise_is_an_invalid_response(
    server: FakeHindsight, memory: HindsightMemory, wrong: object
) -> None:
    server.answers("recall", says({"results": [piece("INC-2", semantic=0.5), wrong]}))
    assert (await failure_of(memory.recall(BANK, QUERY))).reason is MemoryReason.invalid_response


@pytest.mark.parametrize("results", [None, {}, "none", 0])
async def test_a_recall_without_a_list_of_results_is_an_invalid_response(
    server: FakeHindsight, memory: HindsightMemory, results: object
) -> None:
    server.answers("recall", says({"results": results}))
    assert (await failure_of(memory.recall(BANK, QUERY))).reason is MemoryReason.invalid_response


async def test_a_recall_asks_for_nothing_beside_the_pieces(server: FakeHindsight, memory: HindsightMemory) -> None:
    await memory.recall(BANK, QUERY)
    assert server.calls("recall")[0].body["include"] == {"entities": None, "chunks": None, "source_facts": None}
