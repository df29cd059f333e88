"""What publishing writes into the incident, made from sections and numbers: pure."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from memoryops.incidents.schemas import POSTMORTEM_LIMIT, PROSE_LIMIT, IncidentEdit
from memoryops.kit.errors import InvalidInputError
from memoryops.postmortems.factors import as_cause, factors_of
from memoryops.postmortems.impact import impact_lines
from memoryops.postmortems.schemas import ImpactView
from memoryops.postmortems.sections import SECTIONS, SectionKey

K = SectionKey

ELSEWHERE = frozenset({K.contributing_factors, K.dead_ends, K.resolution_temporary, K.resolution_lasting})
"""Sections that the incident has fields of its own for: repeated in the text, memory would say them twice."""

LIMITS: Mapping[str, int] = {
    "root_cause": PROSE_LIMIT,
    "resolution": PROSE_LIMIT,
    "ineffective_actions": PROSE_LIMIT,
    "postmortem": POSTMORTEM_LIMIT,
}


class PostmortemTooLongError(InvalidInputError):
    """The sections together are longer than an incident keeps."""


@dataclass(frozen=True)
class Publication:
    """The fields of the incident as publishing leaves them; None for what nobody wrote, which stays as it is."""

    root_cause: str | None
    resolution: str | None
    ineffective_actions: str | None
    postmortem: str | None

    def as_edit(self) -> IncidentEdit:
        """The edit of the incident that publishing is."""
        return IncidentEdit(**{name: text for name, text in asdict(self).items() if text is not None})


def compose(texts: Mapping[SectionKey, str], impact: ImpactView) -> Publication:
    """The publication of these sections; raises PostmortemTooLongError."""
    said = {key: texts.get(key, "").strip() for key in SECTIONS}
    publication = Publication(
        root_cause=as_cause(factors_of(said[K.contributing_factors])) or None,
        resolution=_resolution(said[K.resolution_temporary], said[K.resolution_lasting]) or None,
        ineffective_actions=said[K.dead_ends] or None,
        postmortem=_text(said, impact) or None,
    )
    _check_lengths(publication)
    return publication


def tag_of(publication: Publication, incident_revision: int) -> str:
    """What tells one preview from another: the incident's revision and every word that would be written."""
    told = json.dumps([incident_revision, asdict(publication)], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:32]


def _resolution(temporary: str, lasting: str) -> str:
    if temporary and lasting:
        return f"For the moment: {temporary}\n\nLasting: {lasting}"
    return temporary or lasting


def _text(said: Mapping[SectionKey, str], impact: ImpactView) -> str:
    parts = []
    for key, section in SECTIONS.items():
        text = said[key]
        if key is K.impact:
            text = "\n\n".join(filter(None, ["\n".join(f"- {line}" for line in impact_lines(impact)), text]))
        if text and key not in ELSEWHERE:
            parts.append(f"## {section.title}\n\n{text}")
    # The duration alone is no postmortem.
    return "\n\n".join(parts) if any(said[key] for key in SECTIONS if key not in ELSEWHERE) else ""


def _check_lengths(publication: Publication) -> None:
    for name, text in asdict(publication).items():
        if text is not None and len(text) > LIMITS[name]:
            message = f"Is {len(text)} characters long when its sections are put together; at most {LIMITS[name]} fit."
            raise PostmortemTooLongError(f"{name}: {message}", errors=[{"field": name, "message": message}])
