"""The shape of the code base: who may import whom, and what no tracked file may hold."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "backend" / "memoryops"
OUTSIDE_CLIENTS = {"groq", "hindsight_client", "hindsight_client_api", "httpx"}
# Put together here, so that this file does not hold what it looks for.
REGISTRY_HOSTS = [".".join(parts) for parts in (("pythonhosted", "org"), ("pypi", "org"), ("registry", "npmjs", "org"))]
VAGUE_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "managers", "misc"}
EXCUSES = {"skip", "skipif", "skipIf", "xfail", "importorskip"}


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def tracked_files() -> list[Path]:
    return [path for name in git("ls-files", "-z").split("\0") if name and (path := ROOT / name).is_file()]


def imports_of(path: Path) -> Iterator[str]:
    """Every module that a file imports, wherever in the file it does."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def importers(wanted: str) -> set[str]:
    """Modules of the package, as paths, that import the module or something in it."""
    return {
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        if any(name == wanted or name.startswith(f"{wanted}.") for name in imports_of(path))
    }


def test_import_contracts_hold() -> None:
    checked = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_only_the_runtime_imports_adapters() -> None:
    outside = {name for name in importers("memoryops.adapters") if not name.startswith("adapters/")}
    assert outside == {"runtime.py"}


@pytest.mark.parametrize("client", sorted(OUTSIDE_CLIENTS))
def test_only_adapters_import_an_outside_client(client: str) -> None:
    assert {name for name in importers(client) if not name.startswith("adapters/")} == set()


def test_no_tracked_file_names_a_package_registry() -> None:
    hosts = re.compile("|".join(map(re.escape, REGISTRY_HOSTS)).encode())
    assert [str(path) for path in tracked_files() if hosts.search(path.read_bytes())] == []


def test_the_console_lock_holds_hashes_and_no_addresses() -> None:
    lock = (ROOT / "frontend" / "package-lock.json").read_text()
    assert '"integrity"' in lock
    assert '"resolved"' not in lock


def test_every_python_lock_line_has_a_hash() -> None:
    locks = [path for path in tracked_files() if path.suffix == ".lock" or path.name == "bootstrap.txt"]
    assert len(locks) == 5
    for lock in locks:
        text = lock.read_text()
        assert len(re.findall(r"^\S+==", text, re.MULTILINE)) == len(
            re.findall(r"^\S+==.*\\\n    --hash=", text, re.MULTILINE)
        )


def test_no_file_has_a_name_that_says_nothing() -> None:
    named = {path.relative_to(ROOT): set(path.relative_to(ROOT).with_suffix("").parts) for path in tracked_files()}
    assert [str(path) for path, parts in named.items() if parts & VAGUE_NAMES] == []


def test_no_test_excuses_itself_or_mocks_our_code() -> None:
    excused = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in (ROOT / "tests").rglob("*.py")
        for name in [*attributes_of(path), *imports_of(path)]
        if name in EXCUSES or name.startswith("unittest.mock")
    ]
    assert excused == []


def attributes_of(path: Path) -> Iterator[str]:
    return (node.attr for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute))
