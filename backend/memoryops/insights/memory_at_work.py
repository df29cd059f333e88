"""Memory at work: what it gave, what people said of it, and what it has yet to learn."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime

from memoryops.evidence.ordering import Verdict
from memoryops.insights.counted import Helpfulness, Learnings, MemoryAtWork, PeriodView, Recalls, Share
from memoryops.insights.distributions import spread
from memoryops.insights.facts import Lesson
from memoryops.insights.history import History
from memoryops.insights.period import Period
from memoryops.insights.selecting import (
    Has,
    confirmed,
    confirmed_shown,
    counted,
    is_sample,
    learnt,
    marked_so,
    tried_numbers,
    was_shown,
)
from memoryops.insights.sheets import RECALLS, RUN_BITS
from memoryops.insights.traits import Evidence
from memoryops.memory.schemas import MemoryStatus

SAYS = (
    "Investigations of incidents declared in the period. A hit is `ok`: at least one memory survived verification; "
    "the hit rate leaves out those where memory did not answer, since that says nothing of what it holds. Helpful "
    "or not is what people recorded on resolving and what they marked on evidence; most evidence is never commented on."
)

WARNING = (
    "This is no experiment. Errors that came before have evidence because they came before, and are often easier; new "
    "and hard ones have none. A shorter time with evidence does not show that evidence made it shorter."
)


def memory_at_work(history: History, period: Period, view: PeriodView, counted_at: datetime) -> MemoryAtWork:
    """All of it for one period."""
    codes, by_evidence = history.incidents.codes, history.summary.by_evidence
    return MemoryAtWork(
        period=view,
        counted_at=counted_at,
        says=SAYS,
        samples=counted(codes, is_sample),
        investigations=_recalls(recalls(history), period),
        evidence=_helpfulness(codes, history, period),
        with_evidence=spread(by_evidence[Evidence.shown]),
        with_evidence_rows=period.rows("/insights/rows", of="with_evidence"),
        without_evidence=spread(by_evidence[Evidence.without]),
        without_evidence_rows=period.rows("/insights/rows", of="without_evidence"),
        warning=WARNING,
        learnings=_learnings(codes, period),
    )


def recalls(history: History) -> Mapping[MemoryStatus | None, int]:
    """How many investigations got what from memory; None are those that have not heard from it."""
    found: Counter[MemoryStatus | None] = Counter()
    for runs, incidents in history.summary.runs.items():
        for place, status in enumerate(RECALLS):
            found[status] += incidents * (runs >> RUN_BITS * place & (1 << RUN_BITS) - 1)
    return found


def _recalls(counts: Mapping[MemoryStatus | None, int], period: Period) -> Recalls:
    def share(status: MemoryStatus | None) -> Share:
        return _share(counts[status], f"recall_{status.value if status else 'unfinished'}", period)

    ok, empty = share(MemoryStatus.ok), share(MemoryStatus.empty)
    answered = ok.count + empty.count
    return Recalls(
        ok=ok,
        empty=empty,
        unavailable=share(MemoryStatus.unavailable),
        unfinished=share(None),
        hit_rate=round(ok.count / answered, 4) if answered else None,
    )


def _helpfulness(codes: Mapping[int, int], history: History, period: Period) -> Helpfulness:
    def share(of: str, has: Has) -> Share:
        return _share(counted(codes, has), of, period)

    def marked(verdict: Verdict) -> Share:
        return _share(len(marked_so(history, verdict)), f"marked_{verdict.value}", period)

    return Helpfulness(
        shown=share("shown", was_shown),
        confirmed=share("confirmed", confirmed),
        confirmed_shown=share("confirmed_shown", confirmed_shown),
        did_not_help=_share(len(tried_numbers(history)), "did_not_help", period),
        did_not_help_shown=_share(len(tried_numbers(history, shown=True)), "did_not_help_shown", period),
        marked_helped=marked(Verdict.helped),
        marked_did_not_help=marked(Verdict.did_not_help),
        marked_wrong=marked(Verdict.wrong),
    )


def _learnings(codes: Mapping[int, int], period: Period) -> Learnings:
    def share(lesson: Lesson) -> Share:
        return _share(counted(codes, learnt(lesson)), f"learning_{lesson.value}", period)

    return Learnings(
        ready=share(Lesson.ready),
        waiting=share(Lesson.waiting),
        failed=share(Lesson.failed),
        confirming=share(Lesson.confirming),
        forgotten=share(Lesson.forgotten),
        none=share(Lesson.none),
    )


def _share(count: int, of: str, period: Period) -> Share:
    return Share(count=count, rows=period.rows("/insights/rows", of=of))
