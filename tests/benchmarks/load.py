"""Calls at a stated rate, whatever the server makes of them: who waits longer than planned is counted as waiting.

A sender that waits for one answer before it sends the next call sends less the slower the server is, and so hides what
a real sender sees. Here each call has its moment, and its time counts from that moment on, also where no connection was
free by then.
"""

import http.client
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

from tests.benchmarks.measuring import percentile

CONNECTIONS = 16
BESIDE_A_SECOND = 20.0


@dataclass(frozen=True)
class Call:
    """One request as bytes."""

    method: str
    path: str
    body: bytes = b""
    token: str = ""


NO_WORK = Call("GET", "/healthz")
"""What the same server answers without any work: its time is that of the machine and of the server's own queue."""


@dataclass(frozen=True)
class Answered:
    """Milliseconds from the moment that each call was planned for to its answer, and how long all took."""

    times_ms: Sequence[float]
    seconds: float

    def at(self, share: float) -> float:
        """The time that this share of the calls did not exceed."""
        return percentile(self.times_ms, share)

    def show(self) -> str:
        """The usual percentiles, for people."""
        return " / ".join(f"{self.at(share):.0f}" for share in (0.5, 0.95, 0.99)) + " ms"


def at_rate(port: int, calls: Sequence[Call], a_second: float, connections: int = CONNECTIONS) -> Answered:
    """Make the calls, so many a second; raises AssertionError where one is refused."""
    turn, left = threading.Lock(), iter(enumerate(calls))
    started = time.perf_counter() + 0.05

    def send() -> list[float]:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        times: list[float] = []
        while True:
            with turn:
                index, call = next(left, (-1, NO_WORK))
            if index < 0:
                connection.close()
                return times
            planned = started + index / a_second
            time.sleep(max(0.0, planned - time.perf_counter()))
            _make(connection, call)
            times.append((time.perf_counter() - planned) * 1000)

    with ThreadPoolExecutor(connections) as pool:
        parts = [pool.submit(send) for _ in range(connections)]
        times = [ms for part in parts for ms in part.result()]
    return Answered(times, time.perf_counter() - started)


def _make(connection: http.client.HTTPConnection, call: Call) -> None:
    headers = {"Content-Type": "application/json"}
    if call.token:
        headers["Authorization"] = f"Bearer {call.token}"
    try:
        connection.request(call.method, call.path, call.body or None, headers)
        response = connection.getresponse()
    except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
        # One that rested too long was closed by the server; http.client opens another.
        connection.close()
        connection.request(call.method, call.path, call.body or None, headers)
        response = connection.getresponse()
    answer = response.read()
    assert response.status < 300, f"{call.method} {call.path}: {response.status} {answer[:300]!r}"


@contextmanager
def beside(port: int) -> Iterator[list[float]]:
    """The times of calls that ask for no work, made all the while; complete when the block ends."""
    times: list[float] = []
    over = threading.Event()

    def call() -> None:
        while not over.is_set():
            times.extend(at_rate(port, [NO_WORK] * 5, BESIDE_A_SECOND, connections=1).times_ms)

    thread = threading.Thread(target=call)
    thread.start()
    try:
        yield times
    finally:
        over.set()
        thread.join()
