"""The intake over HTTP: where alerts come in, the integrations that may send them, and what was delivered."""

from datetime import timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response, status

from memoryops.alerts.intake import deliveries, integrations, replaying, schemas, tokens
from memoryops.alerts.intake.deliveries import DeliveryQuery
from memoryops.alerts.intake.dependencies import (
    Base,
    ChangingIntegration,
    CurrentConfirmations,
    CurrentIntake,
    CurrentInterpreter,
    CurrentSeal,
    DeliveryIdInPath,
    IntegrationIdInPath,
)
from memoryops.alerts.intake.headers import bearer_of
from memoryops.alerts.intake.models import DeliveryState
from memoryops.alerts.intake.paths import STATE_KEY
from memoryops.alerts.intake.receiving import Arrival
from memoryops.kit.dependencies import Actor, CurrentClock, ReadSession, WriteSession
from memoryops.kit.schemas import Page, Text

intake_router = APIRouter(prefix="/alerts", tags=["alerts"])
integrations_router = APIRouter(prefix="/integrations", tags=["integrations"])
deliveries_router = APIRouter(prefix="/deliveries", tags=["deliveries"])

ANY_BODY: dict[str, Any] = {
    "requestBody": {
        "description": "What the source sends, as it sends it.",
        "content": {
            kind: {"schema": {}} for kind in ("application/json", "application/x-www-form-urlencoded", "text/plain")
        },
    }
}
SourceInPath = Annotated[str, Path(description="A source, an alias or a preset: `alertmanager`.")]


@intake_router.post(
    "/{source}", status_code=status.HTTP_202_ACCEPTED, response_model=schemas.Accepted, openapi_extra=ANY_BODY
)
async def receive_alerts(source: SourceInPath, request: Request, intake: CurrentIntake) -> schemas.Accepted:
    """Take in what a source sends, with the integration's token as Bearer or the source's own signature."""
    return schemas.Accepted(delivery_id=await intake.receive(await _arrival(source, request)))


@intake_router.post(
    "/{source}/{token}", status_code=status.HTTP_202_ACCEPTED, response_model=schemas.Accepted, openapi_extra=ANY_BODY
)
async def receive_alerts_by_address(
    source: SourceInPath,
    token: Annotated[str, Path(description="The integration's token, for tools that cannot set a header.")],
    request: Request,
    intake: CurrentIntake,
) -> schemas.Accepted:
    """Take in what a source sends, with the integration's token in the address."""
    return schemas.Accepted(delivery_id=await intake.receive(await _arrival(source, request)))


async def _arrival(source: str, request: Request) -> Arrival:
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in request.headers.raw}
    in_address = request.scope.get("state", {}).get(STATE_KEY)
    given = tuple(token for token in (in_address, bearer_of(headers)) if token is not None)
    return Arrival(source, given, headers, await request.body())


@integrations_router.post("", status_code=status.HTTP_201_CREATED, response_model=schemas.NewIntegration)
async def create_integration(
    wanted: schemas.IntegrationCreate,
    session: WriteSession,
    seal: CurrentSeal,
    base: Base,
    actor: Actor,
    clock: CurrentClock,
    response: Response,
) -> schemas.NewIntegration:
    """Let a tool send alerts; its token is shown this once."""
    new = await integrations.create(session, wanted, seal=seal, base=base, by=actor, at=clock.now())
    response.headers["Location"] = f"/api/v1/integrations/{new.id}"
    return new


@integrations_router.get("", response_model=Page[schemas.Integration])
async def list_integrations(session: ReadSession, base: Base, clock: CurrentClock) -> Page[schemas.Integration]:
    """List integrations, oldest first, without their secrets."""
    found = await integrations.list_integrations(session, base=base, at=clock.now())
    return Page[schemas.Integration](items=found, next_cursor=None, total=len(found))


@integrations_router.get("/{integration_id}", response_model=schemas.Integration)
async def get_integration(
    integration_id: IntegrationIdInPath, session: ReadSession, base: Base, clock: CurrentClock
) -> schemas.Integration:
    """Read an integration, without its secrets."""
    return await integrations.view(session, await integrations.load(session, integration_id), base=base, at=clock.now())


@integrations_router.patch("/{integration_id}", response_model=schemas.Integration)
async def edit_integration(
    changes: schemas.IntegrationEdit,
    session: WriteSession,
    integration: ChangingIntegration,
    seal: CurrentSeal,
    base: Base,
    clock: CurrentClock,
) -> schemas.Integration:
    """Change an integration."""
    await integrations.edit(session, integration, changes, seal=seal, at=clock.now())
    return await integrations.view(session, integration, base=base, at=clock.now())


@integrations_router.delete("/{integration_id}", status_code=status.HTTP_204_NO_CONTENT)
async def delete_integration(session: WriteSession, integration: ChangingIntegration, clock: CurrentClock) -> None:
    """End an integration and its tokens; what it delivered stays."""
    await integrations.delete(session, integration, at=clock.now())


@integrations_router.post("/{integration_id}/rotate", response_model=schemas.NewIntegration)
async def rotate_token(
    wanted: schemas.Rotate,
    session: WriteSession,
    integration: ChangingIntegration,
    base: Base,
    actor: Actor,
    clock: CurrentClock,
) -> schemas.NewIntegration:
    """Make a new token, shown this once; the ones of before are still taken for a while."""
    overlap = timedelta(hours=wanted.overlap_hours)
    return await integrations.rotate(session, integration, overlap=overlap, base=base, by=actor, at=clock.now())


@integrations_router.delete("/{integration_id}/tokens/{token_id}", status_code=status.HTTP_204_NO_CONTENT)
async def revoke_token(
    session: WriteSession, integration: ChangingIntegration, token_id: str, clock: CurrentClock
) -> None:
    """End a token at once."""
    await tokens.revoke(session, integration.pk, token_id, at=clock.now())


@deliveries_router.get("", response_model=Page[schemas.DeliverySummary])
async def list_deliveries(
    session: ReadSession,
    state: Annotated[list[DeliveryState] | None, Query()] = None,
    source: Annotated[Text | None, Query(max_length=schemas.SOURCE_LIMIT)] = None,
    integration: Annotated[Text | None, Query(max_length=40)] = None,
    limit: Annotated[int, Query(ge=1, le=200, description="Items a page.")] = 50,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
    count: bool = False,
) -> Page[schemas.DeliverySummary]:
    """List deliveries, newest first."""
    query = DeliveryQuery(tuple(state or ()), source, integration)
    return await deliveries.list_deliveries(session, query, limit=limit, cursor=cursor, count=count)


@deliveries_router.post("/replay", response_model=schemas.Replaying)
async def replay_deliveries(chosen: schemas.ReplayMany, session: WriteSession) -> schemas.Replaying:
    """Have many deliveries interpreted again."""
    return await replaying.replay_many(session, chosen)


@deliveries_router.get("/{delivery_id}", response_model=schemas.Delivery)
async def get_delivery(delivery_id: DeliveryIdInPath, session: ReadSession) -> Response:
    """Read a delivery, its body as it was stored."""
    return Response(await deliveries.read_delivery(session, delivery_id), media_type="application/json")


@deliveries_router.post("/{delivery_id}/replay", response_model=schemas.Delivery)
async def replay_delivery(
    delivery_id: DeliveryIdInPath, session: ReadSession, interpreter: CurrentInterpreter
) -> Response:
    """Interpret a delivery again, from the form in which it was stored."""
    # The session reads from its first query on, which has to come after.
    await replaying.replay(interpreter, session.workspace_id, delivery_id)
    return Response(await deliveries.read_delivery(session, delivery_id), media_type="application/json")


@deliveries_router.post("/{delivery_id}/confirm", response_model=schemas.Delivery)
async def confirm_subscription(
    delivery_id: DeliveryIdInPath, session: ReadSession, confirmations: CurrentConfirmations, actor: Actor
) -> Response:
    """Open the link with which a provider asks whether it may send here; only at the provider's own hosts."""
    await confirmations.confirm(session.workspace_id, delivery_id, by=actor)
    return Response(await deliveries.read_delivery(session, delivery_id), media_type="application/json")
