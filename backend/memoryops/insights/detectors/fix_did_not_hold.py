"""A fix that did not hold: one resolution, used again and again, after which the error is soon back."""

from collections.abc import Iterator, Sequence

from memoryops.insights.detectors.detector import DAY_S, Detector, Insight, by_count, number, times
from memoryops.insights.facts import Facts, IncidentFact, Tried
from memoryops.insights.found import FindingKind
from memoryops.insights.holding import Held, holds

SOON_S = 7 * DAY_S
LEAST_FAILURES = 2
HIGH, MEDIUM = 4, 3

RULE = (
    "A resolution, counted over all incidents that ended by it (`same_as`), failed at least twice and more often than "
    "it held. It failed where the same error was back within seven days, a week's load having been seen by then, or "
    "where a person recorded that it did not help; it held where seven days passed without. One failure may be "
    "chance. Three failures weigh medium, four high."
)


def detect(facts: Facts) -> Iterator[Insight]:
    """One insight for each resolution that failed more often than it held."""
    used: dict[str, list[Held]] = {}
    for chain in facts.chains:
        for held in holds(chain, facts.until):
            used.setdefault(held.fix.root, []).append(held)
    in_vain: dict[str, list[Tried]] = {}
    for tried in facts.tried:
        in_vain.setdefault(tried.root, []).append(tried)
    for root in sorted({*used, *in_vain}):
        yield from _judged(root, used.get(root, []), in_vain.get(root, []), facts)


def _judged(root: str, used: Sequence[Held], vain: Sequence[Tried], facts: Facts) -> Iterator[Insight]:
    soon = [held for held in used if held.ended_within(SOON_S)]
    held_on = [held for held in used if held.seconds is not None and held.seconds > SOON_S]
    failures = len(soon) + len(vain)
    if failures >= LEAST_FAILURES and failures > len(held_on):
        yield _insight(root, soon, held_on, vain, facts)


def _insight(root: str, soon: Sequence[Held], held_on: Sequence[Held], vain: Sequence[Tried], facts: Facts) -> Insight:
    known = {one.id: one for one in facts.incidents}
    ended = {one.id: one for held in soon for one in (held.fix, held.next) if one is not None}
    told = {tried.incident_id: known[tried.incident_id] for tried in vain if tried.incident_id in known}
    incidents = sorted({**told, **ended}.values(), key=lambda one: one.number)
    failures = len(soon) + len(vain)
    return Insight(
        kind=FindingKind.fix_did_not_hold,
        about=root,
        weight=by_count(failures, high=HIGH, medium=MEDIUM),
        title=f"The resolution of {root} does not hold",
        sentence=(
            f"The error was back within seven days {times(len(soon))}, people recorded {times(len(vain))} that the "
            f"resolution did not help, and it held {times(len(held_on))}."
        ),
        service=_service(incidents),
        numbers=(
            number("back_within_7_days", len(soon)),
            number("did_not_help", len(vain)),
            number("held", len(held_on)),
        ),
        incidents=tuple(incidents),
        compared=tuple(held.fix for held in held_on),
    )


def _service(incidents: Sequence[IncidentFact]) -> str | None:
    services = {one.service for one in incidents}
    return services.pop() if len(services) == 1 else None


DETECTOR = Detector(FindingKind.fix_did_not_hold, RULE, detect)
