"""Errors that repeat: how often each came, and how long each fix held."""

from statistics import median

from memoryops.incidents.lifecycle import Outcome
from memoryops.insights.counted import Hold, RepeatingError
from memoryops.insights.facts import Facts, IncidentFact
from memoryops.insights.holding import Held, holds
from memoryops.insights.period import Period
from memoryops.insights.selecting import chains, ids

IDS_LISTED = 50
HOLDS_LISTED = 10

SAYS = (
    "Fingerprints that came more than once, at least once of that in the period. A fix held from the resolution "
    "(fixed or mitigated) to the beginning of the next occurrence; one that nothing has followed is still holding, "
    "and is known to have held so long only. What came after the period is not looked at, and false alarms are no "
    "occurrences."
)


def repeating_errors(facts: Facts, period: Period) -> list[RepeatingError]:
    """One line a fingerprint, the one with the most occurrences in the period first."""
    counted = {one.id for one in facts.incidents}
    lines = [_line(chain, [one for one in chain if one.id in counted], facts, period) for chain in chains(facts)]
    told = [line for line in lines if line is not None]
    return sorted(told, key=lambda line: (-line.occurrences, line.first_at, line.fingerprint))


def _line(chain: list[IncidentFact], within: list[IncidentFact], facts: Facts, period: Period) -> RepeatingError | None:
    if len(chain) < 2 or not within:
        return None
    last = within[-1]
    fingerprint = str(last.fingerprint)
    fixes = holds(chain, facts.until)
    ended = [held.seconds for held in fixes if held.next is not None and held.seconds is not None]
    holding = [held.fix.resolved_at for held in fixes if held.holding]
    return RepeatingError(
        fingerprint=fingerprint,
        service=last.service,
        title=last.title,
        occurrences=len(within),
        seen_before=fingerprint in facts.earlier,
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
