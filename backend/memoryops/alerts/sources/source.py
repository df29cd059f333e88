"""What one source is: its names, and the function that reads its bodies."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from memoryops.alerts.reading.mapping import FieldMapping
from memoryops.alerts.values import Reading

Read = Callable[[Any], Reading]
"""From a decoded, redacted body to what it says; pure. Raises NotUnderstood for what this source does not send."""


@dataclass(frozen=True)
class Source:
    """One tool that sends alerts.

    `name` stands in the address of the intake, as do the `aliases`; `label` is what people read. `confirmed` says that
    `read` was held against a body as the tool really sends it, and not against the vendor's documentation alone.
    `local_ids` says that its fingerprints are unique within one installation or account only, so that two integrations
    may use one for two alerts; else one alert may come through several integrations.
    `mapping` is there when `read` goes by one, and an integration may then have its own in its place; `documentation`
    is the vendor's page about what it sends.
    """

    name: str
    label: str
    read: Read
    aliases: tuple[str, ...] = ()
    confirmed: bool = True
    local_ids: bool = False
    mapping: FieldMapping | None = None
    documentation: str | None = None
