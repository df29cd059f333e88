"""A Hindsight over real HTTP that does what the real one cannot be made to do: fail in every way."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

BANK = r"/v1/default/banks/(?P<bank>[^/]+)"
CALLS = {
    "version": ("GET", r"/version"),
    "list_banks": ("GET", r"/v1/default/banks"),
    "read_config": ("GET", rf"{BANK}/config"),
    "write_config": ("PATCH", rf"{BANK}/config"),
    "retain": ("POST", rf"{BANK}/memories"),
    "recall": ("POST", rf"{BANK}/memories/recall"),
    "reflect": ("POST", rf"{BANK}/reflect"),
    "list_documents": ("GET", rf"{BANK}/documents"),
    "get_document": ("GET", rf"{BANK}/documents/(?P<document>[^/]+)"),
    "delete_document": ("DELETE", rf"{BANK}/documents/(?P<document>[^/]+)"),
}

DRIP_S = 0.1  # between two bytes: the head alone takes longer than anybody waits

FEATURES = (
    "observations",
    "mcp",
    "worker",
    "bank_config_api",
    "file_upload_api",
    "document_export_api",
    "document_import_api",
    "audit_log",
    "llm_trace",
    "bank_llm_health",
    "store_document_text",
)


@dataclass(frozen=True)
class Answer:
    """What goes back; `hangs` sends nothing at all, `cut` closes in the middle of the body, `drips` takes for ever."""

    status: int = 200
    body: bytes = b"{}"
    content_type: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)
    hangs: bool = False
    cut: bool = False
    drips: bool = False


@dataclass(frozen=True)
class Asked:
    """A request as it arrived."""

    call: str
    bank: str
    headers: Mapping[str, str]
    body: Any


def says(content: object, status: int = 200, **headers: str) -> Answer:
    """A JSON answer; `Retry_After=2` becomes the header `Retry-After: 2`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status, json.dumps(content).encode(), headers=named)


def refuses(status: int, detail: object = "no", **headers: str) -> Answer:
    """An error as Hindsight words it."""
    return says({"detail": detail}, status, **headers)


HANGS = Answer(hangs=True)
CUT = Answer(body=b'{"results": [', cut=True)
DRIPS = Answer(body=b'{"results": []}', drips=True)
HTML_502 = Answer(502, b"<html><body>Bad Gateway</body></html>", "text/html")
HTML_200 = Answer(200, b"<html><body>Sign in</body></html>", "text/html")
BROKEN_JSON = Answer(200, b'{"results": [}')


def piece(
    document_id: str, text: str = "A leaked session exhausted the pool.", **scores: float | None
) -> dict[str, Any]:
    """One recalled piece; without scores it has none, like a piece of another arm."""
    base = {"final": 1.0, "reranker": None, "semantic": None, "keyword": None}
    return {
        "id": f"unit-{document_id}",
        "text": text,
        "type": "world",
        "document_id": document_id,
        "metadata": {"incident_id": document_id},
        "tags": ["workspace:default", f"incident:{document_id}"],
        "scores": {**base, **scores} if scores else None,
    }


class FakeHindsight:
    """Keeps banks and their settings in memory; each call answers as told, else like a healthy server."""

    def __init__(self) -> None:
        self.url = ""
        self.asked: list[Asked] = []
        self.banks: dict[str, dict[str, Any]] = {}
        self.pieces: list[dict[str, Any]] = []
        self.version = "1.1.0"
        self.features: tuple[str, ...] = FEATURES
        self.obeys_configuration = True
        self._told: dict[str, Answer] = {}

    def answers(self, call: str, answer: Answer) -> None:
        """From now on this call is answered so."""
        self._told[call] = answer

    def behaves(self) -> None:
        """From now on every call is answered as a healthy server does."""
        self._told.clear()

    def calls(self, call: str) -> list[Asked]:
        """The requests of that kind, in order."""
        return [asked for asked in self.asked if asked.call == call]

    def _answer(self, asked: Asked) -> Answer:
        if asked.call in self._told:
            return self._told[asked.call]
        if asked.call == "version":
            return says({"api_version": self.version, "features": dict.fromkeys(self.features, False)})
        if asked.call == "list_banks":
            return says({"banks": [], "total": 0, "limit": 1, "offset": 0})
        if asked.call == "write_config":
            bank = self.banks.setdefault(asked.bank, {})
            bank.update(asked.body["updates"] if self.obeys_configuration else {})
        elif asked.bank not in self.banks:
            return refuses(404, f"Bank '{asked.bank}' not found")
        return self._answer_in_bank(asked)

    def _answer_in_bank(self, asked: Asked) -> Answer:
        if asked.call in {"read_config", "write_config"}:
            return says({"bank_id": asked.bank, "config": self.banks[asked.bank], "overrides": {}})
        if asked.call == "retain":
            return says({"success": True, "bank_id": asked.bank, "items_count": 1, "async": False})
        if asked.call == "recall":
            return says({"results": self.pieces})
        if asked.call == "list_documents":
            return says({"items": [], "total": 0, "limit": 500, "offset": 0})
        if asked.call == "reflect":
            return says({"text": "They have a pool in common.", "based_on": {"memories": self.pieces}})
        return refuses(404, "Document not found")

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request and close."""
        try:
            answer = self._answer(await self._read(reader))
            if answer.hangs:
                await reader.read()  # ends when the client gives up
            else:
                await send(writer, answer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _read(self, reader: asyncio.StreamReader) -> Asked:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        request_line, *lines = head.strip().split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        raw = await reader.readexactly(int(headers.get("content-length", "0")))
        method, target, _ = request_line.split(" ")
        call, bank = recognised(method, target)
        asked = Asked(call, bank, headers, json.loads(raw) if raw else None)
        self.asked.append(asked)
        return asked


async def send(writer: asyncio.StreamWriter, answer: Answer) -> None:
    """Put the answer on the wire, byte by byte where it drips."""
    whole = as_http(answer)
    step = 1 if answer.drips else len(whole)
    for start in range(0, len(whole), step):
        writer.write(whole[start : start + step])
        await writer.drain()
        if answer.drips:
            await asyncio.sleep(DRIP_S)


def recognised(method: str, target: str) -> tuple[str, str]:
    """The call behind a request line, and its bank."""
    path = target.partition("?")[0]
    for call, (expected, pattern) in CALLS.items():
        match = re.fullmatch(pattern, path)
        if method == expected and match:
            return call, unquote(match.groupdict().get("bank") or "")
    return "unknown", ""


def as_http(answer: Answer) -> bytes:
    """The answer as bytes on the wire; a cut one promises more than it sends."""
    length = len(answer.body) + (100 if answer.cut else 0)
    fields = {
        "Content-Type": answer.content_type,
        "Content-Length": str(length),
        "Connection": "close",
        **answer.headers,
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"HTTP/1.1 {answer.status} Fake\r\n{head}\r\n".encode() + answer.body


@asynccontextmanager
async def fake_hindsight() -> AsyncIterator[FakeHindsight]:
    """A fake server on a free port of this machine, while the block runs."""
    fake = FakeHindsight()
    server = await asyncio.start_server(fake.serve, "127.0.0.1", 0)
    fake.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield fake
    finally:
        server.close()
