"""The states of a document in the ledger and the legal steps between them, as data."""

from collections.abc import Mapping
from enum import StrEnum


class DocumentState(StrEnum):
    """Where a document stands between the record and memory."""

    none = "none"
    queued = "queued"
    retaining = "retaining"
    retained = "retained"
    ready = "ready"
    failed = "failed"
    withdrawing = "withdrawing"
    withdrawn = "withdrawn"


S = DocumentState

TRANSITIONS: Mapping[DocumentState, frozenset[DocumentState]] = {
    S.none: frozenset({S.queued}),
    S.queued: frozenset({S.queued, S.retaining, S.withdrawing, S.withdrawn, S.failed}),
    S.retaining: frozenset({S.queued, S.retained, S.failed, S.withdrawing}),
    S.retained: frozenset({S.ready, S.queued, S.retained, S.failed, S.withdrawing}),
    S.ready: frozenset({S.queued, S.withdrawing}),
    S.failed: frozenset({S.queued, S.withdrawing, S.withdrawn}),
    S.withdrawing: frozenset({S.withdrawing, S.withdrawn, S.queued, S.failed}),
    S.withdrawn: frozenset({S.queued, S.withdrawing}),
}
"""Which state may follow which; anything else is a programming error."""


class IllegalLedgerTransition(Exception):
    """The ledger has no such step."""


def check_step(current: DocumentState, wanted: DocumentState) -> None:
    """Raise IllegalLedgerTransition unless `wanted` may follow `current`."""
    if wanted not in TRANSITIONS[current]:
        raise IllegalLedgerTransition(f"{current} -> {wanted}")
