"""A stream of work on incidents, and what the record and memory must hold after it, whatever was killed meanwhile."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

import httpx

from tests.harness import API, Incidents, Values, answer

IN_PLAY = 25
"""Incidents that are neither deleted nor forgotten; what is forgotten stays so, and others take its place."""

FAILURES = [
    ("search", "The shard allocator rejects every replica after the node was replaced."),
    ("billing", "Invoices carry the wrong tax rate since the currency table was reloaded."),
    ("edge-gateway", "Visitors see a certificate warning because the renewal job lost its role."),
    ("mailer", "Bounce notifications pile up in the outbound queue and nobody is told."),
    ("reports", "The nightly export runs out of disk while it sorts the audit trail."),
]
ANCHOR = "Turbine telemetry from the wind farm arrives forty minutes late whenever the satellite link renegotiates."


class Violation(Exception):
    """A claim did not hold; the sentence says which."""


@dataclass(frozen=True)
class Expected:
    """One incident as it must be."""

    status: str = "investigating"
    root_cause: str | None = None
    deleted: bool = False
    forgotten: bool = False

    @property
    def is_held(self) -> bool:
        """Whether memory must hold its document."""
        return self.status == "resolved" and not self.deleted and not self.forgotten


@dataclass
class Tally:
    """What the stream has seen so far."""

    changes: int = 0
    slowest_resolve_ms: float = 0.0
    recalls: dict[str, int] = field(default_factory=dict)

    def recalled(self, status: str, reason: str | None) -> None:
        name = status if reason is None else f"{status}/{reason}"
        self.recalls[name] = self.recalls.get(name, 0) + 1


@dataclass
class Work:
    """Does things to incidents, one after the other; what was cut off counts as either done or not."""

    http: httpx.AsyncClient
    dice: random.Random
    tally: Tally = field(default_factory=Tally)
    expected: dict[str, Expected] = field(default_factory=dict)
    questions: dict[str, Expected] = field(default_factory=dict)
    anchor: str = ""

    @property
    def incidents(self) -> Incidents:
        return Incidents(self.http)

    async def run(self) -> None:
        """Work for ever; ends with Violation when something was refused that had to succeed."""
        while True:
            await asyncio.sleep(self.dice.uniform(0.0, 0.5))
            try:
                await self.step()
                self.tally.changes += 1
            except httpx.TransportError:
                await asyncio.sleep(0.1)
            except AssertionError as refused:
                raise Violation(f"a change was refused: {refused}") from refused

    async def step(self) -> None:
        """One change of a kind and an incident that the dice choose."""
        in_play = sum(not one.deleted and not one.forgotten for one in self.expected.values())
        if in_play < IN_PLAY and self.dice.random() < 0.5:
            await self._declare()
            return
        known = [name for name in self.expected if name != self.anchor and name not in self.questions]
        if known:
            incident_id = self.dice.choice(known)
            verb, then = self.dice.choice(self._possible(incident_id))
            self.questions[incident_id] = then
            await verb(incident_id)
            self.expected[incident_id] = self.questions.pop(incident_id)

    def _possible(self, incident_id: str) -> list[tuple[Callable[[str], Awaitable[object]], Expected]]:
        now = self.expected[incident_id]
        if now.deleted:
            return [(self.incidents.restore, replace(now, deleted=False))]
        deleted = (self.incidents.delete, replace(now, deleted=True))
        cause = f"Cause number {self.dice.randrange(10**9)} of this failure."
        if now.status != "resolved":
            return [(self._resolve(cause), replace(now, status="resolved", root_cause=cause))] * 5 + [deleted]
        edited = (self._edit(cause), replace(now, root_cause=cause))
        reopened = (self.incidents.reopen, replace(now, status="investigating"))
        forgotten = (self._forget, replace(now, forgotten=True))
        return [edited] * 6 + [reopened] * 4 + [deleted, forgotten]

    async def _declare(self) -> None:
        service, symptoms = self.dice.choice(FAILURES)
        incident = await self.incidents.declare(title=f"{service} fails", service=service, symptoms=symptoms)
        self.expected[incident["id"]] = Expected(status=incident["status"])

    def _resolve(self, cause: str) -> Callable[[str], Awaitable[object]]:
        async def resolve(incident_id: str) -> None:
            started = time.perf_counter()
            await self.incidents.resolve(incident_id, root_cause=cause)
            self.tally.slowest_resolve_ms = max(self.tally.slowest_resolve_ms, (time.perf_counter() - started) * 1000)

        return resolve

    def _edit(self, cause: str) -> Callable[[str], Awaitable[object]]:
        return lambda incident_id: self.incidents.edit(incident_id, root_cause=cause)

    async def _forget(self, incident_id: str) -> None:
        answer(await self.http.delete(f"{API}/memory/documents/{incident_id}"), 200)

    async def settle_questions(self) -> None:
        """Learn which changes that were cut off had been made; Violation where one is neither made nor not."""
        for incident_id, then in list(self.questions.items()):
            actual, before = await self.actual(incident_id), self.expected[incident_id]
            if actual not in (then, before):
                raise Violation(f"{incident_id} is {actual}; it was {before} and was to be {then}")
            self.expected[incident_id] = actual
            del self.questions[incident_id]

    async def actual(self, incident_id: str) -> Expected:
        """The incident as the record has it, once its document has come to rest."""
        response = await self.http.get(f"{API}/incidents/{incident_id}")
        before = self.expected.get(incident_id, Expected())
        forgotten = await self._is_forgotten(incident_id)
        if response.status_code == 404:
            return replace(before, deleted=True, forgotten=forgotten)
        incident = answer(response, 200)
        return Expected(incident["status"], incident["root_cause"], False, forgotten)

    async def _is_forgotten(self, incident_id: str) -> bool:
        response = await self.http.get(f"{API}/memory/documents/{incident_id}")
        if response.status_code == 404:
            return False
        document: Values = answer(response, 200)
        return bool(document["reason"] == "forgotten")

    async def watch(self) -> None:
        """Ask for what memory has held from the beginning, for ever; Violation when it is ever called empty."""
        while True:
            try:
                await self._ask()
            except httpx.TransportError:
                pass
            except AssertionError as refused:
                raise Violation(f"a recall was refused: {refused}") from refused
            await asyncio.sleep(0.5)

    async def _ask(self) -> None:
        recalled = answer(await self.http.post(f"{API}/memory/recall", json={"query": ANCHOR}), 200)
        status, reason = recalled["memory_status"], recalled["memory"]["reason"]
        self.tally.recalled(status, reason)
        found = [item["incident_id"] for item in recalled["similar_historical_incidents"]]
        if status == "empty" or (status == "ok" and self.anchor not in found):
            raise Violation(f"{self.anchor} is held, and a recall was {status} with {found}")
        if status == "unavailable" and not reason:
            raise Violation("a recall was unavailable without a reason")
