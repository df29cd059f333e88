"""What a stored delivery says, by its source's reading; pure, and it never fails: what fails is put aside."""

import logging
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from memoryops.alerts.intake.bodies import UndecodableBody, decode_json, storable
from memoryops.alerts.intake.models import BodyForm, DeliveryState
from memoryops.alerts.reading.mapped import read_mapped
from memoryops.alerts.reading.mapping import parse_mapping
from memoryops.alerts.sources import SOURCES
from memoryops.alerts.sources.source import Source
from memoryops.alerts.values import AlertReading, NotUnderstood, Reading

log = logging.getLogger(__name__)

KIND_LIMIT: Final = 64
REASON_LIMIT: Final = 2_000


@dataclass(frozen=True)
class Waiting:
    """A delivery that is to be interpreted, as it was stored.

    `reason` is why it could not be decoded, where its form is text; `hopeless` says that trying has to end.
    """

    workspace_id: str
    pk: int
    source: str
    mapping: Mapping[str, Any] | None
    form: BodyForm
    body: str
    reason: str | None
    hopeless: bool = False


@dataclass(frozen=True)
class Understood:
    """What became of a delivery."""

    waiting: Waiting
    state: DeliveryState
    kind: str | None = None
    reason: str | None = None
    alerts: tuple[AlertReading, ...] = ()

    def put_aside(self, error: Exception) -> "Understood":
        """The same delivery in quarantine, since its alerts could not be taken in."""
        return replace(quarantined(self.waiting, unexpected(error)), kind=self.kind)


def interpret(waiting: Waiting, known: Mapping[str, Source] = SOURCES) -> Understood:
    """What the delivery says to its source; in quarantine with the reason where it is not understood."""
    if waiting.hopeless or waiting.form is BodyForm.text:
        return quarantined(waiting, waiting.reason or "The body could not be decoded.")
    try:
        reading = _read(waiting, known.get(waiting.source))
    except (NotUnderstood, UndecodableBody) as error:
        return quarantined(waiting, error.reason)
    except Exception as error:
        # Only where and what: a message may quote the body.
        log.error("Reading delivery DLV-%d (%s) failed: %s", waiting.pk, waiting.source, unexpected(error))
        return quarantined(waiting, unexpected(error))
    state = DeliveryState.parsed if reading.alerts else DeliveryState.ignored
    kind, reason = storable(reading.kind)[:KIND_LIMIT], reading.reason and _shown(reading.reason)
    return Understood(waiting, state, kind, reason, reading.alerts)


def _read(waiting: Waiting, source: Source | None) -> Reading:
    """Raises NotUnderstood and UndecodableBody."""
    if source is None:
        raise NotUnderstood(f"No source called {waiting.source} is read here any longer.")
    body = decode_json(waiting.body)
    if waiting.mapping is not None:
        return read_mapped(parse_mapping(waiting.mapping), body, source.name)
    return source.read(body)


def quarantined(waiting: Waiting, reason: str) -> Understood:
    """The delivery put aside for a person to look at."""
    return Understood(waiting, DeliveryState.quarantined, None, _shown(reason))


def _shown(reason: str) -> str:
    """A reason as it may be stored, whatever of the body a reader quotes in it."""
    return storable(reason[:REASON_LIMIT])


def unexpected(error: Exception) -> str:
    """A sentence on a failure that nobody expected: its kind and its place, and nothing of the body."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else ""
    return f"It failed unexpectedly ({type(error).__name__}{place}). Replay it after a fix."
