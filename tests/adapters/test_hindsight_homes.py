"""Which home a data directory gets that was moved, copied or restored; no server runs."""

import os
import shutil
from pathlib import Path

import pytest

from memoryops.adapters.hindsight_homes import HOME, NOTE, home_of, prepare_home
from memoryops.adapters.hindsight_places import UNPRIVILEGED

REACHING = ("--no-new-privs",)  # a user that reaches all we do


@pytest.fixture
def system(tmp_path: Path) -> Path:
    return tmp_path / "system"


@pytest.fixture
def first(tmp_path: Path) -> Path:
    """A data directory that the server's user does not reach: pytest's folders are their owner's alone."""
    (tmp_path / "first").mkdir()
    return tmp_path / "first"


def prepare(folder: Path, system: Path) -> Path:
    return prepare_home(folder, system, UNPRIVILEGED)


def fill(home: Path, content: str) -> Path:
    (home / "data").mkdir(parents=True)
    (home / "data" / "page").write_text(content)
    return home


def test_out_of_reach_the_home_is_in_the_system_folder_and_stays_the_same(first: Path, system: Path) -> None:
    assert home_of(first, system) is None
    home = prepare(first, system)
    assert home.is_relative_to(system)
    assert prepare(first, system) == home_of(first, system) == home


def test_a_moved_directory_keeps_its_home(first: Path, system: Path) -> None:
    home = prepare(first, system)
    moved = first.rename(first.with_name("moved"))
    assert prepare(moved, system) == home
    again = moved.rename(first.with_name("again"))
    assert prepare(again, system) == home


def test_a_copied_directory_gets_its_own_home_and_the_original_keeps_its(first: Path, system: Path) -> None:
    home = prepare(first, system)
    copy = Path(shutil.copytree(first, first.with_name("copy")))
    assert home_of(copy, system) is None
    own = prepare(copy, system)
    assert own != home
    assert (prepare(first, system), prepare(copy, system)) == (home, own)


def test_a_copy_by_hard_links_leaves_the_original_its_home(first: Path, system: Path) -> None:
    home = prepare(first, system)
    copy = Path(shutil.copytree(first, first.with_name("copy"), copy_function=os.link))
    assert prepare(copy, system) != home
    assert prepare(first, system) == home


def test_a_restored_directory_takes_over_where_the_original_is_gone(first: Path, system: Path) -> None:
    home = prepare(first, system)
    copy = Path(shutil.copytree(first, first.with_name("copy")))
    shutil.rmtree(first)
    first.mkdir()
    assert prepare(copy, system) == home
    assert prepare(first, system) != home


def test_a_link_to_the_directory_is_the_directory(first: Path, system: Path) -> None:
    home = prepare(first, system)
    link = first.with_name("link")
    link.symlink_to(first)
    assert prepare(link, system) == home


@pytest.mark.parametrize("identity", ["../../../etc", "", "0123456789ABCDEF", "0123456789abcdef\n", "/etc"])
def test_an_identity_that_is_none_of_ours_is_not_followed(first: Path, system: Path, identity: str) -> None:
    (first / NOTE).write_text(identity)
    assert prepare(first, system).parent.parent == system


@pytest.mark.parametrize("run_as", [(), REACHING])
def test_data_within_reach_is_in_the_directory_wherever_that_is(
    first: Path, system: Path, run_as: tuple[str, ...]
) -> None:
    fill(prepare_home(first, system, run_as), "kept")
    moved = first.rename(first.with_name("moved"))
    assert prepare_home(moved, system, run_as) == moved / HOME
    assert (moved / HOME / "data" / "page").read_text() == "kept"


def test_data_that_gets_out_of_reach_is_taken_along(first: Path, system: Path) -> None:
    fill(first / HOME, "kept")
    home = prepare(first, system)
    assert (home / "data" / "page").read_text() == "kept"
    assert home_of(first, system) == home


def test_data_that_comes_within_reach_is_found_where_it_was(first: Path, system: Path) -> None:
    home = fill(prepare(first, system), "kept")
    copy = Path(shutil.copytree(first, first.with_name("copy")))
    assert prepare_home(copy, system, REACHING) == copy / HOME
    assert not (copy / NOTE).exists()
    moved = first.rename(first.with_name("moved"))
    assert prepare_home(moved, system, REACHING) == home
