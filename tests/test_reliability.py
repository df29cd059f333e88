"""What docs/reliability.md says is proved by a test is: the test is there."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "docs" / "reliability.md").read_text()
ROWS = [line for line in TEXT.splitlines() if line.startswith("| ") and not line.startswith("| fault |")]
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", TEXT)


def names_in(path: str) -> set[str]:
    tree = ast.parse((ROOT / path).read_text())
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_test_that_is_named_exists() -> None:
    assert len(NAMED) > 20
    assert [f"{path}::{name}" for path, name in NAMED if name not in names_in(path)] == []


def test_every_fault_has_its_test() -> None:
    faults = [row for row in ROWS if len(row.split(" | ")) in (2, 3)]
    assert [row for row in faults if "::test_" not in row and "the same" not in row] == []
