"""Reflecting and forgetting on the real memory: what stands behind an answer, and that nothing of it is left."""

from pathlib import Path

from tests.harness import API, Values, answer
from tests.hindsight import RunningHindsight
from tests.stories.life import BANK, Life, chunks_of, documents_in_bank, living, server_client
from tests.stories.test_loop import CERTIFICATE, CERTIFICATE_LESSON, POOL, POOL_LESSON

WORDS = "leaked its database session"


async def learned(life: Life, incident: dict[str, str], lesson: dict[str, str]) -> str:
    """The id of an incident that memory holds and recalls."""
    incident_id: str = (await life.incidents.declare(**incident))["id"]
    await life.incidents.resolve(incident_id, **lesson)
    await life.until_state(incident_id, "ready")
    return incident_id


async def document(life: Life, document_id: str) -> Values:
    return answer(await life.http.get(f"{API}/memory/documents/{document_id}"), 200)


async def test_a_reflection_stands_on_verified_memories_and_what_is_forgotten_is_gone_everywhere(
    hindsight: RunningHindsight, sqlite_record: str, tmp_path: Path
) -> None:
    async with living(hindsight, tmp_path, sqlite_record) as life:
        pool = await learned(life, POOL, POOL_LESSON)
        other = await learned(life, CERTIFICATE, CERTIFICATE_LESSON)
        assert any(WORDS in chunk for chunk in await chunks_of(hindsight, pool)), "kept as it was written"

        question = {"query": "Why do card charges hang and fail with 504?"}
        reflection = answer(await life.http.post(f"{API}/incidents/reflect", json=question, timeout=60), 200)
        assert (reflection["memory_status"], reflection["answer"]) == ("ok", "mock response")
        assert pool in [ground["incident_id"] for ground in reflection["based_on"]]
        assert all(ground["record"]["verified"] for ground in reflection["based_on"])

        later = (await life.incidents.declare(**POOL))["id"]
        run = await life.analyze(later)
        assert WORDS in str(run["similar_historical_incidents"])

        answer(await life.http.delete(f"{API}/memory/documents/{pool}", headers={"X-Actor": "Ada"}), 200)
        await life.until_state(pool, "withdrawn")
        proof = (await document(life, pool))["absence"]
        assert (proof["found_by_id"], proof["of_this_document"], proof["query"]) == (False, 0, None)
        assert await documents_in_bank(hindsight) == [other]
        after = answer(await life.http.get(f"{API}/investigations/{run['id']}"), 200)
        assert WORDS not in str(after["similar_historical_incidents"]) + str(after["ai_analysis"])
        assert after["forgotten"][0]["by"] == "Ada"
        async with server_client(hindsight) as http:
            traces = answer(await http.get(f"/v1/default/banks/{BANK}/llm-requests"), 200)
            assert traces["total"] == 0, "nor does the server keep what it embedded"

        refused = await life.http.post(f"{API}/memory/documents/{pool}/retain")
        assert refused.status_code == 409
        answer(await life.http.post(f"{API}/memory/documents/{pool}/retain", params={"confirm": "true"}), 200)
        await life.until_state(pool, "ready")
        assert WORDS in (await document(life, pool))["text"]
