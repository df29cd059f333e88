"""The embedded Hindsight's life: started, shared, killed, taken over, ended."""

import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import textwrap
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from uuid import uuid4

import httpx
import pytest
import pytest_asyncio

from memoryops.adapters.hindsight import HindsightMemory
from memoryops.adapters.hindsight_connection import (
    FOLDER,
    InstanceLock,
    Running,
    find_running,
    read_running,
    worker_name,
)
from memoryops.adapters.hindsight_environment import ReflectModel, ServerEnvironment, server_environment
from memoryops.adapters.hindsight_postgres import free_port
from memoryops.adapters.hindsight_processes import comes_true, command_line, environment_of, processes_in
from memoryops.adapters.hindsight_run import LOG_CAP, clear_orphan, prepare_log
from memoryops.adapters.hindsight_server import HindsightServer, Phase
from memoryops.memory.port import MemoryReason, MemoryUnavailable, RecallQuery
from tests.adapters.test_hindsight import POOL, WORKSPACE
from tests.hindsight import ENVIRONMENT, RunningHindsight

OWNER = """
    import asyncio, sys
    from pathlib import Path
    from memoryops.adapters.hindsight_server import HindsightServer

    async def main():
        await HindsightServer(Path(sys.argv[1]), Path(sys.argv[2])).start()
        await asyncio.Event().wait()

    asyncio.run(main())
"""
QUERY = RecallQuery("leaked sessions exhausted the connection pool", WORKSPACE)


@pytest.fixture
def data_dir(reachable_folder: Path) -> Path:
    """A data directory of this test alone."""
    return reachable_folder / uuid4().hex


@pytest_asyncio.fixture
async def memory(hindsight: RunningHindsight) -> AsyncIterator[HindsightMemory]:
    store = HindsightMemory(hindsight.server.connection, recall_timeout=30)
    yield store
    await store.aclose()


@pytest.fixture
def owner(data_dir: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Another process that runs the server of the data directory."""
    process = subprocess.Popen([sys.executable, "-c", textwrap.dedent(OWNER), str(ENVIRONMENT), str(data_dir)])
    yield process
    process.kill()
    process.wait()


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def postgres_of(running: RunningHindsight) -> list[int]:
    folder = running.server.state.postgres_folder
    return processes_in(folder / "data", "postgres") if folder else []


def run_apart(worker: str) -> subprocess.Popen[bytes]:
    """A process that looks like a server of that name."""
    return subprocess.Popen(["sleep", "600"], env={"HINDSIGHT_API_WORKER_ID": worker})


def has_name(pid: int) -> bool:
    return "HINDSIGHT_API_WORKER_ID" in environment_of(pid)


async def test_a_killed_server_is_unreachable_and_then_back_with_all_it_knew(
    hindsight: RunningHindsight, memory: HindsightMemory
) -> None:
    bank = f"memoryops-test-{uuid4().hex[:8]}"
    await memory.retain(bank, POOL)
    before = hindsight.connection
    for pid in (hindsight.server.state.pid, *postgres_of(hindsight)):
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
    with pytest.raises(MemoryUnavailable) as caught:
        await memory.recall(bank, QUERY)
    assert caught.value.reason is MemoryReason.unreachable
    hindsight.wait_until(lambda: hindsight.server.state.phase is Phase.restarting)
    hindsight.wait_until(lambda: hindsight.server.state.phase is Phase.ready)
    assert hindsight.connection != before
    assert [piece.document_id for piece in await memory.recall(bank, QUERY)] == ["INC-101"]


async def test_a_second_process_shares_the_server_and_takes_over(
    data_dir: Path, owner: subprocess.Popen[bytes]
) -> None:
    assert await comes_true(lambda: read_running(data_dir) is not None, 240)
    second = RunningHindsight(data_dir)
    second.start()
    shared = second.server.state.running
    assert shared is not None
    assert shared.owner == owner.pid
    memory = HindsightMemory(second.server.connection, recall_timeout=30)
    await memory.retain("memoryops-default", POOL)

    owner.kill()
    second.wait_until(lambda: (second.server.state.running or shared).owner == os.getpid())
    assert not command_line(shared.pid)
    assert [piece.document_id for piece in await memory.recall("memoryops-default", QUERY)] == ["INC-101"]

    await memory.aclose()
    last = second.server.state.pid
    second.close()
    assert last is not None
    assert not command_line(last)
    assert postgres_of(second) == []
    assert second.server.state.phase is Phase.stopped


async def test_stopping_in_the_middle_of_a_start_leaves_no_process(data_dir: Path) -> None:
    running = RunningHindsight(data_dir)
    running.begin()
    running.wait_until(lambda: (data_dir / FOLDER / "running.json").exists())
    pid = json.loads((data_dir / FOLDER / "running.json").read_text())["pid"]
    with pytest.raises(MemoryUnavailable) as caught:
        running.server.connection()
    assert caught.value.reason is MemoryReason.starting
    assert "server.log" in caught.value.detail
    running.close()
    assert not command_line(pid)
    assert not (data_dir / FOLDER / "running.json").exists()
    assert postgres_of(running) == []


async def test_only_its_owner_reads_its_secrets(hindsight: RunningHindsight) -> None:
    folder = hindsight.data_dir / FOLDER
    assert {mode(folder / name) for name in ("api.key", "postgres.key", "running.json", "server.log")} == {0o600}
    key = hindsight.connection.api_key or ""
    assert key not in " ".join(command_line(hindsight.server.state.pid or 0))
    assert key not in repr(hindsight.connection)
    assert key not in (folder / "running.json").read_text() + (folder / "server.log").read_text()


def test_it_listens_on_this_machine_only(hindsight: RunningHindsight) -> None:
    hexadecimal = f"{hindsight.server.state.port:04X}"
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    listening = {line[1] for line in lines if line[3] == "0A" and line[1].endswith(f":{hexadecimal}")}
    assert listening == {f"0100007F:{hexadecimal}"}


async def test_without_the_key_nothing_is_told(hindsight: RunningHindsight) -> None:
    async with httpx.AsyncClient(trust_env=False) as client:
        answer = await client.get(f"{hindsight.connection.url}/v1/default/banks")
    assert answer.status_code == 401


async def test_a_command_finds_the_running_server(hindsight: RunningHindsight, tmp_path: Path) -> None:
    assert read_running(hindsight.data_dir) == hindsight.connection
    assert read_running(tmp_path) is None


async def test_a_process_that_did_not_start_it_may_use_it(hindsight: RunningHindsight) -> None:
    onlooker = HindsightServer(ENVIRONMENT, hindsight.data_dir)
    assert onlooker.connection() == hindsight.connection
    assert onlooker.facts()["run by process"] == str(os.getpid())


async def test_an_environment_that_was_not_laid_is_said(tmp_path: Path) -> None:
    running = RunningHindsight(tmp_path, environment=tmp_path / "nowhere")
    running.begin()
    running.wait_until(lambda: running.server.state.phase is Phase.failed)
    with pytest.raises(MemoryUnavailable, match="make setup") as caught:
        running.server.connection()
    assert caught.value.reason is MemoryReason.unreachable
    running.close()


def test_a_noted_port_that_cannot_be_one_is_passed_over() -> None:
    assert 0 < free_port(99_999_999) < 65_536


async def test_before_it_is_started_it_is_stopped(tmp_path: Path) -> None:
    server = HindsightServer(ENVIRONMENT, tmp_path)
    assert server.state.phase is Phase.stopped
    assert server.state.port is None
    await server.stop()


def test_nothing_of_our_environment_reaches_the_server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GROQ_API_KEY", "gsk-ours")
    monkeypatch.setenv("HINDSIGHT_API_HOST", "0.0.0.0")
    monkeypatch.setenv("DATABASE_URL", "postgresql://ours")
    laid = ServerEnvironment(ENVIRONMENT)
    told = server_environment(laid, database_url="postgresql://db", api_key="k", worker="w", home=tmp_path, model=None)
    assert {"GROQ_API_KEY", "HINDSIGHT_API_HOST", "DATABASE_URL"}.isdisjoint(told)
    assert told["HINDSIGHT_API_LLM_PROVIDER"] == "none"
    assert told["HINDSIGHT_API_EMBEDDINGS_ONNX_QUERY_PREFIX"] == ""


def test_a_model_to_reflect_with_is_passed_on(tmp_path: Path) -> None:
    model = ReflectModel("openai", "small", "secret", "http://127.0.0.1:11434/v1")
    laid = ServerEnvironment(ENVIRONMENT)
    told = server_environment(laid, database_url="postgresql://db", api_key="k", worker="w", home=tmp_path, model=model)
    assert told["HINDSIGHT_API_REFLECT_LLM_BASE_URL"] == "http://127.0.0.1:11434/v1"
    assert told["HINDSIGHT_API_REFLECT_LLM_API_KEY"] == "secret"
    assert "secret" not in repr(model)


def test_nothing_but_reflecting_can_reach_the_model(tmp_path: Path) -> None:
    laid = ServerEnvironment(ENVIRONMENT)
    model = ReflectModel("openai", "small", None, "http://127.0.0.1:11434/v1")
    told = server_environment(laid, database_url="postgresql://db", api_key="k", worker="w", home=tmp_path, model=model)
    models = {name: value for name, value in told.items() if name.endswith("LLM_PROVIDER")}
    assert models == {"HINDSIGHT_API_LLM_PROVIDER": "none", "HINDSIGHT_API_REFLECT_LLM_PROVIDER": "openai"}
    assert told["HINDSIGHT_API_SKIP_LLM_VERIFICATION"] == "true", "it is not asked before somebody reflects"
    assert told["HINDSIGHT_API_RETAIN_EXTRACTION_MODE"] == "chunks"


def test_proxies_are_for_the_model_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy:3128")
    laid, model = ServerEnvironment(ENVIRONMENT), ReflectModel("groq", "small", "secret")
    with_model = server_environment(laid, database_url="d", api_key="k", worker="w", home=tmp_path, model=model)
    without = server_environment(laid, database_url="d", api_key="k", worker="w", home=tmp_path, model=None)
    assert with_model["HTTPS_PROXY"] == "http://proxy:3128"
    assert "HTTPS_PROXY" not in without


async def test_an_orphan_of_this_folder_is_ended_and_a_stranger_is_not(tmp_path: Path) -> None:
    for worker, survives in ((worker_name(tmp_path), False), ("memoryops-of-another-folder", True)):
        process = run_apart(worker)
        assert await comes_true(partial(has_name, process.pid), 30)
        Running("http://127.0.0.1:1", process.pid, 1, ready=True).write(tmp_path)
        await clear_orphan(tmp_path)
        assert bool(command_line(process.pid)) is survives
        assert not (tmp_path / "running.json").exists()
        process.kill()
        process.wait()


async def test_the_server_of_the_original_is_not_that_of_a_copy(tmp_path: Path) -> None:
    original, copy = tmp_path / "original", tmp_path / "copy"
    original.mkdir()
    process = run_apart(worker_name(original))
    assert await comes_true(partial(has_name, process.pid), 30)
    Running("http://127.0.0.1:1", process.pid, 1, ready=True).write(original)
    shutil.copytree(original, copy)
    assert find_running(original) is not None
    assert find_running(copy) is None
    await clear_orphan(copy)
    assert command_line(process.pid)
    process.kill()
    process.wait()


def test_a_data_directory_has_one_owner(tmp_path: Path) -> None:
    first, second = InstanceLock(tmp_path / "lock"), InstanceLock(tmp_path / "lock")
    assert first.acquire()
    assert not second.acquire()
    first.release()
    assert second.acquire()
    second.release()


def test_a_long_log_is_set_aside(tmp_path: Path) -> None:
    log = tmp_path / "server.log"
    log.write_bytes(b"x" * (LOG_CAP + 1))
    prepare_log(log)
    assert log.stat().st_size == 0
    assert (tmp_path / "server.log.1").stat().st_size == LOG_CAP + 1
