"""Alert that is always noise: it fires and fires, and nobody ever acts on it."""

from collections.abc import Iterator
from functools import partial

from memoryops.insights.detectors.detector import Detector, Insight, Told, by_count, number
from memoryops.insights.firing_sheets import AlertCount
from memoryops.insights.found import FindingKind
from memoryops.insights.history import AlertName, History

LEAST_FIRED = 10
HIGH, MEDIUM = 100, 30

RULE = (
    "An alert fired at least 10 times in the period and was acted on never: not acknowledged at its source, and not "
    "attached to an incident that a person confirmed. With ten firings and none acted on, the true share that matters "
    "is below 3 in 10 with 95 % confidence (the rule of three); with fewer there is too little to say. Thirty firings "
    "weigh medium, a hundred high."
)


def is_noise(alert: AlertCount) -> bool:
    """Whether it fired often enough to say that it never mattered."""
    return alert.fired >= LEAST_FIRED and alert.acted_on == 0


def detect(history: History) -> Iterator[Insight]:
    """One insight for each alert that was always noise."""
    for alert in history.alerts:
        if is_noise(alert) and alert.pk in history.names:
            name = history.names[alert.pk]
            yield Insight(
                kind=FindingKind.always_noise,
                about="\x1f".join((name.source, name.fingerprint, alert.service or "")),
                weight=by_count(alert.fired, high=HIGH, medium=MEDIUM),
                tell=partial(_tell, alert, name),
                alert=alert,
            )


def _tell(alert: AlertCount, name: AlertName, _: str) -> Told:
    return Told(
        title=f"“{name.title}” is always noise",
        sentence=f"It fired {alert.fired} times ({name.source}), and nobody acknowledged it or confirmed an incident.",
        service=alert.service,
        numbers=(number("fired", alert.fired), number("most_that_matter", 3 / alert.fired, "share")),
    )


DETECTOR = Detector(FindingKind.always_noise, RULE, detect)
