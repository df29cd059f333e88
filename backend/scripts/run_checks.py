"""Runs the project's checks: `fast` (no tests) or `all`; every part runs, whatever fails.

The build runs first, since the browser tests need it, then checks and tests in lanes side by side: each lane takes the
next part when it is done with one, and the output of a part is shown when it ends.
"""

import os
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FRONTEND = ROOT / "frontend"
TESTS = ROOT / "tests"
REPORTS = ROOT / ".setup" / "reports"
TOOLS = ROOT / ".venv" / "bin"


@dataclass(frozen=True)
class Part:
    """One command; `report` names the JUnit file it leaves, where it runs more than one test."""

    name: str
    command: tuple[str, ...]
    folder: Path = ROOT
    report: str | None = None


@dataclass(frozen=True)
class Outcome:
    """What one part came to: counts of tests, where a command without a report counts as one."""

    name: str
    passed: int
    failed: int
    skipped: int
    seconds: float


def tool(name: str, *arguments: str) -> tuple[str, ...]:
    """A command of the project's own virtual environment."""
    return (str(TOOLS / name), *arguments)


FAST = (
    Part("Python format", tool("ruff", "format", "--check")),
    Part("Python lint", tool("ruff", "check")),
    Part("Python types", tool("mypy")),
    Part("Import contracts", tool("lint-imports")),
    Part("Console format, lint and types", ("npm", "run", "--silent", "check"), FRONTEND),
    Part("Dockerfile", tool("hadolint", "Dockerfile")),
    Part("Compose file", ("npm", "run", "--silent", "check:compose"), FRONTEND),
)

BUILD = (
    Part("Console build", ("npm", "run", "--silent", "build"), FRONTEND),
    Part("Console size", ("npm", "run", "--silent", "size"), FRONTEND),
)

LANES = 3
"""Parts at a time, on the two cores that are usual: stories and adapters wait for real servers half of their time."""

PYTHON_GROUPS = (
    ("stories",),
    ("adapters", "evaluation", "test_cli.py"),
    ("alerts", "insights"),
    ("incidents",),
    ("memory",),
)
"""What makes a part together in `tests`, the longest first; all else there is one more part, after the first.

The first two ask for a real memory, which every part that asks starts for itself.
"""


def python_tests() -> list[Part]:
    """Python's tests in parts that take minutes each."""
    found = {path.name: path for path in TESTS.iterdir() if any(path.rglob("test_*.py")) or _is_test(path)}
    named = {name for group in PYTHON_GROUPS for name in group}
    groups = [group for group in PYTHON_GROUPS if found.keys() & set(group)]
    rest = sorted(found.keys() - named)
    parts = [pytest(", ".join(group), [found[name] for name in group if name in found]) for group in groups]
    return [*parts[:1], pytest("all else", [found[name] for name in rest]), *parts[1:]]


def _is_test(path: Path) -> bool:
    return path.name.startswith("test_") and path.suffix == ".py"


def pytest(name: str, paths: Sequence[Path]) -> Part:
    """Python's tests at these paths. Schemathesis is run as a program: to load its plugin takes every part a second."""
    report = f"python-{name.replace(', ', '-').replace(' ', '-')}.xml"
    command = tool(
        "pytest", "-p", "no:cacheprovider", "-p", "no:schemathesis", f"--junitxml={REPORTS / report}", *map(str, paths)
    )
    return Part(f"Python tests: {name}", command, ROOT, report)


BROWSER_TESTS = Part(
    "Browser tests",
    ("npx", "--no-install", "playwright", "test", "--reporter=line,junit"),
    FRONTEND,
    "browser.xml",
)

CONSOLE_TESTS = Part(
    "Console tests",
    (
        "npx",
        "--no-install",
        "vitest",
        "run",
        "--reporter=default",
        "--reporter=junit",
        f"--outputFile.junit={REPORTS / 'console.xml'}",
    ),
    FRONTEND,
    "console.xml",
)


def run(part: Part, *, aside: bool = False) -> Outcome:
    """Run one part with its output on screen, or, beside another, with its output shown when it ends."""
    title = f"\n==> {part.name}: {' '.join(part.command).replace(f'{ROOT}/', '')}"
    print(f"{title} (beside the others)" if aside else title, flush=True)
    report = REPORTS / part.report if part.report else None
    if report:
        report.unlink(missing_ok=True)
    started = time.monotonic()
    output = subprocess.PIPE if aside else None
    try:
        done = subprocess.run(
            part.command, cwd=part.folder, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, text=True
        )
        code = done.returncode
        if aside:
            print(f"{title} has ended\n{done.stdout}", flush=True)
    except OSError as error:
        print(f"{part.command[0]} could not be started: {error.strerror}")
        code = 127
    return judge(part.name, code, report, time.monotonic() - started)


def run_lanes(parts: Sequence[Part]) -> list[Outcome]:
    """Run the parts side by side, as many as there are lanes; their outcomes in the order of the parts."""
    with ThreadPoolExecutor(max_workers=LANES) as lanes:
        return list(lanes.map(lambda part: run(part, aside=True), parts))


def judge(name: str, code: int, report: Path | None, seconds: float) -> Outcome:
    """Counts from the report; a part that failed without a failed test, or left no report, counts as failed."""
    total, failed, skipped = counts(report) if report and report.exists() else (1, int(code != 0), 0)
    if code != 0 or (report and not report.exists()):
        failed = max(failed, 1)
        total = max(total, failed)
    return Outcome(name, total - failed - skipped, failed, skipped, seconds)


def counts(report: Path) -> tuple[int, int, int]:
    """Tests, failures (errors included) and skipped of a JUnit file."""
    cases = ET.parse(report).getroot().findall(".//testcase")
    failed = sum(1 for case in cases if case.find("failure") is not None or case.find("error") is not None)
    return len(cases), failed, sum(1 for case in cases if case.find("skipped") is not None)


def summary(outcomes: Sequence[Outcome], took: float) -> str:
    """A table of parts and a last line as pytest prints it; `took` is wall time in seconds."""
    lines = [
        f"{'FAILED' if outcome.failed else 'ok':>7}  {outcome.name:<32} "
        f"{outcome.passed:>5} passed {outcome.failed:>3} failed {outcome.skipped:>3} skipped {outcome.seconds:>7.1f} s"
        for outcome in outcomes
    ]
    totals = {
        "failed": sum(outcome.failed for outcome in outcomes),
        "passed": sum(outcome.passed for outcome in outcomes),
        "skipped": sum(outcome.skipped for outcome in outcomes),
    }
    said = ", ".join(f"{number} {word}" for word, number in totals.items() if number)
    return "\n".join([*lines, f"===== {said} in {took:.2f}s ====="])


def chromium() -> str:
    """Path of the Chromium that the browser tests drive; empty where there is none."""
    return subprocess.run(
        [ROOT / "backend/scripts/chromium.sh"], cwd=ROOT, capture_output=True, text=True
    ).stdout.strip()


def main(wanted: str) -> int:
    """Run the wanted parts; non-zero when any of them failed."""
    started = time.monotonic()
    REPORTS.mkdir(parents=True, exist_ok=True)
    os.environ["PLAYWRIGHT_JUNIT_OUTPUT_FILE"] = str(REPORTS / "browser.xml")
    if wanted == "all":
        os.environ["CHROMIUM_PATH"] = chromium()
    outcomes = [run(part) for part in (BUILD if wanted == "all" else FAST)]
    if wanted == "all":
        outcomes += run_lanes([BROWSER_TESTS, *python_tests(), CONSOLE_TESTS, *FAST])
    print(f"\n{summary(outcomes, time.monotonic() - started)}")
    broken = [outcome.name for outcome in outcomes if outcome.failed]
    if broken:
        print(f"Failed: {', '.join(broken)}.")
    return 1 if broken else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "all"))
    except KeyboardInterrupt:
        sys.exit("Interrupted: not every part has run.")
