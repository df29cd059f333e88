"""Which incidents count as the same error: the computed fingerprint, unless people ruled otherwise.

The identity that counts is a pure function of three things: the computed fingerprint, the exact text, and the rulings
that are active. The newest split that names the exact text decides where to start, else the computed fingerprint does;
from there every merge is followed to its end. So undoing a ruling is computing again without it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from memoryops.incidents.fingerprint import Fingerprint, fingerprint
from memoryops.incidents.lifecycle import RulingKind
from memoryops.incidents.models import FingerprintRuling, Incident
from memoryops.kit.db import Session


@dataclass(frozen=True)
class Ruling:
    """An active ruling: `source` counts as `target`, or errors among `exact_errors` do."""

    kind: RulingKind
    source: str
    target: str
    exact_errors: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Identity:
    """The identity that counts (`value`), and the text that the computed one was made from."""

    value: str
    normalised: str


def effective(computed: str, exact: str, rulings: Sequence[Ruling]) -> str:
    """The identity that counts; `rulings` are the active ones, oldest first."""
    splits = [ruling for ruling in rulings if ruling.kind is RulingKind.splitting and exact in ruling.exact_errors]
    return merged(splits[-1].target if splits else computed, rulings)


def merged(identity: str, rulings: Sequence[Ruling]) -> str:
    """Where following the merges from an identity ends."""
    targets = {ruling.source: ruling.target for ruling in rulings if ruling.kind is RulingKind.merging}
    for _ in targets:
        identity = targets.get(identity, identity)
    return identity


async def active_rulings(session: Session) -> list[Ruling]:
    """The workspace's rulings that nobody undid, oldest first."""
    rows = await session.execute(
        sa.select(
            FingerprintRuling.kind,
            FingerprintRuling.source,
            FingerprintRuling.target,
            FingerprintRuling.exact_errors,
        )
        .where(FingerprintRuling.undone_at.is_(None))
        .order_by(FingerprintRuling.id)
    )
    return [Ruling(kind, source, target, frozenset(exact)) for kind, source, target, exact in rows]


async def identity_of(session: Session, service: str, error: str | None) -> Identity | None:
    """The identity of an error in a service, or None where there is no error text."""
    computed = fingerprint(session.workspace_id, service, error)
    return None if computed is None else Identity(await _counts_as(session, computed), computed.normalised)


async def identify(session: Session, incident: Incident) -> None:
    """Set the incident's identity from its service and error."""
    computed = fingerprint(session.workspace_id, incident.service, incident.error)
    incident.computed_fingerprint = computed.value if computed else None
    incident.exact_error = computed.exact if computed else None
    incident.fingerprint = await _counts_as(session, computed) if computed else None


async def _counts_as(session: Session, computed: Fingerprint) -> str:
    return effective(computed.value, computed.exact, await active_rulings(session))
