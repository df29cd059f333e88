"""What the tests of investigations stand on: a model that waits for its cue, and a real server to stream from."""

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI

from memoryops.analysis.port import Message, ModelAnswer, ModelUnavailable
from memoryops.investigations.runs import Runs
from tests.harness import API, Values

UNSUPPORTED: Mapping[str, Any] = {
    "probable_root_cause": "The database may be out of connections.",
    "recommended_action": "Count the sessions by age.",
    "confidence": "low",
    "reasoning": "Timeouts while the database is idle point there.",
    "supporting_historical_incidents": [],
}


class PatientModel:
    """A `LanguageModel` that says the same every time, once its gate is open."""

    name: str | None = "patient"
    endpoint: str | None = None

    def __init__(self) -> None:
        self.says: str | Exception = json.dumps(UNSUPPORTED)
        self._in_turn: list[str] = []
        self.asked: list[tuple[Message, ...]] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.reached = asyncio.Event()

    async def answer(self, messages: tuple[Message, ...], schema: Mapping[str, Any]) -> ModelAnswer:
        """What it was told to say; an exception is raised."""
        self.asked.append(messages)
        self.reached.set()
        await self.gate.wait()
        if self._in_turn:
            self.says = self._in_turn.pop(0)
        if isinstance(self.says, Exception):
            raise self.says
        return ModelAnswer(content=self.says, model="patient-1")

    async def aclose(self) -> None:
        """Nothing to give back."""

    def cites(self, incident_id: str, quote: str) -> None:
        """From now on it cites this."""
        citation = {"incident_id": incident_id, "quote": quote}
        self.says = json.dumps({**UNSUPPORTED, "supporting_historical_incidents": [citation]})

    def says_in_turn(self, *answers: str) -> None:
        """From now on it says these, one a time."""
        self._in_turn = list(answers)

    @property
    def everything_it_was_told(self) -> str:
        return "\n".join(message.content for conversation in self.asked for message in conversation)


@dataclass(frozen=True)
class StreamEvent:
    """One server-sent event."""

    name: str
    data: Values


@asynccontextmanager
async def serving(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the application behind a real socket, where answers arrive as they are written."""
    with socket.socket(proto=socket.IPPROTO_TCP) as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        server = uvicorn.Server(uvicorn.Config(app, lifespan="off", log_level="error", timeout_graceful_shutdown=1))
        task = asyncio.create_task(server.serve(sockets=[listening]))
        async with httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{listening.getsockname()[1]}", timeout=30, trust_env=False
        ) as http:
            yield http
        server.should_exit = True
        await task


@asynccontextmanager
async def streaming(http: httpx.AsyncClient, incident_id: str) -> AsyncIterator[AsyncIterator[StreamEvent]]:
    """The events of an investigation as they arrive."""
    headers = {"Accept": "text/event-stream"}
    async with http.stream("POST", f"{API}/incidents/{incident_id}/analyze", headers=headers) as response:
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/event-stream")
        yield events_of(response)


async def events_of(response: httpx.Response) -> AsyncIterator[StreamEvent]:
    name, data = "message", ""
    async for line in response.aiter_lines():
        if line.startswith("event:"):
            name = line.removeprefix("event:").strip()
        elif line.startswith("data:"):
            data += line.removeprefix("data:").strip()
        elif not line and data:
            yield StreamEvent(name, json.loads(data))
            name, data = "message", ""


@asynccontextmanager
async def sweeping(runs: Runs) -> AsyncIterator[None]:
    """Another look for lost runs, again and again, while the block runs."""
    task = asyncio.create_task(runs.sweep())
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


def broken() -> ModelUnavailable | RuntimeError:
    """A defect of ours, which no port promises."""
    return RuntimeError("a defect")
