"""How resolutions have fared: counted from what people recorded, told in a plain sentence."""

from datetime import UTC, datetime, timedelta

import pytest

from memoryops.incidents.lifecycle import Outcome
from memoryops.incidents.repeats import best_first, shown
from memoryops.incidents.schemas import TrackRecord
from memoryops.incidents.track_records import Ending, Resolved, in_words, is_doubted, load_fared, track_record
from tests.harness import API, Incidents, Product, Values, answer

BEGAN = datetime(2026, 11, 1, tzinfo=UTC)
ERROR = "Database connection timeout"


def told(seen: int, fixed: int, mitigated: int, did_not_help: int) -> TrackRecord:
    return TrackRecord(
        seen=seen,
        fixed=fixed,
        mitigated=mitigated,
        did_not_help=did_not_help,
        confirmed_by=[f"INC-{number}" for number in range(1, fixed + mitigated)],
        median_time_to_fix_s=None,
    )


@pytest.mark.parametrize(
    ("seen", "fixed", "mitigated", "did_not_help", "sentence"),
    [
        (4, 3, 0, 1, "Seen 4 times, fixed the same way 3 times; once it did not help"),
        (2, 1, 0, 0, "Seen twice, fixed this way once"),
        (2, 2, 0, 0, "Seen twice, fixed the same way twice"),
        (5, 1, 0, 2, "Seen 5 times, fixed this way once; twice it did not help"),
        (3, 0, 1, 0, "Seen 3 times, mitigated this way once"),
        (5, 2, 1, 3, "Seen 5 times, fixed the same way twice and mitigated the same way once; 3 times it did not help"),
        (3, 0, 0, 0, "Seen 3 times, never known to be fixed this way"),
        (1, 3, 0, 0, "Fixed the same way 3 times"),
        (1, 1, 0, 1, "Fixed this way once; once it did not help"),
        (1, 1, 0, 0, None),
        (1, 0, 0, 0, None),
    ],
)
def test_a_record_is_one_plain_sentence_where_there_is_more_than_one_occurrence(
    seen: int, fixed: int, mitigated: int, did_not_help: int, sentence: str | None
) -> None:
    assert in_words(told(seen, fixed, mitigated, did_not_help)) == sentence


def test_a_resolution_is_doubted_when_it_failed_more_often_than_it_helped() -> None:
    assert [is_doubted(told(4, 1, 1, failed)) for failed in (1, 2, 3)] == [False, False, True]


def ending(number: int, outcome: Outcome = Outcome.fixed, *, minutes: int = 30, root: int = 1) -> Ending:
    resolved_at = BEGAN + timedelta(minutes=minutes)
    return Ending(f"INC-{number}", number, f"INC-{root}", outcome, BEGAN, resolved_at)


def test_time_to_fix_is_the_median_where_it_helped() -> None:
    ended = [ending(3, minutes=10), ending(2, Outcome.mitigated, minutes=40), ending(1, minutes=20)]
    resolved = Resolved("INC-1", (*ended, ending(4, Outcome.self_recovered, minutes=9_000)), frozenset())
    assert resolved.median_time_to_fix_s == 1_200
    assert Resolved("INC-4", (ending(4, Outcome.self_recovered),), frozenset()).median_time_to_fix_s is None


def test_at_most_twenty_confirmations_are_named_from_the_newest_and_all_are_counted() -> None:
    record = track_record("INC-1", 30, Resolved("INC-1", tuple(map(ending, range(30, 0, -1))), frozenset()))
    assert (record.fixed, len(record.confirmed_by), record.confirmed_by[0]) == (30, 20, "INC-30")
    assert "INC-1" not in record.confirmed_by


def test_the_best_resolution_is_the_most_often_confirmed_then_the_newest_and_doubts_come_last() -> None:
    once, newer = Resolved("INC-1", (ending(1),), frozenset()), Resolved("INC-2", (ending(2, root=2),), frozenset())
    twice = Resolved("INC-3", (ending(4, root=3), ending(3, root=3)), frozenset())
    doubted = Resolved(
        "INC-5",
        (ending(7, root=5), ending(6, root=5), ending(5, root=5)),
        frozenset({"INC-8", "INC-9", "INC-10", "INC-11"}),
    )
    assert best_first([once, doubted, twice, newer]) == [twice, newer, once, doubted]


def test_a_resolution_is_shown_by_its_root_but_never_by_the_incident_that_is_asked_about() -> None:
    resolved = Resolved("INC-1", (ending(3), ending(2), ending(1)), frozenset())
    names = [one.id if (one := shown(resolved, besides=name)) else None for name in (None, "INC-3", "INC-1")]
    assert names == ["INC-1", "INC-1", "INC-3"]
    assert shown(Resolved("INC-1", (ending(1),), frozenset()), besides="INC-1") is None


async def history(incidents: Incidents) -> None:
    """INC-101 is confirmed by INC-102 and INC-103; INC-104 tried it in vain and was mitigated in another way."""
    for _ in range(4):
        await incidents.declare(error=ERROR, started_at="2026-11-30T11:00:00Z")
    await incidents.resolve("INC-101", resolution="Raised the pool.")
    await incidents.resolve("INC-102", same_as="INC-101")
    await incidents.resolve("INC-103", same_as="INC-102", outcome="mitigated")
    await incidents.resolve("INC-104", outcome="mitigated", resolution="Shed load.", did_not_help=["INC-102"])


async def test_a_record_counts_everybody_who_ended_the_same_way_and_who_tried_it_in_vain(product: Product) -> None:
    await history(product.incidents)
    async with product.runtime.database.reading("default") as session:
        fared = await load_fared(session, ["INC-101", "INC-104", "INC-999"])
    assert fared["INC-101"].helped_in == {"INC-102", "INC-103"}
    assert fared["INC-101"].failed_in == {"INC-104"}
    assert {name: one.record for name, one in fared.items()} == {
        "INC-101": TrackRecord(
            seen=4,
            fixed=2,
            mitigated=1,
            did_not_help=1,
            confirmed_by=["INC-103", "INC-102"],
            median_time_to_fix_s=3_600,
        ),
        "INC-104": TrackRecord(
            seen=4, fixed=0, mitigated=1, did_not_help=0, confirmed_by=[], median_time_to_fix_s=3_600
        ),
    }


async def test_what_is_hidden_or_open_again_counts_for_nothing(sqlite_product: Product) -> None:
    await history(sqlite_product.incidents)
    await sqlite_product.incidents.delete("INC-102")
    await sqlite_product.incidents.reopen("INC-103")
    await sqlite_product.incidents.reopen("INC-104")
    async with sqlite_product.runtime.database.reading("default") as session:
        record = (await load_fared(session, ["INC-101"]))["INC-101"].record
    assert (record.seen, record.fixed, record.mitigated, record.did_not_help) == (3, 1, 0, 0)
    assert record.confirmed_by == []


async def repeat_of(product: Product, incident_id: str) -> Values | None:
    response = await product.http.get(f"{API}/incidents/{incident_id}/repeat")
    assert response.status_code == 200, response.text
    repeat: Values | None = response.json()
    return repeat


async def test_a_repeat_offers_the_ways_it_ended_best_first(product: Product) -> None:
    await history(product.incidents)
    await product.incidents.declare(error=ERROR)
    repeat = await repeat_of(product, "INC-105")
    assert repeat is not None
    assert repeat["occurrences"] == 5
    assert repeat["resolutions"] == [
        {
            "incident_id": "INC-101",
            "outcome": "fixed",
            "resolution": "Raised the pool.",
            "resolved_at": "2026-11-30T12:00:00.000Z",
            "sample": False,
            "fixed": 2,
            "mitigated": 1,
            "did_not_help": 1,
            "median_time_to_fix_s": 3_600,
        },
        {
            "incident_id": "INC-104",
            "outcome": "mitigated",
            "resolution": "Shed load.",
            "resolved_at": "2026-11-30T12:00:00.000Z",
            "sample": False,
            "fixed": 0,
            "mitigated": 1,
            "did_not_help": 0,
            "median_time_to_fix_s": 3_600,
        },
    ]
    assert repeat["verified_resolution"]["incident_id"] == "INC-101"
    assert await repeat_of(product, "INC-101") is None


async def test_at_most_five_resolutions_are_offered_and_each_can_be_confirmed(sqlite_product: Product) -> None:
    incidents = sqlite_product.incidents
    for number in range(101, 108):
        await incidents.declare(error=ERROR)
        await incidents.resolve(f"INC-{number}")
    await incidents.declare(error=ERROR)
    repeat = answer(await sqlite_product.http.get(f"{API}/incidents/INC-108/repeat"), 200)
    assert [one["incident_id"] for one in repeat["resolutions"]] == [f"INC-{n}" for n in range(107, 102, -1)]
    assert (await incidents.resolve("INC-108", same_as="INC-103"))["memory"]["confirms"] == "INC-103"
