"""A session sees and changes its own workspace, whichever way it asks; on both databases."""

import ast
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import sqlalchemy as sa
from sqlalchemy.orm import aliased

import memoryops
from memoryops.incidents.lifecycle import Severity, Status
from memoryops.incidents.models import Incident, TimelineEntry
from memoryops.kit.db import EVERY_WORKSPACE, Database, Session
from memoryops.kit.db.session import WorkspaceMismatchError
from memoryops.workspaces.models import Workspace

MINE, THEIRS = "mine", "theirs"
NOW = datetime(2026, 11, 30, tzinfo=UTC)
PACKAGE = Path(memoryops.__file__).parent


def incident(workspace_id: str | None, number: int, title: str) -> Incident:
    return Incident(
        workspace_id=workspace_id,
        number=number,
        id=f"INC-{number}",
        title=title,
        service="x",
        severity=Severity.sev1,
        status=Status.investigating,
        declared_by="Ada",
        declared_at=NOW,
        sample=False,
        revision=1,
    )


@pytest_asyncio.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """Two workspaces with incidents of the same numbers."""
    database = Database(database_url)
    async with database.writing(EVERY_WORKSPACE) as session:
        for name in (MINE, THEIRS):
            session.add(Workspace(id=name, name=name, next_incident_number=103, created_at=NOW))
        await session.flush()
        for name in (MINE, THEIRS):
            session.add_all([incident(name, number, f"{name} {number}") for number in (101, 102)])
    yield database
    await database.aclose()


async def titles(database: Database) -> list[str]:
    async with database.reading(EVERY_WORKSPACE) as session:
        return sorted(await session.scalars(sa.select(Incident.title)))


BOTH = ["mine 101", "mine 102", "theirs 101", "theirs 102"]
OTHER = aliased(Incident)
NUMBERS = sa.select(Incident.number).where(Incident.title.startswith("theirs"))
QUERIES: dict[str, Any] = {
    "entities": sa.select(Incident),
    "columns": sa.select(Incident.title),
    "an alias": sa.select(OTHER.title),
    "a join": sa.select(OTHER.title).select_from(Incident).join(OTHER, OTHER.number == Incident.number),
    "an outer join": sa.select(OTHER.title).select_from(Workspace).outerjoin(OTHER, OTHER.workspace_id == Workspace.id),
    "a join from an unscoped table": sa.select(Incident.title).join(Workspace, Workspace.id == Incident.workspace_id),
    "a subquery in where": sa.select(Incident.title).where(Incident.number.in_(NUMBERS)),
    "a derived table": sa.select(sa.select(Incident.title).subquery().c.title),
    "a common table expression": sa.select(sa.select(Incident.title).cte().c.title),
    "a scalar subquery": sa.select(sa.select(sa.func.max(Incident.title)).scalar_subquery()),
    "exists": sa.select(Workspace.id).where(sa.exists().where(Incident.workspace_id == Workspace.id)),
    "distinct": sa.select(Incident.workspace_id).distinct(),
    "grouping": sa.select(Incident.workspace_id, sa.func.count()).group_by(Incident.workspace_id),
    "a window": sa.select(Incident.title, sa.func.row_number().over(order_by=Incident.pk)),
    "for update": sa.select(Incident.title).with_for_update(),
    "a literal condition": sa.select(Incident.title).where(Incident.workspace_id == THEIRS),
    "or": sa.select(Incident.title).where(sa.or_(Incident.workspace_id == THEIRS, sa.true())),
    "a union": sa.union_all(sa.select(Incident.title), sa.select(Incident.title)),
}


@pytest.mark.parametrize("query", QUERIES.values(), ids=QUERIES)
async def test_no_query_shows_rows_of_another_workspace(database: Database, query: Any) -> None:
    for workspace, other in ((MINE, THEIRS), (THEIRS, MINE)):
        async with database.reading(workspace) as session:
            try:
                rows = (await session.execute(query)).all()
            except WorkspaceMismatchError:
                continue
            shown = [getattr(value, "title", value) for row in rows for value in row]
            assert not [value for value in shown if other in str(value)]


async def test_counts_and_sums_are_of_the_own_workspace(database: Database) -> None:
    async with database.reading(MINE) as session:
        assert await session.scalar(sa.select(sa.func.count()).select_from(Incident)) == 2
        assert await session.scalar(sa.select(sa.func.count(Incident.pk))) == 2
        assert await session.scalar(sa.select(sa.func.sum(Incident.number))) == 203


async def test_a_row_of_another_workspace_cannot_be_got_by_its_key(database: Database) -> None:
    async with database.reading(THEIRS) as session:
        keys = list(await session.scalars(sa.select(Incident.pk)))
    async with database.reading(MINE) as session:
        assert [await session.get(Incident, key) for key in keys] == [None, None]
        assert list(await session.scalars(sa.select(Incident).where(Incident.pk.in_(keys)))) == []


async def test_updates_and_deletes_by_statement_stay_inside(database: Database) -> None:
    async with database.writing(MINE) as session:
        await session.execute(sa.update(Incident).values(title="changed"))
    assert await titles(database) == ["changed", "changed", "theirs 101", "theirs 102"]
    async with database.writing(MINE) as session:
        await session.execute(sa.delete(Incident).where(Incident.workspace_id == THEIRS))
        await session.execute(sa.delete(Incident))
    assert await titles(database) == ["theirs 101", "theirs 102"]


async def test_an_update_by_a_subquery_stays_inside(database: Database) -> None:
    async with database.writing(MINE) as session:
        await session.execute(sa.update(Incident).where(Incident.number.in_(NUMBERS)).values(title="changed"))
    assert "theirs 101" in await titles(database)
    assert "mine 101" in await titles(database)


async def refused(database: Database, session: Session, *statements: Any) -> None:
    for statement in statements:
        with pytest.raises(WorkspaceMismatchError):
            await session.execute(statement)


async def test_raw_statements_and_bare_tables_are_refused(database: Database) -> None:
    table = Incident.__table__
    async with database.reading(MINE) as session:
        await refused(
            database,
            session,
            sa.text("SELECT title FROM incidents"),
            sa.select(table.c.title),
            sa.select(sa.literal_column("title")).select_from(sa.table("incidents")),
            sa.select(Incident).from_statement(sa.text("SELECT * FROM incidents")),
            sa.select(Incident).from_statement(sa.select(table)),
            sa.select(sa.func.count()).select_from(table),
        )
        with pytest.raises(WorkspaceMismatchError):
            await session.connection()


async def test_rows_are_not_written_past_the_session(database: Database) -> None:
    values = {"title": "smuggled", "workspace_id": THEIRS}
    async with database.reading(THEIRS) as session:
        key = await session.scalar(sa.select(sa.func.min(Incident.pk)))
    async with database.writing(MINE) as session:
        await refused(
            database,
            session,
            sa.insert(Incident).values(**values),
            sa.update(Incident).values(workspace_id=THEIRS),
            sa.update(Incident).values(**values),
        )
        with pytest.raises(WorkspaceMismatchError):
            await session.execute(sa.insert(Incident), [values])
        with pytest.raises(WorkspaceMismatchError):
            await session.execute(sa.update(Incident), [{"pk": key, "title": "smuggled"}])
    assert await titles(database) == BOTH


async def test_a_new_row_belongs_to_the_session_s_workspace(database: Database) -> None:
    async with database.writing(MINE) as session:
        session.add(incident(None, 103, "mine 103"))
    async with database.reading(MINE) as session:
        assert await session.scalar(sa.select(Incident.title).where(Incident.number == 103)) == "mine 103"


async def test_many_rows_belong_to_the_session_s_workspace_whatever_they_say(database: Database) -> None:
    async with database.writing(MINE) as session:
        keys = await session.take_keys(TimelineEntry, 2)
        assert len(set(keys)) == 2
        rows = [vars(incident(THEIRS, number, f"mine {number}")) for number in (103, 104)]
        columns = sa.inspect(Incident).column_attrs.keys()
        await session.insert(Incident, [{name: row.get(name) for name in columns if name != "pk"} for row in rows])
    async with database.reading(MINE) as session:
        mine = await session.scalars(sa.select(Incident.title).where(Incident.number > 102))
        assert sorted(mine) == ["mine 103", "mine 104"]
    async with database.writing(EVERY_WORKSPACE) as session:
        with pytest.raises(WorkspaceMismatchError):
            await session.insert(Incident, [{"number": 105}])


async def smuggle_new(session: Session, _theirs: Incident) -> None:
    session.add(incident(THEIRS, 103, "smuggled"))


async def smuggle_change(session: Session, theirs: Incident) -> None:
    session.add(theirs)
    theirs.title = "smuggled"


async def smuggle_away(session: Session, _theirs: Incident) -> None:
    mine = await session.scalar(sa.select(Incident).limit(1))
    assert mine is not None
    mine.workspace_id = THEIRS


async def smuggle_in(session: Session, theirs: Incident) -> None:
    session.add(theirs)
    theirs.workspace_id = MINE


async def smuggle_deletion(session: Session, theirs: Incident) -> None:
    await session.delete(theirs)


@pytest.mark.parametrize("smuggle", [smuggle_new, smuggle_change, smuggle_away, smuggle_in, smuggle_deletion])
async def test_a_row_of_another_workspace_cannot_be_written(database: Database, smuggle: Any) -> None:
    async with database.reading(THEIRS) as session:
        theirs = await session.scalar(sa.select(Incident).limit(1))
    with pytest.raises(WorkspaceMismatchError):
        async with database.writing(MINE) as session:
            await smuggle(session, theirs)
    assert await titles(database) == BOTH


async def test_an_entry_on_another_workspace_s_incident_stays_unseen_there(database: Database) -> None:
    async with database.reading(THEIRS) as session:
        key = await session.scalar(sa.select(sa.func.min(Incident.pk)))
    assert key is not None
    async with database.writing(MINE) as session:
        session.add(TimelineEntry(incident_pk=key, kind="note", happened_at=NOW, recorded_at=NOW, actor="x"))
    async with database.reading(THEIRS) as session:
        assert list(await session.scalars(sa.select(TimelineEntry))) == []


async def test_only_a_worker_for_every_workspace_sees_them_all(database: Database) -> None:
    assert await titles(database) == BOTH
    async with database.reading("nobody's") as session:
        assert list(await session.scalars(sa.select(Incident))) == []


def test_nothing_outside_the_database_kit_and_migrations_writes_sql_of_its_own() -> None:
    allowed = {PACKAGE / "kit" / "db", PACKAGE / "migrations"}
    own_sql = [
        f"{path.relative_to(PACKAGE)}: {ast.unparse(node)} ({name})"
        for path in PACKAGE.rglob("*.py")
        if not allowed & set(path.parents)
        for node in ast.walk(ast.parse(path.read_text()))
        if (name := sql_name(node)) is not None
    ]
    assert own_sql == []


def sql_name(node: ast.AST) -> str | None:
    """The way around scoped sessions that this node is, if it is one."""
    if isinstance(node, ast.Attribute) and node.attr in {"__table__", "from_statement", "exec_driver_sql", "run_sync"}:
        return node.attr
    if isinstance(node, ast.Attribute) and node.attr in {"text", "table"} and ast.unparse(node.value) == "sa":
        return f"sa.{node.attr}"
    if isinstance(node, ast.Attribute) and (node.attr.startswith("bulk_") or node.attr == "merge"):
        return node.attr
    return None


async def test_a_read_in_one_hop_sees_its_own_workspace_only(database: Database) -> None:
    seen = await database.read(MINE, lambda session: list(session.scalars(sa.select(Incident.title))))
    assert sorted(seen) == ["mine 101", "mine 102"]


async def test_a_read_in_one_hop_refuses_what_no_workspace_confines(database: Database) -> None:
    with pytest.raises(WorkspaceMismatchError):
        await database.read(MINE, lambda session: session.scalar(sa.text("SELECT count(*) FROM incidents")))
