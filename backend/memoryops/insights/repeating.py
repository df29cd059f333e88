"""Errors that repeat: how often each came, and how long each fix held."""

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median
from typing import NamedTuple

from memoryops.insights.counted import Hold, RepeatingError
from memoryops.insights.facts import FixFact
from memoryops.insights.history import History
from memoryops.insights.period import Period
from memoryops.insights.sheets import SECOND, UNLINKED, moment_of

IDS_LISTED = 50
HOLDS_LISTED = 10

SAYS = (
    "Fingerprints that came more than once, at least once of that in the period. A fix held from the resolution "
    "(fixed or mitigated) to the beginning of the next occurrence; one that nothing has followed is still holding, "
    "and is known to have held so long only. What came after the period is not looked at, and false alarms are no "
    "occurrences."
)


class Repeating(NamedTuple):
    """One error, by its place in the sheets, and the places of those of its incidents that are counted."""

    error: int
    within: Sequence[int]


class Holding(NamedTuple):
    """A fix and what came after it, by their numbers: None, and no seconds, where nothing has."""

    fix: int
    next: int | None
    seconds: float | None


def repeating_errors(history: History) -> list[Repeating]:
    """Those that came more than once, the one with the most occurrences in the period first."""
    declared, names = history.incidents.columns.declared, history.incidents.errors
    told = [
        Repeating(error, within)
        for error, within in history.within.items()
        if error not in history.first_seen or len(history.chains[error]) > 1
    ]
    return sorted(told, key=lambda one: (-len(one.within), declared[one.within[0]], names[one.error]))


def newest_holds(error: int, history: History) -> list[Holding]:
    """How the newest fixes of an error held, newest first; false alarms are no occurrences."""
    columns, chain = history.everywhere.columns, history.chains[error]
    found: list[Holding] = []
    is_last = True
    for place in reversed(chain):
        if columns.code[place] in history.false_alarms:
            continue
        if is_last and columns.root[place]:
            found.append(Holding(columns.number[place], None, None))
        if (held := columns.held[place]) != UNLINKED:
            found.append(Holding(columns.fix[place], columns.number[place], held / SECOND if held >= 0 else None))
        is_last = False
        if len(found) >= HOLDS_LISTED:
            break
    if is_last and (fix := columns.fix[chain[-1]]):
        return [Holding(fix, None, None)]
    return found[:HOLDS_LISTED]


def repeating_error(
    one: Repeating,
    newest: Sequence[Holding],
    history: History,
    fixes: Mapping[int, FixFact],
    title: str,
    period: Period,
) -> RepeatingError:
    """One line of the table; of its newest fixes, those that are there still."""
    columns, within = history.incidents.columns, one.within
    codes = Counter(map(columns.code.__getitem__, within))
    held = map(history.everywhere.columns.held.__getitem__, history.chains[one.error])
    ended = [lasted for lasted in held if lasted >= 0]
    holds = [_hold(hold, fixes[hold.fix], history) for hold in newest if hold.fix in fixes]
    fingerprint = history.incidents.errors[one.error]
    return RepeatingError(
        fingerprint=fingerprint,
        service=history.incidents.services[columns.service[within[-1]]],
        title=title,
        occurrences=len(within),
        seen_before=one.error not in history.first_seen,
        open=sum(codes[code] for code in history.open_codes),
        first_at=moment_of(columns.declared[within[0]]),
        last_at=moment_of(columns.declared[within[-1]]),
        samples=sum(codes[code] for code in history.sample_codes),
        holds=holds,
        held=len(ended),
        median_held_s=round(median(ended) / SECOND, 1) if ended else None,
        holding_since=next((hold.resolved_at for hold in holds if hold.holding), None),
        incident_ids=[f"INC-{columns.number[place]}" for place in within[: -IDS_LISTED - 1 : -1]],
        rows=period.rows("/insights/rows", of="incidents", fingerprint=fingerprint),
    )


def _hold(hold: Holding, fix: FixFact, history: History) -> Hold:
    holding = hold.next is None
    lasting = max(0.0, (history.until - fix.ended_at).total_seconds()) if holding else hold.seconds
    return Hold(
        incident_id=f"INC-{hold.fix}",
        outcome=fix.outcome,
        resolved_at=fix.ended_at,
        held_s=None if lasting is None else round(lasting, 1),
        holding=holding,
        next_incident_id=None if holding else f"INC-{hold.next}",
        sample=fix.sample,
    )
