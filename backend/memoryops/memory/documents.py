"""What is written to memory for one resolved incident, for a reader who has none of today's context.

Hindsight cuts text into chunks and embeds each alone, so a document is a row of short paragraphs ("pieces").
Each piece opens with the incident's title, which says most in fewest words, and stays below `PIECE_LIMIT`
characters, so that no chunk depends on its neighbour to be understood or found. The id and the service stand in
the first piece and in the tags: in every piece they would liken all incidents of a service to each other.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from memoryops.kit.counting import counted
from memoryops.kit.schemas import rfc3339
from memoryops.memory.port import Document

PIECE_LIMIT = 850
"""Below the bank's chunk size of 900 characters, which fits the embedding's window of 256 tokens."""

TITLE_LIMIT = 200

MARKER = re.compile(r"^\s*(?:#{1,6}\s+|[-*+]\s+\[[ xX]\]\s+|[-*+]\s+|>\s+)", re.MULTILINE)

ENOUGH_ALONE = 20
ENOUGH_TOGETHER = 4
"""Telling words that bring a document back by meaning: of symptoms sent by themselves, and of all that is known."""

UNREADABLE = re.compile(r"[!-~]{61,}")
"""A key, a digest or an encoding: its letters drown the words around it."""

WITHOUT_SPACES = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]")
"""Letters of scripts that set no spaces between words; about two of them are a word."""

CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
"""Characters that a memory drops from whatever it is sent."""

WORD = re.compile(r"[^\W\d_\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]{2,60}")

OUTCOMES = {
    "fixed": "It was fixed by",
    "mitigated": "It was mitigated, not fixed, by",
    "self_recovered": "It recovered by itself; nothing that people did is known to have fixed it. What was noted",
}


@dataclass(frozen=True)
class Learning:
    """What a verified resolution taught, as plain values; times carry their zone."""

    workspace_id: str
    incident_id: str
    revision: int
    title: str
    service: str
    severity: str
    environment: str | None
    version: str | None
    error: str | None
    symptoms: str | None
    started_at: datetime
    resolved_at: datetime
    root_cause: str
    resolution: str
    ineffective_actions: str | None
    postmortem: str | None
    outcome: str
    resolved_by: str
    sample: bool


@dataclass(frozen=True)
class WrittenDocument:
    """A document ready to be retained, and the probe text that must bring it back."""

    document: Document
    content_hash: str
    probe: str


def write_document(learning: Learning) -> WrittenDocument:
    """The document of a learning; the same learning gives the same text and hash."""
    text = "\n\n".join(_pieces(learning))
    tags = _tags(learning)
    content_hash = _hash(text, tags)
    metadata = {
        "incident_id": learning.incident_id,
        "revision": str(learning.revision),
        "content_hash": content_hash,
        "sample": "true" if learning.sample else "false",
    }
    document = Document(learning.incident_id, text, tags, metadata, learning.started_at)
    return WrittenDocument(document, content_hash, probe_text(learning))


def probe_text(learning: Learning) -> str:
    """What a later incident would look like: the document's symptoms, where they tell enough by themselves.

    A line or two is sent as an investigation would send it, with service, title and error beside it; where even that
    says too little to be found by meaning, the probe is the document's own first piece.
    """
    symptoms = _readable(learning.symptoms or "")
    together = ". ".join(
        filter(None, map(_readable, (learning.service, learning.title, learning.error or "", symptoms)))
    )
    for text, enough in ((symptoms, ENOUGH_ALONE), (together, ENOUGH_TOGETHER)):
        if _telling_words(text) >= enough:
            return split_text(text, PIECE_LIMIT)[0]
    return split_text(_readable(next(_pieces(learning))), PIECE_LIMIT)[0]


def _readable(text: str) -> str:
    return " ".join(UNREADABLE.sub(" ", text).split())


def _telling_words(text: str) -> int:
    return len(WORD.findall(text)) + len(WITHOUT_SPACES.findall(text)) // 2


def as_kept(text: str) -> str:
    """The text as a memory keeps it."""
    return CONTROLS.sub("", text)


def digest_of(text: str) -> str:
    """SHA-256, in hex, of the text as a memory keeps it."""
    return hashlib.sha256(as_kept(text).encode()).hexdigest()


def stands_in(piece: str, text: str) -> bool:
    """Whether the piece was cut from the text; white space decides nothing, since whoever cuts a text may change it."""
    found = " ".join(as_kept(piece).split())
    return bool(found) and found in " ".join(as_kept(text).split())


def workspace_tag(workspace_id: str) -> str:
    """The tag that every document of a workspace carries."""
    return f"workspace:{workspace_id}"


def incident_tag(incident_id: str) -> str:
    """The tag of one incident's document."""
    return f"incident:{incident_id}"


def filter_tag(kind: str, value: str) -> str:
    """The tag for a service, severity, outcome or environment, as the writer makes it."""
    return f"{kind}:{' '.join(value.lower().split())}"


def _tags(learning: Learning) -> tuple[str, ...]:
    tags = [
        workspace_tag(learning.workspace_id),
        incident_tag(learning.incident_id),
        filter_tag("service", learning.service),
        filter_tag("severity", learning.severity),
        filter_tag("outcome", learning.outcome),
    ]
    if learning.environment:
        tags.append(filter_tag("environment", learning.environment))
    if learning.sample:
        tags.append("sample:true")
    return tuple(tags)


def _hash(text: str, tags: tuple[str, ...]) -> str:
    # The revision is left out: an edit that changes nothing remembered must not be sent again.
    return "sha256:" + hashlib.sha256(json.dumps([text, sorted(tags)]).encode()).hexdigest()


def _pieces(learning: Learning) -> Iterator[str]:
    sample = "This is sample data. " if learning.sample else ""
    where = f" in {learning.environment}" if learning.environment else ""
    version = f", running version {learning.version}" if learning.version else ""
    took = counted(max(1, round((learning.resolved_at - learning.started_at).total_seconds() / 60)), "minute")
    kind = f"a {learning.severity} incident of {learning.service}"
    yield from _piece(
        f"{sample}Incident {learning.incident_id}, {kind}{where}{version}",
        f"{learning.title}. It began at {rfc3339(learning.started_at)[:16]}Z and was resolved after {took}.",
    )
    about = split_text(" ".join(learning.title.split()), TITLE_LIMIT)[0].rstrip(".")
    yield from _piece(f"{about}. Error", learning.error)
    yield from _piece(f"{about}. Symptoms", learning.symptoms)
    yield from _piece(f"{about}. Root cause", learning.root_cause)
    yield from _piece(f"{about}. {OUTCOMES[learning.outcome]}", learning.resolution)
    yield from _piece(f"{about}. What did not help", learning.ineffective_actions)
    yield from _piece(f"{about}. Postmortem", plain(learning.postmortem or ""))


def _piece(lead: str, body: str | None) -> Iterator[str]:
    if body is None or not body.strip():
        return
    for part in split_text(" ".join(body.split()), PIECE_LIMIT - len(lead) - 2):
        yield f"{lead}: {part}"


def plain(markdown: str) -> str:
    """Markdown without its line markers; its words stay as they are."""
    return MARKER.sub("", markdown)


def split_text(text: str, limit: int) -> list[str]:
    """`text` in parts of at most `limit` characters, cut behind a sentence, else a word, else anywhere."""
    limit = max(limit, 200)
    parts = []
    while len(text) > limit:
        window = text[: limit + 1]
        ends = [match.end() for match in re.finditer(r"[.!?;]\s", window)]
        cut = ends[-1] if ends and ends[-1] > limit // 3 else window.rfind(" ") + 1 or limit
        parts.append(text[:cut].strip())
        text = text[cut:].strip()
    return [*parts, text] if text else parts
