"""The lifecycle of an incident as data: who may go where, and by which call."""

from collections.abc import Mapping
from enum import StrEnum

from memoryops.kit.errors import ConflictError


class Status(StrEnum):
    """Where the response to an incident stands."""

    triage = "triage"
    investigating = "investigating"
    identified = "identified"
    monitoring = "monitoring"
    resolved = "resolved"


class Severity(StrEnum):
    """How bad it is; sev1 is the worst."""

    sev1 = "sev1"
    sev2 = "sev2"
    sev3 = "sev3"
    sev4 = "sev4"


class Outcome(StrEnum):
    """How an incident ended."""

    fixed = "fixed"
    mitigated = "mitigated"
    self_recovered = "self_recovered"
    false_alarm = "false_alarm"


class RulingKind(StrEnum):
    """What a person ruled: two errors are one, or one is two."""

    merging = "merge"
    splitting = "split"


REMEMBERED_OUTCOMES = frozenset({Outcome.fixed, Outcome.mitigated, Outcome.self_recovered})
OPEN_STATUSES = (Status.investigating, Status.identified, Status.monitoring)
UNRESOLVED_STATUSES = (Status.triage, *OPEN_STATUSES)

EDITABLE_TO: Mapping[Status, tuple[Status, ...]] = {
    Status.triage: (Status.investigating,),
    Status.investigating: (Status.identified, Status.monitoring),
    Status.identified: (Status.investigating, Status.monitoring),
    Status.monitoring: (Status.investigating, Status.identified),
    Status.resolved: (),
}
"""What a PATCH of `status` may do; `resolved` is entered by /resolve and left by /reopen alone."""


def status_words(status: Status) -> str:
    """The status as it is said of an incident: `in triage`, `investigating`."""
    return "in triage" if status is Status.triage else status.value


class IllegalTransitionError(ConflictError):
    """The lifecycle has no such step; the answer names the steps it has."""

    slug = "illegal-transition"
    title = "This status change is not possible"


def check_edit(current: Status, wanted: Status) -> None:
    """Raise IllegalTransitionError unless an edit may take `current` to `wanted`."""
    if wanted == current or wanted in EDITABLE_TO[current]:
        return
    allowed = [status.value for status in EDITABLE_TO[current]]
    if wanted is Status.resolved:
        detail = "An incident is resolved with POST /resolve, which asks for cause and resolution."
    elif current is Status.resolved:
        detail = "A resolved incident is reopened with POST /reopen."
    else:
        detail = f"An incident that is {status_words(current)} can go to: {', '.join(allowed)}."
    raise IllegalTransitionError(detail, current=current.value, allowed=allowed)


def check_resolvable(current: Status) -> None:
    """Raise IllegalTransitionError unless the incident is unresolved."""
    if current is Status.resolved:
        raise IllegalTransitionError(
            "This incident is resolved already; edit it, or reopen it first.",
            current=current.value,
            allowed=["reopen"],
        )


def check_reopenable(current: Status) -> None:
    """Raise IllegalTransitionError unless the incident is resolved."""
    if current is not Status.resolved:
        raise IllegalTransitionError(
            f"Only a resolved incident can be reopened; this one is {status_words(current)}.",
            current=current.value,
            allowed=[*(status.value for status in EDITABLE_TO[current]), "resolve"],
        )
