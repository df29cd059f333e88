"""Time to acknowledge, mitigate and resolve, as distributions."""

from memoryops.insights.counted import Bin, Measure, TimeTaken
from memoryops.insights.distributions import SMALL, binned, spread
from memoryops.insights.facts import Facts
from memoryops.insights.period import Period
from memoryops.insights.selecting import timed, untimed

SAYS = (
    "All times run from the declaration. Acknowledged: a person first did something (a note, an edit, an "
    "investigation, the resolution), or it was declared with a commander. Mitigated: it went to monitoring and not "
    "back, or was resolved as mitigated. Resolved: the resolution. Incidents without such a time are counted beside, "
    "never as zero; the longest of them may not have ended yet, so recent periods look faster than they will."
)


def times_taken(facts: Facts, period: Period) -> list[TimeTaken]:
    """One distribution a measure."""
    return [_taken(measure, facts, period) for measure in Measure]


def _taken(measure: Measure, facts: Facts, period: Period) -> TimeTaken:
    rows = timed(measure, facts)
    seconds = [value for _, value in rows]

    def listed(**chosen: object) -> str:
        return period.rows("/insights/rows", measure=measure.value, **chosen)

    return TimeTaken(
        measure=measure,
        spread=spread(seconds),
        without=len(untimed(measure, facts.incidents)),
        without_rows=listed(of="untimed"),
        samples=sum(one.sample for one, _ in rows),
        warning=few(len(rows)),
        bins=[
            Bin(from_s=low, to_s=high, count=count, rows=listed(of="time", at_least=low, below=high))
            for low, high, count in binned(seconds)
        ],
        rows=listed(of="time"),
    )


def few(n: int) -> str | None:
    """What to say of so few values, or None where they are enough."""
    if n >= SMALL:
        return None
    return f"Only {n} value{'' if n == 1 else 's'}: one more or less can move these figures a lot."
