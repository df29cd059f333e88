"""Searching: the same words are found on both databases, whatever the query looks like."""

import sqlalchemy as sa

from memoryops.incidents.models import SEARCHED, Incident
from memoryops.kit.db import EVERY_WORKSPACE
from memoryops.kit.db.search import text_matches
from tests.harness import API, Incidents, Product, assert_problem

OPERATORS = [
    '"',
    "'",
    '""',
    "*",
    "AND",
    "NOT",
    "OR",
    "NEAR(a b)",
    "title:secret",
    "-secret",
    "^secret",
    "(",
    ")",
    "()",
    "a*b",
    "!",
    "&",
    "|",
    "<->",
    ":*",
    "\\",
    "\\'",
    "'; DROP TABLE incidents; --",
    "%",
    "_",
    "{a b}",
    "+",
    "-",
    "…",
    "🔥",
    "\u0301",
    "²",
    "½",
    "#hash",
    "@mention",
    "NEAR/3",
    "col : x",
    "a\tb\nc",
    '" OR 1=1',
    "\ufeff",
    "٣",
]


async def test_every_searched_field_is_found_by_its_words(incidents: Incidents) -> None:
    await incidents.declare(title="alpha one", error="bravo two", symptoms="charlie three")
    await incidents.declare(title="other", error="other", symptoms="other")
    await incidents.resolve("INC-101", root_cause="delta four", resolution="echo five")
    for word in ("alpha", "bravo", "charlie", "delta", "echo", "ALPHA", "alp", "alpha five", "five alpha", "  bravo  "):
        assert await incidents.found(q=word) == ["INC-101"], word
    for word in ("foxtrot", "alpha foxtrot", "lpha", "payment-api"):
        assert await incidents.found(q=word) == [], word


async def test_words_inside_paths_hosts_and_identifiers_are_found(incidents: Incidents) -> None:
    error = "GET https://db.internal.local:5432/v1/charge?id=7: java.lang.NullPointerException pool_size=20 e2e-test"
    await incidents.declare(error=error)
    words = ["internal", "db.internal", "db", "charge", "/v1/charge", "5432", "java.lang", "NullPointer", "pool_size"]
    for word in [*words, "pool", "size", "e2e-test", "test", "20", "id=7"]:
        assert await incidents.found(q=word) == ["INC-101"], word


async def test_case_accents_and_normal_form_do_not_matter(incidents: Incidents) -> None:
    await incidents.declare(title="Überlauf im Café", error="Превышено время ожидания", symptoms="e\u0301clair ΣΊΣΥΦΟΣ")
    for word in (
        "überlauf",
        "UBERLAUF",
        "cafe",
        "café",
        "CAFE\u0301",
        "éclair",
        "eclair",
        "ПРЕВЫШЕНО",
        "ожид",
        "Σίσυφ",
    ):
        assert await incidents.found(q=word) == ["INC-101"], word


async def test_words_in_any_script_are_found(incidents: Incidents) -> None:
    for title in (
        "数据库 连接超时",
        "データベース 障害",
        "데이터베이스 연결",
        "انقطاع الخدمة",
        "שירות נפל",
        "डेटाबेस हिन्दी त्रुटि",
    ):
        incident = await incidents.declare(title=title)
        for word in title.split():
            assert await incidents.found(q=word) == [incident["id"]], word


async def test_operators_are_words_like_others(product: Product) -> None:
    await product.incidents.declare(title="secret")
    for query in OPERATORS:
        response = await product.http.get(f"{API}/incidents", params={"q": query})
        assert response.status_code == 200, (query, response.text)


async def test_what_looks_like_an_operator_is_searched_for_literally(incidents: Incidents) -> None:
    await incidents.declare(title="salt AND pepper")
    await incidents.declare(title="salt near vinegar")
    assert await incidents.found(q="salt AND") == ["INC-101"]
    assert await incidents.found(q="salt OR vinegar") == []
    assert await incidents.found(q="NEAR vinegar") == ["INC-102"]
    assert await incidents.found(q="-salt") == ["INC-102", "INC-101"]
    assert await incidents.found(q='"pepper salt"') == ["INC-101"]


async def test_a_query_without_a_word_finds_nothing_and_a_blank_one_everything(incidents: Incidents) -> None:
    await incidents.declare()
    assert await incidents.found(q="!?") == []
    assert await incidents.found(q="  ") == ["INC-101"]
    assert await incidents.found(q="") == ["INC-101"]


async def test_an_edit_is_found_at_once_and_the_old_text_no_more(incidents: Incidents) -> None:
    await incidents.declare(title="before", error="unchanged")
    await incidents.edit("INC-101", title="after")
    assert await incidents.found(q="before") == []
    assert await incidents.found(q="after unchanged") == ["INC-101"]
    await incidents.edit("INC-101", error=None)
    assert await incidents.found(q="unchanged") == []
    assert await incidents.found(q="after") == ["INC-101"]


async def test_an_id_finds_its_incident_and_no_other(incidents: Incidents) -> None:
    for _ in range(2):
        await incidents.declare(error="INC-101 was like this")
    for query in ("INC-101", "inc-101", " INC101 "):
        assert await incidents.found(q=query) == ["INC-101"]
    assert await incidents.found(q="INC-999999999") == []


async def test_very_long_words_and_texts_can_be_declared_and_searched(incidents: Incidents) -> None:
    await incidents.declare(title="needle", error="x" * 20_000, symptoms="漢" * 20_000)
    await incidents.resolve(
        "INC-101",
        root_cause=" ".join(f"{n}ö" for n in range(3_000)),
        resolution="각 " * 10_000,
        postmortem="y" * 100_000,
    )
    assert await incidents.found(q="needle 2999o") == ["INC-101"]
    assert await incidents.found(q="각") == ["INC-101"]
    assert await incidents.found(q="z" * 500) == []


async def test_a_query_has_a_limit(product: Product) -> None:
    assert (await product.http.get(f"{API}/incidents", params={"q": "w " * 250})).status_code == 200
    assert_problem(await product.http.get(f"{API}/incidents", params={"q": "w" * 501}), 422)


async def test_search_reads_its_index_on_postgres(postgres_product: Product) -> None:
    async with postgres_product.runtime.database.reading(EVERY_WORKSPACE) as session:
        connection = await session.connection()
        await connection.execute(sa.text("SET LOCAL enable_seqscan = off"))
        condition = text_matches("postgresql", Incident.pk, SEARCHED, "needle")
        compiled = (
            sa.select(Incident.pk)
            .where(condition)
            .compile(dialect=connection.dialect, compile_kwargs={"literal_binds": True})
        )
        plan = await connection.exec_driver_sql(f"EXPLAIN {compiled}")
        assert "ix_incidents_search" in "\n".join(row[0] for row in plan)
