"""Integrations: made, read, changed, ended. Services for the routes; none commits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from memoryops.alerts.intake import schemas, tokens
from memoryops.alerts.intake.models import Delivery, DeliveryState, Integration, IntegrationToken
from memoryops.alerts.intake.paths import INTAKE_PREFIX
from memoryops.alerts.intake.registry import UnknownSourceError, canonical_source
from memoryops.alerts.intake.sealing import Seal
from memoryops.alerts.intake.signatures import SCHEMES, Scheme
from memoryops.alerts.reading.mapping import parse_mapping
from memoryops.alerts.sources import SOURCES
from memoryops.kit.db import Session
from memoryops.kit.errors import InvalidInputError, NotFoundError

SECRETS_AT_ONCE = 3


class IntegrationNotFoundError(NotFoundError):
    """No integration with that id exists in this workspace."""


class NotForThisSourceError(InvalidInputError):
    """The source has no use for what was given."""

    slug = "not-for-this-source"


async def create(
    session: Session, wanted: schemas.IntegrationCreate, *, seal: Seal, base: str, by: str, at: datetime
) -> schemas.NewIntegration:
    """A new integration with its token, shown this once; raises InvalidInputError for what its source cannot have."""
    source = _source(wanted.source)
    integration = Integration(
        source=source,
        name=wanted.name.strip(),
        mapping=_mapping(source, wanted.mapping),
        signing_secrets=[],
        topic_arn=_topic(source, wanted.topic_arn),
        require_signature=wanted.require_signature,
        created_by=by,
        created_at=at,
        deleted_at=None,
    )
    if wanted.signing_secret is not None:
        _add_secret(integration, wanted.signing_secret, seal, overlap=timedelta(), at=at)
    _check_signing(integration)
    session.add(integration)
    await session.flush()
    return await _with_new_token(session, integration, base=base, by=by, at=at)


async def load(session: Session, integration_id: str, *, lock: bool = False) -> Integration:
    """The integration; raises IntegrationNotFoundError."""
    query = sa.select(Integration).where(
        Integration.pk == tokens.number_in(integration_id, "INT"), Integration.deleted_at.is_(None)
    )
    found: Integration | None = await session.scalar(query.with_for_update() if lock else query)
    if found is None:
        raise IntegrationNotFoundError(f"There is no integration {integration_id[:40]}.")
    return found


async def edit(
    session: Session, integration: Integration, changes: schemas.IntegrationEdit, *, seal: Seal, at: datetime
) -> None:
    """Change what is given; raises InvalidInputError for what its source cannot have."""
    given = changes.model_fields_set
    if changes.name is not None:
        integration.name = changes.name.strip()
    if "mapping" in given:
        integration.mapping = _mapping(integration.source, changes.mapping)
    if "topic_arn" in given:
        integration.topic_arn = _topic(integration.source, changes.topic_arn)
    if changes.signing_secret is not None:
        overlap = timedelta(hours=changes.secret_overlap_hours)
        _add_secret(integration, changes.signing_secret, seal, overlap=overlap, at=at)
    elif "signing_secret" in given:
        integration.signing_secrets = []
    if changes.require_signature is not None:
        integration.require_signature = changes.require_signature
    _check_signing(integration)


async def delete(session: Session, integration: Integration, *, at: datetime) -> None:
    """End the integration and all its tokens; what it delivered stays."""
    integration.deleted_at = at
    integration.signing_secrets = []
    await session.execute(
        sa.update(IntegrationToken)
        .where(IntegrationToken.integration_pk == integration.pk, IntegrationToken.revoked_at.is_(None))
        .values(revoked_at=at)
    )


async def rotate(
    session: Session, integration: Integration, *, overlap: timedelta, base: str, by: str, at: datetime
) -> schemas.NewIntegration:
    """A new token, shown this once; those of before end after the overlap."""
    await tokens.expire(session, integration.pk, overlap=overlap, at=at)
    return await _with_new_token(session, integration, base=base, by=by, at=at)


async def _with_new_token(
    session: Session, integration: Integration, *, base: str, by: str, at: datetime
) -> schemas.NewIntegration:
    new = tokens.issue(session, integration.pk, by=by, at=at)
    await session.flush()
    shown = await view(session, integration, base=base, at=at)
    return schemas.NewIntegration(**dict(shown), token=new.text, url=f"{shown.address}/{new.text}")


async def view(session: Session, integration: Integration, *, base: str, at: datetime) -> schemas.Integration:
    """The integration as the API shows it."""
    return (await _views(session, [integration], base=base, at=at))[0]


async def list_integrations(session: Session, *, base: str, at: datetime) -> list[schemas.Integration]:
    """All integrations that were not deleted, oldest first."""
    query = sa.select(Integration).where(Integration.deleted_at.is_(None)).order_by(Integration.pk)
    return await _views(session, list(await session.scalars(query)), base=base, at=at)


@dataclass(frozen=True)
class _Delivered:
    """What an integration delivered so far."""

    counts: Mapping[DeliveryState, int]
    last_at: datetime | None


async def _views(
    session: Session, integrations: Sequence[Integration], *, base: str, at: datetime
) -> list[schemas.Integration]:
    keys = [integration.pk for integration in integrations]
    delivered = await _delivered(session, keys)
    owned = await session.scalars(
        sa.select(IntegrationToken).where(IntegrationToken.integration_pk.in_(keys)).order_by(IntegrationToken.pk)
    )
    by_integration: dict[int, list[schemas.Token]] = {key: [] for key in keys}
    for token in owned:
        by_integration[token.integration_pk].append(_token(token, at))
    return [
        _view(integration, by_integration[integration.pk], delivered[integration.pk], base)
        for integration in integrations
    ]


def _view(
    integration: Integration, owned: list[schemas.Token], delivered: _Delivered, base: str
) -> schemas.Integration:
    source = SOURCES.get(integration.source)
    counts = {state.value: delivered.counts.get(state, 0) for state in DeliveryState}
    return schemas.Integration(
        id=integration.id,
        source=integration.source,
        label=source.label if source else integration.source,
        name=integration.name,
        confirmed=(source is not None and source.confirmed) or counts["parsed"] > 0,
        mapping=integration.mapping,
        has_signing_secret=bool(integration.signing_secrets),
        topic_arn=integration.topic_arn,
        can_sign=integration.source in SCHEMES,
        require_signature=integration.require_signature,
        address=f"{base.rstrip('/')}{INTAKE_PREFIX}/{integration.source}",
        tokens=owned,
        deliveries=schemas.Counts(**counts),
        last_delivery_at=delivered.last_at,
        created_by=integration.created_by,
        created_at=integration.created_at,
    )


def _token(token: IntegrationToken, at: datetime) -> schemas.Token:
    return schemas.Token(
        id=token.id,
        hint=token.hint,
        active=token.revoked_at is None and (token.expires_at is None or token.expires_at > at),
        created_by=token.created_by,
        created_at=token.created_at,
        expires_at=token.expires_at,
        revoked_at=token.revoked_at,
        last_used_at=token.last_used_at,
    )


async def _delivered(session: Session, keys: Sequence[int]) -> dict[int, _Delivered]:
    rows = (
        await session.execute(
            sa.select(Delivery.integration_pk, Delivery.state, sa.func.count(), sa.func.max(Delivery.pk))
            .where(Delivery.integration_pk.in_(keys))
            .group_by(Delivery.integration_pk, Delivery.state)
        )
    ).all()
    newest = {key: max((row[3] for row in rows if row[0] == key), default=None) for key in keys}
    times = await session.execute(
        sa.select(Delivery.integration_pk, Delivery.received_at).where(
            Delivery.pk.in_([pk for pk in newest.values() if pk is not None])
        )
    )
    last = {row[0]: row[1] for row in times}
    return {key: _Delivered({row[1]: row[2] for row in rows if row[0] == key}, last.get(key)) for key in keys}


def _source(name: str) -> str:
    try:
        return canonical_source(name)
    except UnknownSourceError as error:
        raise InvalidInputError(error.detail, errors=[{"field": "source", "message": error.detail}]) from error


def _mapping(source: str, mapping: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if mapping is None:
        return None
    if SOURCES[source].mapping is None:
        raise NotForThisSourceError(f"{source} is read by code; a mapping is for generic and for presets.")
    return parse_mapping(mapping).as_json()


def _topic(source: str, topic_arn: str | None) -> str | None:
    if topic_arn is not None and SCHEMES.get(source) is not Scheme.sns:
        raise NotForThisSourceError("A topic is for sources that come through SNS alone.")
    return topic_arn


def _add_secret(integration: Integration, secret: str, seal: Seal, *, overlap: timedelta, at: datetime) -> None:
    """The secret as the newest one; those of before end after the overlap, and the oldest go at once."""
    if SCHEMES.get(integration.source) not in (Scheme.pagerduty, Scheme.sentry):
        raise NotForThisSourceError(f"{integration.source} does not sign with a secret.")
    ends = (at + overlap).isoformat()
    before = [
        {**kept, "expires_at": min(kept["expires_at"] or ends, ends)}
        for kept in integration.signing_secrets
        if overlap and (kept["expires_at"] is None or datetime.fromisoformat(kept["expires_at"]) > at)
    ]
    newest = {"sealed": seal.close(secret), "added_at": at.isoformat(), "expires_at": None}
    integration.signing_secrets = [newest, *before][:SECRETS_AT_ONCE]


def _check_signing(integration: Integration) -> None:
    scheme = SCHEMES.get(integration.source)
    if not integration.require_signature:
        return
    if scheme is None:
        raise NotForThisSourceError(f"{integration.source} does not sign what it sends.")
    if scheme is Scheme.sns and integration.topic_arn is None:
        raise InvalidInputError(
            "To require the signature, name the topic (`topic_arn`): one key signs for every topic."
        )
    if scheme is not Scheme.sns and not integration.signing_secrets:
        raise InvalidInputError("To require the signature, set the signing secret that the source gives you.")
