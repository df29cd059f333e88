"""The product as it lives, with its background work and a real memory, for stories told from the outside."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from memoryops.app import create_app
from memoryops.runtime import Runtime, build_runtime
from tests.harness import API, Incidents, Values, answer, client_of, settings_for
from tests.hindsight import RunningHindsight

PATIENCE_S = 180
BANK = "memoryops-default"


@dataclass(frozen=True)
class Life:
    """One running product on a real memory."""

    runtime: Runtime
    http: httpx.AsyncClient
    incidents: Incidents

    async def analyze(self, incident_id: str) -> Values:
        return answer(await self.http.post(f"{API}/incidents/{incident_id}/analyze", timeout=60), 200)

    async def recall(self, query: str) -> Values:
        return answer(await self.http.post(f"{API}/memory/recall", json={"query": query}), 200)

    async def memory_status(self) -> Values:
        return answer(await self.http.get(f"{API}/memory/status"), 200)

    async def until(self, holds: Callable[[], Awaitable[bool]], what: str, within_s: float = PATIENCE_S) -> None:
        """Poll until it holds."""
        deadline = time.monotonic() + within_s
        while not await holds():
            assert time.monotonic() < deadline, f"never: {what}; memory is {self.runtime.health.current}"
            await asyncio.sleep(0.1)

    async def until_state(self, incident_id: str, state: str) -> None:
        """Poll until the incident's memory is in that state."""

        async def reached() -> bool:
            is_state: bool = (await self.incidents.read(incident_id))["memory"]["state"] == state
            return is_state

        await self.until(reached, f"{incident_id} {state}")

    async def until_memory(self, status: str) -> None:
        """Poll until the server shows memory so."""

        async def reached() -> bool:
            is_status: bool = (await self.memory_status())["status"] == status
            return is_status

        await self.until(reached, f"memory {status}")

    async def until_reason(self, reason: str, within_s: float = PATIENCE_S) -> None:
        """Poll until the server gives this as the reason why memory is unavailable."""

        async def reached() -> bool:
            is_reason: bool = (await self.memory_status())["reason"] == reason
            return is_reason

        await self.until(reached, f"memory {reason}", within_s)


@asynccontextmanager
async def living(
    hindsight: RunningHindsight,
    data_dir: Path,
    record: str,
    *,
    fresh: bool = True,
    through: str | None = None,
    key: str | None = None,
) -> AsyncIterator[Life]:
    """The product on the real server, when memory is ready; `fresh` begins with an empty bank.

    `through` is the address to reach it by, and `key` another than its own; with that memory never gets ready.
    """
    if fresh:
        await empty_bank(hindsight)
    connection = hindsight.connection
    given = {"HINDSIGHT_API_URL": through or connection.url, "HINDSIGHT_API_KEY": key or connection.api_key}
    async with lived(build_runtime(settings_for(data_dir, record, **given))) as life:
        await life.until_memory("unavailable" if key else "ready")
        yield life


@asynccontextmanager
async def lived(runtime: Runtime) -> AsyncIterator[Life]:
    """The product around a runtime, started."""
    app = create_app(runtime)
    async with app.router.lifespan_context(app), client_of(app) as http:
        yield Life(runtime, http, Incidents(http))


async def empty_bank(hindsight: RunningHindsight) -> None:
    """Take away the workspace's bank, whatever an earlier test left there."""
    async with server_client(hindsight) as http:
        (await http.delete(f"/v1/default/banks/{BANK}")).raise_for_status()


async def documents_in_bank(hindsight: RunningHindsight) -> list[str]:
    """The ids of what the server holds, asked of the server itself."""
    async with server_client(hindsight) as http:
        response = await http.get(f"/v1/default/banks/{BANK}/documents", params={"limit": 500})
        return [item["id"] for item in answer(response, 200)["items"]]


async def chunks_of(hindsight: RunningHindsight, document_id: str) -> list[str]:
    """A document's pieces as the server cut them."""
    async with server_client(hindsight) as http:
        path = f"/v1/default/banks/{BANK}/documents/{document_id}/chunks"
        return [item["chunk_text"] for item in answer(await http.get(path, params={"limit": 200}), 200)["items"]]


def server_client(hindsight: RunningHindsight) -> httpx.AsyncClient:
    connection = hindsight.connection
    headers = {"Authorization": f"Bearer {connection.api_key}"}
    return httpx.AsyncClient(base_url=connection.url, headers=headers, timeout=30, trust_env=False)
