"""Every way in which a Hindsight server can fail, over real HTTP."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from memoryops.adapters.hindsight import HindsightMemory
from memoryops.adapters.hindsight_bank import BankConfiguration
from memoryops.adapters.hindsight_connection import Connection
from memoryops.memory.port import MemoryReason, MemoryUnavailable
from tests.adapters.asking import BANK, DOCUMENT, KEY, QUERY, failure_of
from tests.fakes.hindsight_server import (
    BROKEN_JSON,
    CUT,
    HANGS,
    HTML_200,
    HTML_502,
    Answer,
    FakeHindsight,
    fake_hindsight,
    refuses,
    says,
)

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


async def test_a_404_of_something_else_is_not_a_missing_document(
    server: FakeHindsight, memory: HindsightMemory
) -> None:
    server.answers("get_document", Answer(404, b"<html>Not Found</html>", "text/html"))
    assert (await failure_of(memory.find(BANK, "INC-101"))).reason is MemoryReason.rejected


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
