"""`make faults`: kills the supervised pair at random points under work, and checks the claims after each recovery."""

import argparse
import asyncio
import os
import platform
import random
import secrets
import signal
import sys
import tempfile
import time
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from tests.faults.claims import check, until_settled
from tests.faults.pair import KeptPair, Pair
from tests.faults.results import Kill, Results, table
from tests.faults.work import ANCHOR, Expected, Violation, Work

CALM_S = 12.0
"""At most so long after a recovery the next kill comes."""
HASTE_S = 6.0
"""At most so long after a kill comes one that does not wait for the recovery."""
HASTE = 0.4
"""How often that is."""


@dataclass(frozen=True)
class Options:
    """What was asked for."""

    kills: int
    seed: int
    minutes: float
    data_dir: Path
    kept: bool


class Run:
    """One run, from what an earlier one left to the summary."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.results = Results(options.data_dir)
        self.done = self.results.read()
        self.pair = KeptPair(options.data_dir) if options.kept else Pair(options.data_dir)
        self.work = Work(self.pair.served.http, random.Random(f"{options.seed}:{len(self.done)}:work"))
        self.ends = time.monotonic() + 60 * options.minutes
        self.killed_at = time.monotonic()

    @property
    def is_over(self) -> bool:
        return len(self.done) >= self.options.kills or time.monotonic() > self.ends

    async def go(self) -> None:
        """Kill until all kills are done or time is up; raises Violation."""
        try:
            await self.pair.start()
            await self.pair.until_ready()
            await self._recover_expectations()
            await self._anchor()
            await self._kill_and_check()
        finally:
            await self.pair.close()

    async def _kill_and_check(self) -> None:
        watch = asyncio.create_task(self.work.watch())
        try:
            while not self.is_over:
                await self._until_checked(watch)
        finally:
            watch.cancel()
            await asyncio.gather(watch, return_exceptions=True)

    async def _recover_expectations(self) -> None:
        """What an earlier run left is taken as it is once it has come to rest."""
        await until_settled(self.pair)
        for incident in await self.work.incidents.everything(limit=200):
            self.work.expected[incident["id"]] = await self.work.actual(incident["id"])

    async def _anchor(self) -> None:
        """An incident that is resolved once, and never touched again."""
        anchor = self.results.anchor()
        if anchor is None:
            incident = await self.work.incidents.declare(title="Turbine telemetry is late", symptoms=ANCHOR)
            anchor = incident["id"]
            await self.work.incidents.resolve(anchor)
            await self.pair.served.until_state(anchor, "ready")
            self.results.keep_anchor(anchor)
        self.work.anchor = anchor
        self.work.expected[anchor] = Expected("resolved", "A session leak exhausted the pool.")

    async def _until_checked(self, watch: "asyncio.Task[None]") -> None:
        """One kill or several in haste under work, then the claims."""
        working = asyncio.create_task(self.work.run())
        try:
            kill = await beside(self._kill(CALM_S), working, watch)
            while kill.haste and kill.number < self.options.kills and time.monotonic() < self.ends:
                self._keep(kill)
                kill = await beside(self._kill(HASTE_S), working, watch)
            await beside(self.pair.until_ready(), working, watch)
            ready = time.monotonic() - self.killed_at
        finally:
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)
        clean = await beside(check(self.pair, self.work), watch)
        self._keep(kill, ready, clean)

    async def _kill(self, at_most_s: float) -> "Struck":
        number = len(self.done) + 1
        dice = random.Random(f"{self.options.seed}:{number}")
        after = dice.uniform(0.0, at_most_s)
        await asyncio.sleep(after)
        target = self.pair.choose(dice)
        self.killed_at = time.monotonic()
        pids = await self.pair.kill(target)
        return Struck(number, target.value, after, len(pids), dice.random() < HASTE)

    def _keep(self, struck: "Struck", ready: float | None = None, clean: float | None = None) -> None:
        kill = Kill(struck.number, self.options.seed, struck.target, round(struck.after, 2), struck.hit, ready, clean)
        self.done.append(kill)
        self.results.add(kill)
        times = "the next one came first" if ready is None else f"ready {ready:5.1f} s, clean {clean:4.1f} s"
        held = sum(one.is_held for one in self.work.expected.values())
        seen = f"{len(self.work.expected):>3} incidents, {held} to be held, {self.work.tally.changes} changes"
        print(f"{kill.number:>4}/{self.options.kills}  {kill.target:<12} {times:<32} {seen}", flush=True)


@dataclass(frozen=True)
class Struck:
    """A kill that has just been made; `haste` when the next one does not wait."""

    number: int
    target: str
    after: float
    hit: int
    haste: bool


async def beside(work: Coroutine[Any, Any, Any], *others: "asyncio.Task[None]") -> Any:
    """What the work returns; what goes wrong in one of the others meanwhile is raised."""
    task = asyncio.ensure_future(work)
    await asyncio.wait({task, *others}, return_when=asyncio.FIRST_COMPLETED)
    for other in others:
        if other.done():
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            other.result()
    return task.result()


def main() -> int:
    """Run, print, and say what to look at; 1 on a violation."""
    options = read_options()
    print(
        f"{platform.platform()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; seed {options.seed}; "
        f"data in {options.data_dir}",
        flush=True,
    )
    run, started, wrong = Run(options), time.monotonic(), None
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        asyncio.run(run.go())
    except KeyboardInterrupt:
        print("Interrupted; the same command with --data goes on.")
    except (Violation, TimeoutError, AssertionError, LookupError, httpx.TransportError) as violation:
        wrong = str(violation) or type(violation).__name__
    return report(run, wrong, time.monotonic() - started)


def report(run: Run, wrong: str | None, took_s: float) -> int:
    """Print the summary; the exit code."""
    tally = run.work.tally
    recalls = ", ".join(f"{number} {name}" for name, number in sorted(tally.recalls.items()))
    print(f"\n{table(run.done)}\n")
    print(f"{len(run.done)} of {run.options.kills} kills; this run took {took_s / 60:.0f} min.")
    print(f"{tally.changes} changes, slowest resolve {tally.slowest_resolve_ms:.0f} ms; recalls: {recalls}.")
    if wrong is None:
        print("Every claim held.")
        return 0
    folder = run.options.data_dir
    print(f"VIOLATION after kill {len(run.done)}: {wrong}")
    print(f"Look at {folder}/serve.log, {folder}/hindsight/server.log and {folder}/memoryops.db; nothing was removed.")
    return 1


def read_options() -> Options:
    """The command line."""
    parser = argparse.ArgumentParser(prog="make faults ARGS=…", description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=None, help="repeats the order and the pauses of an earlier run")
    parser.add_argument("--minutes", type=float, default=24 * 60, help="stop after so long, however many there were")
    parser.add_argument("--data", type=Path, default=None, help="an earlier run's folder goes on where it was")
    parser.add_argument(
        "--kept", action="store_true", help="Hindsight outlives our process, the only one killed: minutes, not hours"
    )
    given = parser.parse_args()
    folder: Path = given.data or Path(tempfile.mkdtemp(prefix="memoryops-faults-", dir="/var/tmp"))
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)
    earlier = Results(folder).read()
    seed = given.seed if given.seed is not None else earlier[-1].seed if earlier else secrets.randbelow(10**6)
    return Options(given.kills, seed, given.minutes, folder, given.kept)


if __name__ == "__main__":
    sys.exit(main())
