"""Alert that is always noise: it fires and fires, and nobody ever acts on it."""

from collections.abc import Iterator

from memoryops.insights.detectors.detector import Detector, Insight, by_count, number
from memoryops.insights.facts import AlertFact, Facts
from memoryops.insights.found import FindingKind

LEAST_FIRED = 10
HIGH, MEDIUM = 100, 30

RULE = (
    "An alert fired at least 10 times in the period and was acted on never: not acknowledged at its source, and not "
    "attached to an incident that a person confirmed. With ten firings and none acted on, the true share that matters "
    "is below 3 in 10 with 95 % confidence (the rule of three); with fewer there is too little to say. Thirty firings "
    "weigh medium, a hundred high."
)


def detect(facts: Facts) -> Iterator[Insight]:
    """One insight for each alert that was always noise."""
    for alert in facts.alerts:
        if alert.fired >= LEAST_FIRED and alert.acted_on == 0:
            yield _insight(alert)


def _insight(alert: AlertFact) -> Insight:
    return Insight(
        kind=FindingKind.always_noise,
        about="\x1f".join((alert.source, alert.fingerprint, alert.service or "")),
        weight=by_count(alert.fired, high=HIGH, medium=MEDIUM),
        title=f"“{alert.title}” is always noise",
        sentence=f"It fired {alert.fired} times ({alert.source}), and nobody acknowledged it or confirmed an incident.",
        service=alert.service,
        numbers=(number("fired", alert.fired), number("most_that_matter", 3 / alert.fired, "share")),
        alerts=(alert,),
    )


DETECTOR = Detector(FindingKind.always_noise, RULE, detect)
