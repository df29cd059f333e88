"""Long-term memory in a Hindsight server, embedded or external: the only module that knows its client."""

import asyncio
import weakref
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from http import HTTPStatus

from memoryops.adapters.foreign_text import storable
from memoryops.adapters.hindsight_bank import BankConfiguration
from memoryops.adapters.hindsight_connection import Connection, spare_from_proxy
from memoryops.adapters.hindsight_failures import (
    address,
    model_failure,
    require_a_word,
    require_web_address,
    says_no_document,
    status_failure,
    transport_failure,
)
from memoryops.adapters.hindsight_listing import count, listing
from memoryops.adapters.hindsight_recall import recall_pieces
from memoryops.adapters.hindsight_session import Library, Session, load_library
from memoryops.adapters.hindsight_values import recalled, stored
from memoryops.memory.port import (
    Document,
    HeldDocument,
    MemoryReason,
    MemoryServer,
    MemoryUnavailable,
    Recalled,
    RecallQuery,
    Reflection,
    StoredDocument,
)

RECALL_TIMEOUT = 5.0
RETAIN_TIMEOUT = 60.0
REFLECT_TIMEOUT = 60.0


class HindsightMemory:
    """The memory port over Hindsight; every method raises MemoryUnavailable and nothing else.

    `connection` says where the server is now, or raises MemoryUnavailable while there is none.
    """

    def __init__(
        self,
        connection: Callable[[], Connection],
        *,
        kind: str = "external",
        bank: BankConfiguration | None = None,
        log_file: str | None = None,
        facts: Callable[[], Mapping[str, str]] = dict,
        recall_timeout: float = RECALL_TIMEOUT,
        retain_timeout: float = RETAIN_TIMEOUT,
    ) -> None:
        self._connection = connection
        self._kind = kind
        self._bank = bank or BankConfiguration()
        self._log_file = log_file
        self._facts = facts
        self._recall_timeout = recall_timeout
        self._retain_timeout = retain_timeout
        self._sessions: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Session] = weakref.WeakKeyDictionary()
        self._version: str | None = None
        self._loading: asyncio.Task[Library] | None = None

    async def check(self) -> MemoryServer:
        """Prove that the server answers and that our key works; return what answered."""
        async with self._session(self._recall_timeout) as session:
            await session.client.banks.list_banks(limit=1)  # the version alone is given without a key
            version = await session.version()
            if version != self._version:
                session.prepared.clear()
                self._version = version
        return self.describe()

    def describe(self) -> MemoryServer:
        """What is known of the server without asking it."""
        facts = {**self._bank.in_words(), **self._facts()}
        try:
            url: str | None = self._connection().url
        except MemoryUnavailable:
            url = None
        return MemoryServer(self._kind, url and address(url), self._version, self._log_file, facts)

    async def retain(self, bank_id: str, document: Document) -> None:
        """Write the document, replacing the one with the same id; the bank is prepared first."""
        async with self._session(self._retain_timeout) as session:
            session.prepared.discard(bank_id)  # a server that lost its data would make a bank of its own kind
            await self._prepare(session, bank_id, create=True)
            answer = await session.client.aretain(
                bank_id,
                document.text,
                timestamp=document.happened_at,
                document_id=document.document_id,
                metadata=dict(document.metadata),
                tags=list(document.tags),
                update_mode="replace",
            )
            if not answer.success:
                raise MemoryUnavailable(MemoryReason.rejected, "Hindsight did not retain the document.")

    async def recall(self, bank_id: str, query: RecallQuery) -> Sequence[Recalled]:
        """Pieces that match the query by meaning or words; `bank_missing` when there is no bank."""
        require_a_word(query.text)
        async with self._session(self._recall_timeout) as session:
            await self._prepare(session, bank_id, create=False)
            return await recall_pieces(session, bank_id, query)

    async def find(self, bank_id: str, document_id: str) -> StoredDocument | None:
        """The document as it is held now, or None when the bank answers that it has none."""
        async with self._session(self._recall_timeout) as session:
            await self._prepare(session, bank_id, create=False)
            try:
                held = await session.client.documents.get_document(bank_id, document_id)
            except session.library.refusal as error:
                if says_no_document(error.status or 0, error.body):
                    return None
                raise
            return stored(held)

    async def list_documents(self, bank_id: str) -> Sequence[HeldDocument]:
        """All documents in the bank, each once; empty when there is no bank."""
        try:
            async with self._session(self._retain_timeout) as session:
                return await listing(session.client, bank_id)
        except MemoryUnavailable as failure:
            if failure.reason is MemoryReason.bank_missing:
                return []
            raise

    async def count_documents(self, bank_id: str, tag: str) -> int:
        """How many documents with that tag the bank holds; 0 when there is no bank."""
        try:
            async with self._session(self._recall_timeout) as session:
                return await count(session.client, bank_id, tag)
        except MemoryUnavailable as failure:
            if failure.reason is MemoryReason.bank_missing:
                return 0
            raise

    async def withdraw(self, bank_id: str, document_id: str) -> None:
        """Remove the document; removing one that is not there succeeds."""
        async with self._session(self._retain_timeout) as session:
            try:
                await session.client.documents.delete_document(bank_id, document_id)
            except session.library.refusal as error:
                if not says_no_document(error.status or 0, error.body):
                    raise

    async def remove_bank(self, bank_id: str) -> None:
        """Remove the bank with all that is in it; removing one that is not there succeeds."""
        async with self._session(self._retain_timeout) as session:
            session.prepared.discard(bank_id)
            await session.client.adelete_bank(bank_id)

    async def reflect(self, bank_id: str, query: RecallQuery) -> Reflection:
        """An answer across documents; `needs_model` when the server has no language model."""
        require_a_word(query.text)
        async with self._session(REFLECT_TIMEOUT) as session:
            await self._prepare(session, bank_id, create=False)
            try:
                answer = await session.client.areflect(
                    bank_id, query.text, tags=list(query.tags), tags_match="all_strict", include_facts=True
                )
            except session.library.refusal as error:
                if (error.status or 0) >= HTTPStatus.INTERNAL_SERVER_ERROR:
                    raise model_failure(error.status or 0, error.body) from None
                raise
            memories = (answer.based_on.memories if answer.based_on else None) or []
            return Reflection(storable(answer.text), tuple(recalled(fact) for fact in memories))

    async def aclose(self) -> None:
        """Give back the connections of the running loop."""
        if self._loading is not None:
            await self._loading
        session = self._sessions.pop(asyncio.get_running_loop(), None)
        if session is not None:
            await session.close()

    async def _prepare(self, session: Session, bank_id: str, *, create: bool) -> None:
        """Give the bank our configuration and read it back, once for each server; raises `misconfigured`."""
        async with session.preparing:
            if bank_id in session.prepared:
                return
            differing = self._bank.differing(await self._read_configuration(session, bank_id, create=create))
            if differing:
                await self._write_configuration(session, bank_id, differing)
                differing = self._bank.differing(await self._read_configuration(session, bank_id, create=False))
            if differing:
                names = ", ".join(sorted(differing))
                raise MemoryUnavailable(MemoryReason.misconfigured, f"Hindsight did not take these settings: {names}.")
            session.prepared.add(bank_id)

    async def _read_configuration(self, session: Session, bank_id: str, *, create: bool) -> Mapping[str, object]:
        try:
            return (await session.client.banks.get_bank_config(bank_id)).config
        except session.library.refusal as error:
            if create and self._failure(error, session).reason is MemoryReason.bank_missing:
                return {}
            raise

    async def _write_configuration(self, session: Session, bank_id: str, settings: dict[str, object]) -> None:
        """Write the settings, which also creates a missing bank."""
        try:
            await session.client.banks.update_bank_config(bank_id, session.library.settings(updates=settings))
        except session.library.refusal as error:
            failure = self._failure(error, session)
            if failure.reason in {MemoryReason.rejected, MemoryReason.bank_missing} or error.status == 403:
                detail = f"Hindsight does not let its banks be configured: {failure.detail}"
                raise MemoryUnavailable(MemoryReason.misconfigured, detail) from None
            raise

    @asynccontextmanager
    async def _session(self, seconds: float) -> AsyncIterator[Session]:
        """The session of this loop for one request of at most that many seconds; failures are translated."""
        session = await self._current()
        try:
            async with asyncio.timeout(seconds):
                yield session
        except MemoryUnavailable as failure:
            session.doubt(failure)
            raise
        except session.library.failures as error:
            translated = self._failure(error, session)
            session.doubt(translated)
            raise translated from None  # the client's own text holds headers and bodies

    async def _current(self) -> Session:
        """This loop's session for the connection as it is now, made anew when that has changed."""
        try:
            connection = self._connection()
        except MemoryUnavailable:
            self._load_early()
            raise
        loop = asyncio.get_running_loop()
        if (known := self._sessions.get(loop)) and known.connection == connection:
            return known
        require_web_address(connection.url)
        spare_from_proxy(connection.url)
        library = await asyncio.to_thread(load_library)
        replaced = self._sessions.get(loop)
        if replaced is not None and replaced.connection == connection:  # another request was quicker
            return replaced
        client = library.client(connection.url, connection.api_key, timeout=RETAIN_TIMEOUT, max_attempts=1)
        session = self._sessions[loop] = Session(library, connection, client)
        if replaced is not None:
            await replaced.close()
        return session

    def _load_early(self) -> None:
        """Use the time in which a server starts to import its client."""
        if self._loading is None:
            self._loading = asyncio.create_task(asyncio.to_thread(load_library))

    def _failure(self, error: Exception, session: Session) -> MemoryUnavailable:
        secret = session.connection.api_key
        if isinstance(error, session.library.refusal):
            return status_failure(error.status or 0, error.body, error.headers or {}, secret)
        return transport_failure(error, session.connection.url, secret)
