"""Searching finds whatever a person wrote, by its words, in the own workspace, and nothing that was taken away."""

import re
from typing import Any

from memoryops.kit.db import ScopedSession
from memoryops.search.schemas import SearchFilters, SearchKind
from memoryops.search.service import matching, merge
from memoryops.search.sources import SOURCES
from tests.harness import API, Product, Values, answer, as_actor, assert_problem
from tests.incidents.test_search import OPERATORS


async def found(product: Product, **params: Any) -> Values:
    return answer(await product.http.get(f"{API}/search", params=params), 200)


async def hits(product: Product, **params: Any) -> list[tuple[str, str]]:
    """What was found where: (kind, field)."""
    return [(hit["kind"], hit["field"]) for hit in (await found(product, **params))["items"]]


def marked(hit: Values) -> list[str]:
    text = hit["snippet"]["text"]
    return [text[match["start"] : match["end"]] for match in hit["snippet"]["matches"]]


async def test_everything_written_in_an_incident_is_found_where_it_stands(product: Product) -> None:
    incidents, http = product.incidents, product.http
    await incidents.declare(title="alpha one", error="GET /v1/bravo failed", symptoms="charlie", actor="Ada")
    await incidents.note("INC-101", "Looked at **foxtrot** twice", actor="Bo")
    product.clock.advance(minutes=10)
    lesson = {"root_cause": "delta", "resolution": "echo", "ineffective_actions": "golf", "postmortem": "hotel"}
    await incidents.resolve("INC-101", **lesson)
    item = {"title": "Alert on india", "details": "juliett", "kind": "detect"}
    made = await http.post(f"{API}/incidents/INC-101/action-items", json=item, headers=as_actor("Cy"))
    assert made.status_code == 201, made.text
    for word, where in {
        "alpha": ("incident", "title"),
        "BRAVO": ("incident", "error"),
        "charlie": ("incident", "symptoms"),
        "delta": ("incident", "root_cause"),
        "echo": ("incident", "resolution"),
        "golf": ("incident", "ineffective_actions"),
        "hotel": ("incident", "postmortem"),
        "foxtr": ("timeline", "note"),
        "india": ("action_item", "title"),
        "juliett": ("action_item", "details"),
    }.items():
        assert await hits(product, q=word) == [where], word
    [note] = (await found(product, q="foxtrot"))["items"]
    assert (note["incident_id"], note["title"], note["by"], note["at"]) == (
        "INC-101",
        "alpha one",
        "Bo",
        "2026-11-30T12:00:00.000Z",
    )
    assert (note["snippet"]["text"], marked(note)) == ("Looked at **foxtrot** twice", ["foxtrot"])
    [cause] = (await found(product, q="delta"))["items"]
    assert (cause["by"], cause["at"]) == ("Grace", "2026-11-30T12:10:00.000Z"), "whoever resolved it wrote that"
    assert (await found(product, q="golf hotel"))["items"][0]["incident_id"] == "INC-101"
    assert await hits(product, q="alpha foxtrot") == [], "one text holds all the words"
    await incidents.delete("INC-101")
    assert [await hits(product, q=word) for word in ("alpha", "foxtrot", "india")] == [[], [], []]
    await incidents.restore("INC-101")
    assert await hits(product, q="foxtrot") == [("timeline", "note")]


async def test_filters_narrow_by_what_the_incident_is_and_who_wrote_when(sqlite_product: Product) -> None:
    product, incidents = sqlite_product, sqlite_product.incidents
    await incidents.declare(title="needle", service="search", severity="sev1", actor="Ada")
    product.clock.advance(hours=1)
    await incidents.note("INC-101", "needle again", actor="Bo")
    product.clock.advance(hours=1)
    await incidents.declare(title="another needle", service="payment-api", severity="sev3", actor="Ada")

    async def ids(**params: Any) -> list[tuple[str, str]]:
        page = await found(product, q="needle", **params)
        return [(hit["kind"], hit["incident_id"]) for hit in page["items"]]

    first, note, second = ("incident", "INC-101"), ("timeline", "INC-101"), ("incident", "INC-102")
    assert await ids() == [second, note, first], "the newest first, whatever it is"
    assert await ids(kind=["timeline", "feedback"]) == [note]
    timeline = answer(await product.http.get(f"{API}/incidents/INC-101/timeline"), 200)["items"]
    (hit,) = (await found(product, q="again"))["items"]
    assert hit["entry_id"] == timeline[-1]["id"], "a hit leads to its entry"
    assert await ids(service="search") == [note, first]
    assert await ids(severity=["sev3", "sev4"]) == [second]
    assert await ids(status="resolved") == []
    assert await ids(author="ada") == [second, first]
    assert await ids(**{"from": "2026-11-30T13:00:00Z", "to": "2026-11-30T13:00:00Z"}) == [note]
    for wrong in ({"kind": "alerts"}, {"from": "yesterday"}, {"limit": 0}, {"nonsense": 1}):
        assert_problem(await product.http.get(f"{API}/search", params={"q": "needle", **wrong}), 422)


async def test_pages_are_complete_and_disjoint_while_people_write(sqlite_product: Product) -> None:
    product, incidents = sqlite_product, sqlite_product.incidents
    for number in range(4):
        await incidents.declare(title=f"needle {number}")
        product.clock.advance(minutes=1)
        await incidents.note("INC-101", f"needle note {number}")
        product.clock.advance(minutes=1)
    page = await found(product, q="needle", limit=3, count="true")
    assert page["total"] == 8
    seen = [(hit["kind"], hit["id"]) for hit in page["items"]]
    await incidents.declare(title="needle late")
    cursor = page["next_cursor"]
    while cursor is not None:
        page = await found(product, q="needle", limit=3, cursor=cursor)
        seen += [(hit["kind"], hit["id"]) for hit in page["items"]]
        cursor = page["next_cursor"]
    assert len(seen) == len(set(seen)) == 8
    times = [kind for kind, _ in seen]
    assert times == ["timeline", "incident"] * 4
    first = (await found(product, q="needle", limit=3))["next_cursor"]
    of_another = await product.http.get(f"{API}/search", params={"q": "other", "cursor": first})
    assert_problem(of_another, 400, "invalid-cursor")


async def test_no_query_is_an_error_and_one_without_words_finds_nothing(product: Product) -> None:
    await product.incidents.declare(title="secret a b x y col hash mention 1")
    for query in (*OPERATORS, "", "   ", "a " * 200):
        response = await product.http.get(f"{API}/search", params={"q": query})
        assert response.status_code == 200, (query, response.text)
    for query in ("", '"', "()", "…", "🔥"):
        assert (await found(product, q=query, count="true")) == {"items": [], "next_cursor": None, "total": 0}
    assert_problem(await product.http.get(f"{API}/search", params={"q": "x" * 501}), 422)


async def test_what_was_removed_edited_or_withdrawn_is_not_found_as_it_was(product: Product) -> None:
    incidents, http = product.incidents, product.http
    await incidents.declare(title="one", symptoms="quicksilver")
    kept = await incidents.note("INC-101", "quicksilver in the pipe")
    url, revision = f"{API}/incidents/INC-101/timeline/{kept['id']}", {"If-Match": f'"{kept["revision"]}"'}
    answer(await http.patch(url, json={"text": "mercury"}, headers=revision), 200)
    assert await hits(product, q="quicksilver") == [("incident", "symptoms")]
    assert await hits(product, q="mercury") == [("timeline", "note")]
    await incidents.edit("INC-101", symptoms=None)
    assert await hits(product, q="quicksilver") == []


async def test_what_the_system_writes_on_timelines_is_not_searched(sqlite_product: Product) -> None:
    product = sqlite_product
    await product.incidents.declare(title="one")
    statement = "UPDATE timeline_entries SET text = 'needle' WHERE kind = 'declared'"
    await product.run_sql(statement)
    assert await hits(product, q="needle") == []


async def test_a_common_word_is_read_from_the_end_of_its_index_and_no_table_is_scanned(sqlite_product: Product) -> None:
    def plans(session: ScopedSession) -> list[list[str]]:
        def plan(kind: SearchKind) -> list[str]:
            asked = matching(session, SOURCES[kind], SearchFilters(q="pool", service="search"), before=1_000).limit(51)
            sql = asked.compile(dialect=session.get_bind().dialect, compile_kwargs={"literal_binds": True})
            return [row[3] for row in session.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}")]

        return [plan(kind) for kind in SearchKind]

    for first, *others in await sqlite_product.runtime.database.read("default", plans):
        assert re.match(r"SCAN \w+_search VIRTUAL TABLE INDEX", first)
        assert all(step.startswith("SEARCH ") for step in others), others


class Row:
    def __init__(self, at: int) -> None:
        self.at = at


def test_lists_are_read_as_one_each_in_its_order() -> None:
    chosen, taken = merge([[Row(9), Row(2), Row(8)], [], [Row(5)]], 3)
    assert [(at, row.at) for at, row in chosen] == [(0, 9), (2, 5), (0, 2)]
    assert taken == [2, 0, 1]
    assert merge([[Row(1)]], 5)[1] == [1]


async def test_searches_are_saved_by_name_and_shared(product: Product) -> None:
    http, url = product.http, f"{API}/saved-searches"
    filters = {"q": "pool", "kind": ["timeline"], "severity": ["sev1"], "from": "2026-11-01T00:00:00Z"}
    made = await http.post(url, json={"name": " Pool  trouble ", "filters": filters}, headers=as_actor("Ada"))
    saved = answer(made, 201)
    assert (saved["name"], saved["made_by"]) == ("Pool trouble", "Ada")
    assert saved["filters"] == {
        "q": "pool",
        "kind": ["timeline"],
        "service": None,
        "severity": ["sev1"],
        "status": [],
        "author": None,
        "from": "2026-11-01T00:00:00.000Z",
        "to": None,
    }
    assert made.headers["location"] == f"{url}/{saved['id']}"
    assert answer(await http.get(made.headers["location"]), 200) == saved
    for again in ("pool TROUBLE", "Pool trouble"):
        problem = assert_problem(await http.post(url, json={"name": again, "filters": {}}), 409, "name-taken")
        assert "by Ada" in problem["detail"]
    other = answer(await http.post(url, json={"name": "Other", "filters": {"q": "x"}}), 201)
    assert_problem(await http.patch(f"{url}/{other['id']}", json={"name": "POOL trouble"}), 409)
    renaming = await http.patch(f"{url}/{saved['id']}", json={"name": "pool Trouble"}, headers=as_actor("Bo"))
    renamed = answer(renaming, 200)
    assert (renamed["name"], renamed["filters"], renamed["made_by"], renamed["changed_by"]) == (
        "pool Trouble",
        saved["filters"],
        "Ada",
        "Bo",
    )
    for name, wanted in ((" ", {}), ("a", {"kind": ["none"]}), ("a\nb", {})):
        assert_problem(await http.post(url, json={"name": name, "filters": wanted}), 422)
    assert (await http.delete(f"{url}/{other['id']}")).status_code == 204
    assert [one["name"] for one in answer(await http.get(url), 200)["items"]] == ["pool Trouble"]
    assert_problem(await http.get(f"{url}/{other['id']}"), 404)


async def test_sections_of_postmortems_and_comments_are_found_as_they_read_now(product: Product) -> None:
    http = product.http
    await product.incidents.declare(title="one")
    await product.incidents.resolve("INC-101")
    begun = await http.post(f"{API}/incidents/INC-101/postmortem", headers=as_actor("Ada"))
    assert begun.status_code == 201, begun.text
    url = f"{API}/postmortems/INC-101"
    for revision, text in (("0", "We saw *quicksilver*."), ("1", "We saw mercury.")):
        written = {"If-Match": f'"{revision}"', **as_actor("Bo")}
        answer(await http.put(f"{url}/sections/overview", json={"text": text}, headers=written), 200)
    comment = {"section": "overview", "text": "Was it cinnabar?"}
    answer(await http.post(f"{url}/comments", json=comment, headers=as_actor("Cy")), 201)
    assert await hits(product, q="quicksilver") == [], "only the newest version is searched"
    [section] = (await found(product, q="mercury", kind="postmortem", author="bo"))["items"]
    assert (section["field"], section["by"], section["incident_id"]) == ("overview", "Bo", "INC-101")
    [said] = (await found(product, q="cinnabar"))["items"]
    assert (said["kind"], said["field"], said["by"]) == ("comment", "overview", "Cy")
