"""Our program as a process of its own: run to its end, or served, killed and started again."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import psutil

from tests.harness import API, Incidents, Values, answer, closed_port

PROGRAM = Path(sys.executable).parent / "memoryops"
PATIENCE_S = 120


def environment(**given: str) -> dict[str, str]:
    """An environment without settings of this machine's."""
    ours = ("MEMORYOPS_", "HINDSIGHT_", "GROQ_", "DATABASE_URL")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**kept, "NO_COLOR": "1", "COLUMNS": "200", **given}


class Served:
    """`memoryops serve` on a data folder; its address stays the same from start to start."""

    def __init__(self, data_dir: Path, **given: str) -> None:
        self.data_dir = data_dir
        self.log_file = data_dir / "serve.log"
        self.port = closed_port()
        self._given = given
        self._process: subprocess.Popen[bytes] | None = None
        url = f"http://127.0.0.1:{self.port}"
        # A kept connection would be one to the process before.
        unkept = httpx.Limits(max_keepalive_connections=0)
        self.http = httpx.AsyncClient(base_url=url, timeout=30, trust_env=False, limits=unkept)
        self.incidents = Incidents(self.http)

    @property
    def pid(self) -> int:
        """Its process id; raises LookupError while it does not run."""
        if self._process is None or self._process.poll() is not None:
            raise LookupError("MemoryOps does not run")
        return self._process.pid

    async def start(self) -> None:
        """Return when it answers; raises AssertionError with what it printed when it never does."""
        process = self._spawn()
        deadline = time.monotonic() + PATIENCE_S
        while not await self._answers():
            assert process.poll() is None, self.log_file.read_text()[-2000:]
            assert time.monotonic() < deadline, "MemoryOps does not answer"
            await asyncio.sleep(0.05)

    def _spawn(self) -> "subprocess.Popen[bytes]":
        with self.log_file.open("ab") as log:
            self._process = subprocess.Popen(
                [str(PROGRAM), "serve", "--port", str(self.port), "--data-dir", str(self.data_dir)],
                cwd=self.data_dir,
                env=environment(MEMORYOPS_SEED="false", **self._given),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        return self._process

    async def _answers(self) -> bool:
        try:
            return (await self.http.get("/healthz")).status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """SIGKILL; returns when it is gone."""
        os.kill(self.pid, signal.SIGKILL)
        self.wait()

    def wait(self) -> None:
        """Return when it has ended."""
        if self._process is not None:
            self._process.wait(PATIENCE_S)

    async def close(self) -> None:
        """End it in order, where it runs."""
        await self.http.aclose()
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            await asyncio.to_thread(self.wait)

    async def document(self, document_id: str) -> Values:
        """The ledger's entry with what was written."""
        return answer(await self.http.get(f"{API}/memory/documents/{document_id}"), 200)

    async def until_state(self, document_id: str, *states: str) -> None:
        """Poll until the document is in one of these states."""
        deadline = time.monotonic() + PATIENCE_S
        while (document := await self.document(document_id))["state"] not in states:
            assert time.monotonic() < deadline, f"never {states}: {document}"
            await asyncio.sleep(0.05)


def call(*arguments: str, cwd: Path, **given: str) -> subprocess.CompletedProcess[str]:
    """The program run to its end; a rebuild may start a memory of its own on a busy machine."""
    command = [str(PROGRAM), *arguments]
    return subprocess.run(
        command, cwd=cwd, env=environment(**given), capture_output=True, text=True, timeout=2 * PATIENCE_S, check=False
    )


def processes_of(folder: Path) -> list[str]:
    """Command lines of living processes that name the folder."""
    found = []
    for process in psutil.process_iter(["cmdline", "status"]):
        line = " ".join(process.info["cmdline"] or [])
        if str(folder) in line and process.info["status"] != psutil.STATUS_ZOMBIE:
            found.append(line)
    return found
