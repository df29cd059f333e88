"""What is told of many incidents at once, so made that those of parts add up to that of the whole."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

from memoryops.insights.counted import Measure
from memoryops.insights.sheets import EMPTY, SECOND, Sheet, seconds
from memoryops.insights.traits import Evidence, traits_of

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


@dataclass(frozen=True)
class Summary:
    """Incidents by their codes, of each service; their `runs`; and how long they took, the quickest first.

    `durations` are the seconds of each step, without those that did not come to it; `resolved` are the seconds to
    resolve of each service, `by_evidence` those by what was shown of memory before.
    """

    codes: Mapping[str, Mapping[int, int]]
    runs: Mapping[int, int]
    durations: Mapping[Measure, Sequence[float]]
    resolved: Mapping[str, Sequence[float]]
    by_evidence: Mapping[Evidence, Sequence[float]]


def lasted(measure: Measure, sheet: Sheet) -> Sequence[int]:
    """How long that step took each incident, in microseconds; below zero where it did not come to it (yet)."""
    taken: dict[Measure, Sequence[int]] = {
        Measure.acknowledge: sheet.columns.acknowledged,
        Measure.mitigate: sheet.columns.mitigated,
        Measure.resolve: sheet.columns.resolved,
    }
    return taken[measure]


def summary_of(sheet: Sheet) -> Summary:
    """What is told of the incidents of the sheet."""
    columns = sheet.columns
    codes, resolved = dict[str, dict[int, int]](), dict[str, list[float]]()
    by_evidence: dict[Evidence, list[float]] = {evidence: [] for evidence in Evidence}
    for (service, code), count in Counter(zip(columns.service, columns.code, strict=True)).items():
        codes.setdefault(sheet.services[service], {})[code] = count
    for place, taken in enumerate(columns.resolved):
        if taken >= 0:
            resolved.setdefault(sheet.services[columns.service[place]], []).append(taken / SECOND)
            by_evidence[traits_of(columns.code[place]).evidence].append(taken / SECOND)
    return Summary(
        codes=codes,
        runs=Counter(columns.runs),
        durations={measure: sorted(seconds(lasted(measure, sheet))) for measure in Measure},
        resolved={service: sorted(some) for service, some in resolved.items()},
        by_evidence={evidence: sorted(some) for evidence, some in by_evidence.items()},
    )


def summed(summaries: Sequence[Summary]) -> Summary:
    """What is told of the incidents of all of them."""
    parts = summaries or [summary_of(EMPTY)]
    return Summary(
        codes=_merged((part.codes for part in parts), _added),
        runs=_added([part.runs for part in parts]),
        durations=_merged((part.durations for part in parts), _in_order),
        resolved=_merged((part.resolved for part in parts), _in_order),
        by_evidence=_merged((part.by_evidence for part in parts), _in_order),
    )


def _merged(parts: Iterable[Mapping[Key, Value]], together: Callable[[Sequence[Value]], Value]) -> dict[Key, Value]:
    """By each key of any part, what they have under it put together."""
    found: dict[Key, list[Value]] = {}
    for part in parts:
        for key, value in part.items():
            found.setdefault(key, []).append(value)
    return {key: values[0] if len(values) == 1 else together(values) for key, values in found.items()}


def _added(counts: Sequence[Mapping[int, int]]) -> Mapping[int, int]:
    total = Counter(counts[0])
    for some in counts[1:]:
        total.update(some)
    return total


def _in_order(ascending: Sequence[Sequence[float]]) -> Sequence[float]:
    # What is in order already is merged, not sorted: far quicker than what is not.
    return sorted(chain.from_iterable(ascending))
