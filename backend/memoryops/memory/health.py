"""Whether memory answers: watched in the background, and told by whoever used it last."""

import asyncio
from dataclasses import dataclass
from datetime import datetime

from memoryops.kit.clock import Clock
from memoryops.kit.waiting import wait_for
from memoryops.memory.port import MemoryReason, MemoryServer, MemoryStore, MemoryUnavailable

CHECK_WHEN_READY_S = 10.0
CHECK_WHEN_NOT_S = 1.0
DOUBT_S = 0.2

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
    MemoryReason.bank_missing: "The bank was removed on the server; retain its documents again from the ledger.",
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
    """Keeps the newest `MemoryHealth`; starts as `starting`, never as ready.

    `recovered` is set when a check finds memory back after an outage that a check had confirmed. A request that
    fails only casts doubt: the next check comes at once, and where it finds the server well, nothing was down.
    """

    def __init__(self, store: MemoryStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._doubt = asyncio.Event()
        self._was_down = True
        self.recovered = asyncio.Event()
        now = clock.now()
        self.current = MemoryHealth(MemoryReason.starting, "Memory has not answered yet.", now, None, store.describe())

    async def run(self) -> None:
        """Check for ever: often while memory is down, now and then while it is up, at once when in doubt."""
        while True:
            await self.check()
            await wait_for(self._doubt, CHECK_WHEN_READY_S if self.current.is_ready else CHECK_WHEN_NOT_S)
            if self._doubt.is_set():
                self._doubt.clear()
                await asyncio.sleep(DOUBT_S)

    async def check(self) -> MemoryHealth:
        """Ask the server now."""
        try:
            server = await self._store.check()
        except MemoryUnavailable as error:
            self._was_down = True
            self._become(error.reason, error.detail, self._store.describe())
        else:
            self._become(None, None, server)
            if self._was_down:
                self._was_down = False
                self.recovered.set()
        return self.current

    def observe(self, error: MemoryUnavailable) -> None:
        """Learn from a request that failed."""
        if error.reason not in ABOUT_THE_REQUEST:
            self._become(error.reason, error.detail, self._store.describe())
            self._doubt.set()

    def _become(self, reason: MemoryReason | None, detail: str | None, server: MemoryServer) -> None:
        now = self._clock.now()
        since = self.current.since if reason is self.current.reason else now
        self.current = MemoryHealth(reason, detail, since, now, server)
