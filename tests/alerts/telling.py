"""Alerts told to the product without a body: what a source would read, handed over as the interpreter does it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from memoryops.alerts.absorbing import Absorbed, DeliveryFacts, absorb
from memoryops.alerts.intake.models import BodyForm, Delivery, DeliveryState, Integration, Proof
from memoryops.alerts.values import AlertReading, AlertStatus
from memoryops.incidents.lifecycle import Severity
from tests.harness import API, Product, Values, answer

FIRING, RESOLVED, ACKNOWLEDGED = AlertStatus.firing, AlertStatus.resolved, AlertStatus.acknowledged


def reading(fingerprint: str = "disk", status: AlertStatus = FIRING, **fields: Any) -> AlertReading:
    """An alert of payment-api; `fields` win."""
    given: Values = {"title": f"{fingerprint} is full", "service": "payment-api", **fields}
    if isinstance(given.get("severity"), str):
        given["severity"] = Severity(given["severity"])
    return AlertReading(fingerprint=fingerprint, status=status, **given)


class Teller:
    """Somebody who sends alerts to a product, through one integration of Alertmanager."""

    def __init__(self, product: Product, source: str = "alertmanager", name: str = "Prometheus in Oslo") -> None:
        self.product, self.source, self.name = product, source, name
        self.integration_pk: int | None = None

    @property
    def now(self) -> datetime:
        return self.product.clock.now()

    def ago(self, minutes: float) -> datetime:
        return self.now - timedelta(minutes=minutes)

    async def tells(self, *readings: AlertReading, received_at: datetime | None = None) -> tuple[int, Absorbed]:
        """One delivery, taken in; its number and what came of it."""
        delivery_pk = await self.delivers(received_at or self.now)
        return delivery_pk, await self.absorbs(delivery_pk, readings)

    async def delivers(self, received_at: datetime) -> int:
        """A delivery of which the interpreter wants nothing any more."""
        async with self.product.runtime.database.writing(self.product.runtime.workspace_id) as session:
            if self.integration_pk is None:
                integration = Integration(
                    source=self.source,
                    name=self.name,
                    signing_secrets=[],
                    require_signature=False,
                    created_by="Grace",
                    created_at=received_at,
                )
                session.add(integration)
                await session.flush()
                self.integration_pk = integration.pk
            delivery = Delivery(
                integration_pk=self.integration_pk,
                source=self.source,
                authenticated_by=Proof.token,
                received_at=received_at,
                state=DeliveryState.parsed,
                form=BodyForm.json,
                body="{}",
                size=2,
                redactions=[],
                headers={},
                alerts_told=0,
                attempts=0,
            )
            session.add(delivery)
            await session.flush()
            return delivery.pk

    async def absorbs(self, delivery_pk: int, readings: Sequence[AlertReading]) -> Absorbed:
        """Take the delivery in, as the interpreter does."""
        async with self.product.runtime.database.writing(self.product.runtime.workspace_id) as session:
            delivery = await session.scalar(sa.select(Delivery).where(Delivery.pk == delivery_pk))
            assert delivery is not None
            facts = DeliveryFacts(
                delivery.pk, delivery.id, delivery.source, delivery.integration_pk, delivery.received_at
            )
            return await absorb(session, facts, readings, self.now)

    async def fires(self, fingerprint: str = "disk", **fields: Any) -> Absorbed:
        return (await self.tells(reading(fingerprint, **{"starts_at": self.now, **fields})))[1]

    async def alerts(self, **params: Any) -> list[Values]:
        items: list[Values] = answer(await self.product.http.get(f"{API}/alerts", params=params), 200)["items"]
        return items

    async def alert(self, fingerprint: str = "disk") -> Values:
        """The alert with that fingerprint, as lists show it."""
        return next(item for item in await self.alerts(limit=200) if item["fingerprint"] == fingerprint)
