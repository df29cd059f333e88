"""Integration tokens: shown once, kept as a hash, rotated, revoked, good for the intake alone."""

import hashlib
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from memoryops.alerts.intake.paths import is_intake
from tests.alerts.sending import GENERIC, Intake
from tests.harness import API, Product, answer, assert_problem, client_of, running, served, settings_for

ACCESS_TOKEN = "the access token of people"
SIGNED_IN = {"Authorization": f"Bearer {ACCESS_TOKEN}"}


@pytest.fixture
def product(sqlite_product: Product) -> Product:
    """On one kind of database: nothing here depends on it."""
    return sqlite_product


@pytest_asyncio.fixture
async def guarded(sqlite_record: str, tmp_path: Path) -> AsyncIterator[Product]:
    """A server that people have to sign in to."""
    async with running(settings_for(tmp_path, sqlite_record, MEMORYOPS_ACCESS_TOKEN=ACCESS_TOKEN)) as product:
        yield product


async def test_a_token_is_shown_once_and_kept_as_a_hash(product: Product, intake: Intake) -> None:
    ours = await intake.integrate()
    token = ours["token"]
    assert token.startswith("moi_")
    assert len(token) >= 4 + 43
    assert ours["url"] == f"{ours['address']}/{token}"
    for response in (
        await intake.http.get(f"{API}/integrations"),
        await intake.http.get(f"{API}/integrations/{ours['id']}"),
    ):
        assert response.status_code == 200
        assert token not in response.text
    assert (await intake.read(ours["id"]))["tokens"][0]["hint"] == token[-4:]
    contents = repr(await product.contents())
    assert token not in contents
    assert hashlib.sha256(token.encode()).hexdigest() in contents


async def test_a_rotated_token_is_taken_until_the_overlap_ends(product: Product, intake: Intake) -> None:
    ours = await intake.integrate()
    rotated = answer(await intake.http.post(f"{API}/integrations/{ours['id']}/rotate", json={"overlap_hours": 2}), 200)
    assert rotated["token"] != ours["token"]
    assert [token["active"] for token in rotated["tokens"]] == [True, True]
    for token in (ours["token"], rotated["token"]):
        await intake.send(token)
    product.clock.advance(hours=2)
    assert (await intake.try_send(ours["token"])).status_code == 401
    await intake.send(rotated["token"])
    assert [token["active"] for token in (await intake.read(ours["id"]))["tokens"]] == [False, True]


async def test_rotating_again_prolongs_no_token(product: Product, intake: Intake) -> None:
    ours = await intake.integrate()
    for hours in (1, 24):
        await intake.http.post(f"{API}/integrations/{ours['id']}/rotate", json={"overlap_hours": hours})
    product.clock.advance(hours=1)
    assert (await intake.try_send(ours["token"])).status_code == 401


async def test_a_revoked_token_is_taken_no_longer(intake: Intake) -> None:
    ours = await intake.integrate()
    token_id = ours["tokens"][0]["id"]
    assert (await intake.http.delete(f"{API}/integrations/{ours['id']}/tokens/{token_id}")).status_code == 204
    assert (await intake.try_send(ours["token"])).status_code == 401
    assert (await intake.http.delete(f"{API}/integrations/{ours['id']}/tokens/{token_id}")).status_code == 204
    for wrong in ("TOK-99", "TOK-", "x"):
        assert_problem(await intake.http.delete(f"{API}/integrations/{ours['id']}/tokens/{wrong}"), 404)
    other = await intake.integrate()
    path = f"{API}/integrations/{ours['id']}/tokens/{other['tokens'][0]['id']}"
    assert_problem(await intake.http.delete(path), 404)
    await intake.send(other["token"])


async def test_a_deleted_integration_takes_nothing_and_what_it_delivered_stays(intake: Intake) -> None:
    ours = await intake.integrate()
    delivery_id = (await intake.sent(ours["token"]))["id"]
    assert (await intake.http.delete(f"{API}/integrations/{ours['id']}")).status_code == 204
    assert (await intake.try_send(ours["token"])).status_code == 401
    assert_problem(await intake.http.get(f"{API}/integrations/{ours['id']}"), 404)
    assert (await intake.delivery(delivery_id))["state"] == "parsed"


async def test_the_last_use_of_a_token_is_shown(product: Product, intake: Intake) -> None:
    ours = await intake.integrate()
    assert (await intake.read(ours["id"]))["tokens"][0]["last_used_at"] is None
    product.clock.advance(minutes=5)
    delivery = await intake.sent(ours["token"])
    shown = await intake.read(ours["id"])
    assert shown["tokens"][0]["last_used_at"] == shown["last_delivery_at"] == delivery["received_at"]
    assert shown["deliveries"] == {"stored": 0, "parsed": 1, "quarantined": 0, "ignored": 0}


async def test_the_intake_needs_its_own_token_and_no_sign_in(guarded: Product) -> None:
    async with client_of(guarded.app, **SIGNED_IN) as people:
        token = (await Intake(people).integrate())["token"]
    tools = Intake(guarded.http)
    await tools.send(token)
    assert (await guarded.http.post(f"{API}/alerts/generic/{token}", json=GENERIC)).status_code == 202
    assert_problem(await tools.try_send(ACCESS_TOKEN), 401, "no-integration")
    assert_problem(await guarded.http.post(f"{API}/alerts/generic/{ACCESS_TOKEN}", json=GENERIC), 401)


async def test_an_integration_token_opens_nothing_else(guarded: Product) -> None:
    async with client_of(guarded.app, **SIGNED_IN) as people:
        token = (await Intake(people).integrate())["token"]
    for path, operations in guarded.app.openapi()["paths"].items():
        called = path.replace("{source}", "generic").replace("{", "").replace("}", "")
        for method in operations:
            if is_intake(method.upper(), called) or path == f"{API}/session":
                continue
            response = await guarded.http.request(method, called, headers={"Authorization": f"Bearer {token}"})
            assert_problem(response, 401, "sign-in-required")
    for path in ("/metrics", "/openapi.json", f"{API}/nothing", f"{API}/alerts/generic/{token}"):
        assert_problem(await guarded.http.get(path, headers={"Authorization": f"Bearer {token}"}), 401)


async def test_only_the_intake_is_open_to_others(product: Product) -> None:
    openings = {
        operation["operationId"]
        for path, operations in product.app.openapi()["paths"].items()
        for method, operation in operations.items()
        if is_intake(method.upper(), path.replace("{", "").replace("}", ""))
    }
    assert openings == {"receive_alerts", "receive_alerts_by_address"}
    for path in (
        "/alerts",
        "/alerts/a/b/c",
        "/alerts/a/",
        "/alertsx/a",
        "/alerts//a",
        "/integrations/a",
        "/alerts/a/b/",
    ):
        assert not is_intake("POST", f"{API}{path}")
    for method in ("GET", "PUT", "PATCH", "DELETE", "HEAD"):
        assert not is_intake(method, f"{API}/alerts/generic")


async def test_no_answer_and_no_log_shows_a_token_from_an_address(
    product: Product, intake: Intake, caplog: pytest.LogCaptureFixture
) -> None:
    token = (await intake.integrate())["token"]
    caplog.set_level(logging.DEBUG)
    await product.run_sql("DROP TABLE deliveries")
    for secret in (token, "moi_not-a-token", "of-another-kind"):
        for method, path in (
            ("POST", f"/alerts/generic/{secret}"),
            ("POST", f"/alerts/nothing/{secret}"),
            ("POST", f"/alerts/generic/{secret}%00"),
            ("GET", f"/alerts/generic/{token}"),
            ("PUT", f"/alerts/generic/{token}/"),
            ("POST", f"/alerts/generic/x/{token}"),
            ("POST", f"/alerts/{token}"),
            ("GET", f"/{token}"),
        ):
            response = await intake.http.request(method, f"{API}{path}", json=GENERIC)
            assert response.status_code in (400, 401, 404, 405, 500, 503)
            assert secret not in response.text
            assert token not in response.text
    foreign = await intake.http.post(f"{API}/alerts/generic/{token}", json={}, headers={"Host": "evil.example"})
    too_large = await intake.http.post(f"{API}/alerts/generic/{token}", content=b"x" * (1024 * 1024 + 1))
    assert token not in foreign.text + too_large.text
    ours = "\n".join(record.getMessage() for record in caplog.records if not record.name.startswith("httpx"))
    assert token not in ours
    assert "of-another-kind" not in ours


async def test_the_access_log_of_the_server_shows_no_token(
    product: Product, intake: Intake, caplog: pytest.LogCaptureFixture
) -> None:
    token = (await intake.integrate())["token"]
    access = logging.getLogger("uvicorn.access")
    async with served(product) as address, httpx.AsyncClient() as tool:
        access.setLevel(logging.INFO)
        access.addHandler(caplog.handler)
        try:
            response = await tool.post(f"{address}{API}/alerts/generic/{token}", json=GENERIC)
        finally:
            access.removeHandler(caplog.handler)
    assert response.status_code == 202
    lines = [record.getMessage() for record in caplog.records if record.name == "uvicorn.access"]
    assert any("/alerts/generic/" in line for line in lines)
    assert not any(token in line for line in lines)
