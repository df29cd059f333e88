"""Measuring the similarity of a memory's embedding from a terminal, for the table of known ones."""

import json

from rich.console import Console

from memoryops.evaluation.recall import wait_until_it_answers
from memoryops.kit.errors import MemoryOpsError
from memoryops.memory.calibration import Reading, calibrate, known_embeddings, own_and_strange, signature
from memoryops.memory.port import MemoryUnavailable
from memoryops.runtime import Runtime, build_runtime
from memoryops.samples.calibration import calibration_set
from memoryops.settings import Settings


async def run(settings: Settings, *, as_json: bool) -> int:
    """Ask the fixed questions and print how the embedding is to be read; the exit code, 1 when that failed."""
    progress_console, console = Console(stderr=True), Console(highlight=False, soft_wrap=True)
    runtime = build_runtime(settings)
    try:
        readings = await _read(runtime, progress_console)
        figures = _figures(readings)
    except (MemoryOpsError, MemoryUnavailable) as error:
        progress_console.print(error.detail, markup=False)
        return 1
    finally:
        await runtime.aclose()
    if as_json:
        console.print_json(json.dumps(figures), indent=None)
    else:
        for name in ("embedding", "calibrated", "threshold", "spread", "own", "strange"):
            console.print(f"{name:<12}{figures[name]}", markup=False)
    return 0


async def _read(runtime: Runtime, progress: Console) -> list[Reading]:
    if runtime.server is not None:
        await runtime.server.start()
    with progress.status("Waiting for memory"):
        await wait_until_it_answers(runtime.health)
    with progress.status("Asking the fixed questions"):
        return list(await runtime.calibrator.measure())


def _figures(readings: list[Reading]) -> dict[str, object]:
    """How the embedding is read, and what it is recognised by."""
    found = calibrate(readings, known_embeddings())
    own, strange = own_and_strange(readings)
    return {
        "embedding": found.embedding,
        "calibrated": found.source.value,
        "threshold": found.threshold,
        "spread": found.spread,
        "own": round(own, 4),
        "strange": round(strange, 4),
        "digest": calibration_set().digest,
        "signature": list(signature(readings)),
    }
