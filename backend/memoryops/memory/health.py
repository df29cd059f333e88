"""Whether memory answers: watched in the background, and told by whoever used it last."""

import asyncio
from dataclasses import dataclass
from datetime import datetime

from memoryops.kit.clock import Clock
from memoryops.memory.port import MemoryReason, MemoryServer, MemoryStore, MemoryUnavailable

CHECK_WHEN_READY_S = 10.0
CHECK_WHEN_NOT_S = 1.0

ADVICE: dict[MemoryReason, str] = {
    MemoryReason.not_configured: "Run `make run` to set up the embedded Hindsight, or set HINDSIGHT_API_URL.",
    MemoryReason.starting: "Wait: it turns to ready by itself, usually within a minute.",
    MemoryReason.unreachable: "Check that the Hindsight server runs; its log says why it stopped.",
    MemoryReason.timeout: "The server answers too slowly; look at its load, then try again.",
    MemoryReason.unauthorized: "Check HINDSIGHT_API_KEY; the server refused it.",
    MemoryReason.payment_required: "The Hindsight account needs attention; then retry from the ledger.",
    MemoryReason.rate_limited: "Wait a moment; retries follow the server's own pace.",
    MemoryReason.rejected: "The server refused the request; the detail says why.",
    MemoryReason.server_error: "Look at the Hindsight log; retries go on by themselves.",
    MemoryReason.invalid_response: "What answers is not a Hindsight that we know; check HINDSIGHT_API_URL.",
    MemoryReason.bank_missing: "The bank was removed; `memoryops memory audit` tells what is missing.",
    MemoryReason.misconfigured: "The bank refuses the settings that recall needs; check the server.",
    MemoryReason.calibrating: "Wait: the similarity threshold is being measured.",
    MemoryReason.needs_model: "Give Hindsight a language model; see the README.",
}


@dataclass(frozen=True)
class MemoryHealth:
    """Memory as last seen. `reason` is None when it answered; `since` is when that began."""

    reason: MemoryReason | None
    detail: str | None
    since: datetime
    checked_at: datetime | None
    server: MemoryServer

    @property
    def is_ready(self) -> bool:
        return self.reason is None

    @property
    def advice(self) -> str | None:
        """What to do about it, for people."""
        return None if self.reason is None else ADVICE[self.reason]


# These say something of one request, not of the server.
ABOUT_THE_REQUEST = frozenset({MemoryReason.rejected, MemoryReason.bank_missing, MemoryReason.needs_model})


class HealthWatch:
    """Keeps the newest `MemoryHealth`; starts as `starting`, never as ready."""

    def __init__(self, store: MemoryStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self.changed = asyncio.Event()
        now = clock.now()
        self.current = MemoryHealth(MemoryReason.starting, "Memory has not answered yet.", now, None, store.describe())

    async def run(self) -> None:
        """Check for ever: often while memory is down, now and then while it is up."""
        while True:
            await self.check()
            await asyncio.sleep(CHECK_WHEN_READY_S if self.current.is_ready else CHECK_WHEN_NOT_S)

    async def check(self) -> MemoryHealth:
        """Ask the server now."""
        try:
            server = await self._store.check()
        except MemoryUnavailable as error:
            self.observe(error)
        else:
            self._become(None, None, server)
        return self.current

    def observe(self, error: MemoryUnavailable) -> None:
        """Learn from a request that failed."""
        if error.reason not in ABOUT_THE_REQUEST:
            self._become(error.reason, error.detail, self._store.describe())

    def _become(self, reason: MemoryReason | None, detail: str | None, server: MemoryServer) -> None:
        now = self._clock.now()
        since = self.current.since if reason is self.current.reason else now
        changed = reason is not self.current.reason
        self.current = MemoryHealth(reason, detail, since, now, server)
        if changed:
            self.changed.set()
