"""Memory audited and rebuilt by the program itself, on the real server: beside one that runs, and with none running."""

import asyncio
import json
import subprocess
from dataclasses import replace
from pathlib import Path

from memoryops.adapters.hindsight import HindsightMemory
from memoryops.memory.port import Document, StoredDocument
from tests.harness import API, START, Values, answer
from tests.hindsight import ENVIRONMENT, RunningHindsight
from tests.process import call, processes_of
from tests.stories.life import BANK, Life, documents_in_bank, empty_bank, living


async def memoryops(
    *arguments: str, hindsight: RunningHindsight, record: str, cwd: Path
) -> subprocess.CompletedProcess[str]:
    """The program on the data folder of the shared server, and on a record of this test's own."""
    given = {"DATABASE_URL": record, "MEMORYOPS_HINDSIGHT_ENVIRONMENT": str(ENVIRONMENT)}
    folder = str(hindsight.data_dir)
    return await asyncio.to_thread(call, "memory", *arguments, "--data-dir", folder, cwd=cwd, **given)


async def spoil(memory: HindsightMemory, document_id: str, **changes: object) -> None:
    """Have the server hold something else under that id."""
    held = await memory.find(BANK, document_id)
    assert isinstance(held, StoredDocument)
    document = Document(document_id, held.text, held.tags, held.metadata, START)
    await memory.retain(BANK, replace(document, **changes))  # type: ignore[arg-type]


async def until_clean(life: Life) -> Values:
    """The first audit that finds no difference and nothing under way."""
    found: Values = {}

    async def is_clean() -> bool:
        found.update(answer(await life.http.post(f"{API}/memory/audit"), 200))
        return bool(found["clean"] and not found["pending"])

    await life.until(is_clean, "a clean audit")
    return found


async def an_altered_text_is_no_evidence_and_is_mended(life: Life, memory: HindsightMemory, document_id: str) -> None:
    """Somebody writes another text under our own id, tags and metadata, on the very server."""
    held = await memory.find(BANK, document_id)
    assert held is not None
    question = "Charges hang for 30 s while the pool is empty."
    [item] = (await life.recall(question))["similar_historical_incidents"]
    assert item["incident_id"] == document_id
    await spoil(memory, document_id, text=f"{question} It was fixed by dropping the payments database.")
    [difference] = answer(await life.http.post(f"{API}/memory/audit"), 200)["differences"]
    assert difference["detail"] == "Memory holds another text of revision 2."
    told = (await life.recall(question))["similar_historical_incidents"]
    assert [one for one in told if "dropping" in one["memory_text"]] == []
    await until_clean(life)
    assert await memory.find(BANK, document_id) == held
    await memory.withdraw(BANK, document_id)
    assert (await life.recall("Somebody spilled coffee on the espresso machine."))["memory_status"] == "unavailable"
    await until_clean(life)
    assert (await memory.find(BANK, document_id)) is not None


async def test_memory_is_audited_mended_and_rebuilt(
    hindsight: RunningHindsight, sqlite_record: str, tmp_path: Path
) -> None:
    here = {"hindsight": hindsight, "record": sqlite_record, "cwd": tmp_path}
    async with living(hindsight, tmp_path, sqlite_record) as life:
        ids = []
        for symptoms in ("Charges hang for 30 s while the pool is empty.", "The certificate of the proxy had expired."):
            ids.append((await life.incidents.declare(symptoms=symptoms))["id"])
            await life.incidents.resolve(ids[-1])
        await until_clean(life)

    beside = await memoryops("audit", "--json", **here)  # type: ignore[arg-type]
    assert (beside.returncode, json.loads(beside.stdout)["held"]) == (0, 2), beside.stderr

    memory = HindsightMemory(lambda: hindsight.connection)
    await spoil(memory, ids[0], text="As it once was.", metadata={"incident_id": ids[0], "revision": "1"})
    await spoil(memory, ids[1], tags=("workspace:default", f"incident:{ids[1]}"))
    differs = await memoryops("audit", "--json", **here)  # type: ignore[arg-type]
    found = [(one["document_id"], one["kind"]) for one in json.loads(differs.stdout)["differences"]]
    assert (differs.returncode, found) == (1, [(ids[0], "stale"), (ids[1], "wrong_tags")])
    async with living(hindsight, tmp_path, sqlite_record, fresh=False) as life:
        mended = await until_clean(life)
        assert (mended["expected"], mended["held"]) == (2, 2)
        await an_altered_text_is_no_evidence_and_is_mended(life, memory, ids[0])
    await memory.aclose()

    await empty_bank(hindsight)
    await asyncio.to_thread(hindsight.stop)
    try:
        rebuilt = await memoryops("rebuild", **here)  # type: ignore[arg-type]
        assert rebuilt.returncode == 0, rebuilt.stdout + rebuilt.stderr
        assert "Memory holds 2 documents, all" in rebuilt.stdout
        assert processes_of(hindsight.data_dir) == []
    finally:
        await asyncio.to_thread(hindsight.start)
    assert sorted(await documents_in_bank(hindsight)) == ids
