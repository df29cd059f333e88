"""How many hostile answers come through, and how many honest ones do not: both must be none."""

import asyncio
import random
import sys
import time
from dataclasses import dataclass, field

from memoryops.adapters.scripted import ScriptedModel
from memoryops.analysis.analyse import Outcome, analyse
from tests.analysis.attacks import Attack, attack
from tests.analysis.worlds import KNOWN, honest_answer


@dataclass
class Tally:
    """Cases run, the hostile answers that came through, and the honest ones that were refused."""

    hostile: int = 0
    honest: int = 0
    came_through: list[Attack] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


async def run(cases: int, *, seed: int) -> Tally:
    """Put `cases` hostile answers, and a tenth as many honest ones, through the whole analysis."""
    rng = random.Random(seed)
    tally = Tally()
    for case in range(cases):
        hostile = attack(rng)
        outcome = await analyse(hostile.snapshot, ScriptedModel([hostile.content] * 2))
        tally.hostile += 1
        if not _was_caught(outcome):
            tally.came_through.append(hostile)
        if case % 10 == 0:
            await _try_honest(rng, tally)
    return tally


async def _try_honest(rng: random.Random, tally: Tally) -> None:
    content = honest_answer(rng)
    outcome = await analyse(KNOWN, ScriptedModel([content]))
    tally.honest += 1
    if outcome.analysis_status != "ok":
        tally.refused.append(content)


def _was_caught(outcome: Outcome) -> bool:
    """Whether the engineer sees the labelled heuristic, why, and the trace keeps both answers."""
    return (
        outcome.analysis_status == "fallback"
        and outcome.analysis_reason in {"invented_citation", "invalid_output"}
        and outcome.report.source == "heuristic"
        and outcome.report.confidence == "low"
        and len(outcome.trace.refused) == 2
    )


def main() -> int:
    """Run 10,000 cases (or the number given) and print the tally; non-zero when one came through."""
    cases = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    started = time.perf_counter()
    tally = asyncio.run(run(cases, seed=20_26))
    seconds = time.perf_counter() - started
    print(f"hostile answers: {len(tally.came_through)} of {tally.hostile} came through")
    print(f"honest answers:  {len(tally.refused)} of {tally.honest} were refused")
    print(f"{seconds:.1f} s, {seconds / (2 * tally.hostile + tally.honest) * 1000:.1f} ms a check")
    for hostile in tally.came_through[:5]:
        print(f"came through ({hostile.name}): {hostile.content}")
    return 1 if tally.came_through or tally.refused else 0


if __name__ == "__main__":
    sys.exit(main())
