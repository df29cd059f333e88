"""What the detectors found, the weightiest first, as it is shown."""

from collections.abc import Iterable

from memoryops.insights.detectors import DETECTORS
from memoryops.insights.detectors.detector import Insight
from memoryops.insights.facts import Facts
from memoryops.insights.found import Finding, FindingKind, Weight
from memoryops.insights.period import Period
from memoryops.insights.selecting import ids

IDS_LISTED = 50

SAYS = (
    "What seven fixed rules found in the period; each says what it counts, from which threshold on, and lists its "
    "rows. A rule sees what was recorded and nothing else, and what it finds is a reason to look, not a verdict."
)

ORDER = {Weight.high: 0, Weight.medium: 1, Weight.low: 2}


def detect(facts: Facts) -> list[Insight]:
    """Everything that the detectors find, the weightiest first, then what counts the most rows."""
    found: Iterable[Insight] = (insight for detector in DETECTORS.values() for insight in detector.detect(facts))
    return sorted(found, key=_place)


def _place(insight: Insight) -> tuple[int, int, str]:
    counted = len(insight.incidents) + sum(alert.fired for alert in insight.alerts)
    return ORDER[insight.weight], -counted, insight.id


def finding(insight: Insight, period: Period) -> Finding:
    """An insight as it is shown."""
    alert = insight.alerts[0].alert_id if insight.alerts else None
    named = {"of": "firings", "alert": alert} if alert else {"of": "finding", "finding": insight.id}
    return Finding(
        id=insight.id,
        kind=insight.kind,
        weight=insight.weight,
        title=insight.title,
        sentence=insight.sentence,
        rule=DETECTORS[FindingKind(insight.kind)].rule,
        service=insight.service,
        numbers=list(insight.numbers),
        incidents=len(insight.incidents),
        incident_ids=ids(insight.incidents)[:IDS_LISTED],
        alert_ids=[alert.alert_id for alert in insight.alerts],
        compared=len(insight.compared),
        samples=sum(one.sample for one in (*insight.incidents, *insight.compared)),
        rows=period.rows("/insights/rows", **named),
        compared_rows=period.rows("/insights/rows", of="compared", finding=insight.id) if insight.compared else None,
    )
