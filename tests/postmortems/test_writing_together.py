"""Two people at one postmortem: sections apart, nothing lost, every version kept."""

import pytest

from tests.harness import API, Product, Values, answer, as_actor, assert_problem
from tests.postmortems.desk import Desk


async def test_a_postmortem_begins_when_its_incident_is_resolved_and_only_once(sqlite_product: Product) -> None:
    incidents, desk = sqlite_product.incidents, Desk(sqlite_product)
    incident_id = (await incidents.declare())["id"]
    refusal = assert_problem(await desk.try_begin(incident_id), 409, "incident-unresolved")
    assert f"POST /incidents/{incident_id}/resolve" in refusal["detail"]
    assert (await desk.http.get(f"{API}/incidents/{incident_id}/postmortem")).json() is None
    assert_problem(await desk.http.get(f"{API}/postmortems/{incident_id}"), 404)
    await incidents.resolve(incident_id)
    first = await desk.try_begin(incident_id, actor="Ada")
    again = await desk.try_begin(incident_id, actor="Grace")
    assert (first.status_code, again.status_code) == (201, 200)
    begun: Values = again.json()
    assert (begun["owner"], begun["status"], begun["written"]) == ("Ada", "draft", 0)
    assert all(section["prompt"].endswith(("?", ".")) for section in begun["sections"])
    assert [one["incident_id"] for one in (await desk.page(status="draft"))["items"]] == [incident_id]
    assert (await desk.page(status="published"))["items"] == []


async def test_two_write_in_different_sections_and_neither_waits_for_the_other(sqlite_product: Product) -> None:
    desk = Desk(sqlite_product)
    incident_id = await desk.begun()
    await desk.save(incident_id, "overview", "Charges hung for an hour.", actor="Ada")
    await desk.save(incident_id, "response", "The pool was raised.", actor="Grace")
    written = await desk.sections(incident_id)
    assert (written["overview"]["text"], written["overview"]["written"]["by"]) == ("Charges hung for an hour.", "Ada")
    assert (written["response"]["text"], written["response"]["written"]["by"]) == ("The pool was raised.", "Grace")
    assert {written["overview"]["written"]["source"], written["response"]["written"]["source"]} == {"person"}


async def test_who_was_slower_gets_both_versions_and_what_both_began_from(sqlite_product: Product) -> None:
    desk = Desk(sqlite_product)
    incident_id = await desk.begun()
    await desk.save(incident_id, "overview", "Charges hung.", actor="Ada")
    await desk.save(incident_id, "overview", "Charges hung for an hour.", revision=1, actor="Grace")
    slower = await desk.try_save(incident_id, "overview", "Charges hung in the EU.", revision=1, actor="Ada")
    conflict = assert_problem(slower, 412, "stale-revision")
    assert (conflict["current"]["text"], conflict["current"]["by"]) == ("Charges hung for an hour.", "Grace")
    assert (conflict["yours"]["text"], conflict["base"]["text"]) == ("Charges hung in the EU.", "Charges hung.")
    assert conflict["current"]["revision"] == conflict["revision"] == 2
    merged = "Charges hung in the EU for an hour."
    await desk.save(incident_id, "overview", merged, revision=2, actor="Ada")
    versions = await desk.versions(incident_id, "overview")
    assert [one["text"] for one in versions] == [merged, "Charges hung for an hour.", "Charges hung."]


async def test_a_save_that_is_repeated_after_its_answer_was_lost_is_no_conflict(sqlite_product: Product) -> None:
    desk = Desk(sqlite_product)
    incident_id = await desk.begun()
    for _ in range(2):
        assert (await desk.try_save(incident_id, "overview", "Once.", revision=0)).status_code == 200
    assert len(await desk.versions(incident_id, "overview")) == 1
    assert_problem(await desk.try_save(incident_id, "overview", "Blind.", revision=None), 428)
    assert_problem(await desk.try_save(incident_id, "overview", "x" * 20_001, revision=1), 422)
    assert_problem(await desk.try_save(incident_id, "nothing", "x", revision=1), 422)


async def test_the_pauses_of_one_writer_make_one_version_and_others_read_it_on(sqlite_product: Product) -> None:
    desk = Desk(sqlite_product)
    incident_id = await desk.begun()
    for text in ("Charges", "Charges hung", "Charges hung for an hour."):
        await desk.save(incident_id, "overview", text, actor="Ada")
        sqlite_product.clock.advance(minutes=3)
    (one,) = await desk.versions(incident_id, "overview")
    assert (one["text"], one["revision"], one["by"]) == ("Charges hung for an hour.", 3, "Ada")
    slower = await desk.try_save(incident_id, "overview", "Charges hung in the EU.", revision=2, actor="Grace")
    conflict = assert_problem(slower, 412)
    assert (conflict["current"]["text"], conflict["base"]["text"]) == ("Charges hung for an hour.",) * 2
    await desk.save(incident_id, "overview", "Charges hung for two hours.", actor="Grace")
    await desk.save(incident_id, "overview", "Charges hung for an hour or two.", actor="Ada")
    sqlite_product.clock.advance(minutes=11)
    await desk.save(incident_id, "overview", "Charges hung for 90 minutes or two hours.", actor="Ada")
    told = [(one["text"], one["by"]) for one in await desk.versions(incident_id, "overview")]
    assert told == [
        ("Charges hung for 90 minutes or two hours.", "Ada"),
        ("Charges hung for an hour or two.", "Ada"),
        ("Charges hung for two hours.", "Grace"),
        ("Charges hung for an hour.", "Ada"),
    ]


async def test_what_was_read_and_commented_on_or_is_to_be_reviewed_stays_a_version(sqlite_product: Product) -> None:
    desk = Desk(sqlite_product)
    incident_id = await desk.begun()
    await desk.save(incident_id, "overview", "Charges", actor="Ada")
    said = {"section": "overview", "text": "Which charges?"}
    answer(await desk.http.post(f"{API}/postmortems/{incident_id}/comments", json=said, headers=as_actor("Bo")), 201)
    await desk.save(incident_id, "overview", "Charges hung", actor="Ada")
    await desk.move(incident_id, "in_review")
    for text in ("Charges hung for", "Charges hung for an hour."):
        await desk.save(incident_id, "overview", text, actor="Ada")
    told = [one["text"] for one in await desk.versions(incident_id, "overview")]
    assert told == ["Charges hung for an hour.", "Charges hung", "Charges"]


async def test_words_that_settle_a_conflict_leave_those_they_take_the_place_of(sqlite_product: Product) -> None:
    desk = Desk(sqlite_product)
    incident_id = await desk.begun()
    await desk.save(incident_id, "overview", "From her first window.", actor="Ada")
    path, named = f"{API}/postmortems/{incident_id}/sections/overview", {"If-Match": '"1"', **as_actor("Ada")}
    chosen = {"text": "From her second window.", "settles": True}
    answer(await desk.http.put(path, json=chosen, headers=named), 200)
    told = [one["text"] for one in await desk.versions(incident_id, "overview")]
    assert told == ["From her second window.", "From her first window."]


async def test_a_review_is_asked_of_somebody_who_finds_it_waiting(sqlite_product: Product) -> None:
    desk = Desk(sqlite_product)
    incident_id = await desk.begun(actor="Ada")
    refusal = assert_problem(await desk.try_move(incident_id, "in_review", reviewers=None), 422, "invalid-input")
    assert refusal["errors"] == [{"field": "reviewers", "message": "Name at least one person who is asked to read it."}]
    assert_problem(await desk.try_move(incident_id, "in_review", reviewers=[]), 422)
    assert (await desk.read(incident_id))["status"] == "draft"
    asked = answer(await desk.try_move(incident_id, "in_review", reviewers=["Zoë 100%", " Bo "]), 200)
    assert (asked["status"], asked["reviewers"], asked["revision"]) == ("in_review", ["Zoë 100%", "Bo"], 2)
    for name, waits in (("Zoë 100%", 1), ("bo", 1), ("Zoë 1000", 0), ("B", 0), ("Ada", 0)):
        page = await desk.page(status="in_review", reviewer=name, count=True)
        assert (page["total"], len(page["items"])) == (waits, waits), name
    path, body = f"{API}/postmortems/{incident_id}/status", {"status": "in_review", "reviewers": ["Cy"]}
    slower = assert_problem(await desk.http.post(path, json=body, headers={"If-Match": '"1"'}), 412, "stale-revision")
    assert slower["current"]["reviewers"] == ["Zoë 100%", "Bo"], "whom somebody else asked meanwhile"
    left = assert_problem(await desk.edit(incident_id, 2, reviewers=[]), 422, "invalid-input")
    assert left["errors"][0]["field"] == "reviewers", "who is waited for is not taken away either"
    await desk.move(incident_id, "draft")
    again = answer(await desk.try_move(incident_id, "in_review", reviewers=None), 200)
    assert again["reviewers"] == ["Zoë 100%", "Bo"], "who was asked before is asked again"


async def test_an_older_version_is_brought_back_as_a_new_one(sqlite_product: Product) -> None:
    desk = Desk(sqlite_product)
    incident_id = await desk.begun()
    await desk.save(incident_id, "overview", "First.")
    await desk.save(incident_id, "overview", "Second.")
    path, body = f"{API}/postmortems/{incident_id}/sections/overview/restore", {"revision": 1}
    assert_problem(await desk.http.post(path, json=body, headers={"If-Match": '"1"'}), 412)
    assert_problem(await desk.http.post(path, json={"revision": 9}, headers={"If-Match": '"2"'}), 404)
    answer(await desk.http.post(path, json=body, headers={"If-Match": '"2"', **as_actor("Ada")}), 200)
    versions = await desk.versions(incident_id, "overview")
    assert [(one["revision"], one["text"]) for one in versions] == [(3, "First."), (2, "Second."), (1, "First.")]
    assert (versions[0]["restored_from"], versions[0]["by"]) == (1, "Ada")


async def test_owner_reviewers_and_numbers_have_a_revision_of_their_own(sqlite_product: Product) -> None:
    desk = Desk(sqlite_product)
    incident_id = await desk.begun(actor="Ada")
    sqlite_product.clock.advance(hours=1)
    numbers = {"users_affected": 1200, "requests_failed_percent": 3.5, "revenue": 100, "currency": "EUR"}
    changes = {"owner": "Grace", "reviewers": ["Ada", " Ada ", "Bo", "bo "], "impact": numbers}
    edited = answer(await desk.edit(incident_id, 1, **changes), 200)
    assert (edited["owner"], edited["reviewers"], edited["revision"]) == ("Grace", ["Ada", "Bo"], 2)
    assert edited["impact"]["users_affected"] == 1200
    assert edited["impact"]["duration_s"] == 0, "from when it was declared to when it was resolved"
    stale = assert_problem(await desk.edit(incident_id, 1, owner="Bo"), 412)
    assert stale["current"]["owner"] == "Grace"
    assert_problem(await desk.edit(incident_id, 2, impact={"revenue": 5}), 422)
    assert_problem(await desk.edit(incident_id, 2, impact={"requests_failed_percent": 101}), 422)
    assert answer(await desk.edit(incident_id, 2, impact={}), 200)["impact"]["users_affected"] is None


async def test_comments_are_said_settled_and_kept(sqlite_product: Product) -> None:
    desk = Desk(sqlite_product)
    incident_id = await desk.begun()
    said = {"section": "detection", "text": "Which alert came first?"}
    path = f"{API}/postmortems/{incident_id}/comments"
    commented = answer(await desk.http.post(path, json=said, headers=as_actor("Bo")), 201)
    (comment,) = commented["comments"]
    assert (comment["section"], comment["by"], comment["resolved_at"]) == ("detection", "Bo", None)
    assert commented["open_comments"] == 1
    settled = answer(await desk.http.post(f"{path}/{comment['id']}/resolve", headers=as_actor("Ada")), 200)
    assert (settled["open_comments"], settled["comments"][0]["resolved_by"]) == (0, "Ada")
    opened = answer(await desk.http.post(f"{path}/{comment['id']}/resolve?resolved=false"), 200)
    assert opened["comments"][0]["resolved_at"] is None
    assert_problem(await desk.http.post(f"{path}/999/resolve"), 404)


async def test_blame_is_pointed_out_beside_the_words_and_stops_nobody(sqlite_product: Product) -> None:
    desk = Desk(sqlite_product)
    incident_id = await desk.begun(actor="Ada")
    saved = await desk.save(incident_id, "response", "Ada broke the pool; we should have looked.")
    (response,) = [one for one in saved["sections"] if one["key"] == "response"]
    assert [one["phrase"] for one in response["blame"]] == ["Ada broke", "should have"]
    assert response["revision"] == 1


@pytest.mark.parametrize("hide", ["delete", "reopen"])
async def test_what_happens_to_the_incident_happens_to_its_postmortem(sqlite_product: Product, hide: str) -> None:
    incidents, desk = sqlite_product.incidents, Desk(sqlite_product)
    incident_id = await desk.begun()
    await desk.save(incident_id, "overview", "Kept.")
    await desk.move(incident_id, "in_review")
    if hide == "delete":
        await incidents.delete(incident_id)
        assert_problem(await desk.http.get(f"{API}/postmortems/{incident_id}"), 404)
        assert (await desk.page())["items"] == []
        await incidents.restore(incident_id)
        assert (await desk.read(incident_id))["status"] == "in_review"
    else:
        await incidents.reopen(incident_id)
        assert (await desk.read(incident_id))["status"] == "draft"
        assert [one["status"] for one in (await desk.page(status="draft"))["items"]] == ["draft"]
        assert_problem(await desk.try_move(incident_id, "in_review"), 409, "incident-unresolved")
        await desk.save(incident_id, "response", "Still open for writing.")
        sqlite_product.clock.advance(minutes=5)
        await incidents.resolve(incident_id)
        assert (await desk.read(incident_id))["status"] == "draft", "another resolution is reviewed anew"
    assert (await desk.sections(incident_id))["overview"]["text"] == "Kept."
