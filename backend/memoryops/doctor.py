"""What is connected, and what to do about what is not, in plain words."""

import http.client
import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any

from rich.console import Console

from memoryops.insights.schemas import Dependency, SystemStatus
from memoryops.insights.status import read_status
from memoryops.runtime import Runtime, build_runtime
from memoryops.settings import Settings

ASK_S = 5
MARKS = {"ready": "ok  ", "configured": "ok  ", "not_configured": "--  ", "not_running": "--  ", "unavailable": "FAIL"}
WILDCARDS = {"0.0.0.0": "127.0.0.1", "::": "::1"}


@dataclass(frozen=True)
class Running:
    """What answers where MemoryOps is set to listen; `status` is None where it would not tell."""

    sentence: str
    status: SystemStatus | None = None


async def run(settings: Settings) -> int:
    """Print the state of every dependency; the exit code is 1 when one that is configured does not answer."""
    console = Console(highlight=False, soft_wrap=True)
    running = ask_running(settings)
    lines = {
        "Data folder": str(settings.data_dir.resolve()),
        "Console": _console(settings),
        "Server": running.sentence,
    }
    for name, value in lines.items():
        console.print(f"{name:<14}{value}", markup=False)
    status = running.status or await _look_ourselves(settings)
    for dependency in status.dependencies:
        _show(console, dependency)
    return 1 if any(dependency.status == "unavailable" for dependency in status.dependencies) else 0


def _show(console: Console, dependency: Dependency) -> None:
    mark = MARKS.get(dependency.status, "?   ")
    console.print(f"\n{mark}  {dependency.label}: {dependency.status.replace('_', ' ')}", markup=False)
    known = {"reason": dependency.reason, "detail": dependency.detail, "what to do": dependency.advice}
    for name, value in {**known, **dependency.facts}.items():
        if value:
            console.print(f"      {name}: {value}", markup=False)


def _console(settings: Settings) -> str:
    built = (settings.console_dir / "index.html").is_file()
    return "built" if built else "not built; run `make run`"


def ask_running(settings: Settings) -> Running:
    """What answers where these settings would listen."""
    address = _address(settings)
    request = urllib.request.Request(f"{address}/api/v1/status")
    if settings.access_token is not None:
        request.add_header("Authorization", f"Bearer {settings.access_token.get_secret_value()}")
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=ASK_S) as response:
            body: Any = json.load(response)
        return Running(f"running at {address}", SystemStatus.model_validate(body))
    except urllib.error.HTTPError as error:
        if error.code == http.client.UNAUTHORIZED:
            return Running(f"running at {address}, but it wants another MEMORYOPS_ACCESS_TOKEN than this")
        return Running(f"something answers at {address} that is not this MemoryOps ({error.code})")
    except OSError:
        return Running(f"not running at {address}")
    except (ValueError, http.client.HTTPException):
        return Running(f"something answers at {address} that is not MemoryOps")


def _address(settings: Settings) -> str:
    host = WILDCARDS.get(settings.host, settings.host)
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


async def _look_ourselves(settings: Settings) -> SystemStatus:
    runtime = build_runtime(settings)
    try:
        health = await runtime.health.check()
        status = await read_status(runtime.database, health, runtime.model, version="", started_at=runtime.started_at)
        if runtime.server is None or health.is_ready:
            return status
        return status.model_copy(update={"dependencies": [_resting(runtime, one) for one in status.dependencies]})
    finally:
        await runtime.aclose()


def _resting(runtime: Runtime, dependency: Dependency) -> Dependency:
    """The embedded memory of a server that does not run: no failure, unless it could not start either."""
    if dependency.name != "memory":
        return dependency
    told: dict[str, str | None]
    if (runtime.settings.hindsight_environment / "venv").is_dir():
        advice = "Start both with `make run`; its log tells of the last run."
        told = {
            "status": "not_running",
            "reason": None,
            "detail": "It runs only while MemoryOps does.",
            "advice": advice,
        }
    else:
        told = {"reason": "not_configured", "detail": "It is not set up.", "advice": "Run `make setup`."}
    return dependency.model_copy(update=told)
