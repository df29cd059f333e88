"""What an evaluation came to, for people and for programs."""

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Console
from rich.table import Table

from memoryops.evaluation.metrics import Answer, Kind, Order, measure_order, measure_refusal, quantile, share
from memoryops.evaluation.recall import Evaluation
from memoryops.kit.counting import counted
from memoryops.kit.terminal import printable

MISSES_SHOWN = 12
DIGITS = 4


def as_object(evaluation: Evaluation) -> Mapping[str, Any]:
    """The figures under their names; shares are 0..1, latency in milliseconds."""
    order, refusal = symptom_order(evaluation), measure_refusal(evaluation.answers)
    latencies = [answer.latency_ms for answer in evaluation.answers]
    figures = {
        "hit_at_1": order.hit_at_1,
        "hit_at_3": order.hit_at_3,
        "hit_at_5": order.hit_at_5,
        "mrr": order.mrr,
        "ndcg_at_10": order.ndcg_at_10,
    }
    refused = {
        "precision": refusal.precision,
        "recall": refusal.recall,
        "f1": refusal.f1,
        "answerable_lost": refusal.answerable_lost,
    }
    return {
        "documents": evaluation.documents,
        "queries": len(evaluation.queries),
        **{name: round(value, DIGITS) for name, value in figures.items()},
        "refusal": {name: round(value, DIGITS) for name, value in refused.items()},
        "duplicates_at_1": round(duplicates_at_1(evaluation), DIGITS),
        "latency_ms": {"p50": round(quantile(latencies, 0.5), 1), "p95": round(quantile(latencies, 0.95), 1)},
        "threshold": evaluation.calibration.threshold,
        "embedding": evaluation.calibration.embedding,
    }


def symptom_order(evaluation: Evaluation) -> Order:
    """How high the right answers stand for queries that tell an incident in other words."""
    return measure_order([answer for answer in evaluation.answers if answer.kind is Kind.symptom])


def duplicates_at_1(evaluation: Evaluation) -> float:
    """The share of near-duplicates whose original comes first."""
    duplicates = [answer for answer in evaluation.answers if answer.kind is Kind.duplicate]
    return share(sum(answer.hit == 1 for answer in duplicates), len(duplicates))


def print_report(console: Console, evaluation: Evaluation) -> None:
    """The figures as tables, then the misses worth reading."""
    figures = as_object(evaluation)
    latency = figures["latency_ms"]
    used = f"{figures['embedding']}, threshold {figures['threshold']} ({evaluation.calibration.source})"
    console.print(
        f"{counted(figures['documents'], 'document')}, {counted(figures['queries'], 'query', 'queries')}, {used}"
    )
    console.print(_table("Order, over the queries that tell an incident in other words", _order_rows(evaluation)))
    console.print(_table("Refusal, over all queries", _refusal_rows(evaluation)))
    console.print(_confusion(evaluation))
    console.print(f"Near-duplicates at rank 1: {figures['duplicates_at_1']:.0%}")
    console.print(f"Latency: p50 {latency['p50']} ms, p95 {latency['p95']} ms")
    for line in misses(evaluation):
        console.print(printable(line), markup=False)


def misses(evaluation: Evaluation) -> Iterator[str]:
    """What went wrong in a few lines each: the worst first."""
    texts = {query.id: query.text for query in evaluation.queries}
    wrong = sorted((answer for answer in evaluation.answers if is_miss(answer)), key=_badness, reverse=True)
    for answer in wrong[:MISSES_SHOWN]:
        best = evaluation.titles.get(answer.found[0], answer.found[0]) if answer.found else "nothing"
        right = [evaluation.titles.get(one, one) for one, grade in answer.grades.items() if grade >= 2]
        yield ""
        yield f"{answer.query_id}: {texts[answer.query_id]}"
        yield f"   found {best!r}; right {' or '.join(map(repr, right)) or 'nothing'}; rank {answer.hit or '-'}"
    if len(wrong) > MISSES_SHOWN:
        yield f"… and {len(wrong) - MISSES_SHOWN} more"


def is_miss(answer: Answer) -> bool:
    """Whether something other than the right answer came first."""
    return not answer.refused if answer.kind is Kind.none else answer.hit != 1


def _badness(answer: Answer) -> tuple[int, int, str]:
    if answer.kind is Kind.none:
        return 2, 0, answer.query_id
    return (3 if answer.refused else 1), answer.hit or 99, answer.query_id


def _order_rows(evaluation: Evaluation) -> list[tuple[str, str]]:
    order = symptom_order(evaluation)
    shares = {"hit@1": order.hit_at_1, "hit@3": order.hit_at_3, "hit@5": order.hit_at_5}
    means = {"MRR": order.mrr, "nDCG@10": order.ndcg_at_10}
    return [(name, f"{value:.3f}") for name, value in {**shares, **means}.items()]


def _refusal_rows(evaluation: Evaluation) -> list[tuple[str, str]]:
    refusal = measure_refusal(evaluation.answers)
    return [
        ("precision", f"{refusal.precision:.3f}"),
        ("recall", f"{refusal.recall:.3f}"),
        ("F1", f"{refusal.f1:.3f}"),
        ("answerable lost", f"{refusal.answerable_lost:.1%}"),
    ]


def _confusion(evaluation: Evaluation) -> Table:
    refusal = measure_refusal(evaluation.answers)
    table = Table("", "memory said ok", "memory said empty", title="Confusion", title_justify="left")
    table.add_row("an answer is there", str(refusal.rightly_ok), str(refusal.wrongly_empty))
    table.add_row("no answer is there", str(refusal.wrongly_ok), str(refusal.rightly_empty))
    return table


def _table(title: str, rows: list[tuple[str, str]]) -> Table:
    table = Table(title=title, title_justify="left", show_header=False)
    for row in rows:
        table.add_row(*row)
    return table
