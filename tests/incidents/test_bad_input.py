"""Bad input gets a problem that names the field, and changes nothing, on both databases."""

import json
from typing import Any

import pytest

from tests.harness import API, Product, assert_problem, declared, resolved

SURROGATE = "\\ud800"
REQUIRED = ("title", "service", "severity")
TEXTS = {"title": 200, "service": 120, "error": 20_000, "symptoms": 20_000, "environment": 120, "version": 120,
         "commander": 120, "declared_by": 120}  # fmt: skip
LINES = ("title", "service", "environment", "version", "commander", "declared_by")
LESSONS = {"root_cause": 20_000, "resolution": 20_000, "ineffective_actions": 20_000, "postmortem": 100_000,
           "resolved_by": 120}  # fmt: skip
LINE_ENDS = ("\n", "\r", "\r\n", "\x0b", "\x0c", "\x85", "\u2028", "\u2029")


NO_TEXTS: tuple[Any, ...] = (None, "", 0, True, [], {}, 1.5)
WRONG_TEXTS: tuple[Any, ...] = ("a\0b", 7, ["x"], {"x": "y"}, False)


def wrong_declarations() -> list[tuple[str, Any]]:
    """Pairs of a field and a value that it must not have; None as the field's name for one that is left out."""
    wrong: list[tuple[str, Any]] = []
    for field in REQUIRED:
        wrong += [(field, value) for value in NO_TEXTS]
    wrong += [(field, blank) for field in ("title", "service") for blank in (" ", "\t", "\u00a0", "\u3000 ")]
    wrong += [(field, "x" * (limit + 1)) for field, limit in TEXTS.items()]
    wrong += [(field, value) for field in TEXTS for value in WRONG_TEXTS]
    wrong += [(field, f"a{end}b") for field in LINES for end in LINE_ENDS]
    wrong += [(field, "ends with a line end\n") for field in LINES]
    wrong += [("severity", value) for value in ("SEV1", "sev5", "sev1 ", "1", "critical")]
    wrong += [("started_at", value) for value in WRONG_TIMES]
    wrong += [(field, "x") for field in UNKNOWN]
    return wrong


WRONG_TIMES = [
    "", "now", "yesterday", "2026-11-30", "2026-11-30T11:00:00", "2026-11-30 11:00", "2026-13-01T00:00:00Z",
    "2026-11-30T25:00:00Z", "2026-02-30T00:00:00Z", "1700000000", 1_700_000_000, 1.7e9, True, "12:00:00Z",
    "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "10000-01-01T00:00:00Z", "-001-01-01T00:00:00Z",
    "2026-11-30T12:00:00.001Z", "2026-11-30T12:00:01Z", "2026-11-30T11:00:00-02:00", "2026-11-30T11:00:00Z\0",
    "2026-11-30T11:00:00+99:00", "٢٠٢٦-١١-٣٠T11:00:00Z", {"at": 1}, [],
]  # fmt: skip

UNKNOWN = ("id", "status", "revision", "sample", "workspace_id", "number", "pk", "root_cause", "Title", "title ",
           "__proto__", "constructor", "resolved_at")  # fmt: skip


async def test_a_wrong_declaration_is_refused_by_field_and_changes_nothing(product: Product) -> None:
    accepted = []
    async with product.unchanged():
        for field, value in wrong_declarations():
            response = await product.http.post(f"{API}/incidents", json=declared(**{field: value}))
            if response.status_code != 422 or field not in {e["field"] for e in response.json()["errors"]}:
                accepted.append((field, value, response.status_code, response.text[:200]))
    assert accepted == []


async def test_a_declaration_without_a_required_field_is_refused(product: Product) -> None:
    async with product.unchanged():
        for field in REQUIRED:
            payload = {name: value for name, value in declared().items() if name != field}
            body = assert_problem(await product.http.post(f"{API}/incidents", json=payload), 422)
            assert [error["field"] for error in body["errors"]] == [field]


async def test_texts_of_exactly_the_limit_are_taken(product: Product) -> None:
    for field, limit in TEXTS.items():
        for char in ("x", "é", "𝄞"):
            incident = await product.incidents.declare(**{field: char * limit})
            assert incident[field] == char * limit


@pytest.mark.parametrize("text", [SURROGATE, f"{SURROGATE}x", "\\udc00\\ud800", "\\ud83d"])
async def test_lone_surrogates_are_refused_everywhere(product: Product, text: str) -> None:
    await product.incidents.declare()
    headers = {"Content-Type": "application/json", "If-Match": '"1"'}
    async with product.unchanged():
        for field in TEXTS:
            payload = json.dumps(declared(**{field: "@"})).replace("@", text)
            assert_problem(await product.http.post(f"{API}/incidents", content=payload, headers=headers), 422)
        for field in LESSONS:
            payload = json.dumps(resolved(**{field: "@"})).replace("@", text)
            path = f"{API}/incidents/INC-101/resolve"
            assert_problem(await product.http.post(path, content=payload, headers=headers), 422)
        note = f'{{"text": "{text}"}}'
        path = f"{API}/incidents/INC-101/timeline"
        assert_problem(await product.http.post(path, content=note, headers=headers), 422)
        edit = f'{{"title": "{text}"}}'
        assert_problem(await product.http.patch(f"{API}/incidents/INC-101", content=edit, headers=headers), 422)
        recall = f'{{"query": "{text}"}}'
        assert_problem(await product.http.post(f"{API}/memory/recall", content=recall, headers=headers), 422)


async def test_a_surrogate_pair_is_one_character(product: Product) -> None:
    payload = json.dumps(declared(title="@")).replace("@", "\\ud83d\\udd25")
    response = await product.http.post(
        f"{API}/incidents", content=payload, headers={"Content-Type": "application/json"}
    )
    assert response.json()["title"] == "🔥"


async def test_a_wrong_edit_is_refused_and_changes_nothing(product: Product) -> None:
    await product.incidents.declare()
    accepted = []
    wrong = [case for case in wrong_declarations() if case[0] not in ("declared_by", "status", "root_cause")]
    wrong += [("status", value) for value in ("open", None, "", 1, "RESOLVED")]
    wrong += [("declared_by", "x"), ("resolved_by", "x"), ("same_as", "101"), ("outcome", "unknown")]
    async with product.unchanged():
        for field, value in wrong:
            response = await product.incidents.try_edit("INC-101", 1, **{"commander": "Ada", field: value})
            if response.status_code != 422:
                accepted.append((field, value, response.status_code))
    assert accepted == []


async def test_a_wrong_resolution_is_refused_and_changes_nothing(product: Product) -> None:
    await product.incidents.declare()
    wrong: list[tuple[str, Any]] = [(field, "x" * (limit + 1)) for field, limit in LESSONS.items()]
    wrong += [(field, value) for field in LESSONS for value in WRONG_TEXTS]
    wrong += [("extra", "x"), ("status", "resolved"), ("title", "x"), ("resolved_by", "a\nb")]
    accepted = []
    async with product.unchanged():
        for field, value in wrong:
            response = await product.incidents.try_resolve("INC-101", **{field: value})
            if response.status_code != 422:
                accepted.append((field, value, response.status_code))
    assert accepted == []


async def test_a_wrong_actor_is_refused_and_changes_nothing(product: Product) -> None:
    headers = ["%00", "a%0ab", "a%0Db", "%1b[31m", "%ff", "%ed%a0%80", "x" * 201, "a%E2%80%A8b", "a%C2%85b", "Zo\xeb"]
    async with product.unchanged():
        for header in headers:
            response = await product.http.post(
                f"{API}/incidents", json=declared(), headers={b"X-Actor": header.encode("latin-1")}
            )
            assert_problem(response, 400, "bad-request")


async def test_nul_and_very_long_query_values_are_problems(product: Product) -> None:
    await product.incidents.declare()
    paths = ["/incidents?q=", "/incidents?service=", "/incidents?cursor=", "/incidents?status=", "/events?incident=",
             "/incidents/seen-before?service=x&error=", "/incidents/seen-before?error=x&service=",
             "/memory/documents?state=", "/memory/documents?cursor="]  # fmt: skip
    for path in paths:
        for value in ("%00", "x%00y", "x" * 30_000):
            response = await product.http.get(f"{API}{path}{value}")
            assert response.status_code in (400, 422), (path, value[:10], response.status_code)
            assert_problem(response, response.status_code)


async def test_invalid_utf_8_in_a_query_is_no_failure_of_ours(product: Product) -> None:
    for path in ("/incidents?q=%ff%fe", "/incidents?service=%c3%28", "/incidents?q=%ed%a0%80"):
        assert (await product.http.get(f"{API}{path}")).status_code in (200, 422)


async def test_very_long_paths_and_headers_are_no_failure_of_ours(product: Product) -> None:
    long = "x" * 60_000
    assert_problem(await product.http.get(f"{API}/incidents/{long}"), 404)
    assert_problem(await product.http.get(f"{API}/memory/documents/{long}"), 404)
    assert_problem(await product.http.get(f"{API}/investigations/{long}"), 404)
    for header in ("X-Actor", "If-Match", "Last-Event-ID", "Accept", "Origin", "Cookie", "Authorization"):
        response = await product.http.post(f"{API}/incidents", json=declared(), headers={header: "9" * 60_000})
        assert response.status_code < 500, header
