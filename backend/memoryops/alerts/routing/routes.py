"""Routing rules over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Path, Response, status

from memoryops.alerts.routing import rulebook, schemas
from memoryops.alerts.routing.rehearsal import rehearse
from memoryops.kit.dependencies import Actor, CurrentClock, ReadSession, WriteSession
from memoryops.kit.schemas import Page

router = APIRouter(prefix="/routing-rules", tags=["alerts"])

RuleIdInPath = Annotated[str, Path(description="The rule's id, `RUL-3`.", examples=["RUL-1"])]


@router.get("", response_model=Page[schemas.RoutingRuleView])
async def list_routing_rules(session: ReadSession) -> Page[schemas.RoutingRuleView]:
    """List all routing rules, in the order in which they are asked."""
    rules = [rulebook.view(rule) for rule in await rulebook.list_rules(session)]
    return Page[schemas.RoutingRuleView](items=rules, next_cursor=None, total=len(rules))


@router.post("", status_code=status.HTTP_201_CREATED, response_model=schemas.RoutingRuleView)
async def add_routing_rule(
    wanted: schemas.RoutingRuleInput, session: WriteSession, actor: Actor, clock: CurrentClock, response: Response
) -> schemas.RoutingRuleView:
    """Add a routing rule, before all others."""
    rule = await rulebook.add(session, wanted, by=actor, at=clock.now())
    response.headers["Location"] = f"/api/v1/routing-rules/{rule.id}"
    return rulebook.view(rule)


@router.put("/order", response_model=Page[schemas.RoutingRuleView])
async def order_routing_rules(order: schemas.RuleOrder, session: WriteSession) -> Page[schemas.RoutingRuleView]:
    """Put the routing rules in another order."""
    rules = [rulebook.view(rule) for rule in await rulebook.reorder(session, order.ids)]
    return Page[schemas.RoutingRuleView](items=rules, next_cursor=None, total=len(rules))


@router.post("/preview", response_model=schemas.RulePreview)
async def preview_routing_rule(
    wanted: schemas.PreviewRequest, session: ReadSession, clock: CurrentClock
) -> schemas.RulePreview:
    """Try a rule on the last occurrences; nothing is kept."""
    return await rehearse(session, rulebook.to_facts(wanted.rule), wanted.last, clock.now())


@router.get("/{rule_id}", response_model=schemas.RoutingRuleView)
async def get_routing_rule(session: ReadSession, rule_id: RuleIdInPath) -> schemas.RoutingRuleView:
    """Read a routing rule."""
    return rulebook.view(await rulebook.load(session, rule_id))


@router.patch("/{rule_id}", response_model=schemas.RoutingRuleView)
async def edit_routing_rule(
    changes: schemas.RoutingRuleEdit, session: WriteSession, rule_id: RuleIdInPath, actor: Actor, clock: CurrentClock
) -> schemas.RoutingRuleView:
    """Edit a routing rule."""
    return rulebook.view(await rulebook.edit(session, rule_id, changes, by=actor, at=clock.now()))


@router.delete("/{rule_id}", status_code=status.HTTP_204_NO_CONTENT)
async def delete_routing_rule(session: WriteSession, rule_id: RuleIdInPath, actor: Actor, clock: CurrentClock) -> None:
    """Delete a routing rule."""
    await rulebook.delete(session, rule_id, by=actor, at=clock.now())
