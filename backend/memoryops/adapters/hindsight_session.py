"""The client library of Hindsight, loaded late, and what is kept for each connection."""

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from memoryops.adapters.foreign_text import storable
from memoryops.adapters.hindsight_connection import Connection
from memoryops.memory.port import MemoryReason, MemoryUnavailable

if TYPE_CHECKING:
    from hindsight_client import Hindsight
    from hindsight_client_api.exceptions import ApiException
    from hindsight_client_api.models.bank_config_update import BankConfigUpdate
    from hindsight_client_api.models.recall_request import RecallRequest

# What the client raises beside errors of its own, be it for a lost connection or an unreadable answer.
PLAIN_FAILURES = (OSError, RuntimeError, ValueError, TypeError, KeyError, AttributeError)
# After these another server may answer, so no bank counts as prepared.
STALE = (MemoryReason.unreachable, MemoryReason.timeout, MemoryReason.server_error, MemoryReason.bank_missing)


class Library(NamedTuple):
    """What we use of the client library, which takes seconds of CPU to import."""

    client: "type[Hindsight]"
    settings: "type[BankConfigUpdate]"
    recall: "type[RecallRequest]"
    refusal: "type[ApiException]"
    failures: tuple[type[Exception], ...]


def load_library() -> Library:
    """Import the client library; meant for a thread, so that the event loop goes on."""
    from aiohttp import ClientError
    from hindsight_client import Hindsight
    from hindsight_client_api.exceptions import ApiException
    from hindsight_client_api.models.bank_config_update import BankConfigUpdate
    from hindsight_client_api.models.recall_request import RecallRequest

    return Library(
        client=Hindsight,
        settings=BankConfigUpdate,
        recall=RecallRequest,
        refusal=ApiException,
        failures=(ApiException, ClientError, *PLAIN_FAILURES),
    )


@dataclass(eq=False)
class Session:
    """One client on one event loop for one connection, and the banks it has prepared."""

    library: Library
    connection: Connection
    client: "Hindsight"
    prepared: set[str] = field(default_factory=set)
    preparing: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def version(self) -> str | None:
        """The server's version; None where it is worded as this client does not know it."""
        try:
            return storable((await self.client.aget_version()).api_version)
        except ValueError:
            return None

    def doubt(self, failure: MemoryUnavailable) -> None:
        """Forget which banks are prepared where the failure may mean another server."""
        if failure.reason in STALE:
            self.prepared.clear()

    async def close(self) -> None:
        """Give back the connections."""
        await self.client.aclose()  # type: ignore[no-untyped-call]
