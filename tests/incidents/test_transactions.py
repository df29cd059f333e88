"""One transaction per change: a change that fails leaves nothing, and nobody is told that it succeeded."""

import asyncio
from collections.abc import Mapping, Sequence

from tests.harness import API, Product, answer, assert_problem, declared

REFUSING_FUNCTION = """CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'refused by the test'; END $$"""
DEFERRED_ON_POSTGRES = """CREATE CONSTRAINT TRIGGER refuse_commit AFTER INSERT OR UPDATE ON {table}
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()"""
PARENTS = "CREATE TABLE parents (id INTEGER PRIMARY KEY)"
CHILDREN = "CREATE TABLE children (parent INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)"
ON_INSERT = "CREATE TRIGGER refuse_i AFTER INSERT ON {table} BEGIN INSERT INTO children VALUES (1); END"
ON_UPDATE = "CREATE TRIGGER refuse_u AFTER UPDATE ON {table} BEGIN INSERT INTO children VALUES (1); END"

FAILING_COMMIT: Mapping[str, Sequence[str]] = {
    "sqlite": (PARENTS, CHILDREN, ON_INSERT, ON_UPDATE),
    "postgresql": (REFUSING_FUNCTION, DEFERRED_ON_POSTGRES),
}
FAILING_ENTRY: Mapping[str, Sequence[str]] = {
    "sqlite": (
        """CREATE TRIGGER refuse_entry BEFORE INSERT ON timeline_entries WHEN new.kind <> 'declared'
        BEGIN SELECT RAISE(ABORT, 'refused by the test'); END""",
    ),
    "postgresql": (
        REFUSING_FUNCTION,
        """CREATE TRIGGER refuse_entry BEFORE INSERT ON timeline_entries FOR EACH ROW
        WHEN (new.kind <> 'declared') EXECUTE FUNCTION refuse()""",
    ),
}
MEND: Mapping[str, Sequence[str]] = {
    "sqlite": ("DROP TRIGGER refuse_i", "DROP TRIGGER refuse_u"),
    "postgresql": ("DROP TRIGGER refuse_commit ON incidents",),
}
MEND_ENTRY: Mapping[str, Sequence[str]] = {
    "sqlite": ("DROP TRIGGER refuse_entry",),
    "postgresql": ("DROP TRIGGER refuse_entry ON timeline_entries",),
}


async def do(product: Product, statements: Mapping[str, Sequence[str]], table: str = "incidents") -> None:
    kind = product.runtime.database.url.get_backend_name()
    await product.run_sql(*(statement.format(table=table) for statement in statements[kind]))


async def test_a_commit_that_fails_is_answered_as_a_failure_and_leaves_nothing(product: Product) -> None:
    await product.incidents.declare()
    await product.incidents.declare()
    await product.incidents.resolve("INC-102")
    await do(product, FAILING_COMMIT)
    async with product.unchanged():
        for response in (
            await product.http.post(f"{API}/incidents", json=declared()),
            await product.incidents.try_edit("INC-101", 1, title="Changed"),
            await product.incidents.try_resolve("INC-101"),
            await product.http.post(f"{API}/incidents/INC-102/reopen"),
            await product.http.delete(f"{API}/incidents/INC-101"),
        ):
            assert_problem(response, response.status_code)
            assert response.status_code >= 500
    await do(product, MEND)
    assert (await product.incidents.declare())["id"] == "INC-103"


async def test_a_change_whose_entry_cannot_be_written_does_not_happen(product: Product) -> None:
    await product.incidents.declare()
    await do(product, FAILING_ENTRY)
    async with product.unchanged():
        for response in (
            await product.incidents.try_edit("INC-101", 1, title="Changed"),
            await product.incidents.try_resolve("INC-101"),
            await product.http.post(f"{API}/incidents/INC-101/timeline", json={"text": "x"}),
            await product.http.delete(f"{API}/incidents/INC-101"),
        ):
            assert response.status_code >= 500
    await do(product, MEND_ENTRY)
    assert (await product.incidents.edit("INC-101", title="Changed"))["revision"] == 2


async def test_a_refused_change_writes_no_entry_and_no_event(product: Product) -> None:
    await product.incidents.declare()
    async with product.unchanged():
        assert_problem(await product.incidents.try_edit("INC-101", 9, title="Changed"), 412)
        assert_problem(await product.incidents.try_resolve("INC-101", root_cause=" "), 422)
        assert_problem(await product.http.post(f"{API}/incidents/INC-101/reopen"), 409)


async def test_eight_writers_at_once_all_get_through_while_others_read(product: Product) -> None:
    async def write(writer: int) -> None:
        for number in range(5):
            incident = await product.incidents.declare(title=f"{writer}-{number}")
            await product.incidents.note(incident["id"], "Looking")
            await product.incidents.edit(incident["id"], severity="sev1")
            await product.incidents.resolve(incident["id"])

    async def read() -> None:
        for _ in range(10):
            answer(await product.http.get(f"{API}/incidents", params={"count": "true", "q": "0"}), 200)

    await asyncio.gather(*(write(writer) for writer in range(8)), read(), read())
    items = await product.incidents.everything(limit=13)
    assert sorted(item["title"] for item in items) == sorted(f"{w}-{n}" for w in range(8) for n in range(5))
    assert {(item["status"], item["revision"]) for item in items} == {("resolved", 3)}
    events = (await product.contents())["events"]
    assert len(events) == 8 * 5 * 5
