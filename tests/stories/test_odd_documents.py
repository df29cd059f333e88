"""Texts that people really paste become documents that the real memory keeps whole and brings back."""

from pathlib import Path

import pytest

from tests.harness import API, answer
from tests.hindsight import RunningHindsight
from tests.stories.life import chunks_of, living

ODD = {
    "no spaces": "x" * 5_000,
    "right to left": "انقطع الاتصال بقاعدة البيانات ولم يستجب الخادم. " * 100,
    "emoji": "🔥👩‍👩‍👧‍👦 checkout " * 200,
    "chinese": "数据库连接超时，服务无法响应。" * 200,
    "table": "| pod | state |\n|---|---|\n" + "| pay-1 | restarting every minute |\n" * 100,
    "json lines": '{"level": "error", "msg": "timeout"}\n' * 100,
    "html": "<script>alert(1)</script> <b>bold</b> " * 100,
}


async def test_odd_texts_are_kept_whole_and_brought_back(
    hindsight: RunningHindsight, sqlite_record: str, tmp_path: Path
) -> None:
    async with living(hindsight, tmp_path, sqlite_record) as life:
        ids = {}
        for kind, text in ODD.items():
            ids[kind] = (await life.incidents.declare(title=f"Odd: {kind}", symptoms=text))["id"]
            await life.incidents.resolve(ids[kind], postmortem=text)
        for kind, incident_id in ids.items():
            await life.until_state(incident_id, "ready")
            document = answer(await life.http.get(f"{API}/memory/documents/{incident_id}"), 200)
            held = [piece for chunk in await chunks_of(hindsight, incident_id) for piece in chunk.split("\n\n")]
            assert held == document["text"].split("\n\n"), kind


@pytest.mark.parametrize("outcome", ["mitigated", "self_recovered"])
async def test_what_was_not_fixed_is_remembered_in_words_that_say_so(
    hindsight: RunningHindsight, sqlite_record: str, tmp_path: Path, outcome: str
) -> None:
    async with living(hindsight, tmp_path, sqlite_record) as life:
        incident_id = (await life.incidents.declare(symptoms="Charges hang and then fail with 504."))["id"]
        await life.incidents.resolve(incident_id, outcome=outcome)
        await life.until_state(incident_id, "ready")
        recalled = await life.recall("how was it resolved when charges hang and fail with 504")
        [item] = recalled["similar_historical_incidents"]
        assert item["outcome"] == outcome
        held = "".join(await chunks_of(hindsight, incident_id))
        assert "It was fixed by" not in held
