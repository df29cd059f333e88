"""What is exported is what the record holds: sections, pinned entries, action items; names redacted on request."""

from tests.harness import API, Product, answer, as_actor, assert_problem
from tests.postmortems.desk import Desk


async def test_an_export_holds_the_postmortem_and_redacts_the_same_person_the_same_everywhere(
    sqlite_product: Product,
) -> None:
    desk, incidents, http = Desk(sqlite_product), sqlite_product.incidents, sqlite_product.http
    incident_id = (await incidents.declare(commander="Ada Lovelace", title="Payments time out"))["id"]
    note = await incidents.note(incident_id, "Ada counted the sessions.", actor="Grace Hopper")
    await incidents.note(incident_id, "Nobody pinned this.", actor="Grace Hopper")
    answer(await http.post(f"{API}/incidents/{incident_id}/timeline/{note['id']}/pin"), 200)
    await incidents.resolve(incident_id, resolved_by="Ada Lovelace")
    item = {"title": "Alert on the pool", "owner": "Grace Hopper"}
    answer(await http.post(f"{API}/incidents/{incident_id}/action-items", json=item), 201)
    answer(await desk.try_begin(incident_id, actor="Grace Hopper"), 201)
    await desk.save(incident_id, "overview", "Grace saw it first; Ada led.")

    path = f"{API}/postmortems/{incident_id}/export"
    whole = await http.get(path)
    assert whole.headers["content-disposition"] == f'attachment; filename="postmortem-{incident_id}.md"'
    assert whole.headers["content-type"] == "text/markdown; charset=utf-8"
    for said in ("Grace saw it first", "Ada counted the sessions.", "Alert on the pool", "**Commander:** Ada Lovelace"):
        assert said in whole.text
    assert "Nobody pinned this." not in whole.text, "pinned entries tell the story where there are some"

    for wanted in ("markdown", "html"):
        redacted = (await http.get(path, params={"format": wanted, "redact_names": "true"})).text
        assert "Person B saw it first; Person A led." in redacted
        assert "Person A counted the sessions." in redacted
        assert "owner Person B" in redacted
        for name in ("Ada", "Grace", "Lovelace", "Hopper"):
            assert name not in redacted
    shown = await http.get(path, params={"format": "html", "inline": "true"}, headers=as_actor("Ada"))
    assert shown.headers["content-disposition"].startswith("inline")
    assert_problem(await http.get(path, params={"format": "docx"}), 422)
    assert_problem(await http.get(f"{API}/postmortems/INC-999/export"), 404)
