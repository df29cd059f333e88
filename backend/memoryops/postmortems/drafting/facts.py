"""All that a draft may know: frozen values taken from the record and from verified evidence."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

from memoryops.analysis.snapshot import EvidenceFacts, Snapshot


@dataclass(frozen=True)
class EntryFacts:
    """One entry of the timeline, without whose it is: a draft tells of actions, not of people.

    `ref` (T1, T2, ...) is what the draft names it by, `id` what the record does.
    """

    ref: str
    id: str
    at: datetime
    kind: str
    text: str


@dataclass(frozen=True)
class DraftFacts:
    """One resolved incident. `snapshot` holds the incident and the strong matches that its newest run was shown.

    `impact` are its numbers in words; `analysis` is what that run's analysis held probable, with who said so.
    """

    snapshot: Snapshot
    began_at: datetime
    declared_at: datetime
    resolved_at: datetime
    outcome: str
    root_cause: str | None
    resolution: str | None
    ineffective_actions: str | None
    impact: tuple[str, ...]
    entries: tuple[EntryFacts, ...]
    analysis: str | None

    @property
    def evidence(self) -> tuple[EvidenceFacts, ...]:
        """The evidence that may be cited."""
        return self.snapshot.evidence

    @property
    def drawn_from(self) -> tuple[str, ...]:
        """The documents whose words a draft made with these facts may hold."""
        return tuple(piece.incident_id for piece in self.evidence)

    def without(self, forgotten: Collection[str]) -> "DraftFacts":
        """The facts without what these documents said; the analysis goes too, since it was made with them."""
        if not forgotten:
            return self
        kept = tuple(piece for piece in self.evidence if piece.incident_id not in forgotten)
        return replace(self, snapshot=replace(self.snapshot, evidence=kept), analysis=None)
