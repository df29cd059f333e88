"""What the detectors found, the weightiest first, as it is shown."""

from collections.abc import Iterable

from memoryops.insights.detectors import DETECTORS
from memoryops.insights.detectors.detector import Insight
from memoryops.insights.found import Finding, Weight
from memoryops.insights.history import History
from memoryops.insights.period import Period

IDS_LISTED = 50

SAYS = (
    "What seven fixed rules found in the period; each says what it counts, from which threshold on, and lists its "
    "rows. A rule sees what was recorded and nothing else, and what it finds is a reason to look, not a verdict."
)

ORDER = {Weight.high: 0, Weight.medium: 1, Weight.low: 2}


def detect(history: History) -> list[Insight]:
    """Everything that the detectors find, the weightiest first, then what counts the most rows."""
    found: Iterable[Insight] = (insight for detector in DETECTORS.values() for insight in detector.detect(history))
    return sorted(found, key=_place)


def _place(insight: Insight) -> tuple[int, int, str]:
    counted = insight.alert.fired if insight.alert else len(insight.incidents)
    return ORDER[insight.weight], -counted, insight.id


def finding(insight: Insight, quoted: str, samples: frozenset[int], period: Period) -> Finding:
    """An insight as it is shown, with the title of the incident that it quotes; `samples` are numbers of incidents."""
    alert = f"ALR-{insight.alert.pk}" if insight.alert else None
    named = {"of": "firings", "alert": alert} if alert else {"of": "finding", "finding": insight.id}
    told = insight.tell(quoted)
    return Finding(
        id=insight.id,
        kind=insight.kind,
        weight=insight.weight,
        title=told.title,
        sentence=told.sentence,
        rule=DETECTORS[insight.kind].rule,
        service=told.service,
        numbers=list(told.numbers),
        incidents=len(insight.incidents),
        incident_ids=[f"INC-{number}" for number in insight.incidents[: -IDS_LISTED - 1 : -1]],
        alert_ids=[alert] if alert else [],
        compared=len(insight.compared),
        samples=len(samples.intersection(insight.incidents)) + len(samples.intersection(insight.compared)),
        rows=period.rows("/insights/rows", **named),
        compared_rows=period.rows("/insights/rows", of="compared", finding=insight.id) if insight.compared else None,
    )
