"""The words sent to the model: templates filled with one snapshot, its texts fenced as data.

Budget: five pieces of evidence and the limits below keep a whole request under
about 28,000 characters, some 7,000 tokens, which the smallest paid-for windows
and per-minute allowances in use take. What is cut carries a visible mark.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from jinja2 import FileSystemLoader, StrictUndefined
from jinja2.sandbox import SandboxedEnvironment

from memoryops.analysis.port import Message
from memoryops.analysis.quotes import MIN_QUOTE
from memoryops.analysis.snapshot import EvidenceFacts, IncidentFacts, Snapshot
from memoryops.kit.counting import counted

MAX_EVIDENCE = 5
LIMITS = {
    "title": 200,
    "service": 120,
    "word": 80,
    "error": 2_000,
    "symptoms": 2_000,
    "root_cause": 900,
    "resolution": 900,
    "ineffective_actions": 500,
    "memory_text": 900,
    "track_record": 150,
    "finding": 300,
}
# A refused answer is shown to its author again, up to this length.
MAX_REFUSED = 8_000

# Control characters, lone surrogates, and the tag block that spells text nobody sees.
_HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\U000e0000-\U000e0fff]")


def request(snapshot: Snapshot, nonce: str) -> tuple[Message, ...]:
    """The first turn. `nonce` marks the fences and must not be guessable by whoever wrote the data."""
    rules = _render("system.md", nonce=nonce, min_quote=MIN_QUOTE)
    asked = _render(
        "request.md",
        nonce=nonce,
        incident=snapshot.incident,
        evidence=_shown_evidence(snapshot),
        memory_status=snapshot.memory_status,
    )
    return (Message("system", rules), Message("user", asked))


def repair(asked: Sequence[Message], refused: str | None, findings: Sequence[str], nonce: str) -> tuple[Message, ...]:
    """The second and last turn: what was asked, what was answered, and what was wrong with it."""
    turn = Message("user", _render("repair.md", nonce=nonce, findings=findings))
    answered = (Message("assistant", inert(refused)[:MAX_REFUSED]),) if refused else ()
    return (*asked, *answered, turn)


def bounded(snapshot: Snapshot) -> Snapshot:
    """The snapshot cut to what `request` shows of it: what the model knows, and may cite."""
    return replace(
        snapshot,
        incident=_bounded_incident(snapshot.incident),
        evidence=tuple(_bounded_evidence(piece) for piece in _shown_evidence(snapshot)),
    )


def clip(text: str, limit: int) -> str:
    """At most `limit` characters of the text, cut between words so that no id or URL is cut in two.

    Only a text that is one endless word is cut inside it.
    """
    if len(text) <= limit:
        return text
    return re.sub(r"\s*\S*\Z", "", text[: limit + 1], count=1) or text[:limit]


def inert(text: str) -> str:
    """The text without what could end a fence, open a role or hide from a reader.

    Only angle brackets change, into ones that `quotes.normalise` reads as the
    same: what the model copies from here is still found in the evidence.
    """
    opened = re.sub(r"[<＜]{2,}|<(?=\|)", lambda run: "‹" * len(run[0]), _HIDDEN.sub("", text))
    return re.sub(r"[>＞]{2,}|(?<=\|)>", lambda run: "›" * len(run[0]), opened)


def _shown_evidence(snapshot: Snapshot) -> tuple[EvidenceFacts, ...]:
    """The best evidence, and none at all unless memory answered with some."""
    return snapshot.evidence[:MAX_EVIDENCE] if snapshot.memory_status == "ok" else ()


def _bounded_incident(incident: IncidentFacts) -> IncidentFacts:
    return replace(
        incident,
        title=clip(incident.title, LIMITS["title"]),
        service=clip(incident.service, LIMITS["service"]),
        environment=_clip_optional(incident.environment, "word"),
        version=_clip_optional(incident.version, "word"),
        error=_clip_optional(incident.error, "error"),
        symptoms=_clip_optional(incident.symptoms, "symptoms"),
    )


def _bounded_evidence(evidence: EvidenceFacts) -> EvidenceFacts:
    return replace(
        evidence,
        title=clip(evidence.title, LIMITS["title"]),
        service=clip(evidence.service, LIMITS["service"]),
        root_cause=clip(evidence.root_cause, LIMITS["root_cause"]),
        resolution=clip(evidence.resolution, LIMITS["resolution"]),
        ineffective_actions=_clip_optional(evidence.ineffective_actions, "ineffective_actions"),
        memory_text=clip(evidence.memory_text, LIMITS["memory_text"]),
    )


def _clip_optional(text: str | None, limit: str) -> str | None:
    return None if text is None else clip(text, LIMITS[limit])


def _field(text: str | None, limit: str | int) -> str:
    """A field as the model sees it: clipped with a mark, inert, indented so that it stays one field."""
    if text is None or not text.strip():
        return "(not given)"
    kept = clip(text, limit if isinstance(limit, int) else LIMITS[limit])
    mark = "" if kept == text else f" [cut here; {counted(len(text) - len(kept), 'character')} more]"
    return inert(kept).strip().replace("\n", "\n  ") + mark


def _inline(text: str) -> str:
    return inert(" ".join(text.split()))[:64]


def prompt_templates(folder: Path) -> SandboxedEnvironment:
    """The prompts of a folder. They are plain text: nothing is escaped for HTML, and data is never a template."""
    environment = SandboxedEnvironment(
        loader=FileSystemLoader(folder),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
        auto_reload=False,
    )
    environment.filters |= {"field": _field, "inline": _inline}
    return environment


_ENVIRONMENT = prompt_templates(Path(__file__).parent / "prompts")


def _render(template: str, **values: object) -> str:
    return _ENVIRONMENT.get_template(template).render(**values).strip()
