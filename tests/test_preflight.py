"""What is in the way of a start is one sentence, without a credential."""

from pathlib import Path

import pytest

from memoryops.preflight import problem_with
from tests.harness import settings_for


async def test_a_usable_folder_and_a_new_record_store_are_no_problem(tmp_path: Path) -> None:
    assert await problem_with(settings_for(tmp_path / "data", None)) is None


async def test_a_data_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    problem = await problem_with(settings_for(tmp_path / "data", None))
    assert problem is not None
    assert "is a file" in problem
    assert "\n" not in problem


async def test_a_missing_folder_is_not_made_by_whoever_only_looks(tmp_path: Path) -> None:
    problem = await problem_with(settings_for(tmp_path / "data", None), create=False)
    assert problem is not None
    assert "does not exist" in problem
    assert not (tmp_path / "data").exists()


async def test_a_file_that_is_no_database_is_said_to_be_none(tmp_path: Path) -> None:
    (tmp_path / "memoryops.db").write_bytes(b"this is not a database, whatever its name may say" * 100)
    problem = await problem_with(settings_for(tmp_path, None))
    assert problem is not None
    assert "file is not a database" in problem


@pytest.mark.parametrize("url", ["nonsense", "mysql://u:geheim@h/d", "postgresql://u:geheim@127.0.0.1:9/d"])
async def test_a_database_url_that_cannot_be_used_is_named_without_its_password(tmp_path: Path, url: str) -> None:
    problem = await problem_with(settings_for(tmp_path, url))
    assert problem is not None
    assert "DATABASE_URL" in problem
    assert "geheim" not in problem
    assert "\n" not in problem


@pytest.mark.parametrize("name", ["dir %20 #x?y", "100 % sure", "a?mode=memory", "ü ordner"])
async def test_the_record_lies_in_its_folder_whatever_the_folder_is_called(tmp_path: Path, name: str) -> None:
    assert await problem_with(settings_for(tmp_path / name, None)) is None
    assert _files(tmp_path) == [Path(name), Path(name) / "memoryops.db"]


def _files(folder: Path) -> list[Path]:
    return sorted(path.relative_to(folder) for path in folder.rglob("*") if not path.name.endswith(("-wal", "-shm")))
