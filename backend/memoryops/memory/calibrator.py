"""Finds out how the cosines of the server in use are to be read: by recognising its embedding, else by measuring it.

A server does not name its model. Fixed documents in a bank of their own and fixed questions give cosines; known ones
have a stored threshold, others get one measured. What was found is kept in a file, and after a start or an outage
three questions tell whether it still holds.
"""

import asyncio
import json
import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from memoryops.memory.calibration import (
    Calibration,
    CalibrationSet,
    CalibrationSource,
    KnownEmbeddings,
    Question,
    Reading,
    Signature,
    calibrate,
    is_same,
    reading,
    signature,
)
from memoryops.memory.documents import workspace_tag
from memoryops.memory.health import HealthWatch
from memoryops.memory.port import Document, MemoryReason, MemoryStore, MemoryUnavailable, RecallQuery
from memoryops.workspaces.service import bank_id

log = logging.getLogger(__name__)

WORKSPACE = "calibration"
BANK = bank_id(WORKSPACE)
LOOK = 3
POLL_S = 0.5
LONGEST_PAUSE_S = 60.0
LONGEST_PIECE = 900


@dataclass(frozen=True)
class Kept:
    """What was found the last time, and of which server and which fixed texts."""

    url: str
    version: str
    digest: str
    signature: Signature
    calibration: Calibration


class Calibrator:
    """Calibrates one memory and tells its health watch; `file` keeps the result for the next start."""

    def __init__(
        self, memory: MemoryStore, health: HealthWatch, fixed: CalibrationSet, known: KnownEmbeddings, file: Path
    ) -> None:
        self._memory = memory
        self.health = health
        self._fixed = fixed
        self._known = known
        self._file = file

    async def run(self) -> None:
        """Calibrate whenever that is owed, for ever; returns at once where nothing has to be measured."""
        pause = POLL_S
        while not self.health.is_calibrated_for_good:
            owed = self.health.answers and not self.health.is_calibrated
            pause = POLL_S if not owed or await self.step() else min(2 * pause, LONGEST_PAUSE_S)
            await asyncio.sleep(pause)

    async def step(self) -> bool:
        """Calibrate once; False when that could not be completed, which health then says."""
        losses = self.health.losses
        try:
            self.health.calibrated(await self.calibration(), losses)
        except MemoryUnavailable as error:
            self.health.not_calibrated(error)
            log.warning("Memory could not be calibrated: %s", error.detail)
            return False
        return True

    async def calibration(self) -> Calibration:
        """What was kept where it still holds, else found anew and kept; raises MemoryUnavailable."""
        kept = _read(self._file)
        if kept is not None and await self._still_holds(kept):
            return kept.calibration
        readings = await self._recognised() or await self.measure()
        found = calibrate(readings, self._known)
        url, version = self._server()
        _write(self._file, Kept(url, version, self._fixed.digest, signature(readings), found))
        log.info("Memory's embedding is %s, its threshold %.3f (%s)", found.embedding, found.threshold, found.source)
        return found

    async def measure(self) -> Sequence[Reading]:
        """The readings of all fixed questions, over fixed documents that are written anew; raises MemoryUnavailable.

        A server may have changed its embedding since they were written, and cosines across two embeddings mean nothing.
        """
        for document_id in await self._held_ids() - self._ids:
            await self._memory.withdraw(BANK, document_id)
        for document in self._fixed.documents:
            await self._memory.retain(BANK, document)
        readings = await self._read()
        if readings is None:
            raise CalibrationBankIncomplete()
        return readings

    async def _recognised(self) -> Sequence[Reading] | None:
        """The readings as the bank is now, where they are those of a known embedding."""
        readings = await self._read()
        if readings is not None and any(is_same(signature(readings), one.signature) for one in self._known.embeddings):
            return readings
        return None

    async def _read(self) -> Sequence[Reading] | None:
        """All readings; None where the documents were not held whole from the first question to the last."""
        if not await self._holds_all():
            return None
        readings = [await self._ask(question) for question in self._fixed.questions]
        return readings if await self._holds_all() else None

    async def _still_holds(self, kept: Kept) -> bool:
        if (kept.url, kept.version, kept.digest) != (*self._server(), self._fixed.digest):
            return False
        if not await self._holds_all():
            return False
        asked = [await self._ask(question) for question in self._fixed.questions[:LOOK]]
        return is_same(signature(asked), kept.signature[:LOOK])

    def _server(self) -> tuple[str, str]:
        server = self._memory.describe()
        return server.url or "", server.version or ""

    @property
    def _ids(self) -> set[str]:
        return {document.document_id for document in self._fixed.documents}

    async def _held_ids(self) -> set[str]:
        return {held.document_id for held in await self._memory.list_documents(BANK)}

    async def _holds_all(self) -> bool:
        if await self._held_ids() != self._ids:
            return False
        return all([await self._holds(document) for document in self._fixed.documents])

    async def _holds(self, document: Document) -> bool:
        stored = await self._memory.find(BANK, document.document_id)
        return (
            stored is not None and stored.text == document.text and stored.pieces * LONGEST_PIECE >= len(document.text)
        )

    async def _ask(self, question: Question) -> Reading:
        best: dict[str, float] = {}
        for piece in await self._memory.recall(BANK, RecallQuery(question.text, (workspace_tag(WORKSPACE),))):
            if piece.document_id is not None and piece.semantic is not None:
                best[piece.document_id] = max(piece.semantic, best.get(piece.document_id, -1.0))
        return reading(question, best)


class CalibrationBankIncomplete(MemoryUnavailable):
    """The bank does not hold exactly the fixed documents, so nothing may be measured with it."""

    def __init__(self) -> None:
        super().__init__(MemoryReason.calibrating, "Memory does not hold our fixed texts whole yet.")


def _read(file: Path) -> Kept | None:
    """What was kept; None where nothing of use is there."""
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
        found = kept.pop("calibration")
        calibration = Calibration(**{**found, "source": CalibrationSource(found["source"])})
        return Kept(**{**kept, "signature": tuple(kept["signature"])}, calibration=calibration)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def _write(file: Path, kept: Kept) -> None:
    """Keep it, whole or not at all; a folder that cannot be written costs a measuring at the next start."""
    fresh = file.with_suffix(".new")
    try:
        fresh.write_text(json.dumps(asdict(kept)), encoding="utf-8")
        fresh.replace(file)
    except OSError as error:
        log.warning("The calibration of memory could not be kept: %s", error)
