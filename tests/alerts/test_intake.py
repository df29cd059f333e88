"""Deliveries come in: who may send, in which form, and what becomes of what nobody understands."""

import asyncio
import gzip
import json
import logging
import threading
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from memoryops.alerts.intake.receiving import Arrival
from memoryops.alerts.intake.redaction import Redacted, Redactor
from tests.alerts.sending import DEADLINE_S, GENERIC, Intake
from tests.harness import API, Product, assert_problem

MIB = 1024 * 1024


@pytest.fixture
def product(sqlite_product: Product) -> Product:
    """On one kind of database: nothing here depends on it."""
    return sqlite_product


async def test_what_a_tool_sends_is_stored_answered_and_interpreted(intake: Intake) -> None:
    ours = await intake.integrate()
    response = await intake.try_send(ours["token"])
    assert response.status_code == 202
    delivery = await intake.interpreted(response.json()["delivery_id"])
    assert delivery["state"] == "parsed"
    assert delivery["body"] == GENERIC
    assert (delivery["integration_id"], delivery["source"], delivery["kind"]) == (ours["id"], "generic", "alert")
    assert (delivery["alerts_told"], delivery["authenticated_by"], delivery["form"]) == (1, "token", "json")


async def test_the_address_with_the_token_takes_the_same(intake: Intake) -> None:
    ours = await intake.integrate()
    for address in (ours["url"], f"{API}/alerts/generic/{ours['token']}"):
        response = await intake.http.post(address, json=GENERIC)
        assert response.status_code == 202
        assert (await intake.interpreted(response.json()["delivery_id"]))["state"] == "parsed"


async def test_only_a_valid_token_of_the_source_opens(product: Product, intake: Intake) -> None:
    ours, other = await intake.integrate(), await intake.integrate("graylog")
    bad = [None, "", "moi_wrong", ours["token"][:-1], ours["token"] + "x", ours["token"].upper(), other["token"]]
    async with product.unchanged():
        for token in bad:
            response = await intake.try_send(token)
            assert_problem(response, 401, "no-integration")
            assert response.headers["www-authenticate"] == "Bearer"
            if token:
                assert_problem(await intake.http.post(f"{API}/alerts/generic/{token}", json=GENERIC), 401)


async def test_of_several_tokens_one_that_is_valid_suffices_and_the_one_in_the_address_goes_first(
    intake: Intake,
) -> None:
    ours, other, foreign = await intake.integrate(), await intake.integrate(), await intake.integrate("graylog")
    for in_address, bearer, takes in (
        (ours, ours["token"], ours),
        (ours, "of a proxy", ours),
        (ours, foreign["token"], ours),
        (ours, "x" * 600, ours),
        (foreign, ours["token"], ours),
        (ours, other["token"], ours),
        (other, ours["token"], other),
    ):
        address, headers = f"{API}/alerts/generic/{in_address['token']}", {"Authorization": f"Bearer {bearer}"}
        response = await intake.http.post(address, json=GENERIC, headers=headers)
        assert response.status_code == 202
        assert (await intake.delivery(response.json()["delivery_id"]))["integration_id"] == takes["id"]


async def test_a_source_that_is_not_read_is_not_found_whoever_asks(product: Product, intake: Intake) -> None:
    token = (await intake.integrate())["token"]
    async with product.unchanged():
        for given in (token, "moi_wrong", None):
            assert_problem(await intake.try_send(given, source="nothing"), 404, "unknown-source")


NOT_UNDERSTOOD = [
    (b"", "empty"),
    (b"{", "not JSON"),
    (b'{"a": 1}', "title"),
    (b"[" * 100_000, "deep"),
    (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "deep"),
    (b'{"title": ' + b"9" * 5_000 + b"}", "number"),
    (b"\xff\xfe\x00", "not JSON"),
    (b"\x00" * 10, "not JSON"),
    ('{"title": "é"}'.encode("latin-1") + b"\xc3", "not JSON"),
    (b"plain words", "not JSON"),
    (b"null", "object"),
]


async def test_what_is_not_understood_is_kept_aside_with_its_reason(intake: Intake) -> None:
    token = (await intake.integrate())["token"]
    for body, reason in NOT_UNDERSTOOD:
        delivery = await intake.sent(token, content=body, headers={"Content-Type": "application/json"})
        assert delivery["state"] == "quarantined", body[:40]
        assert reason in delivery["reason"], body[:40]
        assert delivery["id"] in await intake.deliveries(state="quarantined")


async def test_json_is_read_whatever_it_is_declared_as(intake: Intake) -> None:
    token = (await intake.integrate())["token"]
    content = b"\xef\xbb\xbf" + json.dumps(GENERIC).encode()
    for kind in ("application/json", "text/plain; charset=utf-8", "application/x-www-form-urlencoded", ""):
        delivery = await intake.sent(token, content=content, headers={"Content-Type": kind})
        assert (delivery["state"], delivery["form"], delivery["body"]) == ("parsed", "json", GENERIC)


async def test_forms_are_read_with_and_without_json_in_them(intake: Intake) -> None:
    token = (await intake.integrate())["token"]
    for data in (GENERIC, {"payload": json.dumps(GENERIC)}):
        delivery = await intake.sent(token, data=data)
        assert (delivery["state"], delivery["form"], delivery["body"]) == ("parsed", "form", GENERIC)


async def test_compressed_bodies_are_read_and_unreadable_ones_are_not_kept(intake: Intake) -> None:
    token = (await intake.integrate())["token"]
    plain = json.dumps(GENERIC).encode()
    delivery = await intake.sent(token, content=gzip.compress(plain), headers={"Content-Encoding": "gzip"})
    assert (delivery["state"], delivery["body"]) == ("parsed", GENERIC)
    for encoding, content in (
        ("br", b"password=hunter2"),
        ("gzip", b"password=hunter2"),
        ("gzip", gzip.compress(plain)[:-9]),
    ):
        delivery = await intake.sent(token, content=content, headers={"Content-Encoding": encoding})
        assert (delivery["state"], delivery["body"]) == ("quarantined", "")


class HeldRedactor(Redactor):
    """Does not go on until somebody lets it."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.free = threading.Event(), threading.Event()

    def redact(self, value: Any) -> Redacted:
        self.begun.set()
        assert self.free.wait(DEADLINE_S), "nobody else was served meanwhile"
        return super().redact(value)


@pytest.mark.parametrize("encoding", ["", "gzip"])
async def test_other_requests_are_served_while_a_large_body_is_prepared(
    product: Product, intake: Intake, encoding: str
) -> None:
    made, held = await intake.integrate(), HeldRedactor()
    desk = replace(product.runtime.intake, redactor=held)
    plain = b"[" + b"1.5," * (MIB // 4 - 10) + b"1]"
    body = gzip.compress(plain) if encoding else plain
    arriving = asyncio.create_task(
        desk.receive(Arrival("generic", (made["token"],), {"content-encoding": encoding}, body))
    )
    await asyncio.to_thread(held.begun.wait, DEADLINE_S)
    assert (await intake.read(made["id"]))["name"] == made["name"]
    held.free.set()
    assert (await intake.delivery(await arriving))["size"] == len(body)


async def test_a_body_over_one_mebibyte_is_too_large_however_it_comes(product: Product, intake: Intake) -> None:
    token = (await intake.integrate())["token"]

    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(17):
            yield b" " * 64 * 1024

    async with product.unchanged():
        assert_problem(await intake.try_send(token, content=b"x" * (MIB + 1)), 413, "too-large")
        assert_problem(await intake.try_send(token, content=chunks()), 413, "too-large")
        packed = gzip.compress(b"x" * (MIB + 1))
        headers = {"Content-Encoding": "gzip"}
        assert_problem(await intake.try_send(token, content=packed, headers=headers), 413, "too-large")
    assert (await intake.sent(token, content=b" " * (MIB - 2) + b"{}"))["state"] == "quarantined"


async def test_numbers_keep_every_digit(intake: Intake) -> None:
    token = (await intake.integrate())["token"]
    content = b'{"at": 1502709956288000110, "groupKey": 123456789012345678901234567890, "value": 1.10, "e": 1E+2}'
    delivery_id = await intake.send(token, content=content)
    text = (await intake.http.get(f"{API}/deliveries/{delivery_id}")).text
    for digits in ("1502709956288000110", "123456789012345678901234567890", "1.10", "1E+2"):
        assert f":{digits}" in text


async def test_what_looks_like_code_stays_text(intake: Intake) -> None:
    token = (await intake.integrate())["token"]
    odd = {**GENERIC, "title": "{{ 7*7 }} ${jndi:ldap://x} <script>alert(1)</script> {0.__class__} %s"}
    assert (await intake.sent(token, odd))["body"] == odd


async def test_deliveries_are_listed_newest_first_by_state_source_and_integration(intake: Intake) -> None:
    one, two = await intake.integrate(), await intake.integrate("graylog")
    first = await intake.send(one["token"])
    second = await intake.send(two["token"], {}, source="graylog")
    third = await intake.send(one["token"], content=b"{")
    for delivery_id in (first, second, third):
        await intake.interpreted(delivery_id)
    assert await intake.deliveries() == [third, second, first]
    assert await intake.deliveries(state="parsed") == [first]
    assert await intake.deliveries(source="graylog") == [second]
    assert await intake.deliveries(integration=one["id"], state="quarantined") == [third]
    assert await intake.deliveries(integration="INT-999") == []


async def test_pages_of_deliveries_are_complete_and_disjoint(intake: Intake) -> None:
    token = (await intake.integrate())["token"]
    sent = [await intake.send(token) for _ in range(5)]
    seen: list[str] = []
    cursor: str | None = None
    while True:
        params = {"limit": "2", "count": "true"} | ({"cursor": cursor} if cursor else {})
        page = (await intake.http.get(f"{API}/deliveries", params=params)).json()
        assert page["total"] == 5
        seen += [item["id"] for item in page["items"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert seen == sent[::-1]


async def test_a_delivery_that_is_not_there_is_not_found(intake: Intake) -> None:
    for delivery_id in ("DLV-1", "DLV-0", "DLV-01", "dlv-1", "1", "DLV-", "DLV-99999999999999", "DLV-²", "INT-1"):
        assert_problem(await intake.http.get(f"{API}/deliveries/{delivery_id}"), 404)
        assert_problem(await intake.http.post(f"{API}/deliveries/{delivery_id}/replay"), 404)


async def test_nothing_on_the_disk_and_in_the_log_ever_held_a_secret(
    intake: Intake, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    secret = b"hunter2-hunter2"
    ours = await intake.integrate()
    for content in (
        b'{"title": "x", "password": "' + secret + b'", "note": "password=' + secret + b'"}',
        b'{"password": "' + secret + b'", "cut": "off',
        b"title=x&password=" + secret,
        b'{"Message": "{\\"password\\": \\"' + secret + b'\\"}"}',
    ):
        await intake.sent(ours["token"], content=content, headers={"User-Agent": f"password={secret.decode()}"})
    assert files_with(secret, tmp_path) == []
    assert secret.decode() not in caplog.text


def files_with(secret: bytes, folder: Path) -> list[str]:
    """Files that hold the secret, the database and its journal among them."""
    return [path.name for path in folder.rglob("*") if path.is_file() and secret in path.read_bytes()]
