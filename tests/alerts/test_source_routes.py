"""Sources and the mapping's preview over HTTP."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from memoryops.app import create_app
from memoryops.runtime import build_runtime
from tests.harness import answer, assert_problem, client_of, settings_for


@pytest_asyncio.fixture
async def http(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(create_app(build_runtime(settings_for(tmp_path, None)))) as client:
        yield client


async def test_every_source_is_listed_with_what_it_is_read_by(http: httpx.AsyncClient) -> None:
    page = answer(await http.get("/api/v1/sources"), 200)
    listed = {item["name"]: item for item in page["items"]}
    assert page["total"] == len(listed)
    assert listed["alertmanager"]["aliases"] == ["prometheus", "prometheus-alert-api"]
    assert (listed["alertmanager"]["takes_mapping"], listed["alertmanager"]["mapping"]) == (False, None)
    assert (listed["librenms"]["confirmed"], listed["checkly"]["confirmed"]) == (False, True)
    assert listed["checkly"]["mapping"]["status_words"]["alert_recovery"] == "resolved"
    assert (listed["pagerduty"]["signature"], listed["zabbix"]["signature"]) == ("pagerduty", None)
    assert listed["checkly"]["documentation"].startswith("https://")


async def test_a_presets_mapping_can_be_tried_as_it_is_listed(http: httpx.AsyncClient) -> None:
    listed = answer(await http.get("/api/v1/sources"), 200)["items"]
    mapping = next(item["mapping"] for item in listed if item["name"] == "axiom")
    payload = {"action": "Open", "event": {"monitorID": "m-1", "title": "5xx", "timestamp": "2026-11-30T09:00:00Z"}}
    shown = answer(await http.post("/api/v1/sources/preview", json={"mapping": mapping, "payload": payload}), 200)
    (alert,) = shown["alerts"]
    assert (alert["title"], alert["fingerprint"], alert["status"]) == ("5xx", "m-1", "firing")
    assert alert["occurred_at"] == "2026-11-30T09:00:00.000Z"
    assert {"field": "title", "value": '"5xx"', "problem": None, "position": None} in shown["fields"]


async def test_a_fault_is_a_field_of_the_answer_and_no_error(http: httpx.AsyncClient) -> None:
    shown = answer(await http.post("/api/v1/sources/preview", json={"mapping": {"title": "a."}, "payload": {}}), 200)
    assert shown["fields"] == [
        {"field": "title", "value": None, "problem": "ends too early (character 3)", "position": 2}
    ]
    assert (shown["alerts"], shown["reason"]) == ([], "The mapping has faults.")


HOSTILE = [r'"\ud800"', r'{"\ud800": "\u0000"}', "1" * 5_000, "[" * 300 + "]" * 300]
EVERYWHERE = '{"title": "@", "labels": "@", "links": "@", "severity": "@", "alerts": "[{name: @}]"}'


@pytest.mark.parametrize("payload", HOSTILE, ids=["surrogate", "keys", "number", "lists"])
@pytest.mark.parametrize("mapping", [EVERYWHERE, r'{"\ud800": "x"}'], ids=["everywhere", "surrogate"])
async def test_any_payload_is_answered(http: httpx.AsyncClient, mapping: str, payload: str) -> None:
    content = f'{{"mapping": {mapping}, "payload": {payload}}}'
    headers = {"Content-Type": "application/json"}
    response = await http.post("/api/v1/sources/preview", content=content, headers=headers)
    assert response.status_code in (200, 400, 422)
    assert response.json()


async def test_a_mapping_is_an_object(http: httpx.AsyncClient) -> None:
    assert_problem(await http.post("/api/v1/sources/preview", json={"mapping": [], "payload": {}}), 422)
