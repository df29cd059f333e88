"""What a verified resolution teaches: checked, and handed to memory's writer."""

from memoryops.incidents.lifecycle import Outcome
from memoryops.incidents.models import Incident
from memoryops.kit.errors import InvalidInputError
from memoryops.kit.schemas import is_blank
from memoryops.memory.documents import Learning, WrittenDocument, write_document


class UnverifiedResolutionError(InvalidInputError):
    """What would be remembered lacks a cause, a resolution or a name."""


def learning(incident: Incident) -> Learning:
    """What a verified resolution taught, as memory's writer takes it."""
    return Learning(
        workspace_id=incident.workspace_id,
        incident_id=incident.id,
        revision=incident.revision,
        title=incident.title,
        service=incident.service,
        severity=incident.severity.value,
        environment=incident.environment,
        version=incident.version,
        error=incident.error,
        symptoms=incident.symptoms,
        started_at=incident.started_at or incident.declared_at,
        resolved_at=incident.resolved_at or incident.declared_at,
        root_cause=incident.root_cause or "",
        resolution=incident.resolution or "",
        ineffective_actions=incident.ineffective_actions,
        postmortem=incident.postmortem,
        outcome=(incident.outcome or Outcome.fixed).value,
        resolved_by=incident.resolved_by or "",
        sample=incident.sample,
    )


def written(incident: Incident) -> WrittenDocument:
    """The document that this incident's resolution should be in memory."""
    return write_document(learning(incident))


def check_verified(incident: Incident) -> None:
    """Raise UnverifiedResolutionError unless a named person said cause and resolution; a false alarm needs neither."""
    if incident.outcome is Outcome.false_alarm:
        return
    errors = [
        {"field": name, "message": "Is required, and must not be blank, unless the outcome is false_alarm."}
        for name in ("root_cause", "resolution")
        if is_blank(getattr(incident, name) or "")
    ]
    if incident.outcome is None:
        errors.append({"field": "outcome", "message": "Cannot be cleared."})
    if is_blank(incident.resolved_by or ""):
        errors.append({"field": "resolved_by", "message": "A verified resolution needs the name of a person."})
    if errors:
        raise UnverifiedResolutionError(f"{errors[0]['field']}: {errors[0]['message']}", errors=errors)
