"""Every failure, on every path, is one problem document: RFC 9457, in words that a person may read."""

import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio

from tests.harness import API, Product, assert_problem, declared, running, settings_for

TOKEN = "a-token-of-this-test"
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
CONSOLE = "<!doctype html><title>MemoryOps</title>"
SECURITY_HEADERS = {"x-content-type-options", "referrer-policy", "content-security-policy"}


@pytest_asyncio.fixture
async def product(sqlite_record: str, tmp_path: Path) -> AsyncIterator[Product]:
    """The product with a built console, which answers browsers on every path but the API's."""
    console = tmp_path / "console"
    (console / "assets").mkdir(parents=True)
    (console / "index.html").write_text(CONSOLE)
    settings = settings_for(tmp_path, sqlite_record, MEMORYOPS_CONSOLE_DIR=console)
    async with running(settings) as product:
        yield product


@pytest.mark.parametrize("accept", ["application/json", BROWSER, "*/*", "text/event-stream"])
async def test_an_unknown_path_of_the_api_is_a_problem_for_browsers_too(http: httpx.AsyncClient, accept: str) -> None:
    for path in ("", "/", "/nothing", "/nothing/", "/incidents/INC-1/nothing", "/incidents/", "/../v1/x", "/%2e%2e/x"):
        assert_problem(await http.get(f"{API}{path}", headers={"Accept": accept}), 404)
    for path in ("/api", "/api/", "/api/v2/incidents", "/api/v1incidents"):
        assert_problem(await http.get(path, headers={"Accept": accept}), 404)


async def test_paths_outside_the_api_are_the_console_s(http: httpx.AsyncClient) -> None:
    for path in ("/", "/incidents/INC-101", "/declare", "/apis"):
        response = await http.get(path, headers={"Accept": BROWSER})
        assert (response.status_code, response.text) == (200, CONSOLE), path


async def test_a_missing_file_of_the_console_is_not_found(http: httpx.AsyncClient) -> None:
    response = await http.get("/assets/nothing.js", headers={"Accept": "*/*"})
    assert response.status_code == 404


async def test_a_path_with_a_slash_too_many_is_not_another_call(http: httpx.AsyncClient) -> None:
    assert_problem(await http.get(f"{API}/incidents/INC-101/", headers={"Accept": BROWSER}), 404)


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "TRACE", "BREW"])
async def test_a_wrong_method_is_405_and_names_the_right_ones(http: httpx.AsyncClient, method: str) -> None:
    response = await http.request(method, f"{API}/incidents")
    assert_problem(response, 405)
    assert response.headers["allow"] == "GET, POST"


async def test_a_wrong_method_on_a_single_incident_is_405(http: httpx.AsyncClient) -> None:
    for method, path in (("PUT", "/incidents/INC-101"), ("GET", "/incidents/INC-101/resolve"), ("POST", "/status")):
        assert_problem(await http.request(method, f"{API}{path}", headers={"Accept": BROWSER}), 405)


async def test_what_is_not_there_is_404(http: httpx.AsyncClient) -> None:
    paths = [
        "/incidents/INC-101",
        "/incidents/inc-101",
        "/incidents/101",
        "/incidents/INC-0101",
        "/incidents/" + "9" * 5000,
    ]
    paths += ["/investigations/nothing", "/memory/documents/INC-101", "/incidents/INC-99999999999999999999999"]
    paths += ["/incidents/" + name for name in ("%F0%9F%94%A5", "%ff", "%0a", "INC-%D9%A1", "..", "'%22%3B--")]
    for path in paths:
        response = await http.get(f"{API}{path}")
        body = assert_problem(response, 404)
        assert len(body["detail"]) < 300


@pytest.mark.parametrize("path", ["/incidents/INC-101%00", "/memory/documents/%00", "/investigations/%00", "/%00"])
async def test_a_path_with_a_nul_is_400(http: httpx.AsyncClient, path: str) -> None:
    assert_problem(await http.get(f"{API}{path}"), 400, "bad-request")


MALFORMED = {
    "cut off": b'{"title": "x"',
    "nothing": b"",
    "not json": b"title=x",
    "utf-16": '{"title": "x"}'.encode("utf-16"),
    "latin-1": '{"title": "é"}'.encode("latin-1"),
    "byte order mark": b'\xef\xbb\xbf{"title": "x"}',
    "deep": b"[" * 100_000,
    "deep and closed": b'{"title":' * 50_000 + b"1" + b"}" * 50_000,
    "huge integer": b'{"title": ' + b"9" * 100_000 + b"}",
    "huge exponent": b'{"title": 1e999999}',
    "not a number": b'{"title": NaN}',
    "a list": b"[]",
    "a text": b'"x"',
    "null": b"null",
    "single quotes": b"{'title': 'x'}",
    "trailing": b"{} {}",
}


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED)
async def test_a_body_that_cannot_be_read_is_a_problem(product: Product, body: bytes) -> None:
    async with product.unchanged():
        for path in ("/incidents", "/memory/recall"):
            response = await product.http.post(
                f"{API}{path}", content=body, headers={"Content-Type": "application/json"}
            )
            assert response.status_code in (400, 422), response.text
            assert_problem(response, response.status_code)


async def test_a_body_that_is_not_json_is_415(product: Product) -> None:
    body = json.dumps(declared()).encode()
    kinds = [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/json",
        "",
        "json",
    ]
    async with product.unchanged():
        for kind in kinds:
            response = await product.http.post(f"{API}/incidents", content=body, headers={"Content-Type": kind})
            assert_problem(response, 415, "unsupported-media-type")
        assert_problem(await product.http.post(f"{API}/incidents", content=body), 415)


@pytest.mark.parametrize("kind", ["application/json", "application/json; charset=utf-8", "Application/JSON"])
async def test_json_may_be_named_in_every_usual_way(http: httpx.AsyncClient, kind: str) -> None:
    body = json.dumps(declared()).encode()
    assert (await http.post(f"{API}/incidents", content=body, headers={"Content-Type": kind})).status_code == 201


async def test_a_body_over_one_mebibyte_is_413_before_it_is_parsed(product: Product) -> None:
    async with product.unchanged():
        for body in (b"x" * (1024 * 1024 + 1), b" " * (3 * 1024 * 1024) + b"{}"):
            for kind in ("application/json", "text/plain"):
                response = await product.http.post(f"{API}/incidents", content=body, headers={"Content-Type": kind})
                assert assert_problem(response, 413, "too-large")["limit"] == 1024 * 1024
                assert response.headers["connection"] == "close"


async def test_a_body_that_grows_over_one_mebibyte_is_413_whatever_it_declared(product: Product) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(40):
            yield b" " * 64 * 1024

    async with product.unchanged():
        response = await product.http.post(
            f"{API}/incidents", content=chunks(), headers={"Content-Type": "application/json"}
        )
        assert_problem(response, 413, "too-large")


@pytest.mark.parametrize("length", ["9" * 5000, "²", "-1", "1e9", "", "99999999999999999999"])
async def test_a_strange_declared_length_is_no_failure_of_ours(http: httpx.AsyncClient, length: str) -> None:
    headers = [(b"content-type", b"application/json"), (b"content-length", length.encode("latin-1"))]
    response = await http.post(f"{API}/incidents", content=json.dumps(declared()).encode(), headers=headers)
    assert response.status_code in (201, 413)


async def test_a_body_of_exactly_one_mebibyte_is_read(http: httpx.AsyncClient) -> None:
    body = json.dumps(declared()).encode()
    response = await http.post(
        f"{API}/incidents",
        content=body + b" " * (1024 * 1024 - len(body)),
        headers={"Content-Type": "application/json"},
    )
    assert response.status_code == 201


async def test_invalid_fields_are_named_one_by_one(http: httpx.AsyncClient) -> None:
    payload = {"title": " ", "severity": "sev9", "extra": 1, "started_at": "yesterday"}
    body = assert_problem(await http.post(f"{API}/incidents", json=payload), 422, "invalid-input")
    assert {error["field"] for error in body["errors"]} == {"title", "service", "severity", "extra", "started_at"}
    assert all(error["message"].strip() for error in body["errors"])


async def test_strange_field_names_are_named_in_valid_and_short_text(http: httpx.AsyncClient) -> None:
    for name in ("\\ud800", "x" * 100_000, "\\u0000", "<b>", "\\u202e"):
        content = f'{{"title": "x", "service": "x", "severity": "sev1", "{name}": 1}}'
        response = await http.post(f"{API}/incidents", content=content, headers={"Content-Type": "application/json"})
        body = assert_problem(response, 422)
        assert len(body["errors"]) == 1
        assert len(response.content) < 3_000


async def test_a_flood_of_wrong_fields_is_answered_briefly(http: httpx.AsyncClient) -> None:
    payload: dict[str, Any] = {f"field{number}": 1 for number in range(20_000)}
    response = await http.post(f"{API}/incidents", json=payload)
    assert len(assert_problem(response, 422)["errors"]) == 50


async def test_a_refused_value_is_not_echoed(http: httpx.AsyncClient) -> None:
    response = await http.post(f"{API}/session", json={"token": "secret-value-" + "x" * 600})
    assert_problem(response, 422)
    assert "secret-value" not in response.text


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=201",
        "limit=x",
        "limit=",
        "limit=99999999999999999999",
        "limit=1.5",
        "status=open",
        "severity=1",
        "count=maybe",
        "q=%00",
        "service=%00",
        "service=" + "x" * 121,
        "cursor=" + "x" * 201,
    ],
)
async def test_a_wrong_query_parameter_is_422(http: httpx.AsyncClient, query: str) -> None:
    body = assert_problem(await http.get(f"{API}/incidents?{query}"), 422)
    assert [error["field"] for error in body["errors"]] == [WRONG_PART.get(query, query.partition("=")[0])]


WRONG_PART = {"status=open": "status.0", "severity=1": "severity.0"}


async def test_conditional_edits_have_their_own_problems(product: Product) -> None:
    await product.incidents.declare()
    assert_problem(await product.http.patch(f"{API}/incidents/INC-101", json={}), 428, "revision-required")
    assert_problem(await product.incidents.try_edit("INC-101", 7), 412, "stale-revision")
    await product.incidents.resolve("INC-101")
    assert_problem(await product.incidents.try_resolve("INC-101"), 409, "illegal-transition")


async def test_foreign_hosts_and_origins_are_403(http: httpx.AsyncClient) -> None:
    assert_problem(await http.get("/", headers={"Host": "evil.example"}), 403, "foreign-host")
    response = await http.post(f"{API}/incidents", json=declared(), headers={"Origin": "http://evil.example"})
    assert_problem(response, 403, "foreign-origin")


async def test_without_the_token_everything_is_401(sqlite_record: str, tmp_path: Path) -> None:
    settings = settings_for(tmp_path, sqlite_record, MEMORYOPS_ACCESS_TOKEN=TOKEN)
    async with running(settings) as guarded:
        response = await guarded.http.get(f"{API}/nothing", headers={"Accept": BROWSER})
        assert_problem(response, 401, "sign-in-required")
        assert response.headers["www-authenticate"] == "Bearer"


async def test_what_nobody_expected_is_a_500_that_tells_nothing(
    product: Product, caplog: pytest.LogCaptureFixture
) -> None:
    await product.run_sql("DROP TABLE timeline_entries")
    for response in (
        await product.http.post(f"{API}/incidents", json=declared(title="do-not-log-this")),
        await product.http.get(f"{API}/incidents/INC-101/timeline"),
    ):
        if response.status_code != 404:
            body = assert_problem(response, response.status_code)
            assert body["status"] >= 500
            assert "timeline_entries" not in response.text
            assert set(response.headers) >= SECURITY_HEADERS
    assert "timeline_entries" in caplog.text
    assert "do-not-log-this" not in caplog.text
    assert caplog.records[-1].levelno == logging.ERROR


async def test_a_dependency_that_is_down_is_503_or_told_in_the_answer(product: Product) -> None:
    recalled = await product.http.post(f"{API}/memory/recall", json={"query": "timeouts"})
    assert recalled.status_code == 200
    assert recalled.json()["memory_status"] == "unavailable"


async def test_every_problem_carries_the_security_headers(http: httpx.AsyncClient) -> None:
    for response in (
        await http.get(f"{API}/nothing"),
        await http.get("/", headers={"Host": "evil.example"}),
        await http.post(f"{API}/incidents", content=b"x"),
    ):
        assert set(response.headers) >= SECURITY_HEADERS


async def test_the_instance_of_a_problem_is_the_path(http: httpx.AsyncClient) -> None:
    assert assert_problem(await http.get(f"{API}/incidents/INC-404"), 404)["instance"] == f"{API}/incidents/INC-404"
