"""The draft that needs no model: what the record says, put where it belongs, nothing made up."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from memoryops.analysis.prompt import clip
from memoryops.analysis.snapshot import EvidenceFacts
from memoryops.postmortems.drafting.facts import DraftFacts, EntryFacts
from memoryops.postmortems.impact import duration_words
from memoryops.postmortems.sections import SectionKey, Source
from memoryops.postmortems.writing import Words

K = SectionKey

OUTCOMES = {
    "fixed": "It was fixed.",
    "mitigated": "It was mitigated, not fixed.",
    "self_recovered": "It recovered by itself; nothing that people did is known to have fixed it.",
    "false_alarm": "It turned out to be a false alarm.",
}
QUOTE = 300


def from_template(facts: DraftFacts) -> Mapping[SectionKey, Words]:
    """A draft of the sections that the record says something about; the others are left out."""
    return {key: words for key, words in _sections(facts) if words.text.strip()}


def _sections(facts: DraftFacts) -> Iterator[tuple[SectionKey, Words]]:
    yield K.overview, _words(_overview(facts))
    yield K.impact, _words(facts.snapshot.incident.symptoms or "")
    yield K.contributing_factors, _words("\n".join(f"- {line}" for line in _paragraphs(facts.root_cause)))
    yield K.detection, _words(_detection(facts), facts.entries[:1])
    yield K.response, _response(facts)
    ruled_out = tuple(entry for entry in facts.entries if entry.kind == "hypothesis" and "ruled out" in entry.text)
    dead_ends = [*_paragraphs(facts.ineffective_actions), *(entry.text for entry in ruled_out)]
    yield K.dead_ends, _words("\n".join(f"- {line}" for line in dead_ends), ruled_out)
    resolution = facts.resolution or ""
    yield (K.resolution_lasting if facts.outcome == "fixed" else K.resolution_temporary), _words(resolution)


def _overview(facts: DraftFacts) -> str:
    incident = facts.snapshot.incident
    took = duration_words(max(0, round((facts.resolved_at - facts.began_at).total_seconds())))
    where = f" in {incident.environment}" if incident.environment else ""
    version = f", running version {incident.version}" if incident.version else ""
    began, ended = utc(facts.began_at), utc(facts.resolved_at)
    kind = f"This {incident.severity.upper()} incident of {incident.service}{where}{version}"
    title = incident.title.rstrip(".")
    return f"{title}. {kind} began at {began} and was resolved at {ended}, after {took}. {OUTCOMES[facts.outcome]}"


def _detection(facts: DraftFacts) -> str:
    waited = (facts.declared_at - facts.began_at).total_seconds()
    after = f", {duration_words(round(waited))} after it began" if waited >= 60 else ""
    error = facts.snapshot.incident.error
    shown = f" What it showed:\n\n```\n{clip(error.replace('```', '` ` `'), 1_000)}\n```" if error else ""
    return f"The incident was declared at {utc(facts.declared_at)}{after}.{shown}"


def _response(facts: DraftFacts) -> Words:
    lines = [f"- {utc(entry.at)}: {entry.text}" for entry in facts.entries]
    recalled = facts.evidence[:3]
    lines += [f"- From memory: {piece.incident_id} (“{piece.title}”) was recalled as similar." for piece in recalled]
    cited = [citation for piece in recalled if (citation := _citation(piece)) is not None]
    return Words(
        "\n".join(lines),
        Source.template,
        citations=cited,
        entries=[entry.id for entry in facts.entries],
        drawn_from=[piece.incident_id for piece in recalled],
    )


def _citation(piece: EvidenceFacts) -> Mapping[str, str] | None:
    quote = clip(piece.root_cause, QUOTE)
    return {"incident_id": piece.incident_id, "title": piece.title, "quote": quote} if quote.strip() else None


def _words(text: str, entries: tuple[EntryFacts, ...] = ()) -> Words:
    return Words(text.strip(), Source.template, entries=[entry.id for entry in entries])


def _paragraphs(text: str | None) -> list[str]:
    return [" ".join(part.split()) for part in (text or "").split("\n\n") if part.strip()]


def utc(moment: datetime) -> str:
    """The moment as people write it, to the minute: `2026-11-30 12:04 UTC`."""
    return f"{moment:%Y-%m-%d %H:%M} UTC"
