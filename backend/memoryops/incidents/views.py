"""How incidents look from outside: one incident with its memory, and the list as ready JSON."""

from datetime import datetime
from typing import Any

import orjson
import sqlalchemy as sa

from memoryops.incidents import schemas
from memoryops.incidents.claims import read_did_not_help
from memoryops.incidents.groups import CONFIRMS
from memoryops.incidents.lifecycle import Outcome
from memoryops.incidents.models import Incident
from memoryops.kit.db import Session
from memoryops.kit.schemas import rfc3339
from memoryops.memory.ledger import FORGOTTEN, document_memory, is_retained
from memoryops.memory.models import LedgerDocument
from memoryops.memory.schemas import DocumentMemory
from memoryops.memory.states import DocumentState

TOLD = (
    Incident.id,
    Incident.title,
    Incident.service,
    Incident.severity,
    Incident.status,
    Incident.environment,
    Incident.version,
    Incident.commander,
    Incident.next_update_at,
    Incident.declared_by,
    Incident.started_at,
    Incident.declared_at,
    Incident.resolved_at,
    Incident.outcome,
    Incident.sample,
    Incident.revision,
)
"""Columns that stand in a summary under their own names."""

NAMES = tuple(column.key for column in TOLD)
SUMMARY_COLUMNS = (
    *TOLD,
    Incident.confirms,
    LedgerDocument.state.label("memory_state"),
    LedgerDocument.reason.label("memory_reason"),
    LedgerDocument.attempts,
    LedgerDocument.next_attempt_at,
    LedgerDocument.retained_at,
    LedgerDocument.ready_at,
    LedgerDocument.retained_revision,
    Incident.number,
)


async def view(session: Session, incident: Incident) -> schemas.Incident:
    """The incident with the state of its memory."""
    entry = await session.scalar(sa.select(LedgerDocument).where(LedgerDocument.document_id == incident.id))
    fields = {name: getattr(incident, name) for name in schemas.Incident.model_fields if hasattr(incident, name)}
    return schemas.Incident(
        **fields,
        did_not_help=await read_did_not_help(session, incident),
        memory=_memory(incident, entry),
        memory_retained=is_retained(entry),
    )


def _memory(incident: Incident, entry: LedgerDocument | None) -> DocumentMemory:
    memory = document_memory(entry)
    state, reason = shown_state(memory.state, memory.reason, incident.outcome, incident.confirms)
    return memory.model_copy(update={"state": state, "reason": reason, "confirms": incident.confirms})


def shown_state(
    state: DocumentState, reason: str | None, outcome: Outcome | None, confirms: str | None
) -> tuple[DocumentState, str | None]:
    """The ledger's state and reason as an incident shows them: without a document of its own, why it needs none."""
    gone = state is DocumentState.none or (state is DocumentState.withdrawn and reason != FORGOTTEN)
    if confirms is not None and gone:
        return DocumentState.none, CONFIRMS
    if outcome is Outcome.false_alarm and state is DocumentState.none:
        return state, Outcome.false_alarm.value
    return state, reason


def summary(row: Any) -> dict[str, Any]:
    """One row of `SUMMARY_COLUMNS` as the plain values of an `IncidentSummary`; by place, since a list reads many."""
    told: dict[str, Any] = dict(zip(NAMES, row, strict=False))
    confirms, state, reason, attempts, next_attempt_at, retained_at, ready_at, retained_revision, _ = row[len(NAMES) :]
    state, reason = shown_state(state or DocumentState.none, reason, told["outcome"], confirms)
    told["next_update_at"] = _moment(told["next_update_at"])
    told["started_at"] = _moment(told["started_at"])
    told["declared_at"] = _moment(told["declared_at"])
    told["resolved_at"] = _moment(told["resolved_at"])
    told["memory"] = {
        "state": state,
        "reason": reason,
        "attempts": attempts or 0,
        "next_attempt_at": _moment(next_attempt_at),
        "retained_at": _moment(retained_at),
        "ready_at": _moment(ready_at),
        "confirms": confirms,
    }
    told["memory_retained"] = retained_revision is not None
    return told


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else rfc3339(moment)


def page_json(rows: list[Any], next_cursor: str | None, total: int | None) -> bytes:
    """A page of incidents as JSON; rows are selected as columns and serialised once, which is most of a list's cost."""
    return orjson.dumps({"items": list(map(summary, rows)), "next_cursor": next_cursor, "total": total})
