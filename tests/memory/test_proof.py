"""A successful retain is no proof: only a recall by meaning of this document at this revision makes it ready."""

import pytest

from tests.memory.world import World


async def test_a_document_that_no_recall_returns_stays_retained_and_shows_the_probe(here: World) -> None:
    incident_id = await here.resolved()
    await _settle_unrecalled(here, incident_id)
    document = await here.document(incident_id)
    assert (document["state"], document["reason"], document["ready_revision"]) == ("retained", "not_recalled", None)
    trace = document["probe_trace"]
    assert trace["proved"] is False
    assert trace["of_this_revision"] == 0
    assert trace["query"] == document["probe"] == here.sent("recall")[-1]["query"]
    assert trace["tags"] == here.sent("recall")[-1]["tags"] == ["workspace:default", f"incident:{incident_id}"]
    assert here.sent("recall")[-1]["tags_match"] == "all_strict"


@pytest.mark.parametrize("similarity", [None, 0.0, 0.324])
async def test_a_recall_below_the_threshold_proves_nothing(here: World, similarity: float | None) -> None:
    here.fake.similarity = similarity
    incident_id = await here.resolved()
    await here.settle()
    document = await here.document(incident_id)
    assert (document["state"], document["probe_trace"]["similarity"]) == ("retained", similarity)
    assert document["probe_trace"]["of_this_revision"] == 1


async def test_a_recall_at_the_threshold_proves(here: World) -> None:
    here.fake.similarity = 0.325
    incident_id = await here.resolved()
    await here.settle()
    assert await here.state(incident_id) == "ready"


@pytest.mark.parametrize("name", ["content_hash", "revision", "incident_id"])
async def test_a_recall_of_anything_but_this_revision_proves_nothing(here: World, name: str) -> None:
    incident_id = await here.resolved()
    here.fake.during("recall", lambda: _change(here, incident_id, name))
    await here.settle()
    document = await here.document(incident_id)
    assert (document["state"], document["probe_trace"]["of_this_revision"]) == ("retained", 0)


async def test_an_unproved_document_is_sent_again_where_memory_holds_another(here: World) -> None:
    incident_id = await here.resolved()
    here.fake.during("recall", lambda: _change(here, incident_id, "content_hash"))
    await here.settle()
    await here.wait(seconds=2)
    assert await here.state(incident_id) == "ready"
    assert len(here.sent()) == 2


async def test_an_unproved_document_that_memory_holds_is_only_probed_again(here: World) -> None:
    incident_id = await here.resolved()
    await _settle_unrecalled(here, incident_id)
    here.held(incident_id).recallable = True
    await here.wait(seconds=2)
    assert await here.state(incident_id) == "ready"
    assert len(here.sent()) == 1


async def test_probes_come_further_apart_up_to_five_minutes(here: World) -> None:
    incident_id = await here.resolved()
    await _settle_unrecalled(here, incident_id)
    for _ in range(12):
        await here.wait(seconds=400)
    due = await here.due_in(incident_id)
    assert due is not None
    assert 200 <= due <= 375
    assert len(here.sent()) == 1


async def test_being_unproved_is_not_repeated_in_the_timeline(here: World) -> None:
    incident_id = await here.resolved()
    await _settle_unrecalled(here, incident_id)
    for _ in range(6):
        await here.wait(seconds=400)
    timeline = await here.incidents.timeline(incident_id)
    assert [item["kind"] for item in timeline if item["source"] == "memory"].count("memory_retained") <= 2


async def _change(here: World, incident_id: str, name: str) -> None:
    here.held(incident_id).metadata[name] = "another"


async def _hide(here: World, incident_id: str) -> None:
    here.held(incident_id).recallable = False


async def _settle_unrecalled(here: World, incident_id: str) -> None:
    here.fake.during("recall", lambda: _hide(here, incident_id))
    await here.settle()
