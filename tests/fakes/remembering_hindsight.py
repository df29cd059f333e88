"""A Hindsight over real HTTP that also remembers: what is retained can be found, recalled and withdrawn."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qs, unquote

from tests.fakes.hindsight_server import Answer, Asked, FakeHindsight, refuses, says

PAGE = {"limit": "100", "offset": "0"}
CALIBRATION_BANK = "memoryops-calibration"
WHEN = "2026-11-30T12:00:00Z"


@dataclass
class Held:
    """One document as the server holds it; `similarity` is the cosine that every recall gives it."""

    document_id: str
    text: str
    tags: list[str]
    metadata: dict[str, str]
    similarity: float | None = 0.8
    keyword: float | None = 0.5
    recallable: bool = True
    pieces: int = 1000
    says_of_its_text: bool = True


@dataclass
class RememberingHindsight(FakeHindsight):
    """Holds documents by id, as the real one does; `asked_documents` are the ids in request paths, in order.

    `alike` gives the cosine of a question and a text; without it every text is as alike as `similarity`. What belongs
    to the calibration is held apart from the rest. `counts` is what it says when it is asked only how much it holds.
    """

    similarity: float | None = 0.8
    alike: Callable[[str, str], float] | None = None
    held: dict[str, Held] = field(default_factory=dict)
    held_for_calibration: dict[str, Held] = field(default_factory=dict)
    keeps_what_it_refuses: bool = False
    counts: int | None = None
    asked_documents: list[str] = field(default_factory=list)
    asked_query: dict[str, list[str]] = field(default_factory=dict)
    _during: dict[str, Callable[[], Awaitable[object]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__init__()

    def during(self, call: str, action: Callable[[], Awaitable[object]]) -> None:
        """Do this once, while the next request of that kind is under way."""
        self._during[call] = action

    async def _read(self, reader: asyncio.StreamReader) -> Asked:
        watched = _Watched(reader)
        asked = await super()._read(watched)  # type: ignore[arg-type]
        self.asked_query = parse_qs(watched.query)
        _, separator, document = watched.path.partition("/documents/")
        self.asked_documents.append(unquote(document) if separator else "")
        action = self._during.pop(asked.call, None)
        if action is not None:
            await action()
        return asked

    def _answer(self, asked: Asked) -> Answer:
        if asked.call == "retain" and self.keeps_what_it_refuses:
            self._keep(asked)
        return super()._answer(asked)

    def _answer_in_bank(self, asked: Asked) -> Answer:
        document_id, held = self.asked_documents[-1], self._held_in(asked.bank)
        if asked.call == "retain":
            self._keep(asked)
        elif asked.call == "recall":
            return says({"results": self._pieces(held, asked.body)})
        elif asked.call == "list_documents":
            return says(self._page(asked.bank))
        elif asked.call == "get_document" and document_id in held:
            return says(_document(asked.bank, held[document_id]))
        elif asked.call == "delete_document":
            if held.pop(document_id, None) is None:
                return refuses(404, "Document not found")
            return says({"success": True, "message": "", "document_id": document_id, "memory_units_deleted": 1})
        return super()._answer_in_bank(asked)

    def _page(self, bank: str) -> dict[str, Any]:
        """The part of the listing that was asked for, the newest document first."""
        limit, offset = (int(self.asked_query.get(name, [default])[0]) for name, default in PAGE.items())
        tags = set(self.asked_query.get("tags", []))
        newest_first = [one for one in self._held_in(bank).values() if tags <= set(one.tags)][::-1]
        items = [_listed(bank, one) for one in newest_first[offset : offset + limit]]
        total = len(newest_first) if self.counts is None or limit > 1 else self.counts
        return {"items": items, "total": total, "limit": limit, "offset": offset}

    def _keep(self, asked: Asked) -> None:
        for item in asked.body["items"]:
            one = Held(item["document_id"], item["content"], item["tags"], item["metadata"], self.similarity)
            self._held_in(asked.bank)[one.document_id] = one

    def _held_in(self, bank: str) -> dict[str, Held]:
        return self.held_for_calibration if bank == CALIBRATION_BANK else self.held

    def _pieces(self, held: dict[str, Held], query: dict[str, Any]) -> list[dict[str, Any]]:
        found = [one for one in held.values() if _matches(one, query)]
        if self.alike is None:
            return [piece_of(one) for one in found]
        return [piece_of(replace(one, similarity=self.alike(query["query"], one.text))) for one in found]


class _Watched:
    """A reader that notes the path of the request that passes through it."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader
        self.path = self.query = ""

    async def readuntil(self, separator: bytes) -> bytes:
        head = await self._reader.readuntil(separator)
        self.path, _, self.query = head.decode().split(" ", 2)[1].partition("?")
        return head

    async def readexactly(self, count: int) -> bytes:
        return await self._reader.readexactly(count)


def _matches(held: Held, query: dict[str, Any]) -> bool:
    groups = query.get("tag_groups") or [{"tags": query["tags"], "match": "all_strict"}]
    return held.recallable and all(_is_in(held, group) for group in groups)


def _is_in(held: Held, group: dict[str, Any]) -> bool:
    found = set(group["tags"]) & set(held.tags)
    return bool(found) if group["match"] == "any_strict" else found == set(group["tags"])


def piece_of(held: Held) -> dict[str, Any]:
    """What a recall returns of the document: its first piece."""
    return {
        "id": f"unit-{held.document_id}",
        "text": held.text.split("\n\n")[0],
        "type": "world",
        "document_id": held.document_id,
        "metadata": held.metadata,
        "tags": held.tags,
        "scores": {"final": 1.0, "reranker": None, "semantic": held.similarity, "keyword": held.keyword},
    }


def _listed(bank: str, held: Held) -> dict[str, Any]:
    return {
        "id": held.document_id,
        "bank_id": bank,
        "content_hash": hashlib.sha256(held.text.encode()).hexdigest() if held.says_of_its_text else None,
        "created_at": WHEN,
        "updated_at": WHEN,
        "text_length": len(held.text) if held.says_of_its_text else 0,
        "memory_unit_count": held.pieces,
        "tags": held.tags,
        "document_metadata": held.metadata,
    }


def _document(bank: str, held: Held) -> dict[str, Any]:
    return {**_listed(bank, held), "original_text": held.text}


@asynccontextmanager
async def remembering_hindsight(port: int = 0) -> AsyncIterator[RememberingHindsight]:
    """A fake that remembers, on that port of this machine or a free one, while the block runs."""
    fake = RememberingHindsight()
    server = await asyncio.start_server(fake.serve, "127.0.0.1", port)
    fake.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield fake
    finally:
        server.close()
