"""Loading and removing the samples: the same world twice, nobody's own incident touched."""

import pytest

from memoryops.samples.catalogue import catalogue
from memoryops.samples.service import SampleIdTakenError, load_samples
from tests.harness import API, Product, answer

IDS = [f"INC-{number}" for number in range(101, 117)]


async def load(product: Product) -> int:
    async with product.runtime.database.writing(product.runtime.workspace_id) as session:
        return await load_samples(session, clock=product.clock)


async def remove(product: Product) -> int:
    removed: int = answer(await product.http.delete(f"{API}/samples", headers={"X-Actor": "Ada"}), 200)["removed"]
    return removed


async def count(product: Product) -> int:
    counted: int = answer(await product.http.get(f"{API}/samples"), 200)["count"]
    return counted


async def test_the_samples_are_resolved_incidents_marked_as_samples(product: Product) -> None:
    assert await load(product) == 16
    items = (await product.incidents.page(limit=50, count="true"))["items"]
    assert [item["id"] for item in items] == IDS[::-1]
    assert {(item["sample"], item["status"], item["memory"]["state"]) for item in items} == {
        (True, "resolved", "queued")
    }
    assert await count(product) == 16


async def test_a_sample_says_everything_that_its_file_says(product: Product) -> None:
    await load(product)
    for sample in catalogue():
        incident = await product.incidents.read(sample.incident_id)
        for field in ("title", "service", "error", "symptoms", "root_cause", "resolution", "postmortem", "resolved_by"):
            assert incident[field] == getattr(sample, field)
        assert incident["resolved_at"] < "2026-11-30"
        assert incident["fingerprint"].startswith("v1:")
        kinds = await product.incidents.kinds(sample.incident_id)
        assert kinds == ["declared", *["note"] * len(sample.notes), "resolved"]


async def test_loading_twice_gives_the_same_world(product: Product) -> None:
    await load(product)
    async with product.unchanged():
        assert await load(product) == 0


async def test_numbers_of_the_samples_are_reserved(product: Product) -> None:
    await load(product)
    assert (await product.incidents.declare())["id"] == "INC-117"


async def test_samples_are_refused_changing_nothing_where_an_id_is_taken(product: Product) -> None:
    await product.incidents.declare()
    await product.incidents.declare()
    await product.incidents.delete("INC-102")
    async with product.unchanged():
        with pytest.raises(SampleIdTakenError, match="INC-101, INC-102"):
            await load(product)


async def test_removing_hides_the_samples_and_withdraws_their_memory(product: Product) -> None:
    await load(product)
    mine = await product.incidents.declare()
    assert await remove(product) == 16
    assert await product.incidents.found() == [mine["id"]]
    assert await count(product) == 0
    documents = answer(await product.http.get(f"{API}/memory/documents"), 200)["items"]
    assert {document["state"] for document in documents} == {"withdrawing"}
    assert len(documents) == 16


async def test_removing_twice_changes_nothing_more(product: Product) -> None:
    await load(product)
    await remove(product)
    async with product.unchanged():
        assert await remove(product) == 0


async def test_removed_samples_come_back_with_their_memory(product: Product) -> None:
    await load(product)
    await remove(product)
    assert await load(product) == 16
    documents = answer(await product.http.get(f"{API}/memory/documents"), 200)["items"]
    assert {document["state"] for document in documents} == {"queued"}
    assert (await product.incidents.declare())["id"] == "INC-117"


async def test_a_sample_that_a_person_edited_keeps_the_edit(product: Product) -> None:
    await load(product)
    await product.incidents.edit("INC-101", commander="Ada")
    await load(product)
    assert (await product.incidents.read("INC-101"))["commander"] == "Ada"
