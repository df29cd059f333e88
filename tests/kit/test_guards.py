"""Who may talk to the server: hosts, origins, and those who present the access token."""

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from tests.harness import API, BASE_URL, Product, assert_problem, client_of, declared, running, settings_for

TOKEN = "correct horse battery staple"
OPEN = ["/healthz", "/readyz", "/", "/assets/app.js", "/incidents/INC-101"]


@pytest_asyncio.fixture
async def product(sqlite_record: str, tmp_path: Path) -> AsyncIterator[Product]:
    settings = settings_for(
        tmp_path,
        sqlite_record,
        MEMORYOPS_ALLOWED_HOSTS="ops.example, Other.Example",
        MEMORYOPS_ALLOWED_ORIGINS="http://dev.example:5173",
    )
    async with running(settings) as product:
        yield product


@pytest_asyncio.fixture
async def guarded(sqlite_record: str, tmp_path: Path) -> AsyncIterator[Product]:
    """A server with an access token and a built console."""
    console = tmp_path / "console"
    (console / "assets").mkdir(parents=True)
    (console / "index.html").write_text("console")
    (console / "assets" / "app.js").write_text("app")
    settings = settings_for(tmp_path, sqlite_record, MEMORYOPS_ACCESS_TOKEN=TOKEN, MEMORYOPS_CONSOLE_DIR=console)
    async with running(settings) as product:
        yield product


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.0.0.1:8000",
        "localhost",
        "LOCALHOST:1",
        "[::1]",
        "[::1]:8000",
        "ops.example",
        "other.example:443",
    ],
)
async def test_the_server_answers_to_its_own_names(http: httpx.AsyncClient, host: str) -> None:
    assert (await http.get("/healthz", headers={"Host": host})).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "127.0.0.1.evil.example",
        "localhost.",
        "ops.example.evil.example",
        "",
        ":8000",
        "127.0.0.1:8000:1",
        "127.0.0.1@evil.example",
        "evil.example:80@127.0.0.1",
        "[::1",
        "[::1]evil",
        "::1",
        "[127.0.0.1]x",
        "127.0.0.1:x",
        "127.0.0.1, evil.example",
        "127.0.0.1 evil.example",
        "2130706433",
        "0x7f.1",
        "[::ffff:127.0.0.1]",
    ],
)
async def test_the_server_answers_to_no_other_name(http: httpx.AsyncClient, host: str) -> None:
    for path in ("/healthz", "/", f"{API}/incidents"):
        assert_problem(await http.get(path, headers={"Host": host}), 403, "foreign-host")


FOREIGN = [
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": ""},
    {"Origin": "http://127.0.0.1:8001"},
    {"Origin": "http://localhost:8000"},
    {"Origin": "http://127.0.0.1"},
    {"Origin": "http://127.0.0.1:8000.evil.example"},
    {"Origin": "http://["},
    {"Origin": "file://127.0.0.1:8000"},
    {"Origin": "127.0.0.1:8000"},
    {"Origin": "http://127.0.0.1:8000, http://evil.example"},
    {"Origin": "http://dev.example:5174"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": BASE_URL, "Sec-Fetch-Site": "cross-site"},
]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
async def test_a_write_from_a_foreign_page_is_refused_on_loopback_too(
    product: Product, headers: dict[str, str]
) -> None:
    await product.incidents.declare()
    async with product.unchanged():
        for method, path in (
            ("POST", "/incidents"),
            ("DELETE", "/incidents/INC-101"),
            ("PATCH", "/incidents/INC-101"),
            ("POST", "/incidents/INC-101/reopen"),
            ("DELETE", "/samples"),
            ("POST", "/session"),
        ):
            response = await product.http.request(method, f"{API}{path}", json=declared(), headers=headers)
            assert_problem(response, 403, "foreign-origin")


async def test_two_origins_do_not_make_one_of_ours(product: Product) -> None:
    async with product.unchanged():
        for first, second in ((BASE_URL, "http://evil.example"), ("http://dev.example:5173", "http://evil.example")):
            headers = [("Origin", first), ("Origin", second)]
            response = await product.http.post(f"{API}/incidents", json=declared(), headers=headers)
            assert_problem(response, 403, "foreign-origin")


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": BASE_URL},
        {"Origin": BASE_URL, "Sec-Fetch-Site": "same-origin"},
        {"Origin": "http://dev.example:5173", "Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "none"},
    ],
    ids=str,
)
async def test_our_own_console_clients_and_allowed_origins_may_write(
    http: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    assert (await http.post(f"{API}/incidents", json=declared(), headers=headers)).status_code == 201


async def test_no_other_origin_is_invited_to_read(http: httpx.AsyncClient) -> None:
    response = await http.get(f"{API}/incidents", headers={"Origin": "http://evil.example"})
    assert not [name for name in response.headers if name.startswith("access-control")]


async def test_with_a_token_set_only_health_and_the_console_are_open(guarded: Product) -> None:
    for path in OPEN:
        assert (await guarded.http.get(path, headers={"Accept": "text/html"})).status_code == 200, path
    documented = guarded.app.openapi()["paths"]
    for path, operations in documented.items():
        for method in operations:
            if path == f"{API}/alerts/{{source}}" or path == f"{API}/alerts/{{source}}/{{token}}":
                assert_problem(await guarded.http.request(method, path.format(source="generic", token="x")), 401)
            elif not path.endswith("/session"):
                response = await guarded.http.request(method, path.replace("{", "").replace("}", ""))
                assert_problem(response, 401, "sign-in-required")
    for path in ("/metrics", "/openapi.json", "/api", "/api/v2", "/api/v1/nothing", "/docs"):
        assert_problem(await guarded.http.get(path), 401, "sign-in-required")


@pytest.mark.parametrize(
    "path",
    [
        "//api/v1/incidents",
        "/API/v1/incidents",
        "/./api/v1/incidents",
        "/%61pi/v1/incidents",
        "/x/../api/v1/incidents",
        "/metrics/",
        "/openapi.json/",
    ],
)
async def test_no_other_spelling_of_a_path_opens_it(guarded: Product, path: str) -> None:
    await guarded.run_sql("UPDATE workspaces SET name = 'open sesame'")
    request = httpx.Request("GET", httpx.URL(BASE_URL).copy_with(raw_path=path.encode()))
    response = await guarded.http.send(request, follow_redirects=False)
    assert response.status_code in (307, 401, 404) or response.text == "console"


async def test_the_token_opens_as_bearer(guarded: Product) -> None:
    for scheme in ("Bearer", "bearer", "BEARER"):
        response = await guarded.http.get(f"{API}/incidents", headers={"Authorization": f"{scheme} {TOKEN}"})
        assert response.status_code == 200


@pytest.mark.parametrize(
    "authorization",
    [
        "",
        "Bearer",
        "Bearer ",
        f"Bearer {TOKEN}x",
        f"Bearer {TOKEN[:-1]}",
        f"Basic {TOKEN}",
        TOKEN,
        f"Bearer {TOKEN.upper()}",
        "Bearer \xff\xfe",
        "Bearer " + "x" * 60_000,
    ],
)
async def test_nothing_else_opens(guarded: Product, authorization: str) -> None:
    headers = {b"Authorization": authorization.encode("latin-1")}
    assert_problem(await guarded.http.get(f"{API}/incidents", headers=headers), 401, "sign-in-required")


async def test_a_token_beyond_ascii_opens_as_bearer(sqlite_record: str, tmp_path: Path) -> None:
    settings = settings_for(tmp_path, sqlite_record, MEMORYOPS_ACCESS_TOKEN="geheimnisträger-日本語-token")
    async with running(settings) as product:
        headers = {b"Authorization": "Bearer geheimnisträger-日本語-token".encode()}
        assert (await product.http.get(f"{API}/incidents", headers=headers)).status_code == 200


async def test_signing_in_leaves_a_cookie_that_scripts_and_other_sites_cannot_use(guarded: Product) -> None:
    response = await guarded.http.post(f"{API}/session", json={"token": TOKEN})
    assert response.status_code == 204
    cookie = response.headers["set-cookie"]
    attributes = {part.strip().lower() for part in cookie.split(";")}
    assert {"httponly", "samesite=strict", "path=/"} <= attributes
    assert TOKEN not in cookie
    assert (await guarded.http.get(f"{API}/incidents")).status_code == 200
    assert (await guarded.http.post(f"{API}/incidents", json=declared())).status_code == 201


async def test_the_cookie_opens_among_cookies_of_other_servers(guarded: Product) -> None:
    signed_in = await guarded.http.post(f"{API}/session", json={"token": TOKEN})
    session = signed_in.headers["set-cookie"].partition(";")[0]
    for others in ('prefs={"theme": "dark", "x"}; {}', "broken; {}; =; also=broken=", "a[b]=c/d; {}", "{}"):
        async with client_of(guarded.app, Cookie=others.replace("{}", session)) as http:
            assert (await http.get(f"{API}/incidents")).status_code == 200, others


@pytest.mark.parametrize("value", ["", "x", "0" * 64, TOKEN, '"', "\xff"])
async def test_a_made_up_cookie_does_not_open(guarded: Product, value: str) -> None:
    headers = {b"Cookie": f"memoryops_session={value}".encode("latin-1")}
    assert_problem(await guarded.http.get(f"{API}/incidents", headers=headers), 401)


async def test_a_wrong_token_signs_nobody_in(guarded: Product) -> None:
    for token in ("wrong", TOKEN + "x", TOKEN.upper(), "é" * 100):
        response = await guarded.http.post(f"{API}/session", json={"token": token})
        assert_problem(response, 401, "wrong-token")
        assert "set-cookie" not in response.headers
    assert_problem(await guarded.http.get(f"{API}/incidents"), 401)


async def test_signing_out_takes_the_cookie_back(guarded: Product) -> None:
    await guarded.http.post(f"{API}/session", json={"token": TOKEN})
    response = await guarded.http.delete(f"{API}/session")
    assert response.status_code == 204
    assert "max-age=0" in response.headers["set-cookie"].lower()
    assert_problem(await guarded.http.get(f"{API}/incidents"), 401)


async def test_without_a_token_configured_there_is_nothing_to_sign_in_to(http: httpx.AsyncClient) -> None:
    response = await http.post(f"{API}/session", json={"token": "anything"})
    assert response.status_code == 204
    assert "set-cookie" not in response.headers


async def test_no_secret_is_in_a_response_or_in_the_log(
    migrated_postgres: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    secrets = {
        "MEMORYOPS_ACCESS_TOKEN": "token-that-nobody-sees",
        "HINDSIGHT_API_KEY": "key-that-nobody-sees",
        "GROQ_API_KEY": "gsk-that-nobody-sees",
        "MEMORYOPS_MODEL_KEY": "model-key-that-nobody-sees",
    }
    settings = settings_for(tmp_path, migrated_postgres, **secrets)
    seen = [repr(settings), str(settings)]
    async with running(settings) as product:
        product.http.headers["Authorization"] = f"Bearer {secrets['MEMORYOPS_ACCESS_TOKEN']}"
        await product.runtime.health.check()
        for path in ("/status", "/memory/status", "/incidents", "/samples", "/incidents/overview"):
            response = await product.http.get(f"{API}{path}")
            seen += [response.text, str(response.headers)]
        seen += [(await product.http.get("/metrics")).text, (await product.http.get("/openapi.json")).text]
        for token in ("wrong", secrets["MEMORYOPS_ACCESS_TOKEN"] * 30):
            seen.append((await product.http.post(f"{API}/session", json={"token": token})).text)
    text = "\n".join([*seen, caplog.text])
    assert [secret for secret in secrets.values() if secret in text] == []
