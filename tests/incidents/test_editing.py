"""Editing under optimistic locking: who read the newest revision may change it, everybody else is told."""

import asyncio

import httpx

from memoryops.kit.clock import ManualClock
from tests.harness import API, Incidents, Product, answer, assert_problem


async def test_an_edit_changes_what_it_names_and_nothing_else(incidents: Incidents) -> None:
    before = await incidents.declare(error="Boom", commander="Ada")
    after = await incidents.edit(before["id"], title="Charges fail", commander=None, severity="sev1")
    changed = {"title": "Charges fail", "commander": None, "severity": "sev1", "revision": 2}
    assert after == {**before, **changed}
    assert await incidents.read(before["id"]) == after


async def test_who_takes_which_role_is_an_entry_of_its_own(incidents: Incidents) -> None:
    await incidents.declare(commander="Ada")
    after = await incidents.edit("INC-101", commander="Ben", comms="Cleo", scribe="Dan", severity="sev1")
    assert [after[role] for role in ("commander", "comms", "scribe")] == ["Ben", "Cleo", "Dan"]
    edited, role = (await incidents.timeline("INC-101"))[1:]
    assert (edited["kind"], list(edited["changes"])) == ("edited", ["severity"])
    assert (role["kind"], role["changes"]) == (
        "role",
        {
            "commander": {"from": "Ada", "to": "Ben"},
            "comms": {"from": None, "to": "Cleo"},
            "scribe": {"from": None, "to": "Dan"},
        },
    )
    await incidents.edit("INC-101", comms=None)
    assert (await incidents.timeline("INC-101"))[3]["changes"] == {"comms": {"from": "Cleo", "to": None}}


async def test_the_next_update_stands_until_it_is_cleared_or_nothing_is_due_any_more(incidents: Incidents) -> None:
    due = "2026-11-30T12:30:00.000Z"
    await incidents.declare()
    assert (await incidents.edit("INC-101", next_update_at=due))["next_update_at"] == due
    assert (await incidents.everything())[0]["next_update_at"] == due
    assert (await incidents.edit("INC-101", next_update_at=None))["next_update_at"] is None
    await incidents.edit("INC-101", next_update_at=due)
    assert (await incidents.resolve("INC-101"))["next_update_at"] is None
    resolved = await incidents.try_edit("INC-101", 5, next_update_at="2026-11-30T13:30:00Z")
    assert "is resolved, so no update is due" in assert_problem(resolved, 409)["detail"]
    await incidents.reopen("INC-101")
    past = await incidents.try_edit("INC-101", 6, next_update_at="2020-01-01T00:00:00Z")
    assert assert_problem(past, 422)["errors"][0]["field"] == "next_update_at"


async def test_a_runbook_is_an_address_of_the_web(incidents: Incidents) -> None:
    incident = await incidents.declare(runbook="https://wiki.example.net/ledger?step=1#restart")
    assert incident["runbook"] == "https://wiki.example.net/ledger?step=1#restart"
    for address in ("javascript:alert(1)", "wiki/ledger", "https://", 'https://a.example/"onclick="x', "ftp://a"):
        assert_problem(await incidents.try_edit("INC-101", 1, runbook=address), 422)


async def test_an_edit_answers_with_the_new_revision_as_etag(incidents: Incidents) -> None:
    await incidents.declare()
    response = await incidents.try_edit("INC-101", 1, title="Changed")
    assert response.headers["etag"] == '"2"'


async def test_an_edit_that_changes_nothing_makes_no_revision_and_no_entry(incidents: Incidents) -> None:
    incident = await incidents.declare(commander="Ada")
    assert await incidents.edit(incident["id"], commander="Ada", title=incident["title"]) == incident
    assert await incidents.edit(incident["id"]) == incident
    assert await incidents.kinds(incident["id"]) == ["declared"]


async def test_an_edit_without_a_revision_is_428(product: Product) -> None:
    await product.incidents.declare()
    async with product.unchanged():
        response = await product.http.patch(f"{API}/incidents/INC-101", json={"title": "Changed"})
        assert_problem(response, 428, "revision-required")


async def test_a_stale_revision_is_412_and_names_the_newest(product: Product) -> None:
    await product.incidents.declare()
    await product.incidents.edit("INC-101", title="First")
    async with product.unchanged():
        for stale in (0, 1, 3, 99):
            body = assert_problem(await product.incidents.try_edit("INC-101", stale, title="Second"), 412)
            assert body["revision"] == 2


async def test_what_is_no_revision_is_412(product: Product) -> None:
    await product.incidents.declare()
    async with product.unchanged():
        for header in (
            "*",
            "",
            '""',
            "one",
            '"1',
            '1"',
            '""1""',
            '"1", "2"',
            '"01"',
            '" 1 "',
            "'1'",
            '"1' + "0" * 5000,
        ):
            response = await product.http.patch(
                f"{API}/incidents/INC-101", json={"title": "Changed"}, headers={"If-Match": header}
            )
            assert_problem(response, 412, "stale-revision")


async def test_a_bare_or_weak_revision_is_understood(incidents: Incidents, http: httpx.AsyncClient) -> None:
    await incidents.declare()
    for revision, header in enumerate(("1", 'W/"2"', ' "3" '), start=1):
        response = await http.patch(
            f"{API}/incidents/INC-101", json={"title": f"Title {revision}"}, headers={"If-Match": header}
        )
        assert answer(response, 200)["revision"] == revision + 1


async def test_of_concurrent_edits_exactly_one_wins(product: Product) -> None:
    await product.incidents.declare()
    answers = await asyncio.gather(
        *(product.incidents.try_edit("INC-101", 1, title=f"Title {number}") for number in range(10))
    )
    assert sorted(response.status_code for response in answers) == [200] + [412] * 9
    (won,) = [response.json() for response in answers if response.status_code == 200]
    assert await product.incidents.read("INC-101") == won
    assert await product.incidents.kinds("INC-101") == ["declared", "edited"]


async def test_of_concurrent_resolutions_exactly_one_wins(product: Product) -> None:
    await product.incidents.declare()
    answers = await asyncio.gather(
        *(product.incidents.try_resolve("INC-101", root_cause=f"Cause {number}") for number in range(6))
    )
    assert sorted(response.status_code for response in answers) == [200] + [409] * 5
    assert await product.incidents.kinds("INC-101") == ["declared", "resolved"]


async def test_concurrent_notes_all_stay(product: Product) -> None:
    await product.incidents.declare()
    await asyncio.gather(*(product.incidents.note("INC-101", f"Note {number}") for number in range(10)))
    texts = [entry["text"] for entry in await product.incidents.timeline("INC-101") if entry["kind"] == "note"]
    assert sorted(texts) == sorted(f"Note {number}" for number in range(10))


async def test_an_edit_of_error_or_service_changes_the_fingerprint(incidents: Incidents) -> None:
    first = await incidents.declare(error="Boom")
    second = await incidents.edit(first["id"], error="Bang")
    third = await incidents.edit(first["id"], service="other")
    assert len({first["fingerprint"], second["fingerprint"], third["fingerprint"]}) == 3
    back = await incidents.edit(first["id"], error="boom ", service="Payment-API")
    assert back["fingerprint"] == first["fingerprint"]


async def test_what_was_learned_is_recorded_by_resolving_not_by_editing(product: Product) -> None:
    await product.incidents.declare()
    async with product.unchanged():
        for field, value in (("root_cause", "x"), ("resolution", "x"), ("outcome", "fixed"), ("postmortem", "x")):
            response = await product.incidents.try_edit("INC-101", 1, **{field: value})
            assert_problem(response, 409, "conflict")


async def test_a_resolved_incident_can_be_corrected(incidents: Incidents) -> None:
    await incidents.declare()
    resolved = await incidents.resolve("INC-101")
    corrected = await incidents.edit("INC-101", root_cause="A slow query.", postmortem="# What we learned")
    assert corrected["root_cause"] == "A slow query."
    assert corrected["postmortem"] == "# What we learned"
    assert (corrected["status"], corrected["resolved_at"]) == ("resolved", resolved["resolved_at"])


async def test_a_correction_cannot_take_away_what_verifies_a_resolution(product: Product) -> None:
    await product.incidents.declare()
    await product.incidents.resolve("INC-101")
    async with product.unchanged():
        for field in ("root_cause", "resolution"):
            for nothing in (None, "", " \n\t "):
                response = await product.incidents.try_edit("INC-101", 2, **{field: nothing})
                body = assert_problem(response, 422)
                assert [error["field"] for error in body["errors"]] == [field]
        assert_problem(await product.incidents.try_edit("INC-101", 2, outcome=None), 422)


async def test_impact_cannot_be_moved_behind_the_resolution(product: Product, clock: ManualClock) -> None:
    await product.incidents.declare()
    await product.incidents.resolve("INC-101")
    clock.advance(hours=1)
    async with product.unchanged():
        response = await product.incidents.try_edit("INC-101", 2, started_at="2026-11-30T12:30:00Z")
        assert assert_problem(response, 422)["errors"][0]["field"] == "started_at"


async def test_every_edit_writes_who_changed_what(incidents: Incidents, clock: ManualClock) -> None:
    await incidents.declare(error="Boom")
    clock.advance(minutes=5)
    await incidents.edit("INC-101", actor="Ada", severity="sev1", error="Bang", environment="staging")
    entry = (await incidents.timeline("INC-101"))[-1]
    assert (entry["kind"], entry["actor"], entry["recorded_at"]) == ("edited", "Ada", "2026-11-30T12:05:00.000Z")
    assert entry["changes"] == {
        "severity": {"from": "sev2", "to": "sev1"},
        "environment": {"from": None, "to": "staging"},
        "error": {"changed": True},
    }
