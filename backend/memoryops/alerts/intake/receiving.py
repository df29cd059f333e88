"""Taking a delivery in: who sent it, its body decoded and redacted, one row, and an answer. Nothing is interpreted."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from memoryops.alerts.intake.authentication import Gate, Sender
from memoryops.alerts.intake.bodies import TooMuchInside, UndecodableBody, as_text, decode, encode, uncompressed
from memoryops.alerts.intake.headers import kept_headers
from memoryops.alerts.intake.inbox import Inbox
from memoryops.alerts.intake.models import BodyForm, Delivery, DeliveryState
from memoryops.alerts.intake.redaction import Redacted, Redactor
from memoryops.kit.clock import Clock
from memoryops.kit.errors import TooLargeError
from memoryops.kit.guards import BODY_LIMIT
from memoryops.kit.waiting import Pulse

QUICK_BYTES: Final = 8 * 1024
"""What has no more is prepared at once, which takes a few milliseconds at worst; the rest in a thread, so that other
requests go on."""


@dataclass(frozen=True)
class Arrival:
    """What came in: the source as the address names it, the tokens given, headers in lower case, raw bytes."""

    source: str
    tokens: tuple[str, ...]
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class Prepared:
    """A body as it may be stored; `obstacle` says why it cannot be interpreted, None where it can be tried."""

    form: BodyForm
    text: str
    redactions: list[Any]
    obstacle: str | None


@dataclass(frozen=True)
class Intake:
    """Takes deliveries in; `arrivals` wakes whoever interprets them."""

    inbox: Inbox
    clock: Clock
    gate: Gate
    redactor: Redactor
    arrivals: Pulse

    async def receive(self, arrival: Arrival) -> str:
        """The id of the stored delivery; raises UnknownSourceError, NoIntegrationError, TooLargeError."""
        sender = await self.gate.admit(arrival.source, arrival.tokens, arrival.headers, arrival.body)
        if _is_quick(arrival):
            prepared = prepare(arrival, self.redactor)
        else:
            prepared = await asyncio.to_thread(prepare, arrival, self.redactor)
        delivery_id = await self.inbox.store(self._delivery(arrival, sender, prepared))
        self.arrivals.beat()
        return delivery_id

    def _delivery(self, arrival: Arrival, sender: Sender, prepared: Prepared) -> Delivery:
        return Delivery(
            workspace_id=sender.workspace_id,
            integration_pk=sender.integration_pk,
            token_pk=sender.token_pk,
            source=sender.source,
            authenticated_by=sender.proof,
            received_at=self.clock.now(),
            state=DeliveryState.quarantined if prepared.obstacle else DeliveryState.stored,
            kind=None,
            reason=prepared.obstacle,
            form=prepared.form,
            body=prepared.text,
            size=len(arrival.body),
            redactions=prepared.redactions,
            headers=kept_headers(arrival.headers, self.redactor),
            alerts_told=0,
            attempts=0,
            parsed_at=None,
            lease_owner=None,
            lease_until=None,
        )


def _is_quick(arrival: Arrival) -> bool:
    # What is compressed may hold a thousand times as much.
    return len(arrival.body) <= QUICK_BYTES and not arrival.headers.get("content-encoding")


def prepare(arrival: Arrival, redactor: Redactor) -> Prepared:
    """The body decoded and redacted, or redacted by pattern where it cannot be decoded; raises TooLargeError."""
    try:
        plain = uncompressed(arrival.body, arrival.headers.get("content-encoding", ""), BODY_LIMIT)
    except TooMuchInside as error:
        raise TooLargeError(f"The body may hold at most {BODY_LIMIT} bytes.", limit=BODY_LIMIT) from error
    except UndecodableBody as error:
        # What cannot be read cannot be redacted either.
        return Prepared(BodyForm.text, "", [], f"{error.reason} The body was not kept.")
    text = as_text(plain, arrival.headers.get("content-type", ""))
    try:
        decoded = decode(text, arrival.headers.get("content-type", ""))
    except UndecodableBody as error:
        return _prepared(BodyForm.text, redactor.redact_text(text), error.reason)
    return _prepared(decoded.form, redactor.redact(decoded.value), None)


def _prepared(form: BodyForm, redacted: Redacted, obstacle: str | None) -> Prepared:
    text = redacted.value if form is BodyForm.text else encode(redacted.value)
    return Prepared(form, text, [dict(one) for one in redacted.redactions], obstacle)
