"""What comes in and what goes out for timelines."""

from typing import Annotated, Any

from pydantic import Field

from memoryops.incidents.schemas import PROSE_LIMIT, OptionalName, TimelineItem
from memoryops.incidents.timeline.kinds import Audience, EntryChangeKind, EntryKind, HypothesisState
from memoryops.kit.schemas import Input, Moment, Output, Text, Time

EntryText = Annotated[Text, Field(max_length=PROSE_LIMIT)]


class EntryFields(Input):
    """What people write into an entry; which of the fields there are depends on its kind."""

    text: EntryText | None = None
    happened_at: Moment | None = None
    audience: Audience | None = None
    next_update_at: Moment | None = None
    service: OptionalName | None = None
    version: OptionalName | None = None
    state: HypothesisState | None = None

    def details(self) -> dict[str, Any]:
        """The fields given beside text and time."""
        return self.model_dump(exclude_unset=True, exclude={"kind", "text", "happened_at"})


class EntryEdit(EntryFields):
    """Changes to an entry; a field that is left out stays as it is, `null` clears it.

    `audience` and `next_update_at` belong to status updates, `service` and `version` to deploys, `state` to hypotheses.
    """


class EntryAdd(EntryFields):
    """An entry for the timeline, a note unless `kind` says otherwise; `happened_at` may lie in the past.

    A status update has an `audience` (`internal` unless said) and may promise the next one; a deploy needs a `version`,
    its `service` is the incident's unless said, its text may be left out; a hypothesis is `open` unless said.
    """

    kind: EntryKind = EntryKind.note


class EntryContent(Output):
    """What a version of an entry said."""

    text: str | None
    happened_at: Time
    details: dict[str, Any] | None


class EntryChange(Output):
    """One change of an entry, which made its `revision`: who, when, and what it said before and after."""

    revision: int
    change: EntryChangeKind
    by: str
    at: Time
    before: EntryContent
    after: EntryContent


class EntryHistory(Output):
    """An entry as it is, and everything that was changed about it, newest first."""

    entry: TimelineItem
    changes: list[EntryChange]


class ImageView(Output):
    """An image of an incident; `url` is where it is served, to be named in a text as `![what it shows](url)`."""

    id: str
    url: str
    width: int
    height: int
    type: str
