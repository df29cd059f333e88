"""The tables of a period over HTTP, and that every number in them lists exactly its rows."""

import csv
import io
from collections.abc import Iterator
from typing import Any

import pytest

from memoryops.incidents.lifecycle import Severity
from memoryops.samples.service import load_samples
from tests.alerts.telling import ACKNOWLEDGED, Teller, reading
from tests.harness import API, Product, Values, answer, assert_problem

TABLES = ("services", "errors", "hours", "times", "noise", "memory", "findings", "report")
COUNTED_BY = {"count": "rows", "occurrences": "rows", "without": "without_rows", "compared": "compared_rows"}


async def insights(product: Product, table: str, **params: Any) -> Values:
    return answer(await product.http.get(f"{API}/insights/{table}", params=params), 200)


async def a_month(product: Product) -> None:
    """Errors that come back, alerts that nobody acts on, and one incident that is still open."""
    incidents, clock, teller = product.incidents, product.clock, Teller(product)
    for declared in range(4):
        await incidents.declare(error="Pool exhausted", commander="Ada" if declared == 0 else None)
        clock.advance(hours=1)
        if declared == 3:
            break
        await incidents.edit(f"INC-{101 + declared}", status="monitoring")
        clock.advance(hours=1)
        await incidents.resolve(f"INC-{101 + declared}")
        clock.advance(days=3)
    await incidents.declare(service="search", error="Index is stale")
    await incidents.resolve("INC-105", outcome="false_alarm", root_cause=None, resolution=None)
    await incidents.declare(service="search")
    answer(await product.http.post(f"{API}/incidents/INC-106/analyze"), 200)
    for _ in range(10):
        await teller.fires("disk", service="mailer", severity=Severity.sev3)
        clock.advance(minutes=1)
    await teller.fires("queue", service="mailer", severity=Severity.sev3)
    await teller.tells(reading("queue", ACKNOWLEDGED, service="mailer", starts_at=teller.now, occurred_at=teller.now))


def numbers(table: Any) -> Iterator[tuple[int, str]]:
    """Every number in an answer that says where its rows are, with the call that lists them."""
    if isinstance(table, list):
        for item in table:
            yield from numbers(item)
    elif isinstance(table, dict):
        for name, rows in COUNTED_BY.items():
            if isinstance(table.get(name), int) and table.get(rows):
                yield table[name], table[rows]
        if "weekday" in table:
            yield table["incidents"], table["rows"]
        for item in table.values():
            yield from numbers(item)


async def listed(product: Product, rows: str) -> list[str]:
    """The ids behind a number, page after page."""
    ids: list[str] = []
    more = "&limit=4"
    while True:
        page = answer(await product.http.get(rows + more), 200)
        ids += [row["id"] for row in page["items"]]
        if page["next_cursor"] is None:
            break
        more = f"&limit=4&cursor={page['next_cursor']}"
    assert len(ids) == page["total"]
    return ids


async def test_every_number_lists_exactly_its_rows(product: Product) -> None:
    await a_month(product)
    checked = 0
    for table in TABLES:
        for number, rows in set(numbers(await insights(product, table))):
            if number or "of=hour" not in rows:
                assert len(await listed(product, rows)) == number, rows
                checked += 1
    assert checked > 60


async def test_the_month_is_counted_as_it_was(product: Product) -> None:
    await a_month(product)
    services = {line["service"]: line for line in (await insights(product, "services"))["items"]}
    broke = services["payment-api"]
    counts = {name: broke[name]["count"] for name in ("incidents", "open", "new", "repeats", "unidentified")}
    assert counts == {"incidents": 4, "open": 1, "new": 1, "repeats": 3, "unidentified": 0}
    assert services["search"]["unidentified"]["count"] == 1
    [error] = (await insights(product, "errors"))["items"]
    assert (error["occurrences"], error["held"], error["median_held_s"]) == (4, 3, 3 * 86_400)
    assert [hold["next_incident_id"] for hold in error["holds"]] == ["INC-104", "INC-103", "INC-102"]
    times = {line["measure"]: line for line in (await insights(product, "times"))["items"]}
    assert (times["acknowledge"]["spread"]["least_s"], times["acknowledge"]["spread"]["n"]) == (0, 5)
    assert (times["mitigate"]["spread"]["median_s"], times["mitigate"]["without"]) == (3_600, 3)
    assert (times["resolve"]["spread"]["median_s"], times["resolve"]["spread"]["n"]) == (7_200, 4)
    assert "Only 4 values" in times["resolve"]["warning"]
    noise = await insights(product, "noise")
    assert (noise["fired"]["count"], noise["acknowledged"]["count"], noise["ignored"]["count"]) == (11, 1, 10)
    recalls = (await insights(product, "memory"))["investigations"]
    assert (recalls["unavailable"]["count"], recalls["hit_rate"]) == (1, None)
    kinds = [finding["kind"] for finding in (await insights(product, "findings"))["items"]]
    assert set(kinds) == {"recurrence_after_fix", "always_noise", "no_learning"}


async def test_the_report_holds_the_period_against_the_one_before(product: Product) -> None:
    await a_month(product)
    report = await insights(product, "report", **{"from": "2026-12-06", "to": "2026-12-12"})
    assert report["team"] == "Default"
    assert (report["before"]["start"], report["before"]["end"]) == (
        "2026-11-29T00:00:00.000Z",
        "2026-12-06T00:00:00.000Z",
    )
    everything = report["all"]
    counts = {
        name: everything[name]["count"] for name in ("incidents", "incidents_before", "repeats", "repeats_before")
    }
    assert counts == {"incidents": 4, "incidents_before": 2, "repeats": 2, "repeats_before": 1}
    assert sum(line["incidents"]["count"] for line in report["services"]) == everything["incidents"]["count"]
    assert len(report["findings"]) <= 5


async def test_a_change_is_seen_at_once(product: Product) -> None:
    async def open_now() -> int:
        [line] = (await insights(product, "services"))["items"]
        count: int = line["open"]["count"]
        return count

    await product.incidents.declare()
    assert await open_now() == 1
    await product.incidents.resolve("INC-101")
    assert await open_now() == 0
    await product.incidents.delete("INC-101")
    assert (await insights(product, "services"))["items"] == []


async def test_only_what_is_asked_for_is_counted(sqlite_product: Product) -> None:
    for service in ("a", "b", "c"):
        await sqlite_product.incidents.declare(service=service)
    sqlite_product.clock.advance(days=2)
    await sqlite_product.incidents.declare(service="a")

    async def counted(**params: Any) -> dict[str, int]:
        items = (await insights(sqlite_product, "services", **params))["items"]
        return {line["service"]: line["incidents"]["count"] for line in items}

    assert await counted(service=["a", "c"]) == {"a": 2, "c": 1}
    assert await counted(to="2026-11-30") == {"a": 1, "b": 1, "c": 1}
    assert await counted(**{"from": "2026-12-01"}) == {"a": 1}
    assert await counted(**{"from": "2020-01-01", "to": "2020-12-31"}) == {}
    first = await insights(sqlite_product, "services", limit=2)
    second = await insights(sqlite_product, "services", limit=2, cursor=first["next_cursor"])
    assert [line["service"] for line in (*first["items"], *second["items"])] == ["a", "b", "c"]
    assert (first["total"], second["next_cursor"]) == (3, None)


async def test_an_error_that_people_merged_across_services_is_a_repeat_whichever_is_asked_for(
    sqlite_product: Product,
) -> None:
    await sqlite_product.incidents.declare(service="a", error="Pool exhausted")
    await sqlite_product.incidents.declare(service="b", error="No connection left")
    merge = {"incident_id": "INC-102", "into": "INC-101"}
    answer(await sqlite_product.http.post(f"{API}/fingerprints/merge", json=merge), 201)
    for asked in ({}, {"service": "b"}):
        lines = {line["service"]: line for line in (await insights(sqlite_product, "services", **asked))["items"]}
        assert (lines["b"]["new"]["count"], lines["b"]["repeats"]["count"]) == (0, 1), asked


async def test_samples_are_marked_and_can_be_left_out(sqlite_product: Product) -> None:
    async with sqlite_product.runtime.database.writing("default") as session:
        await load_samples(session, clock=sqlite_product.clock)
    period = {"from": "2025-01-01", "to": "2026-12-31"}
    counted = (await insights(sqlite_product, "services", **period))["items"]
    assert all(line["samples"] == line["incidents"]["count"] for line in counted)
    rows = answer(await sqlite_product.http.get(counted[0]["incidents"]["rows"]), 200)["items"]
    assert all(row["sample"] for row in rows)
    assert (await insights(sqlite_product, "services", samples="false", **period))["items"] == []


@pytest.mark.parametrize("table", TABLES)
async def test_every_table_is_there_as_csv(sqlite_product: Product, table: str) -> None:
    await sqlite_product.incidents.declare(service="=2+5", error="=cmd()", title="@home")
    for headers, params in (({"Accept": "text/csv"}, {}), ({}, {"format": "csv"})):
        response = await sqlite_product.http.get(f"{API}/insights/{table}", headers=headers, params=params)
        assert response.status_code == 200
        assert response.headers["content-type"] == "text/csv; charset=utf-8"
        assert ".csv" in response.headers["content-disposition"]
        rows = list(csv.reader(io.StringIO(response.text)))
        assert len({len(row) for row in rows}) == 1
        assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)


@pytest.mark.parametrize(
    "query",
    [
        "services?from=tomorrow",
        "services?from=2026-12-01&to=2026-11-01",
        "hours?zone=Mars/Olympus",
        "rows",
        "rows?of=everything",
        "rows?of=hour",
        "rows?of=time",
        "rows?of=finding&finding=rising_rate-000000000000",
        "rows?of=firings&alert=1",
    ],
)
async def test_what_cannot_be_counted_is_refused(sqlite_product: Product, query: str) -> None:
    assert_problem(await sqlite_product.http.get(f"{API}/insights/{query}"), 422)
