"""No hostile answer reaches an engineer; `tests.benchmarks.hostile_answers` runs ten times as many."""

from tests.benchmarks.hostile_answers import run


async def test_of_a_thousand_hostile_answers_none_comes_through() -> None:
    tally = await run(1_000, seed=5)
    assert tally.came_through == []
    assert tally.refused == []
    assert (tally.hostile, tally.honest) == (1_000, 100)
