"""All documents of a bank are listed once each, page by page, also while the bank changes."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest_asyncio

from memoryops.adapters.hindsight import HindsightMemory
from memoryops.adapters.hindsight_connection import Connection
from memoryops.memory.documents import digest_of
from tests.fakes.remembering_hindsight import Held, RememberingHindsight, remembering_hindsight

BANK = "memoryops-default"
MANY = 1_100


@pytest_asyncio.fixture
async def fake() -> AsyncIterator[RememberingHindsight]:
    """A server that holds more than two pages of documents."""
    async with remembering_hindsight() as one:
        one.banks[BANK] = {}
        for number in range(MANY):
            hold(one, f"INC-{number}")
        yield one


@pytest_asyncio.fixture
async def memory(fake: RememberingHindsight) -> AsyncIterator[HindsightMemory]:
    one = HindsightMemory(lambda: Connection(fake.url, "a-key"))
    yield one
    await one.aclose()


def hold(fake: RememberingHindsight, document_id: str) -> None:
    fake.held[document_id] = Held(document_id, "", ["a"], {"incident_id": document_id})


def between_the_first_two_pages(fake: RememberingHindsight, change: Callable[[], object]) -> None:
    async def changed() -> None:
        change()

    async def after_the_first() -> None:
        fake.during("list_documents", changed)

    later: Callable[[], Awaitable[object]] = after_the_first
    fake.during("list_documents", later)


async def listed(memory: HindsightMemory) -> list[str]:
    return [one.document_id for one in await memory.list_documents(BANK)]


async def test_every_page_is_read(memory: HindsightMemory, fake: RememberingHindsight) -> None:
    assert sorted(await listed(memory)) == sorted(fake.held)
    assert len(fake.calls("list_documents")) == 3
    assert fake.asked_query["time_field"] == ["created_at"]


async def test_a_document_withdrawn_meanwhile_hides_no_other(
    memory: HindsightMemory, fake: RememberingHindsight
) -> None:
    between_the_first_two_pages(fake, lambda: fake.held.pop(f"INC-{MANY - 1}"))
    assert sorted(await listed(memory)) == sorted(fake.held)


async def test_a_document_that_moves_to_the_first_page_meanwhile_is_not_missed(
    memory: HindsightMemory, fake: RememberingHindsight
) -> None:
    between_the_first_two_pages(fake, lambda: fake.held.update({"INC-1": fake.held.pop("INC-1")}))
    assert sorted(await listed(memory)) == sorted(fake.held)


async def test_a_document_added_meanwhile_doubles_no_other(memory: HindsightMemory, fake: RememberingHindsight) -> None:
    between_the_first_two_pages(fake, lambda: hold(fake, "INC-new"))
    found = await listed(memory)
    assert sorted(found) == sorted(fake.held)


async def test_documents_are_counted_by_their_tag_in_one_request(
    memory: HindsightMemory, fake: RememberingHindsight
) -> None:
    fake.held["other"] = Held("other", "", ["b"], {})
    assert await memory.count_documents(BANK, "a") == MANY
    assert len(fake.calls("list_documents")) == 1
    assert (fake.asked_query["limit"], fake.asked_query["tags_match"]) == (["1"], ["all_strict"])
    assert await memory.count_documents("no-such-bank", "a") == 0


async def test_the_listing_says_of_the_text_what_the_server_says(
    memory: HindsightMemory, fake: RememberingHindsight
) -> None:
    fake.held = {name: Held(name, name, ["a"], {}, says_of_its_text=name == "said") for name in ("said", "unsaid")}
    unsaid, said = await memory.list_documents(BANK)
    assert (said.text_length, said.text_digest) == (4, digest_of("said"))
    assert (unsaid.text_length, unsaid.text_digest) == (None, None)
