"""Time to acknowledge, mitigate and resolve, as distributions."""

from itertools import compress

from memoryops.insights.counted import Bin, Measure, TimeTaken
from memoryops.insights.distributions import SMALL, binned, spread
from memoryops.insights.history import History
from memoryops.insights.period import Period
from memoryops.insights.selecting import is_sample, mask_of
from memoryops.insights.sheets import seconds
from memoryops.insights.summing import lasted

SAYS = (
    "All times run from the declaration. Acknowledged: a person first did something (a note, an edit, an "
    "investigation, the resolution), or it was declared with a commander. Mitigated: it went to monitoring and not "
    "back, or was resolved as mitigated. Resolved: the resolution. Incidents without such a time are counted beside, "
    "never as zero; the longest of them may not have ended yet, so recent periods look faster than they will."
)


def times_taken(history: History, period: Period) -> list[TimeTaken]:
    """One distribution a measure."""
    return [_taken(measure, history, period) for measure in Measure]


def _taken(measure: Measure, history: History, period: Period) -> TimeTaken:
    sheet = history.incidents
    taken, values = lasted(measure, sheet), history.summary.durations[measure]

    def listed(**chosen: object) -> str:
        return period.rows("/insights/rows", measure=measure.value, **chosen)

    return TimeTaken(
        measure=measure,
        spread=spread(values),
        without=len(taken) - len(values),
        without_rows=listed(of="untimed"),
        samples=len(seconds(compress(taken, mask_of(sheet, is_sample)))) if history.sample_codes else 0,
        warning=few(len(values)),
        bins=[
            Bin(from_s=low, to_s=high, count=count, rows=listed(of="time", at_least=low, below=high))
            for low, high, count in binned(values)
        ],
        rows=listed(of="time"),
    )


def few(n: int) -> str | None:
    """What to say of so few values, or None where they are enough."""
    if n >= SMALL:
        return None
    return f"Only {n} value{'' if n == 1 else 's'}: one more or less can move these figures a lot."
