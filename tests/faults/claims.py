"""The claims that are checked after each recovery: the record is intact, nothing is lost, nothing is doubled."""

import asyncio
import time

from tests.faults.pair import Pair
from tests.faults.work import Violation, Work
from tests.harness import API, answer
from tests.stories.whole import differences, held_ids

CLEAN_S = 60.0
UNSETTLED = ("queued", "retaining", "retained", "failed", "withdrawing")


async def check(pair: Pair, work: Work) -> float:
    """Seconds from memory being ready until ledger and memory agree; raises Violation."""
    took = await until_settled(pair)
    await work.settle_questions()
    await check_record(work)
    await check_memory(pair, work)
    return took


async def until_settled(pair: Pair) -> float:
    """Seconds until no document is on its way; Violation when that takes more than a minute."""
    started = time.monotonic()
    while await unsettled(pair):
        if time.monotonic() - started > CLEAN_S:
            raise Violation(f"not at rest within {CLEAN_S:.0f} s: {await unsettled(pair)}")
        await asyncio.sleep(0.2)
    return time.monotonic() - started


async def unsettled(pair: Pair) -> dict[str, int]:
    """How many documents are on their way, by state."""
    counts: dict[str, int] = answer(await pair.served.http.get(f"{API}/memory/status"), 200)["documents"]
    return {state: number for state, number in counts.items() if state in UNSETTLED and number}


async def check_record(work: Work) -> None:
    """Every incident is as the last change that was acknowledged left it."""
    for incident_id, expected in work.expected.items():
        actual = await work.actual(incident_id)
        if actual != expected:
            raise Violation(f"{incident_id} is {actual} and must be {expected}")


async def check_memory(pair: Pair, work: Work) -> None:
    """Memory holds exactly what it must, as the ledger wrote it, each document once."""
    async with pair.server() as server:
        wrong = await differences(pair.served.http, server)
        held = set(await held_ids(server))
    wanted = {incident_id for incident_id, expected in work.expected.items() if expected.is_held}
    wrong += [f"{name} was learned and is lost" for name in sorted(wanted - held)]
    wrong += [f"{name} was taken back and is still held" for name in sorted(held & set(work.expected) - wanted)]
    audit = answer(await pair.served.http.post(f"{API}/memory/audit"), 200)
    wrong += [f"the audit says of {one['document_id']}: {one['detail']}" for one in audit["differences"]]
    if wrong:
        raise Violation("; ".join(wrong))
