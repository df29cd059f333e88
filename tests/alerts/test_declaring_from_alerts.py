"""Incidents that begin as alerts: what they say, how they are investigated, and how the same alert comes again."""

import asyncio
import time
from datetime import timedelta

import sqlalchemy as sa

from memoryops.alerts.models import Alert, AlertOccurrence
from memoryops.alerts.values import Link
from memoryops.incidents.service import load
from memoryops.investigations.service import wish, wished_for
from tests.alerts.telling import RESOLVED, Teller, reading
from tests.harness import API, Product, Values, answer, assert_problem

DEADLINE_S = 15.0


async def completed_run(product: Product, incident_id: str) -> Values:
    """The incident's newest investigation, once it is completed."""
    deadline = time.monotonic() + DEADLINE_S
    while True:
        runs = answer(await product.http.get(f"{API}/incidents/{incident_id}/investigations"), 200)["items"]
        if runs and runs[0]["state"] == "completed":
            assert len(runs) == 1
            run: Values = runs[0]
            return run
        assert time.monotonic() < deadline, f"{incident_id} was never investigated"
        await asyncio.sleep(0.05)


async def test_an_incident_says_what_its_alert_says(product: Product, teller: Teller) -> None:
    await teller.fires(
        title="Ledger disk is full",
        severity="sev1",
        environment="prod",
        version="4.2",
        error="write failed: no space left on device",
        description="Writes fail since noon.",
        labels={"host": "db-1", "team": "<b>ledger</b>"},
        links=(Link("Runbook", "https://wiki.example.net/disk"),),
        starts_at=teller.ago(3),
    )
    incident = await product.incidents.read("INC-101")
    assert {name: incident[name] for name in ("title", "service", "severity", "status", "environment", "version")} == {
        "title": "Ledger disk is full",
        "service": "payment-api",
        "severity": "sev1",
        "status": "triage",
        "environment": "prod",
        "version": "4.2",
    }
    assert incident["error"] == "write failed: no space left on device"
    assert incident["started_at"] == "2026-11-30T11:57:00.000Z"
    assert incident["runbook"] == "https://wiki.example.net/disk"
    assert incident["declared_by"] == "alertmanager via Prometheus in Oslo"
    for said in ("Writes fail since noon.", "host: db-1", "<b>ledger</b>", "https://wiki.example.net/disk"):
        assert said in incident["symptoms"]
    assert (await teller.alert())["routing"] == {
        "decision": "declared",
        "rule": "Severe alerts",
        "reason": "No incident is open for payment-api, and this rule declares one.",
    }


async def test_what_the_alert_does_not_say_is_assumed_and_told(product: Product, teller: Teller) -> None:
    await teller.fires(service=None, severity_raw="purple", starts_at=teller.now + timedelta(days=2))
    incident = await product.incidents.read("INC-101")
    assert (incident["service"], incident["severity"]) == ("Prometheus in Oslo", "sev2")
    assert incident["started_at"] == incident["declared_at"]
    assert "names no service" in incident["symptoms"]
    assert "purple" in incident["symptoms"]


async def test_an_incident_from_an_alert_is_investigated_by_itself(product: Product, teller: Teller) -> None:
    absorbed = await teller.fires(severity="sev1")
    assert absorbed.to_investigate == ("INC-101",)
    run = await completed_run(product, "INC-101")
    assert run["memory_status"] == "unavailable"
    assert run["ai_analysis"]["source"] == "heuristic"
    assert (await product.incidents.kinds("INC-101")).count("investigation_started") == 1


async def test_whoever_starts_the_investigation_begins_the_one_that_was_wished_for(
    product: Product, teller: Teller
) -> None:
    (incident_id,) = (await teller.fires(severity="sev1")).to_investigate
    started = await product.runtime.runs.start(incident_id, actor="memoryops")
    assert (await completed_run(product, incident_id))["id"] == started


async def test_the_wish_for_an_incident_that_was_deleted_waits_until_it_is_restored(sqlite_product: Product) -> None:
    product = sqlite_product
    await product.incidents.declare()
    await product.incidents.delete("INC-101")
    async with product.runtime.database.writing(product.runtime.workspace_id) as session:
        incident = await load(session, "INC-101", deleted=True)
        await wish(session, incident, actor="memoryops", at=product.clock.now())
        await session.flush()
        assert await wished_for(session) == []
    await product.incidents.restore("INC-101")
    await completed_run(product, "INC-101")


async def test_an_alert_that_was_only_recorded_is_routed_anew_when_it_gets_worse(
    product: Product, teller: Teller
) -> None:
    start = teller.ago(5)
    for severity, incident in (("sev3", None), ("sev4", None), ("sev1", "INC-101"), ("sev1", "INC-101")):
        await teller.fires(severity=severity, starts_at=start, occurred_at=teller.now)
        assert (await teller.alert())["incident_id"] == incident
        product.clock.advance(minutes=1)
    alert = await teller.alert()
    assert (alert["occurrences"], alert["duplicates"], alert["routing"]["rule"]) == (1, 3, "Severe alerts")
    assert (await product.incidents.read("INC-101"))["severity"] == "sev1"


async def test_what_gets_worse_after_its_incident_was_resolved_is_a_new_one_linked_with_it(
    product: Product, teller: Teller
) -> None:
    start = teller.ago(5)
    await teller.fires(severity="sev1", starts_at=start)
    await product.incidents.resolve("INC-101")
    for severity, incident in (("sev1", "INC-101"), ("sev4", "INC-101"), ("sev1", "INC-102"), ("sev1", "INC-102")):
        product.clock.advance(minutes=1)
        await teller.tells(reading(severity=severity, starts_at=start, occurred_at=teller.now))
        assert (await teller.alert())["incident_id"] == incident
    summary = answer(await product.http.get(f"{API}/incidents/INC-102/alerts/summary"), 200)
    assert summary["recurrence_of"] == "INC-101"
    assert (await product.incidents.kinds("INC-101"))[-1] == "recurred"


async def test_what_gets_worse_while_its_incident_is_open_stays_with_it(product: Product, teller: Teller) -> None:
    for severity in ("sev2", "sev1"):
        await teller.fires(severity=severity, starts_at=teller.ago(5))
    assert ((await teller.alert())["incident_id"], await product.incidents.total()) == ("INC-101", 1)
    assert (await product.incidents.kinds("INC-101")).count("alerts_attached") == 1


async def reworded(product: Product) -> None:
    """The reasons in other words than the product's: they are for people, and decide nothing."""
    async with product.runtime.database.writing(product.runtime.workspace_id) as session:
        for kind in (Alert, AlertOccurrence):
            await session.execute(sa.update(kind).values(reason="It went there."))


async def test_beyond_the_limit_an_alert_is_with_others_until_its_next_message(
    product: Product, teller: Teller
) -> None:
    storm = [reading(f"a{n}", service=f"svc-{n}", severity="sev1", starts_at=teller.ago(1)) for n in range(7)]
    await teller.tells(*storm)
    alert = await teller.alert("a6")
    assert alert["incident_id"] == "INC-105"
    assert "provisional" in alert["routing"]["reason"]
    await teller.tells(*storm)
    assert ((await teller.alert("a6"))["incident_id"], await product.incidents.total()) == ("INC-105", 5)
    await reworded(product)
    product.clock.advance(minutes=2)
    await teller.tells(*storm)
    alert = await teller.alert("a6")
    assert (alert["incident_id"], alert["routing"]["decision"]) == ("INC-107", "declared")
    assert (await product.incidents.read("INC-107"))["service"] == "svc-6"
    assert (await product.incidents.kinds("INC-105")).count("alert_moved") == 2
    assert "recurrence" not in await product.incidents.kinds("INC-107")


async def test_a_recurrence_that_an_open_incident_takes_in_is_linked_once(product: Product, teller: Teller) -> None:
    for name in ("disk", "cpu"):
        await teller.fires(name, severity="sev1", starts_at=teller.ago(60))
    await product.incidents.resolve("INC-101")
    await teller.fires("net", severity="sev1")
    for name in ("disk", "cpu"):
        await teller.fires(name, severity="sev1", starts_at=teller.ago(5))
    assert {one["incident_id"] for one in await teller.alerts()} == {"INC-102"}
    summary = answer(await product.http.get(f"{API}/incidents/INC-102/alerts/summary"), 200)
    assert summary["recurrence_of"] == "INC-101"
    assert (await product.incidents.kinds("INC-102")).count("recurrence") == 1
    assert (await product.incidents.kinds("INC-101")).count("recurred") == 1


async def test_an_incident_takes_alerts_in_however_its_service_is_written(product: Product, teller: Teller) -> None:
    await product.incidents.declare(service="Payment-API")
    for name, service in (("disk", "payment-api"), ("cpu", "PAYMENT-API")):
        await teller.fires(name, service=service, severity="sev1")
    assert {one["incident_id"] for one in await teller.alerts()} == {"INC-101"}


async def test_a_person_confirms_what_is_in_triage(product: Product, teller: Teller) -> None:
    await teller.fires(severity="sev1")
    assert (await product.incidents.edit("INC-101", status="investigating"))["status"] == "investigating"


async def test_a_recurrence_after_the_incident_was_resolved_is_a_new_one_linked_with_it(
    product: Product, teller: Teller
) -> None:
    start = teller.ago(60)
    await teller.fires(severity="sev1", starts_at=start)
    await teller.tells(reading(status=RESOLVED, severity="sev1", starts_at=start, ends_at=teller.ago(50)))
    await product.incidents.resolve("INC-101")
    await teller.fires(severity="sev1", starts_at=teller.ago(5))
    assert (await product.incidents.read("INC-101"))["status"] == "resolved"
    assert (await teller.alert())["incident_id"] == "INC-102"
    summary = answer(await product.http.get(f"{API}/incidents/INC-102/alerts/summary"), 200)
    assert summary["recurrence_of"] == "INC-101"
    assert "recurrence" in await product.incidents.kinds("INC-102")
    assert (await product.incidents.kinds("INC-101"))[-1] == "recurred"


async def test_a_deleted_incident_is_never_revived(product: Product, teller: Teller) -> None:
    await teller.fires(severity="sev1", starts_at=teller.ago(60))
    await product.incidents.delete("INC-101")
    await teller.fires("cpu", severity="sev1")
    await teller.fires(severity="sev1", starts_at=teller.ago(5))
    assert await product.incidents.found() == ["INC-102"]
    assert {one["incident_id"] for one in await teller.alerts()} == {"INC-102"}
    assert_problem(await product.http.get(f"{API}/incidents/INC-101"), 404)


async def test_alerts_of_one_service_become_one_incident_whose_timeline_counts_them(
    product: Product, teller: Teller
) -> None:
    for number in range(8):
        await teller.fires(f"alert-{number}", severity="sev1" if number == 0 else "sev3")
    assert await product.incidents.found() == ["INC-101"]
    entries = [entry for entry in await product.incidents.timeline("INC-101") if entry["kind"] == "alerts_attached"]
    (entry,) = entries
    assert entry["changes"]["alerts"] == 8
    assert entry["changes"]["severities"] == {"sev1": 1, "sev3": 7}
    assert "8 alerts" in entry["text"]


async def test_when_all_alerts_are_over_the_timeline_says_so_and_people_change_the_status(
    product: Product, teller: Teller
) -> None:
    names = ("disk", "cpu")
    for name in names:
        await teller.fires(name, severity="sev1", starts_at=teller.ago(9))
    for name in names:
        assert "alerts_over" not in await product.incidents.kinds("INC-101")
        await teller.tells(reading(name, RESOLVED, starts_at=teller.ago(9), ends_at=teller.ago(2)))
    assert (await product.incidents.kinds("INC-101"))[-1] == "alerts_over"
    assert (await product.incidents.read("INC-101"))["status"] == "triage"


async def test_an_alert_that_fired_and_was_over_before_anyone_looked_was_paged_all_the_same(
    product: Product, teller: Teller
) -> None:
    start = teller.ago(9)
    await teller.tells(
        reading(severity="sev1", starts_at=start), reading(status=RESOLVED, starts_at=start, ends_at=teller.ago(8))
    )
    alert = await teller.alert()
    assert (alert["status"], alert["incident_id"]) == ("resolved", "INC-101")
    assert (await product.incidents.kinds("INC-101")).count("alerts_over") == 1


async def test_a_person_puts_an_alert_with_an_incident(product: Product, teller: Teller) -> None:
    await teller.fires(severity="sev4", service="search")
    await product.incidents.declare()
    alert = await teller.alert()
    answered = await product.http.post(
        f"{API}/alerts/{alert['id']}/actions/attach", json={"incident_id": "INC-101"}, headers={"X-Actor": "Ada"}
    )
    attached = answer(answered, 200)
    assert (attached["incident_id"], attached["routing"]["decision"]) == ("INC-101", "attached")
    assert "Ada" in attached["routing"]["reason"]
    assert (await product.incidents.timeline("INC-101"))[-1]["actor"] == "Ada"
    await product.incidents.resolve("INC-101")
    await product.incidents.declare()
    refused = await product.http.post(f"{API}/alerts/{alert['id']}/actions/attach", json={"incident_id": "INC-101"})
    assert_problem(refused, 409)


async def test_a_person_declares_an_incident_from_an_alert_once(product: Product, teller: Teller) -> None:
    await teller.fires(severity="sev4", service="search", title="Search is slow")
    alert = await teller.alert()
    path = f"{API}/alerts/{alert['id']}/actions/declare"
    answered = await product.http.post(path, json={"severity": "sev2"}, headers={"X-Actor": "Ada"})
    assert answer(answered, 201)["incident_id"] == "INC-101"
    assert answered.headers["Location"] == "/api/v1/incidents/INC-101"
    incident = await product.incidents.read("INC-101")
    assert (incident["severity"], incident["status"], incident["declared_by"]) == ("sev2", "investigating", "Ada")
    assert_problem(await product.http.post(path, json={}), 409)
    await completed_run(product, "INC-101")
