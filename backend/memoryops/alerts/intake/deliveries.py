"""Deliveries as people read them, and those that are to be interpreted again."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import orjson
import sqlalchemy as sa

from memoryops.alerts.intake import schemas
from memoryops.alerts.intake.bodies import decode_json
from memoryops.alerts.intake.models import BodyForm, Delivery, DeliveryState, Integration
from memoryops.alerts.intake.tokens import number_in
from memoryops.alerts.models import Alert, AlertTelling
from memoryops.kit.cursor import decode_cursor, encode_cursor
from memoryops.kit.db import Session
from memoryops.kit.errors import NotFoundError
from memoryops.kit.schemas import Page

ALERTS_SHOWN = 500


class DeliveryNotFoundError(NotFoundError):
    """No delivery with that id exists in this workspace."""


@dataclass(frozen=True)
class DeliveryQuery:
    """What a list is about; its repr ties a cursor to it."""

    states: tuple[DeliveryState, ...] = ()
    source: str | None = None
    integration: str | None = None

    def conditions(self) -> list[sa.ColumnElement[bool]]:
        """The same for the database."""
        where: list[sa.ColumnElement[bool]] = []
        if self.states:
            where.append(Delivery.state.in_(self.states))
        if self.source is not None:
            where.append(Delivery.source == self.source)
        if self.integration is not None:
            where.append(Delivery.integration_pk == number_in(self.integration, "INT"))
        return where


SUMMARY_COLUMNS = (
    Delivery.pk,
    Delivery.integration_pk,
    Integration.name,
    Delivery.source,
    Delivery.state,
    Delivery.kind,
    Delivery.reason,
    Delivery.received_at,
    Delivery.parsed_at,
    Delivery.form,
    Delivery.size,
    Delivery.alerts_told,
    Delivery.attempts,
    Delivery.authenticated_by,
    Delivery.body_removed_at,
)
SUMMARIES = sa.select(*SUMMARY_COLUMNS).join(Integration, Integration.pk == Delivery.integration_pk)


async def list_deliveries(
    session: Session, query: DeliveryQuery, *, limit: int, cursor: str | None, count: bool
) -> Page[schemas.DeliverySummary]:
    """One page, newest first; raises InvalidCursorError."""
    where = query.conditions()
    rows_query = SUMMARIES.where(*where).order_by(Delivery.pk.desc()).limit(limit + 1)
    if cursor is not None:
        rows_query = rows_query.where(Delivery.pk < decode_cursor(cursor, repr(query)))
    rows = list(await session.execute(rows_query))
    total = sa.select(sa.func.count()).select_from(Delivery).where(*where)
    return Page[schemas.DeliverySummary](
        items=[schemas.DeliverySummary(**_summary(row)) for row in rows[:limit]],
        next_cursor=encode_cursor(rows[limit - 1].pk, repr(query)) if len(rows) > limit else None,
        total=await session.scalar(total) if count else None,
    )


async def read_delivery(session: Session, delivery_id: str) -> bytes:
    """The delivery as JSON, its body digit by digit as it was sent; raises DeliveryNotFoundError."""
    pk = number_in(delivery_id, "DLV")
    summary = (await session.execute(SUMMARIES.where(Delivery.pk == pk))).one_or_none()
    delivery = await session.scalar(sa.select(Delivery).where(Delivery.pk == pk))
    if summary is None or delivery is None:
        raise DeliveryNotFoundError(f"There is no delivery {delivery_id[:40]}.")
    shown = schemas.Delivery(
        **_summary(summary),
        alerts=await _told(session, pk),
        body=None,
        redactions=[schemas.Redaction(**one) for one in delivery.redactions],
        headers=delivery.headers,
        confirm_url=confirm_url(delivery),
    )
    return orjson.dumps(shown.model_dump(mode="json") | {"body": _shown_body(delivery)})


def _shown_body(delivery: Delivery) -> str | orjson.Fragment | None:
    if delivery.body_removed_at is not None:
        return None
    return delivery.body if delivery.form is BodyForm.text else orjson.Fragment(delivery.body)


def confirm_url(delivery: Delivery) -> str | None:
    """The link that starts or keeps a subscription, where the delivery asks a person to open one."""
    asks = delivery.kind == "subscription_confirmation" and delivery.form is not BodyForm.text
    if not asks or delivery.body_removed_at is not None:
        return None
    body = decode_json(delivery.body)
    link = body.get("SubscribeURL") if isinstance(body, dict) else None
    return link if isinstance(link, str) and urlsplit(link).scheme == "https" else None


def _summary(row: Any) -> Mapping[str, Any]:
    fields: dict[str, Any] = dict(row._mapping)
    fields["integration_name"] = fields.pop("name")
    return fields | {"id": f"DLV-{fields.pop('pk')}", "integration_id": f"INT-{fields.pop('integration_pk')}"}


async def _told(session: Session, pk: int) -> list[schemas.ToldAlert]:
    rows = await session.execute(
        sa.select(AlertTelling, Alert)
        .join(Alert, Alert.pk == AlertTelling.alert_pk)
        .where(AlertTelling.delivery_pk == pk)
        .order_by(AlertTelling.place)
        .limit(ALERTS_SHOWN)
    )
    return [
        schemas.ToldAlert(
            id=alert.id, title=alert.title, status=telling.status, rule=telling.rule, incident_id=alert.incident_id
        )
        for telling, alert in rows
    ]
