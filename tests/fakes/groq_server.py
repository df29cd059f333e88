"""A chat-completions endpoint under the test's control: real HTTP on a loopback port."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Asked:
    """One request as it arrived."""

    path: str
    headers: Mapping[str, str]
    body: Any

    @property
    def answer_format(self) -> str | None:
        """The kind of `response_format` that was asked for."""
        wanted = self.body.get("response_format")
        return wanted["type"] if wanted else None


@dataclass(frozen=True)
class Reply:
    """What to send back. `cut_at` ends the connection after so many bytes of the body; `hangs` sends nothing."""

    status: int = 200
    body: str = ""
    content_type: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)
    cut_at: int | None = None
    hangs: bool = False


@dataclass
class GroqServer:
    """Sends the replies in order, the last one for ever; `asked` holds every request, `arrived` is set by the first."""

    url: str
    replies: list[Reply]
    asked: list[Asked] = field(default_factory=list)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    connections: set[asyncio.StreamWriter] = field(default_factory=set)

    def next_reply(self) -> Reply:
        """The reply to the request that has just arrived."""
        return self.replies[min(len(self.asked), len(self.replies)) - 1]


def completion(content: str | None, *, model: str = "openai/gpt-oss-20b") -> Reply:
    """A well-formed answer of the endpoint with the model's words in it."""
    message = {"role": "assistant", "content": content}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return Reply(
        body=json.dumps({"id": "chatcmpl-1", "object": "chat.completion", "model": model, "choices": [choice]})
    )


def failure(status: int, code: str | None = None, message: str = "no", **headers: str) -> Reply:
    """An error as the endpoint words it; header names have underscores for dashes."""
    body = json.dumps({"error": {"message": message, "type": "error", "code": code}})
    return Reply(status, body, headers={name.replace("_", "-"): value for name, value in headers.items()})


@asynccontextmanager
async def groq_server(*replies: Reply) -> AsyncIterator[GroqServer]:
    """A server on a free port for the length of the block."""
    server = GroqServer(url="", replies=list(replies))
    listener = await asyncio.start_server(_serve(server), "127.0.0.1", 0)
    server.url = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    try:
        yield server
    finally:
        listener.close()
        async with asyncio.timeout(5):
            while server.connections:
                server.connections.pop().transport.abort()
                await asyncio.sleep(0)


def _serve(server: GroqServer) -> Callable[[asyncio.StreamReader, asyncio.StreamWriter], Any]:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server.connections.add(writer)
        try:
            while asked := await _read(reader):
                server.asked.append(asked)
                server.arrived.set()
                reply = server.next_reply()
                if reply.hangs:
                    await reader.read()
                    return
                writer.write(_encode(reply))
                await writer.drain()
                if reply.cut_at is not None:
                    return
        except ConnectionError:
            return
        finally:
            server.connections.discard(writer)
            writer.close()

    return serve


async def _read(reader: asyncio.StreamReader) -> Asked | None:
    """The next request on the connection, or None when the client has gone."""
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    first, *lines = head.strip().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Asked(first.split()[1], headers, json.loads(body) if body else None)


def _encode(reply: Reply) -> bytes:
    body = reply.body.encode()
    headers = {"content-type": reply.content_type, "content-length": str(len(body)), **reply.headers}
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 {reply.status} X\r\n{head}\r\n".encode() + body[: reply.cut_at]
