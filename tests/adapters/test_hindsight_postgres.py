"""The embedded PostgreSQL, run for real."""

import asyncio
import os
import shutil
import signal
import stat
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import uuid4

import pytest
import pytest_asyncio
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from memoryops.adapters.hindsight_homes import home_of
from memoryops.adapters.hindsight_places import Place, create_key, prepare_place
from memoryops.adapters.hindsight_postgres import (
    SETTINGS,
    EmbeddedPostgres,
    PostgresFailed,
    environment,
    free_port,
    server_command,
)
from memoryops.adapters.hindsight_processes import comes_true, command_line, processes_in
from tests.postgres import INSTALLATION

TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"


@pytest.fixture
def folder(reachable_folder: Path) -> Iterator[Path]:
    """A folder of this test alone that the unprivileged user can reach."""
    made = reachable_folder / uuid4().hex
    made.mkdir()
    yield made
    shutil.rmtree(made)


@pytest_asyncio.fixture
async def server(folder: Path) -> AsyncIterator[EmbeddedPostgres]:
    """A server that keeps its data in `folder`, not started yet."""
    made = EmbeddedPostgres(INSTALLATION, folder, folder / "log")
    yield made
    await made.stop()


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def owner(pid: int | None) -> int:
    return Path(f"/proc/{pid}").stat().st_uid


def run_apart(place: Place, *command: str) -> subprocess.Popen[bytes]:
    """A process that nobody told to end with us, as the user that runs the server."""
    whole = ["setpriv", *place.run_as, *command]
    return subprocess.Popen(whole, env=environment(place), cwd="/", stderr=subprocess.DEVNULL)


@asynccontextmanager
async def moved(folder: Path) -> AsyncIterator[EmbeddedPostgres]:
    """A server of the folder under another name, not started yet; the folder is back afterwards."""
    elsewhere = await asyncio.to_thread(folder.rename, folder.with_name(f"{folder.name}-moved"))
    server = EmbeddedPostgres(INSTALLATION, elsewhere, elsewhere / "log")
    yield server
    await server.stop()
    await asyncio.to_thread(elsewhere.rename, folder)


async def ask(server: EmbeddedPostgres, statement: str) -> list[object]:
    engine = create_async_engine(server.url(scheme="postgresql+asyncpg"))
    async with engine.begin() as connection:
        result = await connection.execute(text(statement))
        rows: list[object] = list(result.scalars()) if result.returns_rows else []
    await engine.dispose()
    return rows


async def test_each_test_gets_an_empty_database_of_its_own(postgres_url: str) -> None:
    engine = create_async_engine(postgres_url)
    async with engine.begin() as connection:
        await connection.execute(text("CREATE TABLE pages (id int)"))
        tables = await connection.execute(text("SELECT tablename FROM pg_tables WHERE schemaname = 'public'"))
        assert tables.scalars().all() == ["pages"]
    await engine.dispose()


async def test_it_is_durable_private_and_never_root(server: EmbeddedPostgres, folder: Path) -> None:
    await server.start()
    assert await ask(server, "SHOW fsync") == ["on"]
    assert await ask(server, "SHOW listen_addresses") == ["127.0.0.1"]
    assert await ask(server, "SHOW unix_socket_directories") == [""]
    assert owner(server.pid) != 0
    assert mode(folder / "postgres.key") == 0o600


async def test_a_stranger_without_the_password_is_refused(server: EmbeddedPostgres) -> None:
    await server.start()
    engine = create_async_engine(f"postgresql+asyncpg://hindsight:guess@127.0.0.1:{server.port}/hindsight")
    with pytest.raises(Exception, match="password authentication failed"):
        async with engine.connect():
            pass
    await engine.dispose()


async def test_what_was_committed_outlives_a_kill(server: EmbeddedPostgres, folder: Path) -> None:
    await server.start()
    await ask(server, "CREATE TABLE kept (id int)")
    assert server.pid is not None
    os.kill(server.pid, signal.SIGKILL)
    assert await server.wait() == -signal.SIGKILL
    await server.start()
    assert await ask(server, TABLES) == ["kept"]


async def test_the_same_port_is_taken_again_when_it_is_free(server: EmbeddedPostgres) -> None:
    port = free_port()
    await server.start(port)
    assert server.port == port
    assert free_port(port) != port


async def test_an_orphan_on_the_same_data_is_ended(server: EmbeddedPostgres, folder: Path) -> None:
    await server.start()
    await server.stop()
    place = prepare_place(INSTALLATION, folder)
    orphan = run_apart(place, *server_command(place, free_port(), SETTINGS))
    assert await comes_true(lambda: (place.data / "postmaster.pid").exists(), 30)
    await server.start()
    assert await asyncio.to_thread(orphan.wait, 30) is not None
    assert server.pid in processes_in(place.data, "postgres")


async def test_an_orphan_on_data_that_was_moved_since_is_ended(server: EmbeddedPostgres, folder: Path) -> None:
    await server.start()
    await server.stop()
    place = prepare_place(INSTALLATION, folder)
    orphan = run_apart(place, *server_command(place, free_port(), SETTINGS))
    assert await comes_true(lambda: (place.data / "postmaster.pid").exists(), 30)
    async with moved(folder) as again:
        await again.start()
        assert await asyncio.to_thread(orphan.wait, 30) is not None


async def test_a_moved_folder_keeps_its_data(server: EmbeddedPostgres, folder: Path) -> None:
    await server.start()
    await ask(server, "CREATE TABLE kept (id int)")
    await server.stop()
    async with moved(folder) as again:
        await again.start()
        assert await ask(again, TABLES) == ["kept"]
        assert not await asyncio.to_thread(folder.exists)


async def test_a_copy_beside_the_running_original_harms_it_not_and_is_apart(
    server: EmbeddedPostgres, folder: Path
) -> None:
    await server.start()
    await ask(server, "CREATE TABLE kept (id int)")
    copy = folder.with_name(f"{folder.name}-copy")
    copying = await asyncio.create_subprocess_exec("cp", "-a", folder, copy)
    assert await copying.wait() == 0
    restored = EmbeddedPostgres(INSTALLATION, copy, copy / "log")
    await restored.start()
    await ask(restored, "CREATE TABLE of_the_copy (id int)")
    assert command_line(server.pid or 0)
    assert await ask(server, TABLES) == ["kept"]
    assert set(await ask(restored, TABLES)) == {"kept", "of_the_copy"}
    await restored.stop()
    shutil.rmtree(copy)


async def test_a_home_has_one_owner(server: EmbeddedPostgres, folder: Path) -> None:
    await server.start()
    second = EmbeddedPostgres(INSTALLATION, folder, folder / "log")
    with pytest.raises(PostgresFailed, match="in use by another"):
        await second.start()
    await second.stop()
    assert await ask(server, "SELECT 1") == [1]


async def test_a_stale_lock_file_that_names_another_process_harms_neither(
    server: EmbeddedPostgres, folder: Path
) -> None:
    await server.start()
    await server.stop()
    place = prepare_place(INSTALLATION, folder)
    stranger = run_apart(place, "sleep", "600")
    (place.data / "postmaster.pid").write_text(f"{stranger.pid}\n{place.data}\n")
    await server.start()
    assert command_line(stranger.pid)[0] == "sleep"
    stranger.kill()
    stranger.wait()


async def test_a_cluster_that_was_cut_off_is_made_anew(server: EmbeddedPostgres, folder: Path) -> None:
    half = prepare_place(INSTALLATION, folder).data.with_name("data.new")
    half.mkdir()
    (half / "PG_VERSION").write_text("18")
    await server.start()
    assert await ask(server, "SELECT 1") == [1]


async def test_out_of_reach_it_lives_in_a_system_folder_and_no_permission_changes(
    tmp_path: Path, reachable_folder: Path
) -> None:
    permissions = mode(tmp_path)
    closed = tmp_path / "hindsight"
    closed.mkdir()
    system = reachable_folder / f"system-{uuid4().hex}"
    (tmp_path / "installation").symlink_to(INSTALLATION)
    server = EmbeddedPostgres(tmp_path / "installation", closed, closed / "log", system_folder=system)
    await server.start()
    assert await ask(server, "SHOW fsync") == ["on"]
    await server.stop()
    home = home_of(closed, system)
    assert home is not None
    assert home.is_relative_to(system if os.geteuid() == 0 else closed)
    assert mode(tmp_path) == permissions == 0o700


async def test_out_of_reach_a_moved_folder_keeps_its_data_and_a_copy_begins_its_own(
    tmp_path: Path, reachable_folder: Path
) -> None:
    system = reachable_folder / f"system-{uuid4().hex}"
    (tmp_path / "installation").symlink_to(INSTALLATION)

    async def tables(folder: Path, *statements: str) -> list[object]:
        server = EmbeddedPostgres(tmp_path / "installation", folder, tmp_path / "log", system_folder=system)
        await server.start()
        try:
            return [await ask(server, statement) for statement in (*statements, TABLES)][-1]
        finally:
            await server.stop()

    first, second, copy = (tmp_path / name for name in ("first", "second", "copy"))
    first.mkdir()
    assert await tables(first, "CREATE TABLE kept (id int)") == ["kept"]
    first.rename(second)
    assert await tables(second) == ["kept"]
    shutil.copytree(second, copy, copy_function=shutil.copy2)
    assert await tables(copy, "CREATE TABLE IF NOT EXISTS of_the_copy (id int)") != ["kept"]
    assert await tables(second) == ["kept"]


async def test_a_missing_installation_is_said(folder: Path) -> None:
    server = EmbeddedPostgres(folder / "nowhere", folder, folder / "log")
    with pytest.raises(PostgresFailed, match="could not be"):
        await server.start()


def test_a_key_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    key = create_key(tmp_path / "key")
    assert len(key) >= 32
    assert create_key(tmp_path / "key") == key
    assert mode(tmp_path / "key") == 0o600
