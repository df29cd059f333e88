"""Memory at work: what it gave, what people said of it, and what it has yet to learn."""

from collections.abc import Sequence
from datetime import datetime

from memoryops.insights.counted import Helpfulness, Learnings, MemoryAtWork, PeriodView, Recalls, Share
from memoryops.insights.detectors.no_learning import MISSING
from memoryops.insights.distributions import spread
from memoryops.insights.facts import Facts, IncidentFact, Lesson, RunFact
from memoryops.insights.period import Period
from memoryops.insights.selecting import by_evidence, recalled
from memoryops.memory.schemas import MemoryStatus

SAYS = (
    "Investigations of incidents declared in the period. A hit is `ok`: at least one memory survived verification; "
    "the hit rate leaves out those where memory did not answer, since that says nothing of what it holds. What people "
    "recorded on resolving is all that is counted as helpful or not; most evidence is never commented on."
)

WARNING = (
    "This is no experiment. Errors that came before have evidence because they came before, and are often easier; new "
    "and hard ones have none. A shorter time with evidence does not show that evidence made it shorter."
)


def memory_at_work(facts: Facts, period: Period, view: PeriodView, counted_at: datetime) -> MemoryAtWork:
    """All of it for one period."""
    with_evidence, without = by_evidence(facts)
    return MemoryAtWork(
        period=view,
        counted_at=counted_at,
        says=SAYS,
        samples=sum(one.sample for one in facts.incidents),
        investigations=_recalls(facts, period),
        evidence=_helpfulness(facts, period),
        with_evidence=spread([seconds for _, seconds in with_evidence]),
        with_evidence_rows=period.rows("/insights/rows", of="with_evidence"),
        without_evidence=spread([seconds for _, seconds in without]),
        without_evidence_rows=period.rows("/insights/rows", of="without_evidence"),
        warning=WARNING,
        learnings=_learnings(facts, period),
    )


def confirmed(facts: Facts) -> list[IncidentFact]:
    """The incidents that were resolved the same way as another."""
    return [one for one in facts.incidents if one.same_as is not None and one.teaches]


def confirmed_shown(facts: Facts) -> list[IncidentFact]:
    """Those among them that had been shown that other one, or the resolution it stands for, before they ended."""
    shown = facts.shown
    return [one for one in confirmed(facts) if not shown.get(one.id, frozenset()).isdisjoint({one.same_as, one.root})]


def did_not_help(facts: Facts) -> list[IncidentFact]:
    """The incidents with which people recorded that a resolution did not help."""
    told = {tried.incident_id for tried in facts.tried}
    return [one for one in facts.incidents if one.id in told]


def did_not_help_shown(facts: Facts) -> list[IncidentFact]:
    """Those among them that had been shown that resolution."""
    shown = facts.shown
    told = {
        tried.incident_id
        for tried in facts.tried
        if not shown.get(tried.incident_id, frozenset()).isdisjoint({tried.tried, tried.root})
    }
    return [one for one in facts.incidents if one.id in told]


def shown_evidence(facts: Facts) -> list[IncidentFact]:
    """The incidents that were shown evidence before they ended."""
    return [one for one in facts.incidents if facts.shown.get(one.id)]


def with_lesson(facts: Facts, lesson: Lesson) -> list[IncidentFact]:
    """The incidents whose lesson stands there."""
    return [one for one in facts.incidents if one.lesson is lesson]


def open_learnings(facts: Facts) -> list[IncidentFact]:
    """The resolved incidents of which memory holds nothing yet and should."""
    return [one for one in facts.incidents if one.lesson in MISSING]


def _recalls(facts: Facts, period: Period) -> Recalls:
    def share(status: MemoryStatus | None) -> Share:
        of = f"recall_{status.value if status else 'unfinished'}"
        return _share(recalled(facts, status), of, period)

    ok, empty = share(MemoryStatus.ok), share(MemoryStatus.empty)
    answered = ok.count + empty.count
    return Recalls(
        ok=ok,
        empty=empty,
        unavailable=share(MemoryStatus.unavailable),
        unfinished=share(None),
        hit_rate=round(ok.count / answered, 4) if answered else None,
    )


def _helpfulness(facts: Facts, period: Period) -> Helpfulness:
    return Helpfulness(
        shown=_share(shown_evidence(facts), "shown", period),
        confirmed=_share(confirmed(facts), "confirmed", period),
        confirmed_shown=_share(confirmed_shown(facts), "confirmed_shown", period),
        did_not_help=_share(did_not_help(facts), "did_not_help", period),
        did_not_help_shown=_share(did_not_help_shown(facts), "did_not_help_shown", period),
    )


def _learnings(facts: Facts, period: Period) -> Learnings:
    def share(lesson: Lesson) -> Share:
        return _share(with_lesson(facts, lesson), f"learning_{lesson.value}", period)

    return Learnings(
        ready=share(Lesson.ready),
        waiting=share(Lesson.waiting),
        failed=share(Lesson.failed),
        confirming=share(Lesson.confirming),
        forgotten=share(Lesson.forgotten),
        none=share(Lesson.none),
    )


def _share(rows: Sequence[IncidentFact | RunFact], of: str, period: Period) -> Share:
    return Share(count=len(rows), rows=period.rows("/insights/rows", of=of))
