"""In whatever order the incidents of a group come and go, memory wants exactly one document while any may stand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
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

STEPS = ("resolve", "anew", "reopen", "delete", "restore", "forget", "retain", "false_alarm", "fixed", "leave", "join")
PLAYS = st.lists(st.tuples(st.sampled_from(STEPS), st.sampled_from(sorted(GROUP))), min_size=4, max_size=16)


async def do(session: Session, step: str, name: str, clock: ManualClock) -> None:
    """What a person does to one incident or its document."""
    hidden = step in ("restore", "forget", "retain")
    incident = await service.load(session, name, deleted=hidden)
    if step in ("resolve", "anew"):
        words = {"resolution": f"Turned it off at revision {incident.revision}."} if step == "anew" else {}
        said = IncidentResolve.model_validate(resolved(same_as=GROUP[name], **words))
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


@dataclass(frozen=True)
class Group:
    """The end of the confirmations, who may stand for the group, and whose documents are wanted."""

    end: str
    eligible: frozenset[str]
    wanted: frozenset[str]


async def read_groups(session: Session) -> list[Group]:
    """The groups by what the incidents say, and who has a document on its way into memory or there."""
    facts = (Incident.id, Incident.status, Incident.outcome, Incident.deleted_at, Incident.same_as)
    entry = (LedgerDocument.wanted, LedgerDocument.forgotten_at)
    rows = (await session.execute(sa.select(*facts, *entry).outerjoin(LedgerDocument, LEDGER_JOIN))).all()
    same_as = {row.id: row.same_as for row in rows}
    members: dict[str, list[Any]] = {}
    for row in rows:
        end = row.id
        while same_as[end] is not None:
            end = same_as[end]
        members.setdefault(end, []).append(row)
    return [Group(end, _ids(of, teaches), _ids(of, lambda row: bool(row.wanted))) for end, of in members.items()]


def _ids(rows: list[Any], holds: Callable[[Any], bool]) -> frozenset[str]:
    return frozenset(row.id for row in rows if row.forgotten_at is None and holds(row))


def teaches(row: Any) -> bool:
    return row.status is Status.resolved and row.outcome in REMEMBERED_OUTCOMES and row.deleted_at is None


def expected(group: Group, before: list[Group]) -> set[str]:
    """Who should stand: the end of the confirmations, else who stood for this group before, else the newest."""
    if not group.eligible:
        return set()
    stood = {name for one in before if one.end == group.end for name in one.wanted & group.eligible}
    return {group.end} if group.end in group.eligible else stood or {max(group.eligible)}


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
            before = await read_groups(session)
            await attempt(session, step, name, clock)
            for group in await read_groups(session):
                assert group.wanted == expected(group, before), (step, name)
        await session.rollback()
