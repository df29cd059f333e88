"""Publishing: shown first, then one revision of the incident, from which memory follows."""

from tests.harness import API, Product, assert_problem
from tests.postmortems.desk import Desk

FACTORS = "- The pool had a fixed size.\n- A session leak went unseen for weeks."


async def _reviewed(desk: Desk) -> str:
    """A postmortem in review with something in the sections that the incident has fields for."""
    incident_id = await desk.begun(symptoms="Charges hang and then fail with 504.")
    await desk.save(incident_id, "overview", "Charges hung for an hour.")
    await desk.save(incident_id, "contributing_factors", FACTORS)
    await desk.save(incident_id, "dead_ends", "Restarting the pods.")
    await desk.save(incident_id, "resolution_temporary", "Raised the pool.")
    await desk.save(incident_id, "resolution_lasting", "Sessions are closed by the framework.")
    await desk.move(incident_id, "in_review")
    return incident_id


async def test_publishing_is_one_revision_of_the_incident_and_memory_is_queued_while_it_is_down(
    sqlite_product: Product,
) -> None:
    desk, incidents = Desk(sqlite_product), sqlite_product.incidents
    incident_id = await _reviewed(desk)
    before = await incidents.read(incident_id)
    preview = await desk.preview(incident_id)
    assert {one["field"]: one["before"] for one in preview["changes"]} == {
        name: before[name] for name in ("root_cause", "resolution", "ineffective_actions", "postmortem")
    }
    assert "A session leak exhausted the pool." in preview["remembered_now"]
    assert "What did not help: Restarting the pods." in preview["will_be_remembered"]
    assert preview["missing"] == ["impact", "detection", "response", "went_well", "got_lucky", "surprised"]

    published = await desk.publish(incident_id, actor="Ada")
    after = await incidents.read(incident_id)
    assert after["revision"] == before["revision"] + 1
    assert published["published_revision"] == after["revision"]
    assert (published["status"], published["published_by"]) == ("published", "Ada")
    assert after["root_cause"] == (
        "Several factors came together:\n1. The pool had a fixed size.\n2. A session leak went unseen for weeks."
    )
    assert after["resolution"] == "For the moment: Raised the pool.\n\nLasting: Sessions are closed by the framework."
    assert after["ineffective_actions"] == "Restarting the pods."
    assert after["postmortem"].startswith("## Overview\n\nCharges hung for an hour.")
    assert after["memory"]["state"] == "queued"
    document = (await sqlite_product.http.get(f"{API}/memory/documents/{incident_id}")).json()
    assert document["text"] == preview["will_be_remembered"], "what was shown is what memory gets"
    assert [kind for kind in await incidents.kinds(incident_id) if kind in {"edited", "postmortem_published"}] == [
        "edited",
        "postmortem_published",
    ]


async def test_nothing_is_published_that_somebody_has_not_just_seen(sqlite_product: Product) -> None:
    desk, incidents = Desk(sqlite_product), sqlite_product.incidents
    incident_id = await _reviewed(desk)
    tag = (await desk.preview(incident_id))["tag"]
    async with sqlite_product.unchanged():
        assert_problem(await desk.try_publish(incident_id, None), 428)
        assert_problem(await desk.try_publish(incident_id, tag, actor=None), 422)
        assert_problem(await desk.try_publish(incident_id, "0"), 412, "stale-revision")
    await incidents.edit(incident_id, root_cause="Somebody knew better meanwhile.")
    assert_problem(await desk.try_publish(incident_id, tag), 412, "stale-revision")
    assert (await incidents.read(incident_id))["root_cause"] == "Somebody knew better meanwhile."
    tag = (await desk.preview(incident_id))["tag"]
    await desk.save(incident_id, "overview", "Charges hung for an hour and a half.")
    assert_problem(await desk.try_publish(incident_id, tag), 412, "stale-revision")
    assert (await desk.publish(incident_id))["status"] == "published"


async def test_what_nobody_wrote_stays_as_the_incident_has_it(sqlite_product: Product) -> None:
    desk, incidents = Desk(sqlite_product), sqlite_product.incidents
    incident_id = await desk.begun(resolved={"ineffective_actions": "Waiting."})
    assert_problem(await desk.try_publish(incident_id, (await desk.preview(incident_id))["tag"]), 409)
    await desk.move(incident_id, "in_review")
    before = await incidents.read(incident_id)
    assert (await desk.preview(incident_id))["changes"] == []
    await desk.publish(incident_id)
    assert await incidents.read(incident_id) == before, "an empty postmortem teaches nothing and erases nothing"


async def test_a_published_postmortem_is_revised_as_a_draft_and_published_again(sqlite_product: Product) -> None:
    desk, incidents = Desk(sqlite_product), sqlite_product.incidents
    incident_id = await _reviewed(desk)
    await desk.publish(incident_id)
    assert_problem(await desk.try_move(incident_id, "in_review"), 409, "illegal-transition")
    late = await desk.try_save(incident_id, "dead_ends", "Too late.", revision=1)
    assert_problem(late, 409, "postmortem-published")
    assert (await desk.move(incident_id, "draft"))["status"] == "draft"
    await desk.save(incident_id, "dead_ends", "Restarting the pods, and waiting.")
    await desk.move(incident_id, "in_review")
    refusal = assert_problem(await desk.try_move(incident_id, "published"), 409, "illegal-transition")
    assert refusal["allowed"] == ["draft", "published"]
    await desk.publish(incident_id, actor="Grace")
    assert (await incidents.read(incident_id))["ineffective_actions"] == "Restarting the pods, and waiting."


async def test_the_preview_says_when_nothing_will_be_remembered(sqlite_product: Product) -> None:
    desk, incidents = Desk(sqlite_product), sqlite_product.incidents
    false_alarm = await desk.begun(resolved={"outcome": "false_alarm"})
    preview = await desk.preview(false_alarm)
    assert (preview["will_be_remembered"], preview["not_remembered"]) == (None, "false_alarm")
    forgotten = await desk.begun()
    await desk.http.delete(f"{API}/memory/documents/{forgotten}")
    preview = await desk.preview(forgotten)
    assert (preview["not_remembered"], preview["remembered_now"]) == ("forgotten", None)
    await incidents.reopen(forgotten)
    refusal = await desk.http.get(f"{API}/postmortems/{forgotten}/publish-preview")
    assert_problem(refusal, 409, "incident-unresolved")
