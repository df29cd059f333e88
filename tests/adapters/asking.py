"""What a test asks of a Hindsight server, and the failure that comes of it."""

from collections.abc import Awaitable
from datetime import UTC, datetime

import pytest

from memoryops.memory.port import Document, MemoryUnavailable, RecallQuery

KEY = "s3cret-key-that-must-not-show"
BANK = "memoryops-default"
QUERY = RecallQuery("payments time out", ("workspace:default",))
DOCUMENT = Document(
    "INC-101",
    "The pool of the Payment API was exhausted.",
    ("workspace:default", "incident:INC-101"),
    {"incident_id": "INC-101", "revision": "1", "content_hash": "abc"},
    datetime(2026, 5, 1, tzinfo=UTC),
)


async def failure_of(call: Awaitable[object]) -> MemoryUnavailable:
    with pytest.raises(MemoryUnavailable) as caught:
        await call
    assert KEY not in f"{caught.value} {caught.value.detail} {caught.value!r}"
    return caught.value
