"""The list of alerts: what one item says, in which order they come, and how they are found."""

from datetime import timedelta

import sqlalchemy as sa

from memoryops.alerts.listing import SEARCHED
from memoryops.alerts.models import Alert
from memoryops.kit.db import EVERY_WORKSPACE
from memoryops.kit.db.search import text_matches
from tests.alerts.telling import RESOLVED, Teller, reading
from tests.harness import API, Product, Values, answer, assert_problem

CONTRACT = {
    "id", "delivery_id", "source", "title", "status", "severity", "severity_raw", "service", "fingerprint", "labels",
    "starts_at", "ends_at", "occurrences", "duplicates", "incident_id", "routing", "notes",
}  # fmt: skip


async def page(product: Product, **params: str | int) -> Values:
    return answer(await product.http.get(f"{API}/alerts", params=params), 200)


async def found(product: Product, **params: str | int) -> list[str]:
    return [item["fingerprint"] for item in (await page(product, **params))["items"]]


async def test_an_item_has_the_fields_of_the_contract(teller: Teller) -> None:
    await teller.fires(labels={"host": "db-1"}, severity="sev2", severity_raw="critical", notes=("a note",))
    item = await teller.alert()
    assert set(item) >= CONTRACT
    assert set(item["routing"]) == {"decision", "rule", "reason"}
    assert (item["id"], item["delivery_id"], item["integration_id"]) == ("ALR-1", "DLV-1", "INT-1")
    assert (item["severity"], item["severity_raw"], item["labels"]) == ("sev2", "critical", {"host": "db-1"})
    assert item["notes"] == ["a note"]


async def test_those_that_fired_last_come_first_page_by_page(product: Product, teller: Teller) -> None:
    for name in ("a", "b", "c"):
        await teller.fires(name)
    product.clock.advance(hours=1)
    await teller.fires("a")
    seen, cursor = [], ""
    while True:
        one = await page(product, limit=2, count="true", **({"cursor": cursor} if cursor else {}))
        seen += [item["fingerprint"] for item in one["items"]]
        assert one["total"] == 3
        if (cursor := one["next_cursor"]) is None:
            break
    assert seen == ["a", "c", "b"]


async def test_alerts_are_found_by_each_of_their_facts(product: Product, teller: Teller) -> None:
    other = Teller(product, source="grafana", name="Grafana")
    await teller.fires("disk", severity="sev1")
    await teller.fires("cpu", service="search", severity="sev4", title="CPU is busy")
    await teller.tells(
        reading("disk", RESOLVED, severity="sev1", starts_at=teller.now, ends_at=teller.now + timedelta(seconds=1))
    )
    grafana, _ = await other.tells(reading("heap", starts_at=teller.now, error="java.lang.OutOfMemoryError"))
    expected = {
        ("source", "grafana"): ["heap"],
        ("status", "resolved"): ["disk"],
        ("service", "search"): ["cpu"],
        ("severity", "unknown"): ["heap"],
        ("severity", "sev1"): ["disk"],
        ("delivery", f"DLV-{grafana}"): ["heap"],
        ("incident", "INC-101"): ["heap", "disk"],
        ("q", "outofmemory"): ["heap"],
        ("q", "busy cpu"): ["cpu"],
        ("q", "ALR-1"): ["disk"],
        ("delivery", "DLV-99"): [],
        ("delivery", "nonsense"): [],
    }
    assert {key: await found(product, **dict([key])) for key in expected} == expected
    both = answer(await product.http.get(f"{API}/alerts?status=firing&status=resolved&service=search"), 200)
    assert [item["fingerprint"] for item in both["items"]] == ["cpu"]


async def test_a_list_by_delivery_names_that_delivery(product: Product, teller: Teller) -> None:
    first, _ = await teller.tells(reading(starts_at=teller.now))
    await teller.tells(reading(starts_at=teller.now))
    (item,) = (await page(product, delivery=f"DLV-{first}"))["items"]
    assert (item["delivery_id"], item["duplicates"]) == (f"DLV-{first}", 1)


async def test_what_is_no_alert_is_not_found(product: Product, teller: Teller) -> None:
    await teller.fires()
    for wrong in ("ALR-2", "1", "ALR-", "ALR-99999999999", "INC-1"):
        assert_problem(await product.http.get(f"{API}/alerts/{wrong}"), 404, "not-found")
    assert_problem(await product.http.get(f"{API}/alerts", params={"status": "on fire"}), 422)


async def test_an_incident_tells_of_its_alerts_in_short(product: Product, teller: Teller) -> None:
    for minutes in (50, 30, 2):
        await teller.fires("disk", starts_at=teller.ago(minutes))
        await teller.tells(reading("disk", RESOLVED, starts_at=teller.ago(minutes), ends_at=teller.ago(minutes - 1)))
    await teller.fires("cpu", starts_at=teller.ago(1))
    summary = answer(await product.http.get(f"{API}/incidents/INC-101/alerts/summary"), 200)
    assert (summary["occurrences"], summary["alerts"], summary["firing"]) == (4, 2, 1)
    assert [(one["fingerprint"], one["occurrences"]) for one in summary["top"]] == [("disk", 3), ("cpu", 1)]
    assert [bucket["count"] for bucket in summary["trend"]] == [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 2]
    assert (summary["declared_from_alert"], summary["recurrence_of"]) == (True, None)
    disk = (await page(product, q="disk"))["items"][0]
    assert summary["started_from"] == disk["id"]


async def test_an_incident_without_alerts_tells_that_there_are_none(product: Product) -> None:
    await product.incidents.declare()
    summary = answer(await product.http.get(f"{API}/incidents/INC-101/alerts/summary"), 200)
    assert (summary["occurrences"], summary["firing"], summary["top"], summary["last_began_at"]) == (0, 0, [], None)
    assert summary["started_from"] is None


async def test_search_reads_its_index_on_postgres(postgres_product: Product) -> None:
    """Which it can only while the query has the very expression that the migration indexed."""
    query = sa.select(Alert.pk).where(text_matches("postgresql", Alert.pk, SEARCHED, "timeout"))
    async with postgres_product.runtime.database.reading(EVERY_WORKSPACE) as session:
        connection = await session.connection()
        await connection.execute(sa.text("SET LOCAL enable_seqscan = off"))
        compiled = query.compile(dialect=connection.dialect, compile_kwargs={"literal_binds": True})
        plan = await connection.exec_driver_sql(f"EXPLAIN {compiled}")
        assert "ix_alerts_search" in "\n".join(row[0] for row in plan)
