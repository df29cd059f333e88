"""What is asked of a Hindsight server, and what is made of its answers, over real HTTP."""

import pytest

from memoryops.adapters.hindsight import HindsightMemory
from memoryops.memory.port import MemoryReason, RecallQuery
from tests.adapters.asking import BANK, KEY, QUERY, failure_of
from tests.fakes.hindsight_server import (
    FakeHindsight,
    piece,
    refuses,
    says,
)


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
