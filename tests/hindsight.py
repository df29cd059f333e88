"""A real embedded Hindsight for tests: started once for the run, on a folder of its own."""

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest

from memoryops.adapters.hindsight_connection import Connection
from memoryops.adapters.hindsight_environment import ReflectModel
from memoryops.adapters.hindsight_run import PATIENCE as PATIENCE_WITH_IT
from memoryops.adapters.hindsight_run import Patience
from memoryops.adapters.hindsight_server import HindsightServer, Phase

CHECKOUT = Path(__file__).resolve().parents[1]
ENVIRONMENT = CHECKOUT / ".setup" / "hindsight"
EXTENSION = CHECKOUT / "tests" / "fakes" / "extension"
PATIENCE = 240.0  # seconds; a start takes 15 on an idle machine
MOCK = ReflectModel("mock", "mock")
"""The model built into Hindsight for tests: it answers every reflection with the same two words."""

Result = TypeVar("Result")


class RunningHindsight:
    """A supervisor on an event loop of its own, so that it works on whatever loop a test runs."""

    def __init__(self, data_dir: Path, environment: Path = ENVIRONMENT, patience: Patience = PATIENCE_WITH_IT) -> None:
        self.data_dir = data_dir
        self._environment = environment
        self._patience = patience
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="hindsight-for-tests", daemon=True)
        self._thread.start()
        self.server = self._run(self._make())

    async def _make(self) -> HindsightServer:
        return HindsightServer(self._environment, self.data_dir, patience=self._patience, model=MOCK)

    def _run(self, work: Coroutine[Any, Any, Result]) -> Result:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    @property
    def connection(self) -> Connection:
        """How to reach it; raises MemoryUnavailable while it is down."""
        return self.server.connection()

    def begin(self) -> None:
        """Begin to start it."""
        self._run(self.server.start())

    def start(self) -> None:
        """Start it and wait until it is ready."""
        self.begin()
        self.wait_until(lambda: self.server.state.phase is Phase.ready)

    def wait_until(self, condition: Callable[[], bool]) -> None:
        """Poll until the condition holds; fails the test with the server's own words when it never does."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline, self.server.state
            time.sleep(0.05)

    def stop(self) -> None:
        """End it and its processes."""
        self._run(self.server.stop())

    def close(self) -> None:
        """End everything."""
        self.stop()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()


class TollHindsight(RunningHindsight):
    """The real server with a validator of ours in it, which lets everything pass until it is told to refuse."""

    def __init__(self, data_dir: Path) -> None:
        self._toll = data_dir / "toll"
        super().__init__(data_dir, with_toll(data_dir / "environment", self._toll))

    @contextmanager
    def refusing(self, status: int) -> Iterator[None]:
        """Inside, it refuses to retain and to recall with that status."""
        fresh = self._toll.with_suffix(".new")
        fresh.write_text(str(status))
        fresh.replace(self._toll)
        try:
            yield
        finally:
            self._toll.unlink()


def with_toll(folder: Path, toll: Path) -> Path:
    """An environment like the one that set-up laid, whose server also loads the validator."""
    prefix = "HINDSIGHT_API_OPERATION_VALIDATOR"
    settings = f"PYTHONPATH='{EXTENSION}' {prefix}_EXTENSION=memoryops_toll:Toll {prefix}_FILE='{toll}'"
    return environment_with(folder, f"export {settings}", f"exec '{ENVIRONMENT}/venv/bin/hindsight-api' \"$@\"")


def environment_with(folder: Path, *program: str) -> Path:
    """An environment like the one that set-up laid, whose server is this shell script."""
    (folder / "venv" / "bin").mkdir(parents=True)
    for part in ("postgres", "tokenizer", "venv/lib"):
        (folder / part).symlink_to(ENVIRONMENT / part)
    script = folder / "venv" / "bin" / "hindsight-api"
    script.write_text("\n".join(["#!/bin/sh", *program, ""]))
    script.chmod(0o755)
    return folder


@pytest.fixture(scope="session")
def hindsight(reachable_folder: Path) -> Iterator[TollHindsight]:
    """The real server of this run, ready. A test that kills it waits until it is back."""
    running = TollHindsight(reachable_folder / "instance")
    running.start()
    yield running
    running.close()
