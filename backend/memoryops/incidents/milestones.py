"""When an incident was acknowledged and mitigated, kept with it so that nobody has to read timelines to count."""

from datetime import datetime

from memoryops.incidents.lifecycle import Outcome, Status
from memoryops.incidents.models import Incident

SYSTEM = "memoryops"
"""The actor of what the product does by itself."""

ACTIONS = frozenset(
    {"note", "status_update", "deploy", "hypothesis", "edited", "role", "investigation_started", "resolved"}
)
"""What somebody does about an incident, by the kinds of timeline entries."""


def reach(incident: Incident, kind: str, *, actor: str, at: datetime) -> None:
    """A person's first action acknowledges, and so does declaring it with a commander."""
    acts = kind in ACTIONS and actor != SYSTEM
    if acts or (kind == "declared" and incident.commander is not None):
        incident.acknowledged_at = min(at, incident.acknowledged_at or at)


def move(incident: Incident, *, at: datetime) -> None:
    """Follow a change of status: mitigated since it is monitored, or since it was resolved as mitigated.

    Going back to work takes that back: what had to be worked on again was not mitigated.
    """
    if incident.status is Status.monitoring:
        incident.mitigated_at = at
    elif incident.status is not Status.resolved:
        incident.mitigated_at = None
    elif incident.outcome is Outcome.mitigated:
        incident.mitigated_at = incident.mitigated_at or at
