"""What comes in and what goes out for action items."""

import re
from datetime import date
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, field_validator

from memoryops.followups.lifecycle import ActionItemKind, ActionItemPriority, ActionItemState
from memoryops.incidents.lifecycle import Severity, Status
from memoryops.incidents.schemas import OptionalName, Prose, Title
from memoryops.kit.schemas import Input, Line, Output, RequiredText, Time

LINK_LIMIT = 2_000
REASON_LIMIT = 1_000
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2999, 12, 31)


def _written_out(given: object) -> object:
    if isinstance(given, date) or (isinstance(given, str) and DAY.fullmatch(given)):
        return given
    raise ValueError("must be a date, like 2026-11-30")


def _of_the_web(link: str) -> str:
    """A link that a person may click: http or https, with a host and without a password."""
    try:
        parts = urlsplit(link)
        fits = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.username is None
        _ = parts.port
    except ValueError:
        fits = False
    if not fits or any(char.isspace() or not char.isprintable() for char in link) or "\\" in link:
        raise ValueError("must be a web address that begins with http:// or https:// and holds no password")
    return link


def _within_reach(day: date) -> date:
    if not FIRST_DAY <= day <= LAST_DAY:
        raise ValueError(f"must lie between {FIRST_DAY.isoformat()} and {LAST_DAY.isoformat()}")
    return day


Day = Annotated[date, BeforeValidator(_written_out), AfterValidator(_within_reach)]
Link = Annotated[Line, Field(max_length=LINK_LIMIT), AfterValidator(_of_the_web)]
Reason = Annotated[RequiredText, Field(max_length=REASON_LIMIT)]


class ActionItemAdd(Input):
    """Something to be done because of an incident.

    `due_on` that is left out becomes the target of the incident's severity; `null` leaves the item without a due date.
    """

    title: Title
    details: Prose | None = None
    owner: OptionalName | None = None
    due_on: Day | None = None
    kind: ActionItemKind = ActionItemKind.prevent
    priority: ActionItemPriority = ActionItemPriority.medium
    link: Link | None = None


class ActionItemEdit(Input):
    """Changes to an action item; a field that is left out stays as it is, `null` clears it.

    `wont_do` needs a `reason`, which goes when the item is opened again.
    """

    title: Title | None = None
    details: Prose | None = None
    owner: OptionalName | None = None
    due_on: Day | None = None
    kind: ActionItemKind | None = None
    priority: ActionItemPriority | None = None
    state: ActionItemState | None = None
    reason: Reason | None = None
    link: Link | None = None

    @field_validator("title", "kind", "priority", "state")
    @classmethod
    def _cannot_be_cleared(cls, value: object) -> object:
        if value is None:
            raise ValueError("cannot be cleared")
        return value


class ActionItemSummary(Output):
    """One action item as lists show it, with what it needs of its incident.

    Days are days in UTC. `target_on` is when it should be done by the incident's severity; `days_overdue` (0 when in
    time) and `past_target` are told of what is open. `done_at` is null unless the state is `done`.
    """

    id: str
    incident_id: str
    incident_title: str
    incident_status: Status
    service: str
    severity: Severity
    title: str
    has_details: bool
    owner: str | None
    due_on: date | None
    target_on: date
    overdue: bool
    days_overdue: int
    past_target: bool
    kind: ActionItemKind
    priority: ActionItemPriority
    state: ActionItemState
    reason: str | None
    link: str | None
    created_by: str
    created_at: Time
    done_at: Time | None
    closed_at: Time | None
    sample: bool
    revision: int


class ActionItem(ActionItemSummary):
    """One action item with everything the record holds of it."""

    details: str | None
    deleted_at: Time | None


class OwnerCount(Output):
    """How many action items of one owner are open and overdue; `owner` is null for those of nobody."""

    owner: str | None
    open: int
    overdue: int
    most_days_overdue: int


class ActionItemCounts(Output):
    """How many action items there are by state, and of the open ones how many are late; `owners` have open ones."""

    open: int
    in_progress: int
    done: int
    wont_do: int
    overdue: int
    past_target: int
    owners: list[OwnerCount]


class ActionItemChangeView(Output):
    """One change: what (`added`, `edited`, `deleted`, `restored`), by whom, when, and each field before and after."""

    kind: str
    revision: int
    at: Time
    by: str
    changes: dict[str, Any]


class ActionItemHistory(Output):
    """All changes of an action item, oldest first."""

    items: list[ActionItemChangeView]


class EarlierIncident(Output):
    """An earlier incident with open action items: how many, and the one that is due first."""

    incident_id: str
    open: int
    first: ActionItemSummary


class OpenEarlierActions(Output):
    """Earlier incidents that this one repeats and that left action items open, at most twenty, newest first.

    `total` counts the open items of all of them.
    """

    items: list[EarlierIncident]
    total: int
