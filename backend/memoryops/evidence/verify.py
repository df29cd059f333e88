"""From memories to evidence: every document is held against the record, and what fails says why."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memoryops.evidence.matching import (
    MAX_MATCHES,
    Candidate,
    Likeness,
    Match,
    group_by_document,
    rank,
    reasons,
    shared_words,
    strength,
)
from memoryops.evidence.ordering import Placed
from memoryops.evidence.schemas import Excluded, HistoricalIncident, RecordCheck
from memoryops.evidence.words import compare_words
from memoryops.incidents.fingerprint import normalise_service
from memoryops.incidents.lifecycle import REMEMBERED_OUTCOMES, Outcome, Severity
from memoryops.incidents.schemas import TrackRecord
from memoryops.incidents.track_records import in_words
from memoryops.memory.documents import workspace_tag
from memoryops.memory.port import Recalled

HIT_FLOOR = 0.3
"""Hindsight's own floor for a hit by meaning; a document below it without a keyword hit is no hit at all."""


FOREIGN = frozenset({"other_workspace", "not_our_document", "not_in_record"})
"""Faults of what memory returned, not of an incident of ours."""

ALTERED = frozenset({"altered", "unknown_revision"})
"""Faults of a document of ours: its piece is not of the text we wrote, or of a revision whose text nobody knows."""


@dataclass(frozen=True)
class RecordFacts:
    """What the record and the ledger say of one incident; times carry their zone.

    `text` is all that was written about it, for comparing words; without it only meaning counts.
    """

    incident_id: str
    title: str
    service: str
    environment: str | None
    severity: Severity
    outcome: Outcome | None
    started_at: datetime
    resolved_at: datetime | None
    root_cause: str | None
    resolution: str | None
    ineffective_actions: str | None
    sample: bool
    deleted: bool
    fingerprint: str | None
    wanted: bool
    content_hash: str | None
    text: str = ""


@dataclass(frozen=True)
class Subject:
    """What the evidence is for. All but the workspace and the query is None for a question from the explorer.

    `only`, where it is given, are the documents that may be evidence; others began outside the time asked for.
    """

    workspace_id: str
    query: str
    incident_id: str | None = None
    service: str | None = None
    environment: str | None = None
    fingerprint: str | None = None
    only: frozenset[str] | None = None


@dataclass(frozen=True)
class Verified:
    """What survived, strong first, and what did not. Without a strong match nothing is kept.

    `placed` are the strong matches with what orders them, as likeness alone has them.
    `foreign` says that something which is not ours would have been a strong match, `altered` that something of ours is
    not as we wrote it.
    """

    kept: tuple[HistoricalIncident, ...]
    excluded: tuple[Excluded, ...]
    recalled: int
    foreign: bool = False
    altered: bool = False
    placed: tuple[Placed, ...] = ()


def verify(
    results: Sequence[Recalled],
    records: Mapping[str, RecordFacts],
    subject: Subject,
    threshold: float,
    spread: float = 1.0,
) -> Verified:
    """Hold every recalled document against the record; pure, so that it can be tested and repeated."""
    wording = compare_words(subject.query, {name: record.text for name, record in records.items() if record.text})
    candidates = group_by_document(results, wording)
    floor = min(HIT_FLOOR, threshold)
    hits = [one for one in candidates if one.similarity >= floor or one.keyword > 0]
    excluded = [Excluded(document_id=None, reason="no_document_id")] if any(not r.document_id for r in results) else []
    foreign = any(not one.document_id and (one.semantic or 0.0) >= threshold for one in results)
    found: list[Found] = []
    for candidate in hits:
        record = records.get(candidate.document_id)
        fault = _fault(candidate, record, subject)
        match = strength(candidate, threshold, spread)
        if fault or record is None or match is None:
            foreign = foreign or (fault in FOREIGN and match is Match.strong)
            excluded.append(Excluded(document_id=candidate.document_id, reason=fault or "weak_match"))
            continue
        place = rank(candidate, same_service=_same_service(record, subject))
        found.append(Found(candidate, record, match, _same_error(record, subject), place))
    kept, left_out = _settle(found)
    evidence = tuple(_evidence(one.candidate, one.record, subject, one.match) for one in kept)
    placed = tuple(
        Placed(one.candidate.document_id, one.place, one.repeat) for one in kept if one.match is Match.strong
    )
    return Verified(evidence, (*excluded, *left_out), len(hits), foreign, placed=placed)


def verify_grounds(
    results: Sequence[Recalled],
    records: Mapping[str, RecordFacts],
    subject: Subject,
    threshold: float,
    spread: float = 1.0,
) -> Verified:
    """Hold what an answer is based on against the record; likeness decides nothing, since the answer is there already.

    Likeness is shown all the same: what is less than a strong match is called weak.
    """
    wording = compare_words(subject.query, {name: record.text for name, record in records.items() if record.text})
    candidates = group_by_document(results, wording)
    faults = {one.document_id: _fault(one, records.get(one.document_id), subject) for one in candidates}
    kept = tuple(
        _evidence(one, records[one.document_id], subject, strength(one, threshold, spread) or Match.weak)
        for one in candidates
        if faults[one.document_id] is None
    )
    excluded = [Excluded(document_id=name, reason=fault) for name, fault in faults.items() if fault]
    nameless = [Excluded(document_id=None, reason="no_document_id")] if any(not r.document_id for r in results) else []
    foreign = bool(nameless) or not FOREIGN.isdisjoint(faults.values())
    return Verified(kept, (*nameless, *excluded), len(candidates), foreign)


def left_out(
    kept: Sequence[HistoricalIncident], reasons: Mapping[str, str]
) -> tuple[tuple[HistoricalIncident, ...], tuple[Excluded, ...]]:
    """What stays without the documents that are named, and what goes; with the last strong match, everything does."""
    gone = [Excluded(document_id=one.document_id, reason=reasons[one.document_id]) for one in kept if _is(one, reasons)]
    others = [one for one in kept if not _is(one, reasons)]
    if Match.strong not in {one.match for one in kept} - {one.match for one in others}:
        return tuple(others), tuple(gone)
    weak = [Excluded(document_id=one.document_id, reason="weak_match") for one in others]
    return (), (*gone, *weak)


def _is(item: HistoricalIncident, named: Collection[str]) -> bool:
    return item.document_id in named


def without_altered(verified: Verified, faults: Mapping[str, str]) -> Verified:
    """The same without what memory does not hold as it was written; `faults` are the reasons, by document."""
    if not faults:
        return verified
    kept, excluded = left_out(verified.kept, faults)
    return replace(
        verified, kept=kept, excluded=(*verified.excluded, *excluded), altered=not ALTERED.isdisjoint(faults.values())
    )


@dataclass(frozen=True)
class Found:
    """A document that the record bears out, and its place among the others: the higher, the better.

    `repeat` says that it is of the very same error, which stands before whatever is only alike.
    """

    candidate: Candidate
    record: RecordFacts
    match: Match
    repeat: bool
    place: float


def _settle(found: Sequence[Found]) -> tuple[list[Found], list[Excluded]]:
    """What is kept, strong before weak, the same error before others, and what is left out with its reason."""
    ranked = sorted(
        found, key=lambda one: (one.match is Match.weak, not one.repeat, -one.place, one.record.incident_id)
    )
    strong = any(one.match is Match.strong for one in ranked)
    kept = ranked[:MAX_MATCHES] if strong else []
    left_out = [
        Excluded(
            document_id=one.candidate.document_id,
            reason="weak_match" if one.match is Match.weak else "beyond_limit",
        )
        for one in ranked[len(kept) :]
    ]
    return kept, left_out


def _fault(candidate: Candidate, record: RecordFacts | None, subject: Subject) -> str | None:
    """Why a document is no evidence, whatever it says; None where the record bears it out."""
    if workspace_tag(subject.workspace_id) not in candidate.tags:
        return "other_workspace"
    if candidate.metadata.get("incident_id") != candidate.document_id:
        return "not_our_document"
    if candidate.document_id == subject.incident_id:
        return "this_incident"
    if record is None:
        return "not_in_record"
    checks = (
        (record.deleted, "deleted"),
        (record.resolved_at is None, "not_resolved"),
        (record.outcome not in REMEMBERED_OUTCOMES, "not_remembered_outcome"),
        (not (record.root_cause or "").strip() or not (record.resolution or "").strip(), "unverified"),
        (not record.wanted, "withdrawn"),
        (subject.only is not None and record.incident_id not in subject.only, "outside_time_range"),
    )
    return next((reason for failed, reason in checks if failed), None)


def _same_service(record: RecordFacts, subject: Subject) -> bool:
    return subject.service is not None and normalise_service(subject.service) == normalise_service(record.service)


def _same_error(record: RecordFacts, subject: Subject) -> bool:
    return subject.fingerprint is not None and subject.fingerprint == record.fingerprint


def with_track_records(verified: Verified, records: Mapping[str, TrackRecord]) -> Verified:
    """The same, and with each piece of evidence how its resolution has fared."""

    def told(item: HistoricalIncident) -> HistoricalIncident:
        record = records.get(item.incident_id)
        said = in_words(record) if record else None
        return item.model_copy(update={"track_record": record, "why": [*item.why, *([said] if said else [])]})

    return replace(verified, kept=tuple(map(told, verified.kept)))


def _evidence(candidate: Candidate, record: RecordFacts, subject: Subject, match: Match) -> HistoricalIncident:
    resolved_at = record.resolved_at or record.started_at
    likeness = Likeness(
        similarity=candidate.similarity,
        same_service=_same_service(record, subject),
        same_environment=subject.environment is not None and subject.environment == record.environment,
        same_fingerprint=_same_error(record, subject),
        shared_words=shared_words(subject.query, candidate.text),
    )
    return HistoricalIncident(
        incident_id=record.incident_id,
        title=record.title,
        service=record.service,
        severity=record.severity,
        started_at=record.started_at,
        resolved_at=resolved_at,
        duration_s=max(0, round((resolved_at - record.started_at).total_seconds())),
        root_cause=record.root_cause or "",
        resolution=record.resolution or "",
        ineffective_actions=record.ineffective_actions,
        outcome=record.outcome or Outcome.fixed,
        sample=record.sample,
        memory_text=candidate.text,
        similarity=round(candidate.similarity, 4),
        match=match,
        why=reasons(likeness),
        record=RecordCheck(verified=True, stale=candidate.metadata.get("content_hash") != record.content_hash),
        track_record=None,
        feedback=None,
        document_id=candidate.document_id,
        forgotten=None,
    )
