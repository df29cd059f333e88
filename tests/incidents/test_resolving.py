"""Resolving: what makes a resolution verified, what of it is queued for memory, and reopening."""

import pytest

from memoryops.kit.clock import ManualClock
from tests.harness import API, Incidents, Product, assert_problem


async def test_a_resolution_is_recorded_and_queued_for_memory(incidents: Incidents, clock: ManualClock) -> None:
    await incidents.declare()
    clock.advance(minutes=30)
    incident = await incidents.resolve("INC-101", ineffective_actions="Restarting.", postmortem="# Report")
    assert (incident["status"], incident["resolved_at"]) == ("resolved", "2026-11-30T12:30:00.000Z")
    assert (incident["outcome"], incident["resolved_by"], incident["revision"]) == ("fixed", "Grace", 2)
    assert (incident["ineffective_actions"], incident["postmortem"]) == ("Restarting.", "# Report")
    assert incident["memory"]["state"] == "queued"
    assert incident["memory_retained"] is False


async def test_resolving_succeeds_while_memory_and_model_are_down(product: Product) -> None:
    await product.incidents.declare()
    assert (await product.http.get(f"{API}/memory/status")).json()["status"] == "unavailable"
    assert (await product.incidents.resolve("INC-101"))["status"] == "resolved"


@pytest.mark.parametrize("outcome", ["fixed", "mitigated", "self_recovered"])
async def test_verified_outcomes_are_remembered(incidents: Incidents, outcome: str) -> None:
    await incidents.declare()
    incident = await incidents.resolve("INC-101", outcome=outcome)
    assert incident["memory"]["state"] == "queued"


async def test_a_false_alarm_needs_no_texts_and_is_never_remembered(incidents: Incidents) -> None:
    await incidents.declare()
    incident = await incidents.resolve(
        "INC-101", outcome="false_alarm", root_cause=None, resolution=None, resolved_by=None
    )
    assert incident["status"] == "resolved"
    assert (incident["memory"]["state"], incident["memory"]["reason"]) == ("none", "false_alarm")
    (listed,) = (await incidents.page())["items"]
    assert listed["memory"] == incident["memory"]


async def test_a_resolution_needs_cause_resolution_and_a_name(product: Product) -> None:
    await product.incidents.declare()
    async with product.unchanged():
        for outcome in ("fixed", "mitigated", "self_recovered"):
            for field in ("root_cause", "resolution", "resolved_by"):
                for nothing in (None, "", " \t "):
                    response = await product.incidents.try_resolve("INC-101", **{"outcome": outcome, field: nothing})
                    body = assert_problem(response, 422)
                    assert [error["field"] for error in body["errors"]] == [field]


async def test_whoever_resolves_is_the_one_named_or_else_the_actor(incidents: Incidents) -> None:
    await incidents.declare()
    assert (await incidents.resolve("INC-101", actor="Ada", resolved_by=None))["resolved_by"] == "Ada"
    await incidents.declare()
    assert (await incidents.resolve("INC-102", actor="Ada"))["resolved_by"] == "Grace"


async def test_the_outcome_is_one_of_four(product: Product) -> None:
    await product.incidents.declare()
    async with product.unchanged():
        for outcome in ("Fixed", "unknown", "", None, 1):
            assert_problem(await product.incidents.try_resolve("INC-101", outcome=outcome), 422)


async def test_a_resolution_may_name_an_earlier_resolved_incident_as_the_same(incidents: Incidents) -> None:
    for _ in range(2):
        await incidents.declare()
    await incidents.resolve("INC-101")
    assert (await incidents.resolve("INC-102", same_as="INC-101"))["same_as"] == "INC-101"


async def test_same_as_has_to_be_another_resolved_incident(product: Product) -> None:
    for _ in range(3):
        await product.incidents.declare()
    await product.incidents.resolve("INC-103")
    await product.incidents.delete("INC-103")
    async with product.unchanged():
        for other in ("INC-101", "INC-102", "INC-103", "INC-999", "INC-0", "101", ""):
            response = await product.incidents.try_resolve("INC-101", same_as=other)
            body = assert_problem(response, 422)
            assert [error["field"] for error in body["errors"]] == ["same_as"]


async def test_reopening_withdraws_the_memory_and_keeps_the_draft(incidents: Incidents) -> None:
    await incidents.declare()
    await incidents.resolve("INC-101")
    incident = await incidents.reopen("INC-101", actor="Ada")
    assert (incident["status"], incident["resolved_at"], incident["revision"]) == ("investigating", None, 3)
    assert incident["root_cause"] == "A session leak exhausted the pool."
    assert (incident["memory"]["state"], incident["memory"]["reason"]) == ("withdrawing", "reopened")
    assert await incidents.kinds("INC-101") == ["declared", "resolved", "reopened"]


async def test_a_reopened_incident_can_be_resolved_again_and_is_remembered_again(incidents: Incidents) -> None:
    await incidents.declare()
    await incidents.resolve("INC-101")
    await incidents.reopen("INC-101")
    incident = await incidents.resolve("INC-101", root_cause="The real one.")
    assert incident["root_cause"] == "The real one."
    assert incident["memory"]["state"] == "queued"


async def test_an_edit_of_what_is_remembered_queues_the_new_text(product: Product) -> None:
    await product.incidents.declare()
    await product.incidents.resolve("INC-101")
    await product.incidents.edit("INC-101", root_cause="A slow query.")
    document = (await product.http.get(f"{API}/memory/documents/INC-101")).json()
    assert "A slow query." in document["text"]
    assert (document["state"], document["revision"]) == ("queued", 3)


async def test_a_resolution_turned_false_alarm_leaves_memory(incidents: Incidents) -> None:
    await incidents.declare()
    await incidents.resolve("INC-101")
    incident = await incidents.edit("INC-101", outcome="false_alarm")
    assert (incident["memory"]["state"], incident["memory"]["reason"]) == ("withdrawing", "false_alarm")


async def test_every_answer_to_a_change_carries_the_revision(product: Product) -> None:
    await product.incidents.declare()
    resolved = await product.incidents.try_resolve("INC-101")
    reopened = await product.http.post(f"{API}/incidents/INC-101/reopen")
    await product.incidents.delete("INC-101")
    restored = await product.http.post(f"{API}/incidents/INC-101/restore")
    assert [response.headers["etag"] for response in (resolved, reopened, restored)] == ['"2"', '"3"', '"5"']


async def test_what_a_reopened_incident_keeps_as_a_draft_survives_the_next_resolution(incidents: Incidents) -> None:
    await incidents.declare()
    await incidents.resolve("INC-101", ineffective_actions="Restarting.", postmortem="# Report")
    await incidents.reopen("INC-101")
    again = await incidents.resolve("INC-101", root_cause="It was the firewall after all.")
    assert (again["ineffective_actions"], again["postmortem"]) == ("Restarting.", "# Report")
    await incidents.reopen("INC-101")
    cleared = await incidents.resolve("INC-101", ineffective_actions=None, postmortem=None)
    assert (cleared["ineffective_actions"], cleared["postmortem"]) == (None, None)


@pytest.mark.parametrize("nothing", ["\u200b", "\u2060\u200d", "\u2800", "\u3164", "\ufeff"])
async def test_text_that_nobody_can_see_verifies_nothing(product: Product, nothing: str) -> None:
    await product.incidents.declare()
    async with product.unchanged():
        for field in ("root_cause", "resolution", "resolved_by"):
            response = await product.incidents.try_resolve("INC-101", **{field: nothing})
            assert [error["field"] for error in assert_problem(response, 422)["errors"]] == [field]


async def test_unknown_is_the_name_of_no_person(product: Product) -> None:
    await product.incidents.declare()
    async with product.unchanged():
        assert_problem(await product.incidents.try_resolve("INC-101", resolved_by="unknown"), 422)
