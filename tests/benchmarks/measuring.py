"""How figures are taken: servers as real processes, calls over a kept connection, ratios pair by pair."""

import http.client
import json
import os
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

ROOT = Path(__file__).resolve().parents[2]
START_DEADLINE_S = 120


@dataclass(frozen=True)
class Figure:
    """One line of the report: what was measured, its value with the spread, and the target, if there is one."""

    name: str
    value: str
    spread: str
    target: str = ""


@dataclass(frozen=True)
class Spread:
    """Median, smallest and largest of several readings."""

    median: float
    low: float
    high: float

    def show(self, unit: str = "", digits: int = 2) -> tuple[str, str]:
        """The median and the range, for people."""
        return f"{self.median:.{digits}f}{unit}", f"{self.low:.{digits}f}-{self.high:.{digits}f}{unit}"


def spread(values: Sequence[float]) -> Spread:
    """The spread of readings."""
    return Spread(statistics.median(values), min(values), max(values))


def percentile(values: Sequence[float], share: float) -> float:
    """The value that `share` (0..1) of the readings do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Client:
    """One kept connection to a server on loopback."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)

    def call(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Any:
        """The decoded answer; raises AssertionError on an error status."""
        content = None if body is None else json.dumps(body)
        sent = {"Content-Type": "application/json", "X-Actor": "Bench", **(headers or {})}
        try:
            response = self._send(method, path, content, sent)
        except (http.client.RemoteDisconnected, BrokenPipeError):
            self._connection.close()
            # A connection that rested too long was closed by the server; http.client opens another.
            response = self._send(method, path, content, sent)
        answer = response.read()
        assert response.status < 300, f"{method} {path}: {response.status} {answer[:300]!r}"
        return json.loads(answer) if answer else None

    def _send(self, method: str, path: str, content: str | None, headers: dict[str, str]) -> http.client.HTTPResponse:
        self._connection.request(method, path, content, headers)
        return self._connection.getresponse()


def timed(work: Callable[[], Any]) -> float:
    """Milliseconds that the work took."""
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def paired(first: Callable[[], Any], second: Callable[[], Any], *, pairs: int, times: int) -> tuple[Spread, Spread]:
    """Per-call milliseconds of both, in turn: `pairs` blocks of `times` calls each, one warm-up block apart."""
    for work in (first, second):
        _block(work, times)
    readings = [(_block(first, times), _block(second, times)) for _ in range(pairs)]
    return spread([one for one, _ in readings]), spread([other for _, other in readings])


def ratios(first: Callable[[], Any], second: Callable[[], Any], *, pairs: int, times: int) -> Spread:
    """Time of `first` over time of `second`, pair by pair."""
    for work in (first, second):
        _block(work, times)
    return spread([_block(first, times) / _block(second, times) for _ in range(pairs)])


def _block(work: Callable[[], Any], times: int) -> float:
    return timed(lambda: [work() for _ in range(times)]) / times


def free_port() -> int:
    """A port of loopback that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def serving(command: Sequence[str], port: int, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """A server process that answers on /healthz, ended afterwards."""
    quiet = {name: value for name, value in os.environ.items() if not name.startswith(("GROQ", "HINDSIGHT"))}
    process = subprocess.Popen(
        command, cwd=ROOT, env={**quiet, **environment}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        wait_until(lambda: answers(port), START_DEADLINE_S, "the server answers")
        yield process
    finally:
        process.terminate()
        process.wait(60)


@contextmanager
def product(data_dir: Path, **environment: str) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """MemoryOps itself on a free port, with no model unless the environment given names one."""
    port = free_port()
    command = (sys.executable, "-m", "memoryops.cli", "serve", "--port", str(port), "--data-dir", str(data_dir))
    with serving(command, port, **environment) as process:
        yield port, process


def answers(port: int) -> bool:
    """Whether /healthz on that port answers."""
    try:
        Client(port).call("GET", "/healthz")
    except (OSError, http.client.HTTPException, AssertionError):
        return False
    return True


def wait_until(holds: Callable[[], bool], deadline_s: float, what: str) -> None:
    """Return once it holds; raises TimeoutError when it does not within the deadline."""
    ends = time.monotonic() + deadline_s
    while not holds():
        if time.monotonic() > ends:
            raise TimeoutError(f"{what}: not within {deadline_s:g} s")
        time.sleep(0.05)


def resident_mib(pid: int) -> float:
    """Resident memory of one process, in MiB."""
    return float(psutil.Process(pid).memory_info().rss) / 2**20


def family(pid: int) -> Sequence[psutil.Process]:
    """The process and all that it started and that live."""
    process = psutil.Process(pid)
    return [process, *process.children(recursive=True)]


def processor_s(pid: int) -> float:
    """Seconds of processor time that the process and what it started took so far."""
    times = [one.cpu_times() for one in family(pid)]
    return float(sum(one.user + one.system for one in times))
