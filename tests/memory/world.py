"""The product around a memory under the test's control; nothing happens in the background but what the test does."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa

from memoryops.adapters.hindsight import HindsightMemory
from memoryops.adapters.hindsight_connection import Connection
from memoryops.analysis.port import LanguageModel
from memoryops.app import create_app
from memoryops.kit.clock import ManualClock
from memoryops.memory.models import LedgerDocument, LedgerTransition
from memoryops.memory.reconciler import Reconciler
from memoryops.runtime import build_runtime
from tests.fakes.hindsight_server import Answer, refuses
from tests.fakes.remembering_hindsight import Held, RememberingHindsight, remembering_hindsight
from tests.harness import API, START, Incidents, Product, Values, answer, as_actor, client_of, settings_for

KEY = "the-key-of-the-fake"


@dataclass(frozen=True)
class World:
    """A product and the memory it talks to."""

    product: Product
    fake: RememberingHindsight

    @property
    def incidents(self) -> Incidents:
        return self.product.incidents

    @property
    def clock(self) -> ManualClock:
        return self.product.clock

    @property
    def reconciler(self) -> Reconciler:
        return self.product.runtime.reconciler

    def another_reconciler(self) -> Reconciler:
        """A second process's reconciler on the same record and memory."""
        runtime = self.product.runtime
        return Reconciler(runtime.database, runtime.memory, runtime.health, runtime.clock, runtime.pulse)

    async def resolved(self, **fields: Any) -> str:
        """The id of an incident that was declared and resolved."""
        incident_id: str = (await self.incidents.declare(symptoms="Charges hang and then fail with 504."))["id"]
        await self.incidents.resolve(incident_id, **fields)
        return incident_id

    async def remembered(self, **fields: Any) -> str:
        """The id of an incident that memory holds and recalls."""
        incident_id = await self.resolved(**fields)
        await self.settle()
        document = await self.document(incident_id)
        assert document["state"] == "ready", document
        return incident_id

    async def settle(self) -> int:
        """Work off what is due now; how many steps that took."""
        steps = 0
        while await self.reconciler.work_once():
            steps += 1
            assert steps < 50, "the reconciler does not come to rest"
        return steps

    async def check(self) -> None:
        """Ask memory whether it answers, and compare it with the ledger where that is owed."""
        await self.product.runtime.health.check()
        await self.reconciler.compare()

    async def wait(self, **delta: float) -> None:
        """Let time pass, then work off what is due."""
        self.clock.advance(**delta)
        await self.settle()

    async def document(self, document_id: str) -> Values:
        return answer(await self.product.http.get(f"{API}/memory/documents/{document_id}"), 200)

    async def retain(self, document_id: str) -> Values:
        return answer(await self.try_retain(document_id), 200)

    async def try_retain(self, document_id: str, **params: str) -> httpx.Response:
        return await self.product.http.post(f"{API}/memory/documents/{document_id}/retain", params=params)

    async def retain_again(self, document_id: str) -> Values:
        """Retain a document that was forgotten."""
        return answer(await self.try_retain(document_id, confirm="true"), 200)

    async def forget(self, document_id: str, *, actor: str | None = None) -> Values:
        response = await self.product.http.delete(f"{API}/memory/documents/{document_id}", headers=as_actor(actor))
        return answer(response, 200)

    async def state(self, document_id: str) -> str:
        state: str = (await self.document(document_id))["state"]
        return state

    async def steps(self, document_id: str) -> list[str]:
        """The states that the document went through, in order."""
        return [step["to_state"] for step in (await self.document(document_id))["steps"]]

    async def due_in(self, document_id: str) -> float | None:
        """Seconds until the document's next try; None when none is planned."""
        async with self.product.runtime.database.reading("default") as session:
            entry = await session.scalar(sa.select(LedgerDocument).where(LedgerDocument.document_id == document_id))
            assert entry is not None
            if entry.next_attempt_at is None:
                return None
            return (entry.next_attempt_at - self.clock.now()).total_seconds()

    async def recall(self, query: str, **filters: object) -> Values:
        return answer(await self.product.http.post(f"{API}/memory/recall", json={"query": query, **filters}), 200)

    def refusal(self, status: int, **headers: str) -> Answer:
        """An error answer of memory."""
        return refuses(status, **headers)

    def held(self, document_id: str) -> Held:
        return self.fake.held[document_id]

    def hold(self, document_id: str, *, tags: list[str], metadata: dict[str, str]) -> None:
        """Put a document into memory that the product did not write."""
        self.fake.held[document_id] = Held(document_id, "Somebody wrote this.", list(tags), metadata)

    def sent(self, call: str = "retain") -> list[Any]:
        """The bodies of the requests of that kind, in order."""
        return [asked.body for asked in self.fake.calls(call)]

    async def transitions(self) -> int:
        async with self.product.runtime.database.reading("default") as session:
            return await session.scalar(sa.select(sa.func.count()).select_from(LedgerTransition)) or 0


@asynccontextmanager
async def still_product(
    record: str,
    data_dir: Path,
    memory_url: str,
    *,
    model: LanguageModel | None = None,
    timeout_s: float = 10,
    **given: object,
) -> AsyncIterator[Product]:
    """The product with its clock standing and nothing running beside requests; memory has so long to answer."""
    memory = HindsightMemory(lambda: Connection(memory_url, KEY), recall_timeout=timeout_s, retain_timeout=timeout_s)
    clock = ManualClock(START)
    settings = settings_for(data_dir, record, HINDSIGHT_API_URL=memory_url, **given)
    runtime = build_runtime(settings, memory=memory, model=model, clock=clock)
    await runtime.start()
    assert await runtime.reconciler.compare(), "an empty ledger has nothing to be compared"
    app = create_app(runtime)
    async with client_of(app) as http:
        yield Product(app, runtime, clock, http, Incidents(http))
    await runtime.aclose()


@asynccontextmanager
async def world(
    record: str, data_dir: Path, *, model: LanguageModel | None = None, timeout_s: float = 10, **given: object
) -> AsyncIterator[World]:
    """A product and a fake memory that remembers."""
    async with (
        remembering_hindsight() as fake,
        still_product(record, data_dir, fake.url, model=model, timeout_s=timeout_s, **given) as product,
    ):
        yield World(product, fake)
