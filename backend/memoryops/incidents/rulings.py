"""Rulings on identity: people merge two errors into one, or split one, and can undo it; each is logged."""

import uuid
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

import sqlalchemy as sa

from memoryops.incidents.fingerprint import VERSION
from memoryops.incidents.identity import active_rulings, effective, merged
from memoryops.incidents.lifecycle import RulingKind
from memoryops.incidents.models import FingerprintRuling, Incident
from memoryops.incidents.schemas import FingerprintMerge, FingerprintSplit, RulingView
from memoryops.incidents.timeline import record
from memoryops.kit.cursor import decode_cursor, encode_cursor
from memoryops.kit.db import Session
from memoryops.kit.errors import ConflictError, InvalidInputError, NotFoundError
from memoryops.kit.events import announce
from memoryops.kit.schemas import Page
from memoryops.workspaces.service import lock_workspace

ON_TIMELINES = 50
"""A ruling stands on the timelines of the incidents it names and of the newest others that it moved, so many in all."""

BATCH = 500


class NothingToIdentifyError(InvalidInputError):
    """An incident that is to be merged or split is not there, or has no error text and so no fingerprint."""


class AlreadyTheSameErrorError(ConflictError):
    """Both incidents count as the same error already."""

    slug = "already-the-same-error"
    title = "They count as the same error already"


class NotOneErrorError(InvalidInputError):
    """What is to be split off does not count as one error now."""


class NothingLeftToSplitError(ConflictError):
    """All incidents of that error would be split off together."""

    slug = "nothing-left-to-split"
    title = "There is nothing to split off from"


class RulingNotFoundError(NotFoundError):
    """No ruling with that id exists in this workspace."""


class RulingUndoneError(ConflictError):
    """The ruling was undone before."""

    slug = "ruling-undone"
    title = "That ruling is undone already"


async def merge_errors(session: Session, asked: FingerprintMerge, *, by: str, at: datetime) -> RulingView:
    """From now on the error of one incident counts as that of another; raises where it does already."""
    await lock_workspace(session)
    named = await _identified(session, {asked.incident_id, asked.into})
    one, other = named[asked.incident_id], named[asked.into]
    source, target = str(one.fingerprint), str(other.fingerprint)
    if source == target:
        raise AlreadyTheSameErrorError(f"{one.id} and {other.id} count as the same error already.")
    ruling = FingerprintRuling(kind=RulingKind.merging, source=source, target=target, into=other.id, exact_errors=[])
    told = f"Counts as the same error as {other.id} from now on"
    return await _rule(session, ruling, [one.id], asked.reason, told=told, by=by, at=at)


async def split_error(session: Session, asked: FingerprintSplit, *, by: str, at: datetime) -> RulingView:
    """From now on these incidents, and all with exactly the same error text, count as an error of their own."""
    await lock_workspace(session)
    named = await _identified(session, set(asked.incident_ids))
    sources = {str(incident.fingerprint) for incident in named.values()}
    if len(sources) > 1:
        raise NotOneErrorError("incident_ids: These do not count as one error now; split off those of one at a time.")
    exact = sorted({str(incident.exact_error) for incident in named.values()})
    source = sources.pop()
    await _check_something_is_left(session, source, exact)
    target = f"{VERSION}:split:{uuid.uuid4().hex}"
    ruling = FingerprintRuling(kind=RulingKind.splitting, source=source, target=target, exact_errors=exact)
    told = "Counts as an error of its own from now on"
    return await _rule(session, ruling, asked.incident_ids, asked.reason, told=told, by=by, at=at)


async def undo(session: Session, ruling_id: int, *, by: str, at: datetime) -> RulingView:
    """Take a ruling back: identities are what the remaining ones say. Raises RulingUndoneError the second time."""
    await lock_workspace(session)
    ruling = await session.scalar(sa.select(FingerprintRuling).where(FingerprintRuling.id == ruling_id))
    if ruling is None:
        raise RulingNotFoundError(f"There is no ruling {ruling_id} in this workspace.")
    if ruling.undone_at is not None:
        raise RulingUndoneError(f"Ruling {ruling_id} was undone by {ruling.undone_by} already.")
    end = merged(ruling.target, await active_rulings(session))
    ruling.undone_by, ruling.undone_at = by, at
    await session.flush()
    moved = await _recompute(session, Incident.fingerprint == end)
    told = f"Ruling {ruling_id} on what counts as the same error was undone"
    await _tell(session, ruling, moved, "fingerprint_undone", told, by=by, at=at)
    return RulingView.model_validate(ruling)


async def list_rulings(session: Session, *, limit: int, cursor: str | None, count: bool) -> Page[RulingView]:
    """One page of the log, newest first; raises InvalidCursorError."""
    query, rows_query = "rulings", sa.select(FingerprintRuling)
    if cursor is not None:
        rows_query = rows_query.where(FingerprintRuling.id < decode_cursor(cursor, query))
    rows = list(await session.scalars(rows_query.order_by(FingerprintRuling.id.desc()).limit(limit + 1)))
    total = sa.select(sa.func.count()).select_from(FingerprintRuling)
    return Page[RulingView](
        items=[RulingView.model_validate(row) for row in rows[:limit]],
        next_cursor=encode_cursor(rows[limit - 1].id, query) if len(rows) > limit else None,
        total=await session.scalar(total) if count else None,
    )


async def _rule(
    session: Session,
    ruling: FingerprintRuling,
    incident_ids: Sequence[str],
    reason: str | None,
    *,
    told: str,
    by: str,
    at: datetime,
) -> RulingView:
    ruling.incident_ids, ruling.reason, ruling.by, ruling.at, ruling.moved = list(incident_ids), reason, by, at, 0
    session.add(ruling)
    await session.flush()
    is_merge = ruling.kind is RulingKind.merging
    touched = Incident.fingerprint == ruling.source if is_merge else Incident.exact_error.in_(ruling.exact_errors)
    moved = await _recompute(session, touched)
    ruling.moved = len(moved)
    await _tell(session, ruling, moved, f"fingerprint_{ruling.kind.value}", told, by=by, at=at)
    await session.flush()
    return RulingView.model_validate(ruling)


async def _recompute(session: Session, touched: sa.ColumnElement[bool]) -> list[int]:
    """Give these incidents the identity that the active rulings say; the keys of those that changed, newest first."""
    rulings = await active_rulings(session)
    columns = (Incident.pk, Incident.computed_fingerprint, Incident.exact_error, Incident.fingerprint)
    rows = await session.execute(sa.select(*columns).where(touched).order_by(Incident.pk.desc()))
    moved: dict[str, list[int]] = {}
    for pk, computed, exact, current in rows:
        counts_as = effective(computed or "", exact or "", rulings)
        if counts_as != current:
            moved.setdefault(counts_as, []).append(pk)
    for counts_as, pks in moved.items():
        for start in range(0, len(pks), BATCH):
            chosen = Incident.pk.in_(pks[start : start + BATCH])
            await session.execute(sa.update(Incident).where(chosen).values(fingerprint=counts_as))
    return sorted((pk for pks in moved.values() for pk in pks), reverse=True)


async def _tell(
    session: Session, ruling: FingerprintRuling, moved: Iterable[int], kind: str, text: str, *, by: str, at: datetime
) -> None:
    """On the timelines of those it names and of the newest that it moved, and to open consoles."""
    named = Incident.id.in_([*ruling.incident_ids, *([ruling.into] if ruling.into else [])])
    newest = Incident.pk.in_(list(moved)[:ON_TIMELINES])
    told = sa.select(Incident).where(sa.or_(named, newest), Incident.deleted_at.is_(None))
    changes = {"ruling": ruling.id, **({"reason": ruling.reason} if ruling.reason else {})}
    for incident in await session.scalars(told.order_by(named.desc(), Incident.pk.desc()).limit(ON_TIMELINES)):
        shown = f"Counts as the same error as {ruling.incident_ids[0]} from now on"
        about = shown if incident.id == ruling.into and ruling.undone_at is None else text
        record(session, incident, kind, actor=by, at=at, text=about, changes=changes)
    announce(session, session.workspace_id, "fingerprint", None, at, change=kind, ruling=ruling.id)


async def _identified(session: Session, ids: Collection[str]) -> dict[str, Incident]:
    found = await session.scalars(
        sa.select(Incident).where(
            Incident.id.in_(ids), Incident.deleted_at.is_(None), Incident.fingerprint.is_not(None)
        )
    )
    named = {incident.id: incident for incident in found}
    if missing := sorted(ids - named.keys()):
        raise NothingToIdentifyError(f"{missing[0]} is no incident with an error text.", incident_ids=missing)
    return named


async def _check_something_is_left(session: Session, source: str, exact: Sequence[str]) -> None:
    others = sa.select(Incident.pk).where(
        Incident.fingerprint == source, Incident.exact_error.not_in(exact), Incident.deleted_at.is_(None)
    )
    if await session.scalar(others.limit(1)) is None:
        raise NothingLeftToSplitError("Every other incident of this error has exactly the same text as these.")
