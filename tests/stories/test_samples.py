"""The sixteen samples in the real memory: each is found by how somebody on call would tell it, and nothing else is."""

import shutil
import tomllib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from memoryops.samples.catalogue import catalogue
from memoryops.samples.service import load_samples
from tests.harness import API, answer
from tests.hindsight import RunningHindsight
from tests.stories.life import Life, chunks_of, living

pytestmark = pytest.mark.asyncio(loop_scope="module")

QUERIES = tomllib.loads((Path(__file__).parents[1] / "samples" / "queries.toml").read_text())["queries"]
TRICKS = [
    "fix my bicycle",
    "root cause of the french revolution",
    "how do I bake a chocolate cake",
    "incident",
    "the pool was full of leaves this morning",
    "expired milk certificate of origin",
    "database",
]


@dataclass(frozen=True)
class Remembered:
    """A product whose memory holds all samples."""

    life: Life
    hindsight: RunningHindsight


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def samples(
    hindsight: RunningHindsight, migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Remembered]:
    folder = tmp_path_factory.mktemp("samples")
    record = folder / "memoryops.db"
    shutil.copyfile(migrated_sqlite, record)
    async with living(hindsight, folder, f"sqlite+aiosqlite:///{record}") as life:
        async with life.runtime.database.writing("default") as session:
            await load_samples(session, clock=life.runtime.clock)
        await life.until(lambda: _all_ready(life.http), "all samples ready")
        yield Remembered(life, hindsight)


async def _all_ready(http: httpx.AsyncClient) -> bool:
    counts = answer(await http.get(f"{API}/memory/status"), 200)["documents"]
    ready: bool = counts["ready"] == len(catalogue())
    return ready


@pytest.mark.parametrize("text", [query["text"] for query in QUERIES if "expected" in query])
async def test_a_paraphrase_brings_back_the_right_sample_first(samples: Remembered, text: str) -> None:
    expected = next(query["expected"] for query in QUERIES if query["text"] == text)
    recalled = await samples.life.recall(text)
    assert recalled["memory_status"] == "ok"
    assert recalled["similar_historical_incidents"][0]["incident_id"] == expected
    assert recalled["similar_historical_incidents"][0]["sample"] is True


@pytest.mark.parametrize("text", [*(query["text"] for query in QUERIES if "expected" not in query), *TRICKS])
async def test_what_memory_does_not_hold_is_empty(samples: Remembered, text: str) -> None:
    recalled = await samples.life.recall(text)
    found = [(item["incident_id"], item["similarity"]) for item in recalled["similar_historical_incidents"]]
    assert (recalled["memory_status"], found) == ("empty", [])
    assert {item["reason"] for item in recalled["memory"]["excluded"]} <= {"weak_match"}


@pytest.mark.parametrize("sample", catalogue(), ids=lambda sample: sample.incident_id)
async def test_no_piece_is_cut_by_the_server(samples: Remembered, sample: object) -> None:
    document_id: str = getattr(sample, "incident_id", "")
    document = answer(await samples.life.http.get(f"{API}/memory/documents/{document_id}"), 200)
    written = document["text"].split("\n\n")
    held = [piece for chunk in await chunks_of(samples.hindsight, document_id) for piece in chunk.split("\n\n")]
    assert held == written


async def test_a_sample_says_so_wherever_it_appears(samples: Remembered) -> None:
    document = answer(await samples.life.http.get(f"{API}/memory/documents/INC-101"), 200)
    assert document["metadata"]["sample"] == "true"
    assert "sample:true" in document["tags"]
    assert document["text"].startswith("This is sample data.")


async def test_the_same_failure_again_is_recalled_with_the_repeat_from_the_record(samples: Remembered) -> None:
    declared = await samples.life.incidents.declare(
        title="Charges time out again",
        service="payment-api",
        error="Database connection timeout",
        symptoms="Card charges hang for 30 s, then HTTP 504; Postgres is idle, the pool is empty.",
    )
    run = await samples.life.analyze(declared["id"])
    assert run["memory_status"] == "ok"
    best = run["similar_historical_incidents"][0]
    assert (best["incident_id"], best["match"]) == ("INC-101", "strong")
    assert best["why"][0] == "The same error in the same service"
    assert run["repeat"]["last_incident_id"] == "INC-101"
    assert [row["match"] for row in run["similar_historical_incidents"]] == sorted(
        row["match"] for row in run["similar_historical_incidents"]
    )


async def test_filters_only_narrow(samples: Remembered) -> None:
    text = "connections exhausted, requests time out"
    every = await samples.life.recall(text)
    path, body = f"{API}/memory/recall", {"query": text, "service": "payment-api"}
    narrowed = answer(await samples.life.http.post(path, json=body), 200)
    assert {item["service"] for item in narrowed["similar_historical_incidents"]} <= {"payment-api"}
    assert {item["incident_id"] for item in narrowed["similar_historical_incidents"]} <= {
        item["incident_id"] for item in every["similar_historical_incidents"]
    } | {item["document_id"] for item in every["memory"]["excluded"]}
    other = answer(await samples.life.http.post(path, json={**body, "service": "nobody-s-service"}), 200)
    assert (other["memory_status"], other["similar_historical_incidents"]) == ("empty", [])


async def test_removing_the_samples_takes_their_memory_away(samples: Remembered) -> None:
    removed = answer(await samples.life.http.delete(f"{API}/samples"), 200)
    assert removed == {"removed": 16}
    recalled = await samples.life.recall(QUERIES[0]["text"])
    assert recalled["memory_status"] == "empty"
    assert {item["reason"] for item in recalled["memory"]["excluded"]} <= {"deleted", "weak_match"}
    await samples.life.until(lambda: _none_held(samples.life.http), "all samples withdrawn")


async def _none_held(http: httpx.AsyncClient) -> bool:
    counts = answer(await http.get(f"{API}/memory/status"), 200)["documents"]
    withdrawn: bool = counts["withdrawn"] == len(catalogue())
    return withdrawn
