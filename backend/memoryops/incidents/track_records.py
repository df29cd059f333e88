"""How resolutions have fared, counted from what people recorded and never inferred."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import median

import sqlalchemy as sa

from memoryops.incidents import groups
from memoryops.incidents.lifecycle import REMEMBERED_OUTCOMES, Outcome, Status
from memoryops.incidents.models import DidNotHelp, Incident
from memoryops.incidents.schemas import TrackRecord
from memoryops.kit.counting import times
from memoryops.kit.db import Session

CONFIRMERS_NAMED = 20
HELPED = (Outcome.fixed, Outcome.mitigated)


@dataclass(frozen=True)
class Ending:
    """How one incident ended, or that it teaches nothing now (`outcome` is None)."""

    id: str
    number: int
    root: str
    outcome: Outcome | None
    began_at: datetime
    resolved_at: datetime


@dataclass(frozen=True)
class Resolved:
    """One resolution: everybody who ended by it, newest first, and the incidents that tried it without success."""

    root: str
    endings: tuple[Ending, ...]
    tried_in: frozenset[str]

    @property
    def did_not_help(self) -> int:
        """How many tried it without success."""
        return len(self.tried_in)

    def count(self, outcome: Outcome) -> int:
        """How many ended so."""
        return sum(ending.outcome is outcome for ending in self.endings)

    @property
    def helped(self) -> int:
        """How many were fixed or mitigated by it."""
        return sum(map(self.count, HELPED))

    @property
    def doubted(self) -> bool:
        """Whether it failed more often than it helped."""
        return self.did_not_help > self.helped

    @property
    def median_time_to_fix_s(self) -> int | None:
        """The median of the seconds from impact to resolution, where it helped."""
        times = [(one.resolved_at - one.began_at).total_seconds() for one in self.endings if one.outcome in HELPED]
        return round(max(0.0, median(times))) if times else None


@dataclass(frozen=True)
class Fared:
    """How the resolution of one incident has fared: its record, and the other incidents behind it."""

    record: TrackRecord
    helped_in: frozenset[str]
    failed_in: frozenset[str]


def fared(of: str, seen: int, resolved: Resolved) -> Fared:
    """How it has fared, seen from the incident that it is shown with."""
    helped_in = frozenset(one.id for one in resolved.endings if one.outcome in HELPED and one.id != of)
    return Fared(track_record(of, seen, resolved), helped_in, resolved.tried_in)


def track_record(of: str, seen: int, resolved: Resolved) -> TrackRecord:
    """The record of a resolution as it stands on the card of one incident."""
    others = [ending.id for ending in resolved.endings if ending.id != of]
    return TrackRecord(
        seen=seen,
        fixed=resolved.count(Outcome.fixed),
        mitigated=resolved.count(Outcome.mitigated),
        did_not_help=resolved.did_not_help,
        confirmed_by=others[:CONFIRMERS_NAMED],
        median_time_to_fix_s=resolved.median_time_to_fix_s,
    )


def is_doubted(record: TrackRecord) -> bool:
    """Whether the resolution failed more often than it helped."""
    return record.did_not_help > record.fixed + record.mitigated


def in_words(record: TrackRecord) -> str | None:
    """The record as one plain sentence, or None where the incident is the only occurrence and nobody tried it again.

    Confirmations need not share the fingerprint; where they outnumber it, how often it was seen is left out.
    """
    helped = record.fixed + record.mitigated
    if record.seen <= 1 and not record.confirmed_by and not record.did_not_help:
        return None
    way = "the same way" if helped > 1 else "this way"
    counts = ((record.fixed, "fixed"), (record.mitigated, "mitigated"))
    ends = " and ".join(f"{word} {way} {times(n)}" for n, word in counts if n) or "never known to be fixed this way"
    seen = f"seen {times(record.seen)}, " if record.seen > 1 and record.seen >= helped else ""
    failed = f"; {times(record.did_not_help)} it did not help" if record.did_not_help else ""
    sentence = f"{seen}{ends}{failed}"
    return sentence[0].upper() + sentence[1:]


async def load_fared(session: Session, ids: Collection[str]) -> Mapping[str, Fared]:
    """How these incidents' resolutions have fared, by incident; unknown ids are missing."""
    known = sa.select(Incident.id, GROUP, Incident.fingerprint).where(Incident.id.in_(ids))
    asked = (await session.execute(known)).all()
    resolved = await load_resolved(session, {root for _, root, _ in asked})
    seen = await _seen(session, {identity for _, _, identity in asked if identity is not None})
    return {name: fared(name, seen.get(identity, 1), resolved[root]) for name, root, identity in asked}


GROUP = sa.func.coalesce(Incident.resolution_root, Incident.id)
MEMBER = (Incident.id, Incident.number, GROUP.label("root"), Incident.status, Incident.outcome, Incident.deleted_at)
TIMES = (Incident.started_at, Incident.declared_at, Incident.resolved_at)


async def load_resolved(session: Session, roots: Collection[str]) -> Mapping[str, Resolved]:
    """The resolutions of these groups, by root."""
    is_root = sa.and_(Incident.id.in_(roots), Incident.resolution_root.is_(None))
    members = sa.select(*MEMBER, *TIMES).where(sa.or_(is_root, Incident.resolution_root.in_(roots)))
    rows = (await session.execute(members.order_by(Incident.number.desc()))).all()
    failures = await _failures(session, {row.id: row.root for row in rows})
    endings = [
        Ending(
            id=row.id,
            number=row.number,
            root=row.root,
            outcome=row.outcome,
            began_at=row.started_at or row.declared_at,
            resolved_at=row.resolved_at or row.declared_at,
        )
        for row in rows
        if groups.absence(row.status, row.outcome, row.deleted_at) is None
    ]
    return {root: Resolved(root, _of(endings, root), frozenset(failures.get(root, ()))) for root in roots}


def _of(endings: Sequence[Ending], root: str) -> tuple[Ending, ...]:
    return tuple(ending for ending in endings if ending.root == root)


async def _failures(session: Session, roots: Mapping[str, str]) -> Mapping[str, set[str]]:
    """By root, the incidents that tried the resolution without success, whichever of its incidents they named."""
    tried = (
        sa.select(DidNotHelp.tried, Incident.id)
        .join(Incident, Incident.pk == DidNotHelp.incident_pk)
        .where(
            DidNotHelp.tried.in_(roots.keys()),
            Incident.deleted_at.is_(None),
            Incident.status == Status.resolved,
            Incident.outcome.in_(REMEMBERED_OUTCOMES),
        )
    )
    found: dict[str, set[str]] = {}
    for name, incident_id in await session.execute(tried):
        found.setdefault(roots[name], set()).add(incident_id)
    return found


async def _seen(session: Session, identities: Iterable[str]) -> Mapping[str | None, int]:
    counted = (
        sa.select(Incident.fingerprint, sa.func.count())
        .where(Incident.fingerprint.in_(list(identities)), Incident.deleted_at.is_(None))
        .group_by(Incident.fingerprint)
    )
    return dict((await session.execute(counted)).all())
