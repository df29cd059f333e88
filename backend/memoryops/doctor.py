"""What is connected, and what to do about what is not, in plain words."""

import json
import urllib.error
import urllib.request
from typing import Any

from rich.console import Console

from memoryops.insights.schemas import SystemStatus
from memoryops.insights.status import read_status
from memoryops.runtime import build_runtime
from memoryops.settings import Settings

ASK_S = 5
MARKS = {"ready": "ok  ", "configured": "ok  ", "not_configured": "--  ", "unavailable": "FAIL"}


async def run(settings: Settings) -> int:
    """Print the state of every dependency; the exit code is 1 when one that is configured does not answer."""
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"Data folder   {settings.data_dir.resolve()}", markup=False)
    console.print(f"Console       {_console(settings)}", markup=False)
    running = _ask_running(settings)
    console.print(
        f"Server        {'running' if running else 'not running'} at http://{settings.host}:{settings.port}",
        markup=False,
    )
    status = running or await _look_ourselves(settings)
    for dependency in status.dependencies:
        console.print(
            f"\n{MARKS.get(dependency.status, '?   ')}  {dependency.label}: {dependency.status}", markup=False
        )
        known = {"reason": dependency.reason, "detail": dependency.detail, "what to do": dependency.advice}
        for name, value in {**known, **dependency.facts}.items():
            if value:
                console.print(f"      {name}: {value}", markup=False)
    return 1 if any(dependency.status == "unavailable" for dependency in status.dependencies) else 0


def _console(settings: Settings) -> str:
    built = (settings.console_dir / "index.html").is_file()
    return "built" if built else "not built; run `make run`"


def _ask_running(settings: Settings) -> SystemStatus | None:
    request = urllib.request.Request(f"http://{settings.host}:{settings.port}/api/v1/status")
    if settings.access_token is not None:
        request.add_header("Authorization", f"Bearer {settings.access_token.get_secret_value()}")
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=ASK_S) as response:
            body: Any = json.load(response)
            return SystemStatus.model_validate(body)
    except (OSError, ValueError):
        return None


async def _look_ourselves(settings: Settings) -> SystemStatus:
    runtime = build_runtime(settings)
    try:
        health = await runtime.health.check()
        return await read_status(runtime.database, health, runtime.model, version="", started_at=runtime.started_at)
    finally:
        await runtime.aclose()
