"""`make bench`: every figure in one run, printed as a table; the exit code tells whether it could be measured.

`python -m tests.benchmarks intake loop` takes those groups only.
"""

import asyncio
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from tests.benchmarks import console, hostile_answers, insights, intake, loop, recall, record
from tests.benchmarks.measuring import Figure

HOSTILE_CASES = 10_000
GROUPS: dict[str, Callable[[Path], Iterable[Figure]]] = {
    "record": record.measure,
    "intake": intake.measure,
    "insights": insights.measure,
    "loop": loop.measure,
    "recall": recall.measure,
    "console": console.measure,
    "hostile": lambda _folder: hostile(),
}


def main(groups: Sequence[str]) -> int:
    """Measure and print the groups, or all of them."""
    if unknown := set(groups) - GROUPS.keys():
        print(f"No such figures: {', '.join(sorted(unknown))}. There are: {', '.join(GROUPS)}.")
        return 2
    machine = f"{platform.platform()}, Python {platform.python_version()}, {os.cpu_count()} cores"
    print(f"{machine}, load {os.getloadavg()[0]:.1f}")
    print(f"| {'figure':<64} | {'value':<18} | {'spread':<26} | {'target':<14} |\n|---|---|---|---|")
    # Not below the user's temporary folder only: PostgreSQL's unprivileged user has to reach it.
    with tempfile.TemporaryDirectory(prefix="memoryops-bench-", dir="/var/tmp") as name:
        folder = Path(name)
        folder.chmod(0o755)
        for name, measure in GROUPS.items():
            if not groups or name in groups:
                show(measure(folder))
    return 0


def hostile() -> Iterable[Figure]:
    """How many of the hostile answers come through."""
    started = time.perf_counter()
    tally = asyncio.run(hostile_answers.run(HOSTILE_CASES, seed=20_261_130))
    took = f"{time.perf_counter() - started:.0f} s"
    yield Figure(f"hostile answers that come through, of {tally.hostile:,}", str(len(tally.came_through)), took, "none")
    yield Figure(f"honest answers refused, of {tally.honest:,}", str(len(tally.refused)), took, "none")


def show(figures: Iterable[Figure]) -> None:
    """Print figures as they come."""
    for one in figures:
        print(f"| {one.name:<64} | {one.value:<18} | {one.spread:<26} | {one.target:<14} |", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
