from os import utime
from pathlib import Path

import pytest

from tests.benchmarks.console import ConsoleOutdatedError, require_built

BUILT_AT = 1_700_000_000


def test_figures_are_taken_of_a_console_that_was_built_from_this_source(tmp_path: Path) -> None:
    for name in ("index.html", "vite.config.ts", "src/main.tsx", "dist/index.html"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
        utime(tmp_path / name, (BUILT_AT, BUILT_AT))
    assert require_built(tmp_path) == tmp_path / "dist"
    utime(tmp_path / "src" / "main.tsx", (BUILT_AT + 1, BUILT_AT + 1))
    with pytest.raises(ConsoleOutdatedError, match="run: make setup"):
        require_built(tmp_path)


def test_figures_are_not_taken_of_a_console_that_is_not_built(tmp_path: Path) -> None:
    for name in ("index.html", "vite.config.ts"):
        (tmp_path / name).write_text("")
    with pytest.raises(ConsoleOutdatedError):
        require_built(tmp_path)
