"""Running the server: logs for people, the address once it answers, an orderly end."""

import signal
import socket
import sys
from collections.abc import Awaitable, Callable

import typer
import uvicorn

from memoryops.app import create_app
from memoryops.kit.garbage import settle
from memoryops.kit.logs import configure_logs
from memoryops.runtime import build_runtime
from memoryops.settings import Settings

GRACE_S = 3
SWITCH_S = 0.001
"""So long a thread that computes keeps others out; 5 ms, as Python has it, add up: a request changes threads often."""


class OrderlyServer(uvicorn.Server):
    """Prints the address once requests are answered, and stops investigations before it waits for their clients."""

    def __init__(self, config: uvicorn.Config, stop_runs: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._stop_runs = stop_runs

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            settle()
            host = f"[{self.config.host}]" if ":" in self.config.host else self.config.host
            typer.echo(f"MemoryOps is ready on http://{host}:{self.config.port} (Ctrl-C stops it)")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._stop_runs()
        await super().shutdown(sockets)


def run(settings: Settings) -> None:
    """Serve until a signal ends it."""
    sys.setswitchinterval(SWITCH_S)
    configure_logs()
    runtime = build_runtime(settings)
    config = uvicorn.Config(
        create_app(runtime),
        host=settings.host,
        port=settings.port,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=GRACE_S,
        proxy_headers=False,
    )
    server = OrderlyServer(config, runtime.runs.aclose)
    end_with_the_terminal(server)
    server.run()
    if not server.started:
        raise SystemExit(1)


def end_with_the_terminal(server: uvicorn.Server) -> None:
    """A terminal that closes ends the server in order, Hindsight included, unless it runs under `nohup`."""
    if signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        signal.signal(signal.SIGHUP, server.handle_exit)
