"""The lifecycle: every pair of statuses, and every call in every status."""

import pytest

from memoryops.incidents.lifecycle import (
    IllegalTransitionError,
    Status,
    check_edit,
    check_reopenable,
    check_resolvable,
)
from tests.harness import API, Incidents, Product, assert_problem

OPEN = (Status.investigating, Status.identified, Status.monitoring)
EDITS = {(current, wanted) for current in OPEN for wanted in OPEN} | {(Status.triage, Status.investigating)}
EDITS |= {(status, status) for status in Status}
PAIRS = [(current, wanted) for current in Status for wanted in Status]


@pytest.mark.parametrize(("current", "wanted"), PAIRS)
def test_an_edit_moves_only_where_the_design_says(current: Status, wanted: Status) -> None:
    if (current, wanted) in EDITS:
        check_edit(current, wanted)
        return
    with pytest.raises(IllegalTransitionError) as refused:
        check_edit(current, wanted)
    assert refused.value.extra["current"] == current.value
    for allowed in refused.value.extra["allowed"]:
        check_edit(current, Status(allowed))


def test_leaving_and_entering_resolved_names_the_call_to_use() -> None:
    with pytest.raises(IllegalTransitionError, match="/resolve"):
        check_edit(Status.monitoring, Status.resolved)
    with pytest.raises(IllegalTransitionError, match="/reopen"):
        check_edit(Status.resolved, Status.monitoring)


def test_a_refused_step_says_in_words_where_the_incident_is_and_where_it_can_go() -> None:
    with pytest.raises(IllegalTransitionError, match="that is in triage can go to: investigating"):
        check_edit(Status.triage, Status.monitoring)
    with pytest.raises(IllegalTransitionError, match="this one is identified"):
        check_reopenable(Status.identified)


@pytest.mark.parametrize("status", Status)
def test_every_unresolved_incident_can_be_resolved_and_only_a_resolved_one_reopened(status: Status) -> None:
    possible, refused = check_resolvable, check_reopenable
    if status is Status.resolved:
        possible, refused = refused, possible
    possible(status)
    with pytest.raises(IllegalTransitionError):
        refused(status)


async def bring_to(product: Product, status: str) -> str:
    """A new incident in that status; gives its id."""
    incident = await product.incidents.declare()
    incident_id: str = incident["id"]
    if status == "resolved":
        await product.incidents.resolve(incident_id)
    elif status == "triage":
        await product.run_sql(f"UPDATE incidents SET status = 'triage' WHERE id = '{incident_id}'")
    else:
        await product.incidents.edit(incident_id, status=status)
    return incident_id


async def test_the_api_allows_exactly_the_moves_of_the_lifecycle(product: Product) -> None:
    for current, wanted in PAIRS:
        incident_id = await bring_to(product, current)
        before = await product.incidents.read(incident_id)
        response = await product.incidents.try_edit(incident_id, before["revision"], status=wanted.value)
        if (current, wanted) in EDITS:
            assert response.json()["status"] == wanted.value
        else:
            body = assert_problem(response, 409, "illegal-transition")
            assert body["current"] == current.value
            assert "allowed" in body
            assert await product.incidents.read(incident_id) == before


async def test_the_api_resolves_what_is_unresolved_and_reopens_what_is_resolved(product: Product) -> None:
    for status in Status:
        incident_id = await bring_to(product, status)
        reopened = await product.http.post(f"{API}/incidents/{incident_id}/reopen")
        if status is Status.resolved:
            assert reopened.json()["status"] == "investigating"
        else:
            assert_problem(reopened, 409, "illegal-transition")
        assert (await product.incidents.resolve(incident_id))["status"] == "resolved"


async def test_resolving_twice_is_a_conflict(product: Product) -> None:
    await product.incidents.declare()
    await product.incidents.resolve("INC-101")
    async with product.unchanged():
        again = await product.incidents.try_resolve("INC-101", root_cause="Another")
        assert assert_problem(again, 409, "illegal-transition")["allowed"] == ["reopen"]


async def test_a_refused_status_takes_the_rest_of_the_edit_with_it(product: Product) -> None:
    await product.incidents.declare()
    async with product.unchanged():
        response = await product.incidents.try_edit("INC-101", 1, title="Changed", status="resolved")
        assert_problem(response, 409, "illegal-transition")


async def test_a_status_change_is_on_the_timeline(incidents: Incidents) -> None:
    await incidents.declare()
    await incidents.edit("INC-101", status="identified")
    assert (await incidents.timeline("INC-101"))[-1]["changes"] == {
        "status": {"from": "investigating", "to": "identified"}
    }
