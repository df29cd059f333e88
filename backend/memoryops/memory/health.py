"""Whether memory answers: watched in the background, and told by whoever used it last."""

import asyncio
from collections.abc import Collection, Hashable
from dataclasses import dataclass, replace
from datetime import datetime

from memoryops.kit.clock import Clock
from memoryops.kit.errors import UnavailableError
from memoryops.kit.waiting import wait_for
from memoryops.memory.calibration import Calibration
from memoryops.memory.port import MemoryReason, MemoryServer, MemoryStore, MemoryUnavailable

CHECK_WHEN_READY_S = 10.0
CHECK_WHEN_NOT_S = 1.0
DOUBT_S = 0.2

NOT_COMPARED = "Memory is being compared with the record, so that what it lost is not taken for nothing found."

NOT_CALIBRATED = "What counts as a match is being found out: the embedding of this server is not known yet."

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
    MemoryReason.bank_missing: "The bank was removed on the server; what it held is retained again by itself.",
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


class MemoryNotCompared(MemoryUnavailable):
    """Memory answers, and nobody has compared yet whether it holds what the record says."""

    def __init__(self) -> None:
        super().__init__(MemoryReason.starting, NOT_COMPARED)


class MemoryNotAskedError(UnavailableError):
    """Memory could not be asked, and the call is about nothing else."""

    slug = "memory-unavailable"
    title = "Memory could not be asked"

    def __init__(self, error: MemoryUnavailable) -> None:
        advice = ADVICE[error.reason]
        super().__init__(f"{error.detail} {advice}", reason=error.reason.value, advice=advice)


class MemoryNotCalibrated(MemoryUnavailable):
    """Memory answers, and how its similarities are to be read is not known yet."""

    def __init__(self, reason: MemoryReason = MemoryReason.calibrating, detail: str = NOT_CALIBRATED) -> None:
        super().__init__(reason, detail)


class HealthWatch:
    """Keeps the newest `MemoryHealth`; starts as `starting`, never as ready.

    `calibration` is given where it need not be measured; else memory is `calibrating` until it was, after a start and
    after everything that may have put another server in the place of the last one.

    Memory that answers counts as ready once it was compared with the ledger: after a start, after an outage, and
    after every request that found its bank missing.

    `recovered` is set when a check finds memory back after an outage that a check had confirmed. A request that
    fails only casts doubt: the next check comes at once, and where it finds the server well, nothing was down.
    """

    def __init__(self, store: MemoryStore, clock: Clock, calibration: Calibration | None = None) -> None:
        self._store = store
        self._given = self._calibration = calibration
        self._calibrated = 0
        self._why_not = (MemoryReason.calibrating, NOT_CALIBRATED)
        self._clock = clock
        self._doubt = asyncio.Event()
        self._was_down = True
        self._losses, self._compared = 1, 0
        self._doubts: set[Hashable] = set()
        self._looked_into: set[Hashable] = set()
        self.recovered = asyncio.Event()
        now = clock.now()
        self._seen = MemoryHealth(MemoryReason.starting, "Memory has not answered yet.", now, None, store.describe())

    @property
    def current(self) -> MemoryHealth:
        """Memory as it counts: `calibrating` or `starting` also while it answers."""
        if self._seen.is_ready and not self.is_calibrated:
            reason, detail = self._why_not
            return replace(self._seen, reason=reason, detail=detail)
        if self._seen.is_ready and not self.is_compared:
            return replace(self._seen, reason=MemoryReason.starting, detail=NOT_COMPARED)
        return self._seen

    @property
    def answers(self) -> bool:
        """Whether the server is well, compared or not."""
        return self._seen.is_ready

    @property
    def is_compared(self) -> bool:
        """Whether what memory holds was compared since it last may have lost something."""
        return self._compared == self._losses and not self._doubts

    @property
    def is_calibrated(self) -> bool:
        """Whether it is known how to read the similarities of the server that answers."""
        return self._calibration is not None and (self.is_calibrated_for_good or self._calibrated == self._losses)

    @property
    def is_calibrated_for_good(self) -> bool:
        """Whether nothing that happens to the server makes another calibration necessary."""
        return self._given is not None

    @property
    def calibration(self) -> Calibration:
        """How to read similarities now; raises MemoryUnavailable while that is not known, for what is in the way."""
        if self._calibration is None or not self.is_calibrated:
            if self._seen.reason is not None:
                raise MemoryUnavailable(self._seen.reason, self._seen.detail or "Memory does not answer.")
            raise MemoryNotCalibrated(*self._why_not)
        return self._calibration

    def calibrated(self, calibration: Calibration, losses: int) -> None:
        """A calibration that began at so many losses is done."""
        self._calibration, self._calibrated = calibration, losses
        self._why_not = (MemoryReason.calibrating, NOT_CALIBRATED)

    def not_calibrated(self, error: MemoryUnavailable) -> None:
        """A calibration could not be completed, for this reason."""
        if error.reason is MemoryReason.misconfigured:
            self._why_not = (error.reason, error.detail)
        else:
            self.observe(error)

    @property
    def losses(self) -> int:
        """How often memory may have lost something; a comparison notes it before it looks."""
        return self._losses

    @property
    def doubts(self) -> frozenset[Hashable]:
        """Signs that memory holds something else than it should; a comparison notes them before it looks."""
        return frozenset(self._doubts)

    def mistrust(self, sign: Hashable) -> None:
        """Count memory as not compared: something says that it holds something else than it should.

        A sign that a comparison found nothing behind is not taken for one again until a comparison finds something.
        """
        if sign not in self._looked_into:
            self._doubts.add(sign)

    def compared(self, losses: int, doubts: Collection[Hashable] = (), *, mended: bool = False) -> None:
        """A comparison that began at so many losses and these doubts is done; what was noticed meanwhile needs another.

        `mended` says that it found something to mend.
        """
        self._compared = losses
        self._doubts.difference_update(doubts)
        self._looked_into = set() if mended else self._looked_into.union(doubts)

    async def run(self) -> None:
        """Check for ever: often while memory is down, now and then while it is up, at once when in doubt."""
        while True:
            await self.check()
            await wait_for(self._doubt, CHECK_WHEN_READY_S if self.answers else CHECK_WHEN_NOT_S)
            if self._doubt.is_set():
                self._doubt.clear()
                await asyncio.sleep(DOUBT_S)

    async def check(self) -> MemoryHealth:
        """Ask the server now; the answer is of the server alone, compared or not."""
        try:
            server = await self._store.check()
        except MemoryUnavailable as error:
            self._was_down = True
            self._become(error.reason, error.detail, self._store.describe())
        else:
            self._become(None, None, server)
            if self._was_down:
                self._was_down = False
                self._losses += 1
                self.recovered.set()
        return self._seen

    def doubt(self) -> None:
        """Have the next check at once: something may have changed."""
        self._doubt.set()

    def observe(self, error: MemoryUnavailable) -> None:
        """Learn from a request that failed."""
        if isinstance(error, (MemoryNotCompared, MemoryNotCalibrated)) or error.reason is MemoryReason.calibrating:
            return
        if error.reason is MemoryReason.bank_missing:
            self._losses += 1
        if error.reason not in ABOUT_THE_REQUEST:
            self._become(error.reason, error.detail, self._store.describe())
            self.doubt()

    def _become(self, reason: MemoryReason | None, detail: str | None, server: MemoryServer) -> None:
        now = self._clock.now()
        since = self._seen.since if reason is self._seen.reason else now
        self._seen = MemoryHealth(reason, detail, since, now, server)
