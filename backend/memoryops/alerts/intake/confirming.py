"""Confirming, on a person's word, that a provider may send here: the one link of a delivery that is ever opened."""

from dataclasses import dataclass

import sqlalchemy as sa

from memoryops.alerts.intake.deliveries import DeliveryNotFoundError, confirm_url
from memoryops.alerts.intake.models import Delivery
from memoryops.alerts.intake.tokens import number_in
from memoryops.alerts.port import ForeignAddress, ProviderUnavailable, Subscriptions
from memoryops.kit.clock import Clock
from memoryops.kit.db import Database
from memoryops.kit.errors import ConflictError, UnavailableError
from memoryops.kit.schemas import rfc3339


class NothingToConfirmError(ConflictError):
    """The delivery asks for no confirmation, or for one at an address that is not the provider's own."""

    slug = "nothing-to-confirm"


class ConfirmationFailedError(UnavailableError):
    """The provider did not take the confirmation."""


@dataclass(frozen=True)
class Confirmations:
    """Confirms subscriptions; no transaction is open while the provider is asked."""

    database: Database
    clock: Clock
    subscriptions: Subscriptions

    async def confirm(self, workspace_id: str, delivery_id: str, *, by: str) -> None:
        """Open the delivery's link at the provider and note who asked for it.

        Raises DeliveryNotFoundError, NothingToConfirmError and ConfirmationFailedError.
        """
        pk = number_in(delivery_id, "DLV")
        async with self.database.reading(workspace_id) as session:
            delivery = await session.scalar(sa.select(Delivery).where(Delivery.pk == pk))
        if delivery is None:
            raise DeliveryNotFoundError(f"There is no delivery {delivery_id[:40]}.")
        await self._open(confirm_url(delivery))
        note = f"The subscription was confirmed by {by} at {rfc3339(self.clock.now())}."
        async with self.database.writing(workspace_id) as session:
            await session.execute(sa.update(Delivery).where(Delivery.pk == pk).values(reason=note))

    async def _open(self, url: str | None) -> None:
        if url is None:
            raise NothingToConfirmError("This delivery asks for no confirmation.")
        try:
            await self.subscriptions.confirm(url)
        except ForeignAddress as error:
            raise NothingToConfirmError(
                "Its link does not lead to Amazon SNS, so it is not opened from here."
            ) from error
        except ProviderUnavailable as error:
            raise ConfirmationFailedError(error.reason) from error
