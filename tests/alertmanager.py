"""The real Prometheus Alertmanager as a process of its own, told what fires as Prometheus tells it."""

import asyncio
import subprocess
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import httpx

from memoryops.kit.schemas import rfc3339
from tests.harness import Values, closed_port

PROGRAM = "prometheus-alertmanager"
LOG = "alertmanager.log"
PATIENCE_S = 60

CONFIGURATION = """\
route:
  receiver: memoryops
  group_by: [alertname]
  group_wait: 200ms
  group_interval: 500ms
  repeat_interval: 1s
receivers:
  - name: memoryops
    webhook_configs:
      - url: {url}
        send_resolved: true
        http_config:
          authorization:
            type: Bearer
            credentials_file: {token_file}
"""


@dataclass(frozen=True)
class Alertmanager:
    """One running Alertmanager that knows of no peer, so that two of them send the same."""

    http: httpx.AsyncClient

    async def hears(self, alerts: Iterable[Values]) -> None:
        """Take what Prometheus would post."""
        response = await self.http.post("/api/v2/alerts", json=list(alerts))
        assert response.status_code == 200, response.text


def alert(name: str, starts_at: datetime, *, ends_at: datetime | None = None, **labels: str) -> Values:
    """An alert as Prometheus posts it."""
    ended = {} if ends_at is None else {"endsAt": rfc3339(ends_at)}
    annotations = {"summary": f"{name} on {labels.get('instance', 'nowhere')}"}
    return {
        "labels": {"alertname": name, **labels},
        "annotations": annotations,
        "startsAt": rfc3339(starts_at),
        **ended,
    }


@asynccontextmanager
async def alertmanager(folder: Path, url: str, token: str) -> AsyncIterator[Alertmanager]:
    """An Alertmanager that sends to this address with this token; it ends with the block."""
    address = f"127.0.0.1:{closed_port()}"
    process = _start(folder, url, token, address)
    try:
        async with httpx.AsyncClient(base_url=f"http://{address}", trust_env=False) as http:
            await _until_ready(http, process, folder)
            yield Alertmanager(http)
    finally:
        process.terminate()
        await asyncio.to_thread(process.wait, PATIENCE_S)


def _start(folder: Path, url: str, token: str, address: str) -> "subprocess.Popen[bytes]":
    folder.mkdir()
    (folder / "token").write_text(token)
    configuration = folder / "alertmanager.yml"
    configuration.write_text(CONFIGURATION.format(url=url, token_file=folder / "token"))
    options = {
        "config.file": configuration,
        "storage.path": folder / "data",
        "web.listen-address": address,
        "cluster.listen-address": "",
    }
    with (folder / LOG).open("wb") as log:
        return subprocess.Popen(
            [PROGRAM, *(f"--{name}={value}" for name, value in options.items())],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )


def _printed(folder: Path) -> str:
    return (folder / LOG).read_text()[-2000:]


async def _until_ready(http: httpx.AsyncClient, process: "subprocess.Popen[bytes]", folder: Path) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not await _is_ready(http):
        assert process.poll() is None, _printed(folder)
        assert time.monotonic() < deadline, "Alertmanager does not answer"
        await asyncio.sleep(0.05)


async def _is_ready(http: httpx.AsyncClient) -> bool:
    try:
        return (await http.get("/-/ready")).status_code == 200
    except httpx.TransportError:
        return False
