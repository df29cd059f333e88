"""Errors that repeat: how often each came, and how long each fix held."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from statistics import median
from typing import NamedTuple

from memoryops.incidents.lifecycle import Outcome
from memoryops.insights.counted import Hold, RepeatingError
from memoryops.insights.facts import Facts, IncidentFact
from memoryops.insights.holding import Held, holds
from memoryops.insights.lines import Lines
from memoryops.insights.period import Period
from memoryops.insights.selecting import ids

IDS_LISTED = 50
HOLDS_LISTED = 10

SAYS = (
    "Fingerprints that came more than once, at least once of that in the period. A fix held from the resolution "
    "(fixed or mitigated) to the beginning of the next occurrence; one that nothing has followed is still holding, "
    "and is known to have held so long only. What came after the period is not looked at, and false alarms are no "
    "occurrences."
)


class Repeating(NamedTuple):
    """One fingerprint: all its incidents that are known, oldest first, and those of them that are counted."""

    chain: Sequence[IncidentFact]
    within: Sequence[IncidentFact]


def repeating_errors(facts: Facts, period: Period) -> Sequence[RepeatingError]:
    """One line a fingerprint, the one with the most occurrences in the period first."""
    counted = {one.id for one in facts.incidents}
    repeating = (Repeating(chain, [one for one in chain if one.id in counted]) for chain in facts.chains)
    told = [one for one in repeating if len(one.chain) > 1 and one.within]
    told.sort(key=lambda one: (-len(one.within), one.within[0].declared_at, one.within[0].fingerprint))
    return Lines(told, partial(_line, until=facts.until, period=period))


def _line(repeating: Repeating, until: datetime, period: Period) -> RepeatingError:
    chain, within = repeating
    last = within[-1]
    fingerprint = str(last.fingerprint)
    fixes = holds(chain, until)
    ended = [held.seconds for held in fixes if held.next is not None and held.seconds is not None]
    holding = [held.fix.resolved_at for held in fixes if held.holding]
    return RepeatingError(
        fingerprint=fingerprint,
        service=last.service,
        title=last.title,
        occurrences=len(within),
        seen_before=chain[0].declared_at < period.start,
        open=sum(one.is_open for one in within),
        first_at=within[0].declared_at,
        last_at=last.declared_at,
        samples=sum(one.sample for one in within),
        holds=[_hold(held) for held in reversed(fixes[-HOLDS_LISTED:])],
        held=len(ended),
        median_held_s=round(median(ended), 1) if ended else None,
        holding_since=holding[-1] if holding else None,
        incident_ids=ids(within)[:IDS_LISTED],
        rows=period.rows("/insights/rows", of="incidents", fingerprint=fingerprint),
    )


def _hold(held: Held) -> Hold:
    fix = held.fix
    return Hold(
        incident_id=fix.id,
        outcome=fix.outcome or Outcome.fixed,
        resolved_at=fix.resolved_at or fix.declared_at,
        held_s=None if held.seconds is None else round(held.seconds, 1),
        holding=held.holding,
        next_incident_id=None if held.next is None else held.next.id,
        sample=fix.sample,
    )
