"""An incident out of an alert: every field filled, and where the alert did not say it, so that one can see that."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from memoryops.alerts.models import Alert
from memoryops.alerts.reading.foreign import cut, line
from memoryops.incidents.lifecycle import Severity
from memoryops.incidents.schemas import NAME_LIMIT, PROSE_LIMIT, TITLE_LIMIT, IncidentDeclare
from memoryops.kit.counting import counted
from memoryops.kit.schemas import is_blank, is_web_address

FALLBACK_SEVERITY = Severity.sev3
LABELS_TOLD = 12
LINKS_TOLD = 5
RUNBOOK = "runbook"


def fallback_service(source: str, integration: str | None) -> str:
    """What an incident's service is called where the alert names none: its integration, else its source."""
    return named(integration) or named(source) or "unknown service"


def declared_by(source: str, integration: str | None) -> str:
    """Who declared it, for people."""
    via = named(integration)
    return cut(source if via is None or via == source else f"{source} via {via}", NAME_LIMIT)


def incident_from(
    alert: Alert, *, service: str, severity: Severity | None, began_at: datetime, by: str, at: datetime
) -> IncidentDeclare:
    """What the alert says, as the declaration of an incident; an impact from the future began now."""
    return IncidentDeclare(
        title=line(alert.title, TITLE_LIMIT) or alert.fingerprint[:TITLE_LIMIT],
        service=service,
        severity=severity or FALLBACK_SEVERITY,
        error=cut(alert.error or alert.title, PROSE_LIMIT),
        symptoms=cut(symptoms(alert, severity_known=alert.severity is not None), PROSE_LIMIT),
        environment=named(alert.environment),
        version=named(alert.version),
        runbook=runbook(alert.links),
        declared_by=by,
        started_at=min(began_at, at),
    )


def symptoms(alert: Alert, *, severity_known: bool) -> str:
    """What whoever is paged wants to read, in plain text: the description, labels, links, and what was not said."""
    missing = []
    if named(alert.service) is None:
        missing.append("The alert names no service; its integration's name stands for it.")
    if not severity_known:
        said = f" (it says {line(alert.severity_raw, NAME_LIMIT)!r})" if alert.severity_raw else ""
        missing.append(f"The alert gives no severity that we know{said}; it was assumed.")
    parts = [alert.description or "", _labels(alert.labels), _links(alert.links), " ".join(missing)]
    return "\n\n".join(part for part in parts if part.strip())


def runbook(links: Sequence[Mapping[str, str]]) -> str | None:
    """The first of an alert's links that is called a runbook and that an incident can keep."""
    called = (one["href"] for one in links if one["text"].strip().casefold() == RUNBOOK)
    return next((href for href in called if is_web_address(href)), None)


def named(name: str | None) -> str | None:
    """The name as one line of the length that an incident allows; None for a blank one."""
    told = line(name, NAME_LIMIT) if name else ""
    return None if not told or is_blank(told) else told


def _labels(labels: Mapping[str, str]) -> str:
    shown = [f"{line(key, 60)}: {line(value, 200)}" for key, value in list(labels.items())[:LABELS_TOLD]]
    if len(labels) > LABELS_TOLD:
        shown.append(f"and {counted(len(labels) - LABELS_TOLD, 'more label')}")
    return "\n".join(shown)


def _links(links: Sequence[Mapping[str, str]]) -> str:
    return "\n".join(f"{line(one['text'], 60)}: {one['href']}" for one in links[:LINKS_TOLD])
