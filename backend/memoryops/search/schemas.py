"""Search as people and clients see it."""

from enum import StrEnum
from typing import Annotated, Self

from pydantic import Field, model_validator

from memoryops.incidents.lifecycle import Severity, Status
from memoryops.incidents.schemas import NAME_LIMIT
from memoryops.kit.dependencies import ACTOR_LIMIT
from memoryops.kit.schemas import Input, Line, Moment, Output, RequiredLine, Text, Time

QUERY_LIMIT = 500


class SearchKind(StrEnum):
    """What was written: an incident's own texts, a timeline entry, and so on."""

    incident = "incident"
    timeline = "timeline"
    postmortem = "postmortem"
    comment = "comment"
    action_item = "action_item"
    feedback = "feedback"


class SearchFilters(Input):
    """What is searched for, as it stands in a URL and in a saved search; what is empty leaves nothing out.

    `service`, `severity` and `status` are of the incident, `author`, `from` and `to` of what was written, both ends in.
    """

    q: Annotated[Text, Field(max_length=QUERY_LIMIT)] = ""
    kind: tuple[SearchKind, ...] = ()
    service: Annotated[Line, Field(max_length=NAME_LIMIT)] | None = None
    severity: tuple[Severity, ...] = ()
    status: tuple[Status, ...] = ()
    author: Annotated[Line, Field(max_length=ACTOR_LIMIT)] | None = None
    since: Annotated[Moment | None, Field(alias="from")] = None
    until: Annotated[Moment | None, Field(alias="to")] = None

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.since is not None and self.until is not None and self.since > self.until:
            raise ValueError("from must not lie after to")
        return self


class SearchQuery(SearchFilters):
    """What is searched for, and which page of it."""

    limit: Annotated[int, Field(ge=1, le=200, description="Items a page.")] = 50
    cursor: Annotated[str | None, Field(max_length=400)] = None
    count: bool = False

    @property
    def filters(self) -> SearchFilters:
        """What is searched for alone."""
        return SearchFilters.model_validate(self.model_dump(by_alias=True, exclude={"limit", "cursor", "count"}))


class Match(Output):
    """A range of a snippet, from `start` up to but not `end`, counted in Unicode characters."""

    start: int
    end: int


class SnippetView(Output):
    """A piece of plain text, never markup, with what matched in it."""

    text: str
    matches: list[Match]


class SearchHit(Output):
    """One text that holds every word. `id` names it within its kind: an incident, an entry, a section, an action item.

    `field` says which of its texts the snippet is of; `at` and `by` when it was written and by whom. `entry_id` is what
    the incident's timeline calls the entry that was found, null for anything else.
    """

    kind: SearchKind
    id: str
    entry_id: str | None
    field: str
    snippet: SnippetView
    at: Time
    by: str
    incident_id: str
    title: str
    service: str
    severity: Severity
    status: Status
    sample: bool


class SavedSearchMake(Input):
    """A search to be kept under a name."""

    name: Annotated[RequiredLine, Field(max_length=120)]
    filters: SearchFilters


class SavedSearchEdit(Input):
    """What changes of a saved search; what is left out stays."""

    name: Annotated[RequiredLine, Field(max_length=120)] | None = None
    filters: SearchFilters | None = None


class SavedFilters(Output):
    """Filters as they were saved; what is null or empty leaves nothing out."""

    q: str
    kind: list[SearchKind]
    service: str | None
    severity: list[Severity]
    status: list[Status]
    author: str | None
    since: Annotated[Time | None, Field(alias="from")]
    until: Annotated[Time | None, Field(alias="to")]


class SavedSearchView(Output):
    """A search by name, shared with the workspace."""

    id: int
    name: str
    filters: SavedFilters
    made_by: str
    made_at: Time
    changed_by: str
    changed_at: Time
