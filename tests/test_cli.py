"""The program in a terminal: plain sentences, honest exit codes, nothing left behind."""

import asyncio
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psutil
import pytest

from memoryops.doctor import ask_running
from memoryops.doctor import run as doctor
from memoryops.settings import Settings
from tests.fakes.hindsight_server import HTML_200, Answer, fake_hindsight, refuses
from tests.harness import API, Values, closed_port, settings_for
from tests.hindsight import ENVIRONMENT, RunningHindsight
from tests.process import PATIENCE_S, PROGRAM, call, environment, processes_of


@contextmanager
def serving(cwd: Path, port: int, **given: str) -> Iterator[subprocess.Popen[str]]:
    """The server in a process of its own, ended when the block ends."""
    command = [str(PROGRAM), "serve", "--port", str(port), "--data-dir", str(cwd / "data")]
    process = subprocess.Popen(
        command, cwd=cwd, env=environment(**given), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
        process.communicate(timeout=60)


def until_answers(port: int, path: str, process: subprocess.Popen[str]) -> httpx.Response:
    """The first answer of a server that is starting."""
    deadline = time.monotonic() + PATIENCE_S
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=10) as http:
        while True:
            assert process.poll() is None, process.communicate()[0]
            try:
                return http.get(path)
            except httpx.TransportError:
                assert time.monotonic() < deadline
                time.sleep(0.05)


def memory_of(status: Values) -> Values:
    [memory] = [one for one in status["dependencies"] if one["name"] == "memory"]
    found: Values = memory
    return found


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7"])
def test_serving_beyond_loopback_needs_a_token(tmp_path: Path, host: str) -> None:
    ended = call("serve", "--host", host, cwd=tmp_path)
    assert ended.returncode == 1
    assert "MEMORYOPS_ACCESS_TOKEN" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_port_in_use_is_said_with_what_to_do(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ended = call("serve", "--port", str(port), cwd=tmp_path)
    assert ended.returncode == 1
    assert f"Cannot listen on 127.0.0.1:{port}" in ended.stderr
    assert "make run PORT=" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    "given",
    [{"MEMORYOPS_PORT": "abc"}, {"MEMORYOPS_ACCESS_TOKEN": "hunter2"}, {"MEMORYOPS_SIMILARITY_THRESHOLD": "7"}],
    ids=lambda given: next(iter(given)),
)
def test_a_wrong_setting_is_named_and_never_shown(tmp_path: Path, given: dict[str, str]) -> None:
    ended = call("serve", cwd=tmp_path, **given)
    [(name, value)] = given.items()
    assert ended.returncode == 2
    assert name in ended.stderr.upper()
    assert value not in ended.stderr


async def told(capsys: pytest.CaptureFixture[str], settings: Settings) -> tuple[int, str]:
    """What `memoryops doctor` ends with and says."""
    code = await doctor(settings)
    return code, capsys.readouterr().out


async def test_doctor_says_what_is_not_set_up(
    sqlite_record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nowhere = {"HINDSIGHT_API_URL": None, "MEMORYOPS_HINDSIGHT_ENVIRONMENT": tmp_path / "none"}
    settings = settings_for(tmp_path, sqlite_record, MEMORYOPS_PORT=closed_port(), **nowhere)
    code, said = await told(capsys, settings)
    assert code == 1
    assert "make setup" in said
    assert "not running at http://127.0.0.1:" in said


async def test_doctor_does_not_call_a_memory_broken_that_is_only_not_running(
    sqlite_record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    laid = {"HINDSIGHT_API_URL": None, "MEMORYOPS_HINDSIGHT_ENVIRONMENT": ENVIRONMENT}
    settings = settings_for(tmp_path, sqlite_record, MEMORYOPS_PORT=closed_port(), **laid)
    code, said = await told(capsys, settings)
    assert code == 0
    assert "Memory (Hindsight, embedded): not running" in said
    assert "make run" in said


async def test_doctor_says_where_nothing_answers_and_keeps_the_key_to_itself(
    sqlite_record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = settings_for(tmp_path, sqlite_record, HINDSIGHT_API_KEY="s3cret-key", MEMORYOPS_PORT=closed_port())
    code, said = await told(capsys, settings)
    assert code == 1
    assert f"Nothing answers at {settings.hindsight_api_url}" in said
    assert "s3cret-key" not in said


@pytest.mark.parametrize(
    ("host", "address"), [("::1", "http://[::1]:"), ("0.0.0.0", "http://127.0.0.1:"), ("::", "http://[::1]:")]
)
async def test_doctor_asks_where_the_server_can_be_reached(
    sqlite_record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], host: str, address: str
) -> None:
    settings = settings_for(tmp_path, sqlite_record, MEMORYOPS_HOST=host, MEMORYOPS_PORT=closed_port())
    assert f"not running at {address}" in (await told(capsys, settings))[1]


@pytest.mark.parametrize("said", [HTML_200, refuses(404), refuses(500)], ids=["a page", "404", "500"])
async def test_doctor_is_not_taken_in_by_another_server(
    sqlite_record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], said: Answer
) -> None:
    async with fake_hindsight() as other:
        other.answers("unknown", said)
        port = other.url.rpartition(":")[2]
        settings = settings_for(tmp_path, sqlite_record, MEMORYOPS_PORT=port)
        looked = await asyncio.to_thread(ask_running, settings)
    assert looked.status is None
    assert looked.sentence.startswith("something answers at")


def test_the_server_tells_doctor_of_a_memory_that_is_ready_and_ends_at_once(
    tmp_path: Path, hindsight: RunningHindsight
) -> None:
    url, key, port = hindsight.connection.url, hindsight.connection.api_key or "", closed_port()
    external = {"HINDSIGHT_API_URL": url, "HINDSIGHT_API_KEY": key}
    with serving(tmp_path, port, MEMORYOPS_SEED="0", **external) as server:
        until_answers(port, "/healthz", server)
        deadline = time.monotonic() + PATIENCE_S
        while memory_of(until_answers(port, f"{API}/status", server).json())["status"] != "ready":
            assert time.monotonic() < deadline
            time.sleep(0.1)
        told = call("doctor", "--data-dir", str(tmp_path / "data"), cwd=tmp_path, MEMORYOPS_PORT=str(port))
        assert told.returncode == 0, told.stdout
        assert f"running at http://127.0.0.1:{port}" in told.stdout
        assert "Memory (Hindsight, external): ready" in told.stdout
        server.send_signal(signal.SIGTERM)
        assert server.wait(30) in {0, -signal.SIGTERM}
    assert key
    assert key not in told.stdout


def test_doctor_says_when_the_server_wants_another_token(tmp_path: Path) -> None:
    port = closed_port()
    nowhere = {"HINDSIGHT_API_URL": f"http://127.0.0.1:{closed_port()}", "MEMORYOPS_PORT": str(port)}
    with serving(
        tmp_path, port, MEMORYOPS_SEED="0", MEMORYOPS_ACCESS_TOKEN="a-token-of-the-server", **nowhere
    ) as server:
        until_answers(port, "/healthz", server)
        told = call("doctor", "--data-dir", str(tmp_path / "data"), cwd=tmp_path, **nowhere)
    assert "wants another MEMORYOPS_ACCESS_TOKEN" in told.stdout


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGHUP], ids=lambda end: end.name)
def test_the_console_answers_while_memory_starts_and_a_signal_leaves_no_process(
    reachable_folder: Path, end: signal.Signals
) -> None:
    folder, port = reachable_folder / f"cli-{end.name}", closed_port()
    folder.mkdir()
    embedded = {"MEMORYOPS_HINDSIGHT_ENVIRONMENT": str(ENVIRONMENT)}
    with serving(folder, port, **embedded) as server:
        assert until_answers(port, "/healthz", server).status_code == 200
        memory = memory_of(until_answers(port, f"{API}/status", server).json())
        assert (memory["status"], memory["reason"]) == ("unavailable", "starting")
        recalled = httpx.post(
            f"http://127.0.0.1:{port}{API}/memory/recall", json={"query": "timeouts"}, trust_env=False
        )
        assert (recalled.json()["memory_status"], recalled.json()["memory"]["reason"]) == ("unavailable", "starting")
        until_children(server.pid)
        family = psutil.Process(server.pid).children(recursive=True)
        server.send_signal(end)
        server.wait(60)
    gone, alive = psutil.wait_procs(family, timeout=20)
    assert alive == []
    assert gone
    assert processes_of(folder) == []


def until_children(pid: int) -> None:
    """Wait until the server has started something."""
    deadline = time.monotonic() + PATIENCE_S
    while not psutil.Process(pid).children(recursive=True):
        assert time.monotonic() < deadline
        time.sleep(0.05)
