"""The words of a resolution, as far as they tell whether two are the same."""

from dataclasses import dataclass
from typing import Self

from memoryops.incidents.models import Incident


@dataclass(frozen=True)
class Words:
    """What ended an incident, as it is recorded; white space is folded, so that only what they say is compared."""

    root_cause: str | None
    resolution: str | None

    @classmethod
    def of(cls, incident: Incident) -> Self:
        """Those of the incident now."""
        return cls(_folded(incident.root_cause), _folded(incident.resolution))

    @property
    def complete(self) -> bool:
        """Whether they tell a whole resolution; a false alarm may leave them out."""
        return self.root_cause is not None and self.resolution is not None


def _folded(text: str | None) -> str | None:
    return None if text is None else " ".join(text.split())
