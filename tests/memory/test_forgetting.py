"""Forgetting is a person's veto; it does not hide what the record wants."""

import pytest

from tests.harness import API, assert_problem
from tests.memory.world import World


async def _reopened(here: World, incident_id: str) -> None:
    await here.incidents.edit(incident_id, resolution="Restarted it, twice.")
    await here.incidents.reopen(incident_id)


async def _deleted(here: World, incident_id: str) -> None:
    await here.incidents.edit(incident_id, resolution="Restarted it, twice.")
    await here.incidents.delete(incident_id)


async def _false_alarm(here: World, incident_id: str) -> None:
    await here.incidents.edit(incident_id, resolution="Restarted it, twice.")
    await here.incidents.edit(incident_id, outcome="false_alarm")


@pytest.mark.parametrize("settled", [True, False], ids=["withdrawn", "withdrawing"])
@pytest.mark.parametrize("change", [_reopened, _deleted, _false_alarm])
async def test_a_forgotten_document_whose_incident_teaches_nothing_cannot_be_retained(
    here: World, change: object, settled: bool
) -> None:
    incident_id = await here.remembered()
    await here.forget(incident_id)
    if settled:
        await here.settle()
    await change(here, incident_id)  # type: ignore[operator]
    refused = await here.product.http.post(f"{API}/memory/documents/{incident_id}/retain")
    assert_problem(refused, 409, "nothing-to-retain")
    await here.settle()
    document = await here.document(incident_id)
    assert (document["state"], document["reason"]) == ("withdrawn", "forgotten")
    assert here.fake.held == {}


async def test_a_refused_retain_leaves_the_veto(here: World) -> None:
    incident_id = await here.remembered()
    await here.forget(incident_id)
    await here.incidents.reopen(incident_id)
    await here.product.http.post(f"{API}/memory/documents/{incident_id}/retain")
    await here.incidents.resolve(incident_id)
    await here.settle()
    assert await here.state(incident_id) == "withdrawn"
    assert here.fake.held == {}


async def test_what_was_forgotten_and_resolved_anew_can_be_retained(here: World) -> None:
    incident_id = await here.remembered()
    await here.forget(incident_id)
    await here.incidents.reopen(incident_id)
    await here.settle()
    await here.incidents.resolve(incident_id)
    await here.retain(incident_id)
    await here.settle()
    assert await here.state(incident_id) == "ready"


async def test_an_erased_document_cannot_be_retained_until_its_incident_is_edited(here: World) -> None:
    incident_id = await here.remembered()
    await here.forget(incident_id)
    await here.settle()
    refused = await here.product.http.post(f"{API}/memory/documents/{incident_id}/retain")
    assert "edit the incident" in assert_problem(refused, 409, "nothing-to-retain")["detail"]
    await here.incidents.edit(incident_id, resolution="Closed the leak.")
    await here.retain(incident_id)
    await here.settle()
    assert await here.state(incident_id) == "ready"


async def test_a_forgotten_document_is_no_evidence_whatever_the_record_wants(here: World) -> None:
    incident_id = await here.remembered()
    await here.forget(incident_id)
    await here.incidents.edit(incident_id, resolution="Closed the leak.")
    recalled = await here.recall("charges hang and fail with 504")
    assert recalled["memory"]["excluded"] == [{"document_id": incident_id, "reason": "withdrawn"}]
