"""A person's recall within a time range, asked so that nothing outside it can crowd out what is in it."""

import pytest

from memoryops.evidence.ranges import AT_ONCE, batches
from tests.harness import API, assert_problem
from tests.memory.world import World

QUESTION = "charges hang and fail with 504"


async def began(here: World, moment: str) -> str:
    """The id of a remembered incident that began then."""
    declared = await here.incidents.declare(symptoms="Charges hang and then fail with 504.", started_at=moment)
    await here.incidents.resolve(declared["id"])
    await here.settle()
    return str(declared["id"])


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"since": "2026-03-01T00:00:00Z"}, ["spring", "autumn"]),
        ({"until": "2026-03-05T10:00:00Z"}, ["winter", "spring"]),
        ({"since": "2026-03-05T10:00:00Z", "until": "2026-03-05T10:00:00Z"}, ["spring"]),
        ({"since": "2026-03-05T11:00:00+02:00", "until": "2026-06-01T00:00:00Z"}, ["spring"]),
    ],
)
async def test_memory_is_asked_for_what_began_in_the_range(
    here: World, given: dict[str, str], expected: list[str]
) -> None:
    times = {"winter": "2026-01-05T10:00:00Z", "spring": "2026-03-05T10:00:00Z", "autumn": "2026-09-05T10:00:00Z"}
    ids = {name: await began(here, moment) for name, moment in times.items()}
    answer = await here.recall(QUESTION, **given)
    assert answer["memory_status"] == "ok"
    assert {item["incident_id"] for item in answer["similar_historical_incidents"]} == {ids[name] for name in expected}
    assert answer["time_range"]["documents"] == len(expected)
    [everyone, some] = here.sent("recall")[-1]["tag_groups"]
    assert everyone["tags"] == ["workspace:default"]
    assert sorted(some["tags"]) == sorted(f"incident:{ids[name]}" for name in expected)


async def test_a_range_without_incidents_is_empty_by_memorys_own_word(here: World) -> None:
    await began(here, "2026-03-05T10:00:00Z")
    answer = await here.recall(QUESTION, since="2026-06-01T00:00:00Z")
    assert (answer["memory_status"], answer["time_range"]["documents"]) == ("empty", 0)
    here.fake.answers("recall", here.refusal(500))
    assert (await here.recall(QUESTION, since="2026-06-01T00:00:00Z"))["memory_status"] == "unavailable"


async def test_what_a_server_returns_beside_the_range_is_left_out_by_name(here: World) -> None:
    early, late = await began(here, "2026-01-05T10:00:00Z"), await began(here, "2026-09-05T10:00:00Z")
    here.held(early).tags.append(f"incident:{late}")
    answer = await here.recall(QUESTION, since="2026-06-01T00:00:00Z")
    assert [item["incident_id"] for item in answer["similar_historical_incidents"]] == [late]
    assert answer["memory"]["excluded"] == [{"document_id": early, "reason": "outside_time_range"}]


async def test_a_recall_without_a_range_names_none(here: World) -> None:
    await began(here, "2026-01-05T10:00:00Z")
    assert (await here.recall(QUESTION))["time_range"] is None
    assert here.sent("recall")[-1].get("tag_groups") is None


async def test_a_range_that_ends_before_it_begins_is_refused(here: World) -> None:
    body = {"query": QUESTION, "since": "2026-06-01T00:00:00Z", "until": "2026-05-01T00:00:00Z"}
    assert_problem(await here.product.http.post(f"{API}/memory/recall", json=body), 422)


def test_a_long_range_is_asked_for_in_parts_that_lose_nothing() -> None:
    ids = {f"INC-{number}" for number in range(AT_ONCE * 2 + 1)}
    parts = list(batches(ids))
    assert [len(part) for part in parts] == [AT_ONCE, AT_ONCE, 1]
    assert {tag for part in parts for tag in part} == {f"incident:{one}" for one in ids}
