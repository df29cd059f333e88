"""Which saves of a section are one version: what one person writes within minutes, unless it would be missed."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from memoryops.postmortems.continuing import Standing, continues, keeps
from memoryops.postmortems.sections import Source

BEGAN = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
WRITTEN = Standing("Charges hung", Source.person, "Ada", BEGAN, None)


def goes_on(
    before: Standing = WRITTEN,
    text: str = "Charges hung for an hour.",
    *,
    by: str = "Ada",
    minutes: float = 1,
    published_at: datetime | None = None,
) -> bool:
    return continues(before, text, by=by, at=BEGAN + timedelta(minutes=minutes), published_at=published_at)


def test_what_one_person_saves_within_ten_minutes_is_one_version() -> None:
    assert goes_on(minutes=9.9)
    assert not goes_on(minutes=10)
    assert not goes_on(minutes=-1), "a clock that was set back tells nothing"


@pytest.mark.parametrize("by", ["Grace", "unknown"])
def test_another_persons_save_is_a_version_of_its_own(by: str) -> None:
    assert not goes_on(by=by)
    assert not goes_on(replace(WRITTEN, by="unknown"), by="unknown"), "two without a name may be two"


@pytest.mark.parametrize(
    "before",
    [
        replace(WRITTEN, source=Source.model),
        replace(WRITTEN, source=Source.template),
        replace(WRITTEN, restored_from=2),
    ],
)
def test_a_draft_and_what_was_brought_back_stay_as_they_stood(before: Standing) -> None:
    assert not goes_on(before)


def test_what_was_published_stays_as_it_stood() -> None:
    assert not goes_on(published_at=BEGAN + timedelta(seconds=30))
    assert goes_on(published_at=BEGAN - timedelta(seconds=30))


def test_words_that_go_at_once_stay_in_the_version_before() -> None:
    assert not goes_on(text="")
    assert not goes_on(text="Something else altogether.")
    assert keeps("one two three four", "two five four"), "half of them still stand"
    assert keeps("", "anything")
