"""The product in a test: a real application around a real database, spoken to in the words of the trade."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import sqlalchemy as sa
import uvicorn
from fastapi import FastAPI

from memoryops.app import create_app
from memoryops.insights.models import InsightDay, InsightMark
from memoryops.kit.clock import ManualClock
from memoryops.kit.db import EVERY_WORKSPACE, Base
from memoryops.runtime import Runtime, build_runtime
from memoryops.settings import Settings

API = "/api/v1"
BASE_URL = "http://127.0.0.1:8000"
START = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
JSON = "application/json"
PROBLEM = "application/problem+json"

Values = dict[str, Any]


def closed_port() -> int:
    """A port on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def settings_for(data_dir: Path, database_url: str | None, **given: object) -> Settings:
    """Defaults, whatever this machine's environment says; memory does not answer and needs no calibration."""
    defaults = {str(field.alias): field.default for field in Settings.model_fields.values()}
    ours = {
        "MEMORYOPS_DATA_DIR": data_dir,
        "DATABASE_URL": database_url,
        "MEMORYOPS_SEED": False,
        "HINDSIGHT_API_URL": f"http://127.0.0.1:{closed_port()}",
        "MEMORYOPS_SIMILARITY_THRESHOLD": 0.325,
        "MEMORYOPS_CONSOLE_DIR": data_dir / "no-console",
    }
    values: Values = {**defaults, **ours, **given}
    return Settings(_env_file=None, **values)


def assert_problem(response: httpx.Response, status: int, slug: str | None = None) -> Values:
    """The problem document, after checking that it is one in every respect."""
    assert response.status_code == status, f"{response.status_code}: {response.text[:500]}"
    assert response.headers["content-type"] == PROBLEM
    body: Values = response.json()
    assert body["status"] == status
    assert body["type"].startswith("urn:memoryops:problem:")
    assert body["title"].strip()
    assert body["detail"].strip()
    assert "Traceback" not in response.text
    if slug is not None:
        assert body["type"] == f"urn:memoryops:problem:{slug}"
    return body


def answer(response: httpx.Response, status: int) -> Values:
    """The body of an answer that has to have this status."""
    assert response.status_code == status, f"{response.status_code}: {response.text[:500]}"
    body: Values = response.json()
    return body


def as_actor(name: str | None) -> dict[str, str]:
    """The header that says who makes a change."""
    return {} if name is None else {"X-Actor": quote(name)}


class Incidents:
    """What people do with incidents; every verb expects to succeed and gives the incident as the API shows it."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http

    async def declare(self, *, actor: str | None = None, **fields: Any) -> Values:
        return answer(await self.http.post(f"{API}/incidents", json=declared(**fields), headers=as_actor(actor)), 201)

    async def read(self, incident_id: str) -> Values:
        return answer(await self.http.get(f"{API}/incidents/{incident_id}"), 200)

    async def edit(self, incident_id: str, /, *, actor: str | None = None, **changes: Any) -> Values:
        """Edit at whatever revision the incident has."""
        revision = (await self.read(incident_id))["revision"]
        return answer(await self.try_edit(incident_id, revision, actor=actor, **changes), 200)

    async def try_edit(
        self, incident_id: str, revision: int, /, *, actor: str | None = None, **changes: Any
    ) -> httpx.Response:
        headers = {"If-Match": f'"{revision}"', **as_actor(actor)}
        return await self.http.patch(f"{API}/incidents/{incident_id}", json=changes, headers=headers)

    async def resolve(self, incident_id: str, *, actor: str | None = None, **fields: Any) -> Values:
        return answer(await self.try_resolve(incident_id, actor=actor, **fields), 200)

    async def try_resolve(self, incident_id: str, *, actor: str | None = None, **fields: Any) -> httpx.Response:
        return await self.http.post(
            f"{API}/incidents/{incident_id}/resolve", json=resolved(**fields), headers=as_actor(actor)
        )

    async def reopen(self, incident_id: str, *, actor: str | None = None) -> Values:
        return answer(await self.http.post(f"{API}/incidents/{incident_id}/reopen", headers=as_actor(actor)), 200)

    async def restore(self, incident_id: str, *, actor: str | None = None) -> Values:
        return answer(await self.http.post(f"{API}/incidents/{incident_id}/restore", headers=as_actor(actor)), 200)

    async def delete(self, incident_id: str, *, actor: str | None = None) -> None:
        response = await self.http.delete(f"{API}/incidents/{incident_id}", headers=as_actor(actor))
        assert response.status_code == 204, response.text

    async def note(self, incident_id: str, text: str, *, actor: str | None = None, **fields: Any) -> Values:
        note = {"text": text, **fields}
        return answer(
            await self.http.post(f"{API}/incidents/{incident_id}/timeline", json=note, headers=as_actor(actor)), 201
        )

    async def timeline(self, incident_id: str) -> list[Values]:
        items: list[Values] = answer(await self.http.get(f"{API}/incidents/{incident_id}/timeline"), 200)["items"]
        return items

    async def kinds(self, incident_id: str) -> list[str]:
        """What happened to the incident according to the record, oldest first."""
        return [item["kind"] for item in await self.timeline(incident_id) if item["source"] == "record"]

    async def page(self, **params: Any) -> Values:
        return answer(await self.http.get(f"{API}/incidents", params=params), 200)

    async def found(self, **params: Any) -> list[str]:
        """Ids on one page, in its order."""
        return [item["id"] for item in (await self.page(**params))["items"]]

    async def everything(self, **params: Any) -> list[Values]:
        """All items, page after page."""
        items: list[Values] = []
        page = await self.page(**params)
        while True:
            items += page["items"]
            if page["next_cursor"] is None:
                return items
            page = await self.page(**{**params, "cursor": page["next_cursor"]})

    async def total(self) -> int:
        total: int = (await self.page(limit=1, count="true"))["total"]
        return total


def declared(**fields: Any) -> Values:
    """A payload that declares an incident; `fields` win."""
    return {"title": "Payments time out", "service": "payment-api", "severity": "sev2", **fields}


def resolved(**fields: Any) -> Values:
    """A payload that resolves an incident with everything a verified resolution needs; `fields` win."""
    lesson = {
        "root_cause": "A session leak exhausted the pool.",
        "resolution": "Raised the pool and fixed the leak.",
        "outcome": "fixed",
        "resolved_by": "Grace",
    }
    return {**lesson, **fields}


KEPT_BY_A_WORKER = frozenset({InsightDay.__tablename__, InsightMark.__tablename__})


@dataclass(frozen=True)
class Product:
    """One running application and how to speak to it."""

    app: FastAPI
    runtime: Runtime
    clock: ManualClock
    http: httpx.AsyncClient
    incidents: Incidents

    async def contents(self) -> dict[str, list[tuple[Any, ...]]]:
        """Every row of every table, to be compared with what was there before."""
        database = self.runtime.database
        async with database.reading(EVERY_WORKSPACE) as session:
            connection = await session.connection()
            return {
                table.name: [
                    tuple(row) for row in await connection.execute(sa.select(table).order_by(*table.primary_key))
                ]
                for table in Base.metadata.sorted_tables
            }

    @asynccontextmanager
    async def unchanged(self) -> AsyncIterator[None]:
        """Fails unless the record store holds afterwards exactly what it held before, but for what is counted of it."""
        before = await self._uncounted()
        yield
        assert await self._uncounted() == before

    async def _uncounted(self) -> dict[str, list[tuple[Any, ...]]]:
        """All but the days of insights, which a worker keeps anew whenever its turn comes."""
        contents = await self.contents()
        return {name: rows for name, rows in contents.items() if name not in KEPT_BY_A_WORKER}

    async def run_sql(self, *statements: str) -> None:
        """Do something to the database that no call of ours would do."""
        async with self.runtime.database.writing(EVERY_WORKSPACE) as session:
            connection = await session.connection()
            for statement in statements:
                await connection.exec_driver_sql(statement)


@asynccontextmanager
async def running(settings: Settings, clock: ManualClock | None = None) -> AsyncIterator[Product]:
    """The application, started, with a client that sees its failures as answers."""
    product = _product(settings, clock)
    async with product.app.router.lifespan_context(product.app), product.http:
        yield product


@asynccontextmanager
async def resting(settings: Settings) -> AsyncIterator[Product]:
    """The application without its workers: nothing happens but what the test does."""
    product = _product(settings, None)
    await product.runtime.start()
    try:
        async with product.http:
            yield product
    finally:
        await product.runtime.aclose()


def _product(settings: Settings, clock: ManualClock | None) -> Product:
    clock = clock or ManualClock(START)
    runtime = build_runtime(settings, clock=clock)
    app = create_app(runtime)
    http = client_of(app)
    return Product(app, runtime, clock, http, Incidents(http))


def client_of(app: FastAPI, **headers: str) -> httpx.AsyncClient:
    """A client of the application itself, no socket between."""
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url=BASE_URL, headers=headers)


@asynccontextmanager
async def served(product: Product) -> AsyncIterator[str]:
    """The product behind a real socket; gives its address."""
    # On a socket that does not say so, asyncio leaves TCP its pauses of 40 ms before the end of an answer.
    with socket.socket(proto=socket.IPPROTO_TCP) as listener:
        listener.bind(("127.0.0.1", 0))
        # Whoever comes before the server has begun waits, and is not refused.
        listener.listen()
        config = uvicorn.Config(product.app, lifespan="off", log_level="error", timeout_graceful_shutdown=1)
        server = uvicorn.Server(config)
        task = asyncio.create_task(server.serve(sockets=[listener]))
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            await task
