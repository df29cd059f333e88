"""Incident numbers: from 101 upwards, one after the other, never twice."""

import asyncio

import httpx

from tests.harness import API, Incidents, Product, declared


async def test_ids_begin_at_101_and_go_up_by_one(incidents: Incidents) -> None:
    assert [(await incidents.declare())["id"] for _ in range(3)] == ["INC-101", "INC-102", "INC-103"]


async def test_the_id_of_a_deleted_incident_is_never_used_again(incidents: Incidents) -> None:
    await incidents.declare()
    newest = await incidents.declare()
    await incidents.delete(newest["id"])
    assert (await incidents.declare())["id"] == "INC-103"


async def test_a_refused_declaration_takes_no_number(incidents: Incidents, http: httpx.AsyncClient) -> None:
    refused = await http.post(f"{API}/incidents", json=declared(started_at="2027-01-01T00:00:00Z"))
    assert refused.status_code == 422
    assert (await incidents.declare())["id"] == "INC-101"


async def test_fifty_declarations_at_once_get_fifty_consecutive_ids(product: Product) -> None:
    answers = await asyncio.gather(
        *(product.http.post(f"{API}/incidents", json=declared(title=f"Incident {number}")) for number in range(50))
    )
    assert {answer.status_code for answer in answers} == {201}
    numbers = sorted(int(answer.json()["id"].removeprefix("INC-")) for answer in answers)
    assert numbers == list(range(101, 151))
    assert await product.incidents.total() == 50
    titles = {answer.json()["id"]: answer.json()["title"] for answer in answers}
    assert {item["id"]: item["title"] for item in await product.incidents.everything(limit=7)} == titles


async def test_declarations_that_fail_late_leave_no_gap_among_those_that_do_not(product: Product) -> None:
    await product.run_sql(*REFUSE_TITLE[product.runtime.database.url.get_backend_name()])
    titles = ["refused" if number % 3 == 0 else f"Incident {number}" for number in range(24)]
    answers = await asyncio.gather(
        *(product.http.post(f"{API}/incidents", json=declared(title=title)) for title in titles)
    )
    assert sorted(answer.status_code for answer in answers) == [201] * 16 + [500] * 8
    numbers = sorted(int(answer.json()["id"].removeprefix("INC-")) for answer in answers if answer.status_code == 201)
    assert numbers == list(range(101, 117))


REFUSE = """CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'refused by the test'; END $$"""
REFUSE_TITLE_ON_POSTGRES = """CREATE OR REPLACE TRIGGER refuse_title AFTER INSERT ON incidents FOR EACH ROW
WHEN (new.title = 'refused') EXECUTE FUNCTION refuse()"""
REFUSE_TITLE_ON_SQLITE = """CREATE TRIGGER refuse_title AFTER INSERT ON incidents WHEN new.title = 'refused'
BEGIN SELECT RAISE(ABORT, 'refused by the test'); END"""
REFUSE_TITLE = {"sqlite": [REFUSE_TITLE_ON_SQLITE], "postgresql": [REFUSE, REFUSE_TITLE_ON_POSTGRES]}
