"""The ledger against what a bank holds, document by document: pure values in, differences out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from memoryops.memory.documents import incident_tag, workspace_tag
from memoryops.memory.port import HeldDocument
from memoryops.memory.states import DocumentState

S = DocumentState

LONGEST_PIECE = 900
"""Characters of a piece in memory at most: the chunk size that a bank is given."""

UNDER_WAY = {
    True: frozenset({S.none, S.queued, S.retaining, S.withdrawing}),
    False: frozenset({S.none, S.queued, S.retaining, S.retained, S.withdrawing}),
}
"""States that memory is on its way out of, for a document that belongs in it and for one that does not."""

INCIDENT = incident_tag("")


class DifferenceKind(StrEnum):
    """How memory differs from the ledger. `extra` is held and not wanted, or not ours at all."""

    missing = "missing"
    extra = "extra"
    stale = "stale"
    duplicate = "duplicate"
    wrong_tags = "wrong_tags"


K = DifferenceKind


@dataclass(frozen=True)
class Entry:
    """One document of the ledger, as far as an audit needs it.

    `will_be_tried` says that another attempt is planned; `moves` that it changed while memory was asked.
    """

    pk: int
    workspace_id: str
    document_id: str
    updated_at: datetime
    state: DocumentState
    belongs: bool
    will_be_tried: bool
    revision: int
    content_hash: str
    tags: tuple[str, ...]
    text_length: int
    text_digest: str
    retained_revision: int | None
    moves: bool = False

    @property
    def is_under_way(self) -> bool:
        """Whether work on it goes on by itself, so that memory is not expected to match it yet."""
        if self.state is S.failed:
            return self.will_be_tried or self.moves
        return self.moves or self.state in UNDER_WAY[self.belongs]


@dataclass(frozen=True)
class Difference:
    """One document that memory holds otherwise than the ledger says; `entry` is None where the ledger has none.

    `claims` names the incident that a document beside the ledger says it is of, where that is one of ours.
    """

    document_id: str
    kind: DifferenceKind
    detail: str
    entry: Entry | None = None
    held_revision: int | None = None
    claims: str | None = None


@dataclass(frozen=True)
class Findings:
    """What a comparison came to; `explained` are differences that work under way accounts for."""

    expected: int
    held: int
    pending: int
    differences: tuple[Difference, ...]
    explained: tuple[Difference, ...] = field(default=())

    @property
    def is_clean(self) -> bool:
        return not self.differences


def compare(entries: Sequence[Entry], held: Iterable[HeldDocument]) -> Findings:
    """The ledger's entries of one workspace against all that its bank holds."""
    by_id = {one.document_id: one for one in held}
    known = {entry.document_id: entry for entry in entries}
    differences: list[Difference] = []
    explained: list[Difference] = []
    for entry in entries:
        found = by_id.get(entry.document_id)
        if (difference := _difference(entry, found)) is not None:
            (explained if _is_explained(entry, difference, found) else differences).append(difference)
    differences += [_stray(by_id[one], known, by_id) for one in sorted(by_id) if one not in known]
    return Findings(
        expected=sum(entry.belongs for entry in entries),
        held=len(by_id),
        pending=sum(entry.is_under_way for entry in entries),
        differences=tuple(differences),
        explained=tuple(explained),
    )


def seen_twice(before: Iterable[Entry], after: Iterable[Entry]) -> list[Entry]:
    """The newer entries; those that memory's answer may be older or newer than are marked as moving."""
    times = {entry.pk: entry.updated_at for entry in before}
    return [replace(entry, moves=times.get(entry.pk) != entry.updated_at) for entry in after]


def is_whole(pieces: int, text_length: int) -> bool:
    """Whether so many pieces can be all of a text; a server writes a long document bit by bit."""
    return pieces * LONGEST_PIECE >= text_length


def _difference(entry: Entry, held: HeldDocument | None) -> Difference | None:
    if not entry.belongs:
        return None if held is None else Difference(entry.document_id, K.extra, NOT_WANTED, entry, revision_of(held))
    if held is None:
        return Difference(entry.document_id, K.missing, MISSING, entry)
    revision = revision_of(held)
    if (detail := _staleness(entry, held, revision)) is not None:
        return Difference(entry.document_id, K.stale, detail, entry, revision)
    if set(held.tags) != set(entry.tags):
        return Difference(entry.document_id, K.wrong_tags, _tags_in_words(entry, held), entry, revision)
    return None


NOT_WANTED = "Memory holds it, and should not."
MISSING = "Memory does not hold it."
UNKNOWN = (
    "The ledger knows no such document, so it is left alone and is no evidence. "
    "Whoever runs Hindsight removes it there by its id, or finds out who writes to this bank."
)


def _staleness(entry: Entry, held: HeldDocument, revision: int | None) -> str | None:
    """In words, why what memory holds is not this entry's content; None where it is."""
    if held.metadata.get("incident_id") != entry.document_id:
        return "What memory holds under this id does not say that it is of this incident."
    if revision != entry.revision:
        return f"Memory holds revision {'unknown' if revision is None else revision}, wanted is {entry.revision}."
    if held.metadata.get("content_hash") != entry.content_hash or not _is_its_text(entry, held):
        return f"Memory holds another text of revision {entry.revision}."
    if not is_whole(held.pieces, entry.text_length):
        return f"Memory holds {held.pieces} pieces of it, which cannot be all."
    return None


def _is_its_text(entry: Entry, held: HeldDocument) -> bool:
    """Whether the text that is held can be the entry's, as far as the listing says anything of it."""
    if held.text_digest is not None:
        return held.text_digest == entry.text_digest
    return held.text_length in (None, entry.text_length)


def _tags_in_words(entry: Entry, held: HeldDocument) -> str:
    """By kind alone: an audit is kept, and a document that is forgotten leaves no service or environment behind."""
    missing, too_many = _kinds(set(entry.tags) - set(held.tags)), _kinds(set(held.tags) - set(entry.tags))
    said = [f"missing {missing}"] * bool(missing) + [f"too many {too_many}"] * bool(too_many)
    return f"Its tags differ: {'; '.join(said)}."


def _kinds(tags: Iterable[str]) -> str:
    return ", ".join(sorted({tag.partition(":")[0] for tag in tags}))


def _is_explained(entry: Entry, difference: Difference, held: HeldDocument | None) -> bool:
    """Whether work under way accounts for it: an older revision, say, of a document whose newest is queued."""
    if entry.moves or not entry.is_under_way or difference.kind is not K.stale:
        return entry.is_under_way
    is_of_it = held is not None and held.metadata.get("incident_id") == entry.document_id
    revision = difference.held_revision
    return is_of_it and revision is not None and revision <= entry.revision


def _stray(held: HeldDocument, known: Mapping[str, Entry], by_id: Mapping[str, HeldDocument]) -> Difference:
    """A document that the ledger has not; it is ours where it carries our workspace and an incident of ours."""
    claim = _claim(held)
    entry = known.get(claim or "")
    if claim is None or entry is None or workspace_tag(entry.workspace_id) not in held.tags:
        return Difference(held.document_id, K.extra, UNKNOWN, held_revision=revision_of(held))
    kind = K.duplicate if claim in by_id else K.extra
    detail = f"It says that it is of {claim}, whose document has that id itself."
    return Difference(held.document_id, kind, detail, held_revision=revision_of(held), claims=claim)


def _claim(held: HeldDocument) -> str | None:
    """The incident that the document says it is of."""
    by_tag = (tag.removeprefix(INCIDENT) for tag in held.tags if tag.startswith(INCIDENT))
    return held.metadata.get("incident_id") or next(by_tag, None)


def revision_of(held: HeldDocument) -> int | None:
    """The revision that the document says it is of; None where it does not say."""
    said = held.metadata.get("revision", "")
    return int(said) if said.isascii() and said.isdigit() and len(said) < 10 else None
