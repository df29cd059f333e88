"""In whatever order the incidents of a group come and go, memory wants exactly one document while any may stand."""

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memoryops.forgetting import service as forgetting
from memoryops.incidents import service
from memoryops.incidents.lifecycle import REMEMBERED_OUTCOMES, Severity, Status
from memoryops.incidents.models import LEDGER_JOIN, Incident
from memoryops.incidents.schemas import IncidentDeclare, IncidentEdit, IncidentResolve
from memoryops.kit.clock import ManualClock
from memoryops.kit.db import Session
from memoryops.kit.errors import MemoryOpsError
from memoryops.memory.models import LedgerDocument
from tests.harness import Product, resolved

GROUP = {"INC-101": None, "INC-102": "INC-101", "INC-103": "INC-102", "INC-104": "INC-101"}
"""Four incidents that ended the same way, by which of them each says so."""

STEPS = ("resolve", "reopen", "delete", "restore", "forget", "retain", "false_alarm", "fixed", "leave", "join")
PLAYS = st.lists(st.tuples(st.sampled_from(STEPS), st.sampled_from(sorted(GROUP))), min_size=4, max_size=16)


async def do(session: Session, step: str, name: str, clock: ManualClock) -> None:
    """What a person does to one incident or its document."""
    hidden = step in ("restore", "forget", "retain")
    incident = await service.load(session, name, deleted=hidden)
    if step == "resolve":
        said = IncidentResolve.model_validate(resolved(same_as=GROUP[name]))
        await service.resolve(session, incident, said, actor="Ada", clock=clock)
    elif step == "forget":
        await forgetting.forget(session, name, by="Ada", at=clock.now())
    elif step == "retain":
        await forgetting.retain(session, name, confirmed=True, by="Ada", at=clock.now())
    elif step in ("reopen", "delete", "restore"):
        await getattr(service, step)(session, incident, actor="Ada", clock=clock)
    else:
        edits: Mapping[str, Any] = {"leave": {"same_as": None}, "join": {"same_as": GROUP[name]}}
        changes = IncidentEdit.model_validate(edits.get(step, {"outcome": step}))
        await service.edit(session, incident, changes, if_match=str(incident.revision), actor="Ada", clock=clock)


async def attempt(session: Session, step: str, name: str, clock: ManualClock) -> None:
    """Do it; what is refused changes nothing."""
    try:
        async with session.begin_nested():
            await do(session, step, name, clock)
    except MemoryOpsError:
        session.expire_all()


async def wanted_and_expected(session: Session) -> tuple[set[str], set[str]]:
    """Who has a document on its way into memory or there, and who should by what the incidents say."""
    facts = (Incident.id, Incident.status, Incident.outcome, Incident.deleted_at, Incident.same_as)
    entry = (LedgerDocument.wanted, LedgerDocument.forgotten_at)
    rows = (await session.execute(sa.select(*facts, *entry).outerjoin(LedgerDocument, LEDGER_JOIN))).all()
    same_as = {row.id: row.same_as for row in rows}
    groups: dict[str, list[str]] = {}
    for row in rows:
        end = row.id
        while same_as[end] is not None:
            end = same_as[end]
        teaches = row.status is Status.resolved and row.outcome in REMEMBERED_OUTCOMES and row.deleted_at is None
        groups.setdefault(end, []).extend([row.id] if teaches and row.forgotten_at is None else [])
    wanted = {row.id for row in rows if row.wanted and row.forgotten_at is None}
    return wanted, {end if end in members else max(members) for end, members in groups.items() if members}


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(PLAYS)
async def test_each_group_has_one_document_while_any_of_it_may_stand(
    sqlite_product: Product, play: list[tuple[str, str]]
) -> None:
    clock = sqlite_product.clock
    async with sqlite_product.runtime.database.writing("default") as session:
        declared = IncidentDeclare(title="Payments time out", service="payment-api", severity=Severity.sev2)
        for _ in GROUP:
            await service.declare(session, declared, actor="Ada", clock=clock)
        for name in GROUP:
            await do(session, "resolve", name, clock)
        for step, name in play:
            await attempt(session, step, name, clock)
            wanted, expected = await wanted_and_expected(session)
            assert wanted == expected, (step, name)
        await session.rollback()
