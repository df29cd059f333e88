"""A name that nobody could see is no name, wherever names are taken."""

import pytest
from pydantic import TypeAdapter, ValidationError

from memoryops.followups.schemas import ActionItemAdd
from memoryops.incidents.schemas import OptionalName
from memoryops.postmortems.schemas import PostmortemEdit, VersionRestore
from memoryops.search.schemas import SavedSearchMake

INVISIBLE = ["\u200b", "\u2060\u200d", "\u3164", "\u00ad"]


@pytest.mark.parametrize("invisible", INVISIBLE)
def test_owners_reviewers_and_searches_are_refused_a_name_that_nobody_sees(invisible: str) -> None:
    for refused in (
        lambda: PostmortemEdit(owner=invisible),
        lambda: PostmortemEdit(reviewers=[invisible]),
        lambda: ActionItemAdd(title="Alert on the pool", owner=invisible),
        lambda: SavedSearchMake.model_validate({"name": invisible, "filters": {}}),
    ):
        with pytest.raises(ValidationError, match="must"):
            refused()


@pytest.mark.parametrize("name", ["", " ", "Ada", "a\u200db", "🔥"])
def test_what_can_be_seen_is_a_name_and_nothing_clears_it(name: str) -> None:
    assert TypeAdapter(OptionalName).validate_python(name) == name


def test_a_revision_that_no_column_holds_is_refused() -> None:
    with pytest.raises(ValidationError, match="less than or equal"):
        VersionRestore(revision=2**63 - 1)
