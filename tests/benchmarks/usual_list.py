"""The list endpoint as it is usually written: ORM rows and `response_model`, on the same database."""

import sys
from collections.abc import AsyncIterator
from typing import Annotated, Any

import sqlalchemy as sa
import uvicorn
from fastapi import Depends, FastAPI

from memoryops.incidents.models import LEDGER_JOIN, Incident
from memoryops.incidents.schemas import IncidentSummary
from memoryops.kit.db import Database, Session
from memoryops.kit.schemas import Page
from memoryops.memory.ledger import document_memory, is_retained
from memoryops.memory.models import LedgerDocument
from memoryops.workspaces.models import DEFAULT_WORKSPACE


def create(database_url: str) -> FastAPI:
    """The usual application around one database."""
    app = FastAPI()
    database = Database(database_url)

    async def get_session() -> AsyncIterator[Session]:
        async with database.reading(DEFAULT_WORKSPACE) as session:
            yield session

    @app.get("/healthz")
    async def healthz() -> dict[str, str]:
        return {"status": "ok"}

    @app.get("/incidents", response_model=Page[IncidentSummary])
    async def list_incidents(session: Annotated[Session, Depends(get_session)], limit: int = 50) -> Any:
        rows = await session.execute(
            sa.select(Incident, LedgerDocument)
            .outerjoin(LedgerDocument, LEDGER_JOIN)
            .where(Incident.deleted_at.is_(None))
            .order_by(Incident.number.desc())
            .limit(limit)
        )
        return {"items": [_with_memory(*row) for row in rows], "next_cursor": None, "total": None}

    return app


def _with_memory(incident: Incident, entry: LedgerDocument | None) -> dict[str, Any]:
    fields = {name: getattr(incident, name) for name in IncidentSummary.model_fields if hasattr(incident, name)}
    return {**fields, "memory": document_memory(entry), "memory_retained": is_retained(entry)}


if __name__ == "__main__":
    uvicorn.run(create(sys.argv[1]), port=int(sys.argv[2]), log_level="warning")
