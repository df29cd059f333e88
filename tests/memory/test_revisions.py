"""Every revision of a document is kept as it was written, until it is forgotten."""

from tests.memory.world import World


async def test_every_revision_is_kept_with_its_cause(on_each: World) -> None:
    here = on_each
    incident_id = await here.remembered()
    await here.incidents.edit(incident_id, root_cause="A firewall rule dropped idle connections.", actor="Ada")
    document = await here.document(incident_id)
    first, second = document["revisions"]
    assert (first["revision"], second["revision"]) == (2, 3)
    assert (first["cause"], second["cause"]) == ("resolved by Grace", "edited by Ada")
    assert "session leak" in first["text"]
    assert second["text"] == document["text"]
    assert second["content_hash"] == document["content_hash"] != first["content_hash"]


async def test_an_edit_that_memory_need_not_know_makes_no_revision(here: World) -> None:
    incident_id = await here.remembered()
    await here.incidents.edit(incident_id, commander="Ada")
    assert len((await here.document(incident_id))["revisions"]) == 1


async def test_forgetting_erases_the_text_of_every_revision(on_each: World) -> None:
    here = on_each
    incident_id, other = await here.remembered(), await here.remembered()
    await here.incidents.edit(incident_id, resolution="Closed the leak.")
    await here.settle()
    await here.forget(incident_id)
    revisions = (await here.document(incident_id))["revisions"]
    assert [(one["revision"], one["text"]) for one in revisions] == [(2, None), (3, None)]
    assert all(one["text"] for one in (await here.document(other))["revisions"])
