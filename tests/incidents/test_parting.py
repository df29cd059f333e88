"""An incident that is resolved anew in another way: who confirmed its earlier resolution keeps that, and its memory."""

import pytest

from memoryops.incidents.parting import still_confirmed
from memoryops.incidents.track_records import in_words, load_fared
from memoryops.incidents.words import Words
from tests.harness import API, Incidents, Product, answer, assert_problem
from tests.incidents.test_confirming import forget, memory, wanted

RENEWED = {"root_cause": "The certificate had expired.", "resolution": "Renewed the certificate."}
ROLLED_BACK = {"root_cause": "The new proxy was faulty.", "resolution": "Rolled back the proxy."}
LEFT_OUT = {"root_cause": None, "resolution": None}


async def renewed(incidents: Incidents, *confirming: str) -> None:
    """INC-101 is resolved by renewing; those that follow confirm the one that is named for each."""
    for _ in range(len(confirming) + 1):
        await incidents.declare(error="TLS handshake failed")
    await incidents.resolve("INC-101", **RENEWED)
    for number, other in enumerate(confirming, start=102):
        await incidents.resolve(f"INC-{number}", same_as=other, **LEFT_OUT)


async def told(product: Product, incident_id: str) -> str | None:
    async with product.runtime.database.reading("default") as session:
        return in_words((await load_fared(session, [incident_id]))[incident_id].record)


async def test_another_resolution_takes_nothing_confirmed_out_of_memory_and_is_confirmed_by_nobody(
    product: Product,
) -> None:
    incidents = product.incidents
    await renewed(incidents, "INC-101")
    await incidents.reopen("INC-101")
    anew = await incidents.resolve("INC-101", **ROLLED_BACK)
    assert memory(anew) == ("queued", None, None)
    assert await wanted(product) == ["INC-101", "INC-102"]
    document = answer(await product.http.get(f"{API}/memory/documents/INC-102"), 200)
    assert "Renewed the certificate." in document["text"]
    assert await told(product, "INC-101") == await told(product, "INC-102") == "Seen twice, fixed this way once"
    kept = await incidents.read("INC-102")
    assert (kept["same_as"], memory(kept), kept["revision"]) == (None, ("queued", None, None), 3)


async def test_both_timelines_tell_of_it(incidents: Incidents) -> None:
    await renewed(incidents, "INC-101", "INC-101", "INC-103")
    await incidents.reopen("INC-101")
    await incidents.resolve("INC-101", **ROLLED_BACK)
    entries = {
        name: [(one["text"], one["changes"]) for one in await incidents.timeline(name) if "parted" in one["kind"]]
        for name in ("INC-101", "INC-102", "INC-103", "INC-104")
    }
    assert entries == {
        "INC-101": [
            (
                "Resolved in another way: no longer confirmed by 3 that confirmed the earlier resolution",
                {"no_longer_confirmed_by": ["INC-104", "INC-103", "INC-102"]},
            )
        ],
        "INC-102": [("INC-101 was resolved in another way: confirms INC-104 from now on", {"same_as": "INC-104"})],
        "INC-103": [("INC-101 was resolved in another way: confirms INC-104 from now on", {"same_as": "INC-104"})],
        "INC-104": [("INC-101 was resolved in another way: its earlier resolution is kept here", {"same_as": None})],
    }
    assert (await incidents.kinds("INC-101"))[-2:] == ["resolved", "confirmations_parted"]


async def test_all_who_confirmed_it_stay_one_group_behind_the_one_that_stands_in(sqlite_product: Product) -> None:
    incidents = sqlite_product.incidents
    await renewed(incidents, "INC-101", "INC-102", "INC-101")
    await forget(sqlite_product, "INC-101")
    await forget(sqlite_product, "INC-104")
    await incidents.reopen("INC-101")
    await incidents.resolve("INC-101", **ROLLED_BACK)
    assert await wanted(sqlite_product) == ["INC-103"]
    assert [(await incidents.read(name))["same_as"] for name in ("INC-102", "INC-103", "INC-104")] == [
        "INC-103",
        None,
        "INC-103",
    ]
    assert memory(await incidents.read("INC-102")) == ("none", "confirms", "INC-103")
    assert await told(sqlite_product, "INC-103") == "Seen 4 times, fixed the same way 3 times"


async def test_those_who_are_hidden_stay_with_the_others_and_come_back_to_them(sqlite_product: Product) -> None:
    incidents = sqlite_product.incidents
    await renewed(incidents, "INC-101", "INC-101")
    await incidents.delete("INC-103")
    await incidents.reopen("INC-101")
    await incidents.resolve("INC-101", **ROLLED_BACK)
    back = await incidents.restore("INC-103")
    assert (back["same_as"], memory(back)) == ("INC-102", ("none", "confirms", "INC-102"))
    assert await wanted(sqlite_product) == ["INC-101", "INC-102"]


@pytest.mark.parametrize("spaced", [False, True])
async def test_the_same_words_again_take_their_place_again(sqlite_product: Product, spaced: bool) -> None:
    incidents = sqlite_product.incidents
    await renewed(incidents, "INC-101")
    await incidents.reopen("INC-101")
    again = {name: text.replace(" ", "\n ") if spaced else text for name, text in RENEWED.items()}
    assert memory(await incidents.resolve("INC-101", **again)) == ("queued", None, None)
    assert await wanted(sqlite_product) == ["INC-101"]
    assert (await incidents.read("INC-102"))["same_as"] == "INC-101"


async def test_a_typo_that_is_mended_keeps_its_confirmations(sqlite_product: Product) -> None:
    await renewed(sqlite_product.incidents, "INC-101")
    await sqlite_product.incidents.edit("INC-101", resolution="Renewed the certificate in time.")
    assert await wanted(sqlite_product) == ["INC-101"]
    assert (await sqlite_product.incidents.read("INC-102"))["same_as"] == "INC-101"


@pytest.mark.parametrize("how", ["resolving", "editing"])
@pytest.mark.parametrize(("then", "documents"), [(RENEWED, ["INC-101"]), (ROLLED_BACK, ["INC-101", "INC-102"])])
async def test_after_a_false_alarm_without_words_those_that_it_comes_back_to_decide(
    sqlite_product: Product, how: str, then: dict[str, str], documents: list[str]
) -> None:
    incidents = sqlite_product.incidents
    await renewed(incidents, "INC-101")
    await incidents.reopen("INC-101")
    await incidents.resolve("INC-101", outcome="false_alarm", **LEFT_OUT)
    assert await wanted(sqlite_product) == ["INC-102"]
    assert (await incidents.read("INC-102"))["same_as"] == "INC-101"
    if how == "resolving":
        await incidents.reopen("INC-101")
        await incidents.resolve("INC-101", **then)
    else:
        await incidents.edit("INC-101", outcome="fixed", **then)
    assert await wanted(sqlite_product) == documents


async def test_another_resolution_may_be_the_same_as_one_that_confirmed_the_earlier_one(product: Product) -> None:
    incidents = product.incidents
    await renewed(incidents, "INC-101", "INC-101")
    await incidents.edit("INC-102", **ROLLED_BACK)
    await incidents.reopen("INC-101")
    refused = assert_problem(await incidents.try_resolve("INC-101", same_as="INC-103", **LEFT_OUT), 422)
    assert "INC-103 confirms INC-101 already" in refused["detail"]
    anew = await incidents.resolve("INC-101", same_as="INC-102", **LEFT_OUT)
    assert (anew["resolution"], anew["memory"]["confirms"]) == ("Rolled back the proxy.", "INC-103")
    assert (await incidents.read("INC-103"))["same_as"] is None
    assert await wanted(product) == ["INC-103"]


async def test_who_leaves_what_it_confirmed_leaves_those_there_that_confirmed_it(sqlite_product: Product) -> None:
    incidents = sqlite_product.incidents
    await renewed(incidents, "INC-101", "INC-102", "INC-103")
    await incidents.reopen("INC-102")
    await incidents.resolve("INC-102", **ROLLED_BACK)
    assert await wanted(sqlite_product) == ["INC-101", "INC-102"]
    assert (await incidents.read("INC-103"))["same_as"] == "INC-101"
    assert memory(await incidents.read("INC-104")) == ("none", "confirms", "INC-101")


async def test_another_resolution_that_confirms_a_third_goes_there_alone(sqlite_product: Product) -> None:
    incidents = sqlite_product.incidents
    await renewed(incidents, "INC-101")
    await incidents.declare()
    await incidents.resolve("INC-103", **ROLLED_BACK)
    await incidents.reopen("INC-101")
    anew = await incidents.resolve("INC-101", same_as="INC-103", **LEFT_OUT)
    assert anew["memory"]["confirms"] == "INC-103"
    assert await wanted(sqlite_product) == ["INC-102", "INC-103"]


async def test_a_document_says_whether_the_same_words_take_its_place(sqlite_product: Product) -> None:
    await renewed(sqlite_product.incidents, "INC-101")
    document = answer(await sqlite_product.http.get(f"{API}/memory/documents/INC-101"), 200)
    assert (document["replaced_by"], document["replaced_by_same_words"]) == ("INC-102", True)
    forgotten = await forget(sqlite_product, "INC-101")
    assert (forgotten["replaced_by"], forgotten["replaced_by_same_words"]) == ("INC-102", True)
    last = await forget(sqlite_product, "INC-102")
    assert (last["replaced_by"], last["replaced_by_same_words"]) == (None, False)


def test_words_are_compared_without_their_white_space_and_a_false_alarm_has_none() -> None:
    one, other, none = Words("a", "b"), Words("a", "c"), Words("a", None)
    assert still_confirmed(one, one, other)
    assert not still_confirmed(one, other, other)
    assert still_confirmed(one, none, other)
    assert still_confirmed(none, one, one)
    assert not still_confirmed(none, one, other)
