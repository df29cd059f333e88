"""Figures of the console in a real browser: the largest paint of its screens and how soon it answers a key or a click.

Both are taken in turn with an empty page of the same server. Chromium is what `backend/scripts/require.sh test` finds.
"""

import json
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.benchmarks.measuring import ROOT, Client, Figure, product, spread
from tests.benchmarks.record_store import CLOSED_HINDSIGHT

ROUNDS = 12
NOTES = 300
ALERTS = 12
RESOLVED = "INC-101"
SOURCES = ("src", "scripts", "public")
EMPTY = "/empty.html"
EMPTY_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Empty</title>
<p>Nothing is here but this paragraph.</p><button type="button">Press</button></html>
"""
PAINT_TARGET = "under 1.0 s"
ANSWER_TARGET = "under 100 ms"

Reading = Mapping[str, Any]


class ChromiumMissingError(RuntimeError):
    """No Chromium runs headless on this machine."""


class ConsoleOutdatedError(RuntimeError):
    """The built console is missing, or older than what it is built from."""


def measure(folder: Path) -> Iterator[Figure]:
    """All figures of the console; raises ChromiumMissingError, ConsoleOutdatedError."""
    chromium = _chromium()
    console = _console_with_an_empty_page(folder / "console-files")
    environment = {"MEMORYOPS_SEED": "1", "MEMORYOPS_CONSOLE_DIR": str(console), "HINDSIGHT_API_URL": CLOSED_HINDSIGHT}
    with product(folder / "console", **environment) as (port, _):
        readings = _readings(chromium, port)
    yield from _paints(readings["screens"])
    yield from _answers(readings["interactions"])


def _chromium() -> str:
    found = subprocess.run(["backend/scripts/chromium.sh"], cwd=ROOT, capture_output=True, text=True, check=False)
    if found.returncode != 0:
        raise ChromiumMissingError("The console's figures need Chromium; run: backend/scripts/require.sh test")
    return found.stdout.strip()


def require_built(frontend: Path) -> Path:
    """The folder of the built console; raises ConsoleOutdatedError where a source was changed after it."""
    built = frontend / "dist" / "index.html"
    sources = [frontend / "index.html", frontend / "vite.config.ts"]
    sources += [path for folder in SOURCES for path in (frontend / folder).rglob("*") if path.is_file()]
    if not built.exists() or built.stat().st_mtime < max(path.stat().st_mtime for path in sources):
        raise ConsoleOutdatedError(
            "The built console is not of this source; run: make setup (or npx vite build in frontend)"
        )
    return built.parent


def _console_with_an_empty_page(folder: Path) -> Path:
    shutil.copytree(require_built(ROOT / "frontend"), folder)
    (folder / EMPTY.removeprefix("/")).write_text(EMPTY_PAGE)
    return folder


def _readings(chromium: str, port: int) -> Mapping[str, Sequence[Reading]]:
    client = Client(port)
    long = _incident_with_a_long_timeline(client)
    _firing_alerts(client)
    client.call("POST", f"/api/v1/incidents/{RESOLVED}/postmortem")
    screens = {
        "dashboard": "/",
        "resolved incident": f"/incidents/{RESOLVED}",
        f"incident with {NOTES} notes": f"/incidents/{long}",
        "alerts": "/alerts",
        "insights": "/insights",
        "postmortem": f"/incidents/{RESOLVED}/postmortem",
        "action items": "/action-items",
    }
    asked = {
        "base": f"http://127.0.0.1:{port}",
        "chromiumPath": chromium,
        "rounds": ROUNDS,
        "empty": EMPTY,
        "screens": list(screens.items()),
        "incident": long,
        "listed": client.call("GET", "/api/v1/incidents?count=true")["total"],
    }
    command = ["node", "tests/benchmarks/console.mjs", json.dumps(asked)]
    answer: Mapping[str, Sequence[Reading]] = json.loads(
        subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    )
    return answer


def _incident_with_a_long_timeline(client: Client) -> str:
    body = {
        "title": "Checkout times out at the payment step",
        "service": "payment-api",
        "severity": "sev1",
        "error": "Database connection timeout",
        "commander": "Ada Lovelace",
    }
    incident: str = client.call("POST", "/api/v1/incidents", body)["id"]
    for number in range(NOTES):
        text = f"Check {number}: **p99** at {300 + number} ms, pool at {number % 40} of 40; see `payment-api` logs."
        client.call("POST", f"/api/v1/incidents/{incident}/timeline", {"kind": "note", "text": text})
    client.call("POST", f"/api/v1/incidents/{incident}/analyze")
    return incident


def _firing_alerts(client: Client) -> None:
    token = client.call("POST", "/api/v1/integrations", {"source": "alertmanager", "name": "Prometheus"})["token"]
    alerts = [
        {
            "status": "firing",
            "labels": {"alertname": f"Warning{number}", "service": f"service-{number}", "severity": "warning"},
            "annotations": {"summary": f"Warning {number} of a service"},
            "startsAt": "2026-11-30T10:00:00Z",
            "endsAt": "0001-01-01T00:00:00Z",
        }
        for number in range(ALERTS)
    ]
    body = {"version": "4", "status": "firing", "alerts": alerts}
    client.call("POST", "/api/v1/alerts/alertmanager", body, {"Authorization": f"Bearer {token}"})


def _paints(readings: Sequence[Reading]) -> Iterator[Figure]:
    empty = spread([one["empty"] for one in readings])
    yield Figure("largest paint, empty page", *empty.show(" ms", 0))
    for name, pairs in _by_name(readings).items():
        value, range_ = spread([pair["ours"] for pair in pairs]).show(" ms", 0)
        yield Figure(f"largest paint, {name}", value, f"{range_}, n={len(pairs)}", PAINT_TARGET)
        value, range_ = spread([pair["ours"] / pair["empty"] for pair in pairs]).show("x", 1)
        yield Figure(f"largest paint, {name} / empty page", value, range_)


def _answers(readings: Sequence[Reading]) -> Iterator[Figure]:
    plain = spread([one["empty"]["seen"] for one in readings])
    yield Figure("press of a plain button on the empty page until seen", *plain.show(" ms", 0))
    for name, pairs in _by_name(readings).items():
        value, range_ = spread([pair["ours"]["paint"] for pair in pairs]).show(" ms", 0)
        yield Figure(f"{name}, until the next paint", value, f"{range_}, n={len(pairs)}", ANSWER_TARGET)
        value, range_ = spread([pair["ours"]["seen"] for pair in pairs]).show(" ms", 0)
        yield Figure(f"{name}, until what was asked for is seen", value, range_, ANSWER_TARGET)
        value, range_ = spread([pair["ours"]["seen"] / pair["empty"]["seen"] for pair in pairs]).show("x", 1)
        yield Figure(f"{name}, until seen / press of a plain button", value, range_)


def _by_name(readings: Sequence[Reading]) -> Mapping[str, Sequence[Reading]]:
    names = dict.fromkeys(one["name"] for one in readings)
    return {name: [one for one in readings if one["name"] == name] for name in names}
