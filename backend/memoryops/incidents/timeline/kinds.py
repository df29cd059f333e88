"""Kinds of entries that people write, and what each says beside its text."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any

from pydantic import PlainSerializer, ValidationError

from memoryops.incidents.schemas import Name
from memoryops.kit.errors import InvalidInputError
from memoryops.kit.problems import spoken
from memoryops.kit.schemas import Input, Moment, is_blank, rfc3339

KeptMoment = Annotated[Moment, PlainSerializer(rfc3339, return_type=str, when_used="json")]


class EntryKind(StrEnum):
    """What a person may write; all other kinds are written by the system."""

    note = "note"
    status_update = "status_update"
    deploy = "deploy"
    hypothesis = "hypothesis"


ALERTS_ATTACHED = "alerts_attached"
"""What the system writes when alerts join; for a minute such an entry grows, and not each time is announced."""


class Audience(StrEnum):
    """Who a status update is for."""

    internal = "internal"
    stakeholders = "stakeholders"
    customers = "customers"


class HypothesisState(StrEnum):
    """What became of a hypothesis."""

    open = "open"
    confirmed = "confirmed"
    ruled_out = "ruled_out"


class EntryChangeKind(StrEnum):
    """What was done to an entry."""

    edited = "edited"
    removed = "removed"
    restored = "restored"


class NoteDetails(Input):
    """A note says everything in its text."""


class StatusUpdateDetails(Input):
    """Who was told, and when they hear next."""

    audience: Audience = Audience.internal
    next_update_at: KeptMoment | None = None


class DeployDetails(Input):
    """Which version of which service went out."""

    service: Name
    version: Name


class HypothesisDetails(Input):
    """How it stands with the hypothesis."""

    state: HypothesisState = HypothesisState.open


DETAILS: Mapping[EntryKind, type[Input]] = {
    EntryKind.note: NoteDetails,
    EntryKind.status_update: StatusUpdateDetails,
    EntryKind.deploy: DeployDetails,
    EntryKind.hypothesis: HypothesisDetails,
}

SAID_WITHOUT_TEXT = frozenset({EntryKind.deploy})
"""Kinds whose details say enough."""

WORDS = {
    EntryKind.note: "note",
    EntryKind.status_update: "status update",
    EntryKind.deploy: "deploy",
    EntryKind.hypothesis: "hypothesis",
}


class EntryDetailsError(InvalidInputError):
    """An entry lacks what its kind needs, or says what its kind does not have."""


def details_of(kind: EntryKind, text: str | None, given: Mapping[str, Any]) -> dict[str, Any] | None:
    """What an entry of that kind says beside its text, as plain JSON; raises EntryDetailsError by field."""
    said = {name: value for name, value in given.items() if value is not None}
    problems: list[dict[str, str]] = []
    if kind not in SAID_WITHOUT_TEXT and (text is None or is_blank(text)):
        problems.append({"field": "text", "message": f"A {WORDS[kind]} needs a text that is not blank."})
    try:
        details = DETAILS[kind].model_validate(said).model_dump(mode="json")
    except ValidationError as error:
        problems += [_problem(kind, item) for item in error.errors()]
    if problems:
        raise EntryDetailsError(f"{problems[0]['field']}: {problems[0]['message']}", errors=problems)
    return details or None


def _problem(kind: EntryKind, item: Mapping[str, Any]) -> dict[str, str]:
    field = str(item["loc"][0])
    named = field.replace("_", " ")
    said = {"missing": f"A {WORDS[kind]} needs a {named}.", "extra_forbidden": f"A {WORDS[kind]} has no {named}."}
    return {"field": field, "message": said.get(item["type"]) or spoken(item)}
