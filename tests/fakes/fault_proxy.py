"""A real HTTP proxy before a Hindsight: it holds one request at a chosen point, so that a kill hits exactly there."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import Enum
from urllib.parse import urlsplit

from tests.fakes.hindsight_server import Answer, as_http, recognised

PATIENCE_S = 60


class Point(Enum):
    """Where a request can be held on its way."""

    sent = "it has left us, and has not reached the server"
    underway = "the server works on it"
    answered = "the server has answered, and the answer has not reached us"


@dataclass
class Hold:
    """One request that will be held, or is."""

    point: Point
    _reached: asyncio.Event = field(default_factory=asyncio.Event)
    _freed: asyncio.Event = field(default_factory=asyncio.Event)
    _dropped: bool = False

    async def reached(self) -> None:
        """Return when the request is held; raises TimeoutError."""
        async with asyncio.timeout(PATIENCE_S):
            await self._reached.wait()

    def release(self) -> None:
        """Let it go on."""
        self._freed.set()

    def pass_to(self, point: Point) -> None:
        """Let it go on to this point, and hold it there."""
        freed = self._freed
        self.point, self._reached, self._freed = point, asyncio.Event(), asyncio.Event()
        freed.set()

    def drop(self) -> None:
        """Lose it: what was not passed on yet never is."""
        self._dropped = True
        self._freed.set()

    async def at(self, point: Point) -> None:
        """Stay here until freed, when this is the point; raises ConnectionAbortedError for one that is lost."""
        if point is self.point:
            self._reached.set()
            await self._freed.wait()
            if self._dropped:
                raise ConnectionAbortedError


@dataclass
class FaultProxy:
    """Passes everything on to `upstream` but for what a test tells it, by call and the document it is about."""

    upstream: Callable[[], str]
    url: str = ""
    _holds: list[tuple[str, bytes, Hold]] = field(default_factory=list)
    _told: list[tuple[str, bytes, Answer]] = field(default_factory=list)

    def holds(self, call: str, point: Point, *, about: str = "") -> Hold:
        """Hold the next such request that names `about`, once."""
        hold = Hold(point)
        self._holds.append((call, about.encode(), hold))
        return hold

    def answers(self, call: str, answer: Answer, *, about: str = "") -> None:
        """From now on answer such requests in the server's place."""
        self._told.append((call, about.encode(), answer))

    def passes(self) -> None:
        """From now on pass everything on."""
        self._told.clear()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry one request and its answer, and close."""
        try:
            call, request = await read_request(reader)
            writer.write(await self._carry(call, request))
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _carry(self, call: str, request: bytes) -> bytes:
        for wanted, about, answer in self._told:
            if wanted == call and about in request:
                return as_http(answer)
        hold = self._hold_for(call, request) or Hold(Point.sent, _freed=_set())
        await hold.at(Point.sent)
        parts = urlsplit(self.upstream())
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        try:
            writer.write(request)
            await writer.drain()
            await hold.at(Point.underway)
            answered = await reader.read()
            await hold.at(Point.answered)
            return answered
        finally:
            writer.close()

    def _hold_for(self, call: str, request: bytes) -> Hold | None:
        for one in self._holds:
            wanted, about, hold = one
            if wanted == call and about in request:
                self._holds.remove(one)
                return hold
        return None


def _set() -> asyncio.Event:
    event = asyncio.Event()
    event.set()
    return event


async def read_request(reader: asyncio.StreamReader) -> tuple[str, bytes]:
    """The call and the request itself, changed so that the connection ends with its answer."""
    head = await reader.readuntil(b"\r\n\r\n")
    request_line, *lines = head.decode().strip().split("\r\n")
    fields = [line for line in lines if not line.lower().startswith("connection:")]
    length = next((int(line[15:]) for line in fields if line.lower().startswith("content-length:")), 0)
    body = await reader.readexactly(length)
    method, target, _ = request_line.split(" ")
    whole = "\r\n".join([request_line, *fields, "Connection: close", "", ""]).encode() + body
    return recognised(method, target)[0], whole


@asynccontextmanager
async def fault_proxy(upstream: Callable[[], str]) -> AsyncIterator[FaultProxy]:
    """A proxy on a free port of this machine, while the block runs; what it still holds then is lost."""
    proxy = FaultProxy(upstream)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield proxy
    finally:
        server.close()
