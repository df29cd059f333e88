"""Confirming a resolution: one document for all that ended the same way, whatever happens to its incident."""

import asyncio
from typing import Any

import pytest

from memoryops.runtime import prepare_record
from tests.harness import API, Incidents, Product, Values, answer, assert_problem


async def confirmed(incidents: Incidents, count: int = 2) -> None:
    """INC-101 is resolved, and as many others after it say to be the same."""
    for _ in range(count + 1):
        await incidents.declare(error="Database connection timeout")
    await incidents.resolve("INC-101", resolution="Raised the pool.")
    for number in range(102, 102 + count):
        await incidents.resolve(f"INC-{number}", same_as="INC-101")


async def wanted(product: Product) -> list[str]:
    """The documents that are on their way into memory or there."""
    items = answer(await product.http.get(f"{API}/memory/documents"), 200)["items"]
    leaving = ("withdrawing", "withdrawn")
    return sorted(item["id"] for item in items if item["state"] not in leaving)


async def forget(product: Product, document_id: str) -> Values:
    return answer(await product.http.delete(f"{API}/memory/documents/{document_id}"), 200)


def memory(incident: Values) -> tuple[Any, Any, Any]:
    return tuple(incident["memory"][name] for name in ("state", "reason", "confirms"))


async def test_an_incident_that_confirms_another_has_no_document(product: Product) -> None:
    await confirmed(product.incidents, 1)
    incident = await product.incidents.read("INC-102")
    assert memory(incident) == ("none", "confirms", "INC-101")
    assert incident["memory_retained"] is False
    assert await wanted(product) == ["INC-101"]
    assert_problem(await product.http.get(f"{API}/memory/documents/INC-102"), 404)
    listed = {item["id"]: item["memory"] for item in (await product.incidents.page())["items"]}
    assert listed["INC-102"] == incident["memory"]


async def test_any_other_resolution_gets_a_document_of_its_own(product: Product) -> None:
    await confirmed(product.incidents, 1)
    await product.incidents.declare(error="Database connection timeout")
    assert memory(await product.incidents.resolve("INC-103")) == ("queued", None, None)
    assert await wanted(product) == ["INC-101", "INC-103"]


async def test_confirming_a_confirmation_confirms_the_first(product: Product) -> None:
    await confirmed(product.incidents, 1)
    await product.incidents.declare()
    incident = await product.incidents.resolve("INC-103", same_as="INC-102")
    assert (incident["same_as"], memory(incident)) == ("INC-102", ("none", "confirms", "INC-101"))


LEAVE = {
    "reopened": lambda incidents: incidents.reopen("INC-101"),
    "deleted": lambda incidents: incidents.delete("INC-101"),
    "false alarm": lambda incidents: incidents.edit("INC-101", outcome="false_alarm"),
}
COME_BACK = {
    "reopened": lambda incidents: incidents.resolve("INC-101", resolution="Raised the pool."),
    "deleted": lambda incidents: incidents.restore("INC-101"),
    "false alarm": lambda incidents: incidents.edit("INC-101", outcome="fixed"),
}


@pytest.mark.parametrize("how", LEAVE)
async def test_the_newest_confirming_incident_stands_in_until_the_confirmed_one_is_back(
    sqlite_product: Product, how: str
) -> None:
    incidents = sqlite_product.incidents
    await confirmed(incidents)
    await LEAVE[how](incidents)
    assert await wanted(sqlite_product) == ["INC-103"]
    assert memory(await incidents.read("INC-103")) == ("queued", None, None)
    assert memory(await incidents.read("INC-102")) == ("none", "confirms", "INC-103")
    await COME_BACK[how](incidents)
    assert await wanted(sqlite_product) == ["INC-101"]
    assert memory(await incidents.read("INC-103")) == ("withdrawing", "confirms", "INC-101")
    assert memory(await incidents.read("INC-102")) == ("none", "confirms", "INC-101")


@pytest.mark.parametrize("by", ["resolving", "editing"])
async def test_a_substitute_keeps_the_place_when_another_confirms_it(sqlite_product: Product, by: str) -> None:
    incidents = sqlite_product.incidents
    await confirmed(incidents, 1)
    await incidents.reopen("INC-101")
    await incidents.declare()
    if by == "editing":
        await incidents.resolve("INC-103")
        incident = await incidents.edit("INC-103", same_as="INC-102")
        assert memory(incident) == ("withdrawing", "confirms", "INC-102")
    else:
        incident = await incidents.resolve("INC-103", same_as="INC-102")
        assert memory(incident) == ("none", "confirms", "INC-102")
    assert await wanted(sqlite_product) == ["INC-102"]
    assert (await forget(sqlite_product, "INC-102"))["replaced_by"] == "INC-103"
    assert await wanted(sqlite_product) == ["INC-103"]


async def test_the_api_says_who_stands_in_before_a_document_is_forgotten_and_after(product: Product) -> None:
    await confirmed(product.incidents)
    document = answer(await product.http.get(f"{API}/memory/documents/INC-101"), 200)
    assert (document["replaced_by"], document["replaced_by_same_words"]) == ("INC-103", False)
    assert (await forget(product, "INC-101"))["replaced_by"] == "INC-103"
    assert await wanted(product) == ["INC-103"]
    assert memory(await product.incidents.read("INC-101")) == ("withdrawing", "forgotten", "INC-103")
    assert (await forget(product, "INC-103"))["replaced_by"] == "INC-102"
    assert await wanted(product) == ["INC-102"]


async def test_a_forgotten_document_that_is_retained_again_takes_its_place_again(sqlite_product: Product) -> None:
    await confirmed(sqlite_product.incidents)
    await forget(sqlite_product, "INC-101")
    path = f"{API}/memory/documents/INC-101/retain"
    retained = answer(await sqlite_product.http.post(path, params={"confirm": True}), 200)
    assert (retained["state"], retained["replaced_by"]) == ("queued", "INC-103")
    assert await wanted(sqlite_product) == ["INC-101"]


async def test_a_substitute_that_was_forgotten_cannot_be_retained_beside_the_confirmed_document(
    sqlite_product: Product,
) -> None:
    await confirmed(sqlite_product.incidents, 1)
    await sqlite_product.incidents.reopen("INC-101")
    await forget(sqlite_product, "INC-102")
    await sqlite_product.incidents.resolve("INC-101", resolution="Raised the pool.")
    path = f"{API}/memory/documents/INC-102/retain"
    refused = await sqlite_product.http.post(path, params={"confirm": True})
    assert "INC-102 confirms INC-101" in assert_problem(refused, 409, "nothing-to-retain")["detail"]
    assert await wanted(sqlite_product) == ["INC-101"]


async def test_cause_and_resolution_that_are_left_out_are_those_of_the_confirmed_incident(incidents: Incidents) -> None:
    await confirmed(incidents, 0)
    await incidents.declare()
    incident = await incidents.resolve("INC-102", same_as="INC-101", root_cause=None, resolution=None)
    assert incident["root_cause"] == "A session leak exhausted the pool."
    assert incident["resolution"] == "Raised the pool."
    assert incident["ineffective_actions"] is None


async def test_what_is_said_beside_a_confirmation_is_kept_as_said(product: Product) -> None:
    await confirmed(product.incidents, 0)
    await product.incidents.declare()
    async with product.unchanged():
        response = await product.incidents.try_resolve("INC-102", same_as="INC-101", resolution=" ")
        assert [error["field"] for error in assert_problem(response, 422)["errors"]] == ["resolution"]
        response = await product.incidents.try_resolve("INC-102", same_as="INC-101", resolved_by=None)
        assert [error["field"] for error in assert_problem(response, 422)["errors"]] == ["resolved_by"]
    incident = await product.incidents.resolve("INC-102", same_as="INC-101", resolution="Raised it again.")
    assert incident["resolution"] == "Raised it again."


async def test_a_confirmation_can_be_cleared_and_made_later(product: Product) -> None:
    await confirmed(product.incidents, 1)
    cleared = await product.incidents.edit("INC-102", same_as=None)
    assert (cleared["same_as"], memory(cleared)) == (None, ("queued", None, None))
    assert await wanted(product) == ["INC-101", "INC-102"]
    made = await product.incidents.edit("INC-101", same_as="INC-102")
    assert memory(made) == ("withdrawing", "confirms", "INC-102")
    assert await wanted(product) == ["INC-102"]
    [edited] = [entry for entry in await product.incidents.timeline("INC-101") if entry["kind"] == "edited"]
    assert edited["changes"] == {"same_as": {"from": None, "to": "INC-102"}}


async def test_whoever_confirmed_an_incident_follows_it_into_another_group(sqlite_product: Product) -> None:
    incidents = sqlite_product.incidents
    await confirmed(incidents, 1)
    await incidents.declare()
    await incidents.resolve("INC-103")
    await incidents.edit("INC-101", same_as="INC-103")
    assert await wanted(sqlite_product) == ["INC-103"]
    assert memory(await incidents.read("INC-102")) == ("none", "confirms", "INC-103")
    await incidents.edit("INC-101", same_as=None)
    assert await wanted(sqlite_product) == ["INC-101", "INC-103"]
    assert memory(await incidents.read("INC-102")) == ("none", "confirms", "INC-101")


async def test_no_two_incidents_confirm_each_other(product: Product) -> None:
    await confirmed(product.incidents, 1)
    await product.incidents.declare()
    await product.incidents.resolve("INC-103", same_as="INC-102")
    revision = (await product.incidents.read("INC-101"))["revision"]
    async with product.unchanged():
        for other in ("INC-101", "INC-102", "INC-103"):
            response = await product.incidents.try_edit("INC-101", revision, same_as=other)
            assert [error["field"] for error in assert_problem(response, 422)["errors"]] == ["same_as"]
    await product.incidents.reopen("INC-101")
    again = await product.incidents.try_resolve("INC-101", same_as="INC-103", resolution="Raised the pool.")
    refused = assert_problem(again, 422)
    assert "INC-103 confirms INC-101 already" in refused["detail"]


async def test_a_false_alarm_confirms_nothing_and_is_confirmed_by_nothing(product: Product) -> None:
    await confirmed(product.incidents, 1)
    await product.incidents.declare()
    revision = (await product.incidents.read("INC-102"))["revision"]
    async with product.unchanged():
        for said in ({"same_as": "INC-101"}, {"did_not_help": ["INC-101"]}):
            response = await product.incidents.try_resolve("INC-103", outcome="false_alarm", **said)
            assert [error["field"] for error in assert_problem(response, 422)["errors"]] == list(said)
        response = await product.incidents.try_edit("INC-102", revision, outcome="false_alarm")
        assert [error["field"] for error in assert_problem(response, 422)["errors"]] == ["same_as"]
    await product.incidents.edit("INC-101", outcome="false_alarm")
    assert_problem(await product.incidents.try_resolve("INC-103", same_as="INC-101"), 422)


async def test_an_incident_that_is_not_resolved_says_nothing_of_others(product: Product) -> None:
    await confirmed(product.incidents, 0)
    await product.incidents.declare()
    async with product.unchanged():
        assert_problem(await product.incidents.try_edit("INC-102", 1, same_as="INC-101"), 409)
        assert_problem(await product.incidents.try_edit("INC-102", 1, did_not_help=["INC-101"]), 409)


async def test_what_did_not_help_is_recorded_and_can_be_corrected(product: Product) -> None:
    await confirmed(product.incidents, 0)
    for _ in range(2):
        await product.incidents.declare()
    await product.incidents.resolve("INC-102")
    incident = await product.incidents.resolve("INC-103", did_not_help=["INC-102", "INC-101", "INC-102"])
    assert incident["did_not_help"] == ["INC-101", "INC-102"]
    resolved = next(entry for entry in await product.incidents.timeline("INC-103") if entry["kind"] == "resolved")
    assert resolved["changes"] == {"outcome": "fixed", "did_not_help": ["INC-101", "INC-102"]}
    assert (await product.incidents.edit("INC-103", did_not_help=["INC-102"]))["did_not_help"] == ["INC-102"]
    assert (await product.incidents.edit("INC-103", did_not_help=None))["did_not_help"] == []


async def test_what_did_not_help_outlives_reopening_unless_the_next_resolution_says_otherwise(
    sqlite_product: Product,
) -> None:
    incidents = sqlite_product.incidents
    await confirmed(incidents, 0)
    await incidents.declare()
    await incidents.resolve("INC-102", did_not_help=["INC-101"])
    await incidents.reopen("INC-102")
    assert (await incidents.resolve("INC-102"))["did_not_help"] == ["INC-101"]
    await incidents.reopen("INC-102")
    assert (await incidents.resolve("INC-102", outcome="false_alarm"))["did_not_help"] == []


async def test_only_another_resolution_can_have_failed_to_help(product: Product) -> None:
    await confirmed(product.incidents, 1)
    for _ in range(2):
        await product.incidents.declare()
    async with product.unchanged():
        for other in ("INC-103", "INC-104", "INC-999", "INC-0"):
            response = await product.incidents.try_resolve("INC-103", did_not_help=[other])
            assert assert_problem(response, 422)["errors"][0]["field"].startswith("did_not_help")
        for other in ("INC-101", "INC-102"):
            response = await product.incidents.try_resolve("INC-103", same_as="INC-101", did_not_help=[other])
            assert [error["field"] for error in assert_problem(response, 422)["errors"]] == ["did_not_help"]
        many = [f"INC-{number}" for number in range(200, 221)]
        assert_problem(await product.incidents.try_resolve("INC-103", did_not_help=many), 422)


async def test_a_group_from_before_there_was_one_document_for_all_is_settled_at_the_next_start(
    product: Product,
) -> None:
    incidents = product.incidents
    for _ in range(3):
        await incidents.declare()
    for number in range(101, 104):
        await incidents.resolve(f"INC-{number}")
    confirming = "id IN ('INC-102', 'INC-103')"
    await product.run_sql(f"UPDATE incidents SET same_as = 'INC-101', resolution_root = 'INC-101' WHERE {confirming}")
    runtime = product.runtime
    await prepare_record(runtime.database, runtime.clock, seed=False)
    assert await wanted(product) == ["INC-101"]
    assert memory(await incidents.read("INC-103")) == ("withdrawing", "confirms", "INC-101")
    async with product.unchanged():
        await prepare_record(runtime.database, runtime.clock, seed=False)


async def test_resolutions_of_one_group_at_the_same_moment_leave_one_document(product: Product) -> None:
    await confirmed(product.incidents, 0)
    for _ in range(6):
        await product.incidents.declare()
    await product.incidents.reopen("INC-101")
    same = (product.incidents.try_resolve(f"INC-{number}", same_as="INC-101") for number in range(102, 108))
    assert {response.status_code for response in await asyncio.gather(*same)} == {422}
    await product.incidents.resolve("INC-101")
    changes = [product.incidents.try_resolve(f"INC-{number}", same_as="INC-101") for number in range(102, 107)]
    changes.append(product.http.post(f"{API}/incidents/INC-101/reopen"))
    statuses = {response.status_code for response in await asyncio.gather(*changes)}
    assert statuses <= {200, 422}
    confirming = [item["id"] for item in (await product.incidents.page())["items"] if item["status"] == "resolved"]
    assert await wanted(product) == confirming[:1]
