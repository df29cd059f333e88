"""Several processes share the ledger, and none is lost when one dies."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from memoryops.kit.leases import LEASE
from tests.fakes.hindsight_server import says
from tests.memory.world import World


async def test_a_change_made_while_a_retain_is_under_way_wins(here: World) -> None:
    incident_id = await here.resolved()
    here.fake.during("retain", lambda: here.incidents.edit(incident_id, root_cause="It was the firewall."))
    await here.settle()
    document = await here.document(incident_id)
    assert (document["state"], document["ready_revision"]) == ("ready", 3)
    assert "firewall" in here.held(incident_id).text
    assert len(here.sent()) == 2


async def test_a_change_made_while_a_retain_fails_is_sent_at_once(here: World) -> None:
    incident_id = await here.resolved()
    here.fake.answers("retain", here.refusal(402))
    here.fake.during("retain", lambda: _mend(here, incident_id))
    await here.settle()
    assert await here.state(incident_id) == "ready"
    assert "firewall" in here.held(incident_id).text


async def test_an_incident_reopened_while_it_is_retained_ends_withdrawn(here: World) -> None:
    incident_id = await here.resolved()
    here.fake.during("retain", lambda: here.incidents.reopen(incident_id))
    await here.settle()
    document = await here.document(incident_id)
    assert (document["state"], document["reason"]) == ("withdrawn", "reopened")
    assert here.fake.held == {}


async def test_an_incident_resolved_again_while_it_is_withdrawn_ends_ready(here: World) -> None:
    incident_id = await here.remembered()
    await here.incidents.reopen(incident_id)
    here.fake.during("delete_document", lambda: here.incidents.resolve(incident_id))
    await here.settle()
    document = await here.document(incident_id)
    assert (document["state"], document["ready_revision"]) == ("ready", document["revision"])
    assert here.held(incident_id).metadata["revision"] == str(document["revision"])


async def test_reopened_and_resolved_while_a_retain_is_under_way_ends_ready_at_the_new_revision(here: World) -> None:
    incident_id = await here.resolved()
    here.fake.during("retain", lambda: _again(here, incident_id))
    await here.settle()
    document = await here.document(incident_id)
    assert (document["state"], document["ready_revision"], document["revision"]) == ("ready", 4, 4)


@pytest.mark.parametrize("call", ["read_config", "retain", "recall"])
async def test_work_of_a_process_that_died_is_taken_over_when_its_lease_ends(here: World, call: str) -> None:
    incident_id = await here.resolved()
    await _die_during(here, call)
    assert await here.state(incident_id) == "retaining"
    other = here.another_reconciler()
    assert await other.work_once() is False
    here.clock.advance(seconds=LEASE.total_seconds())
    assert await other.work_once() is True
    assert await here.state(incident_id) == "ready"
    assert list(here.fake.held) == [incident_id]


async def test_a_withdrawal_of_a_process_that_died_is_taken_over(here: World) -> None:
    incident_id = await here.remembered()
    await here.incidents.reopen(incident_id)
    await _die_during(here, "delete_document")
    here.clock.advance(seconds=LEASE.total_seconds())
    await here.settle()
    assert await here.state(incident_id) == "withdrawn"


@pytest.mark.parametrize("call", ["retain", "recall"])
@pytest.mark.parametrize("verb", ["reopen", "delete"])
async def test_what_was_taken_back_while_the_process_that_retained_it_died_is_withdrawn(
    here: World, call: str, verb: str
) -> None:
    incident_id = await here.resolved()
    await _die_during(here, call, lambda: getattr(here.incidents, verb)(incident_id))
    assert await here.state(incident_id) == "retaining"
    await here.wait(seconds=LEASE.total_seconds())
    assert await here.state(incident_id) == "withdrawn"
    assert here.fake.held == {}


async def test_what_was_taken_back_while_the_process_that_proved_it_died_is_withdrawn(here: World) -> None:
    incident_id = await here.resolved()
    here.fake.answers("recall", says({"results": []}))
    await here.settle()
    assert await here.state(incident_id) == "retained"
    here.clock.advance(seconds=2)
    await _die_during(here, "recall", lambda: here.incidents.reopen(incident_id))
    await here.wait(seconds=LEASE.total_seconds())
    assert await here.state(incident_id) == "withdrawn"
    assert here.fake.held == {}


async def test_what_was_resolved_again_while_the_process_that_withdrew_it_died_is_ready(here: World) -> None:
    incident_id = await here.remembered()
    await here.incidents.reopen(incident_id)
    await _die_during(here, "delete_document", lambda: here.incidents.resolve(incident_id))
    assert await here.state(incident_id) == "withdrawing"
    await here.wait(seconds=LEASE.total_seconds())
    document = await here.document(incident_id)
    assert (document["state"], document["ready_revision"]) == ("ready", document["revision"])
    assert here.held(incident_id).metadata["revision"] == str(document["revision"])


async def test_a_retain_that_arrived_before_its_process_died_is_not_sent_again(here: World) -> None:
    incident_id = await here.resolved()
    await _die_during(here, "recall")
    here.clock.advance(seconds=LEASE.total_seconds())
    await here.settle()
    assert await here.state(incident_id) == "ready"
    assert len(here.sent()) == 1


async def test_whoever_lost_the_lease_writes_nothing(on_each: World) -> None:
    incident_id = await on_each.resolved()
    reached, release = asyncio.Event(), asyncio.Event()
    on_each.fake.during("recall", lambda: _hold(reached, release))
    late = asyncio.create_task(on_each.reconciler.work_once())
    await asyncio.wait_for(reached.wait(), 10)
    on_each.clock.advance(seconds=LEASE.total_seconds())
    assert await on_each.another_reconciler().work_once() is True
    settled = await on_each.document(incident_id)
    await on_each.incidents.reopen(incident_id)
    release.set()
    await late
    after = await on_each.document(incident_id)
    assert settled["state"] == "ready"
    assert (after["state"], after["reason"]) == ("withdrawing", "reopened")


async def test_a_lease_that_ran_out_unnoticed_writes_nothing_either(here: World) -> None:
    incident_id = await here.resolved()
    here.fake.during("recall", lambda: _pass_time(here, LEASE.total_seconds()))
    await here.reconciler.work_once()
    assert await here.state(incident_id) == "retaining"
    await here.settle()
    assert await here.state(incident_id) == "ready"


async def test_two_processes_share_the_work_without_overlap(on_each: World) -> None:
    ids = [await on_each.resolved() for _ in range(8)]
    other = on_each.another_reconciler()

    async def work_off(reconciler: object) -> int:
        steps = 0
        while await reconciler.work_once():  # type: ignore[attr-defined]
            steps += 1
        return steps

    shares = await asyncio.gather(work_off(on_each.reconciler), work_off(other))
    assert sum(shares) == len(ids)
    assert min(shares) > 0
    sent = [item["document_id"] for body in on_each.sent() for item in body["items"]]
    assert sorted(sent) == sorted(ids)
    assert {await on_each.state(incident_id) for incident_id in ids} == {"ready"}


async def _mend(here: World, incident_id: str) -> None:
    await here.incidents.edit(incident_id, root_cause="It was the firewall.")
    asyncio.get_running_loop().call_soon(here.fake.behaves)


async def _again(here: World, incident_id: str) -> None:
    await here.incidents.reopen(incident_id)
    await here.incidents.resolve(incident_id)


async def _hold(reached: asyncio.Event, release: asyncio.Event) -> None:
    reached.set()
    await release.wait()


async def _pass_time(here: World, seconds: float) -> None:
    here.clock.advance(seconds=seconds)


async def _nothing() -> None:
    """Nobody changes anything."""


async def _die_during(here: World, call: str, meanwhile: Callable[[], Awaitable[object]] = _nothing) -> None:
    """A process takes the document on and is gone in the middle of that request; people do this meanwhile."""
    reached, release = asyncio.Event(), asyncio.Event()
    here.fake.during(call, lambda: _hold(reached, release))
    doomed = asyncio.create_task(here.another_reconciler().work_once())
    await asyncio.wait_for(reached.wait(), 10)
    await meanwhile()
    doomed.cancel()
    with pytest.raises(asyncio.CancelledError):
        await doomed
    release.set()
