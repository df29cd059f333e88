"""Which saves of a section are one version: what one person writes within minutes, unless it would be missed."""

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from memoryops.postmortems.continuing import Standing, continues, keeps, words_of
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


def test_a_version_that_has_ended_is_continued_by_nobody() -> None:
    assert not goes_on(replace(WRITTEN, began_at=None))


def test_what_would_be_gone_stays_in_the_version_before() -> None:
    assert not goes_on(text="")
    assert not goes_on(text="Charges")
    assert not goes_on(text="hung Charges"), "in their order"
    assert not goes_on(text="Something else altogether.")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "anything"),
        ("Charges hu", "Charges hung for an hour"),
        ("It hung.", "It hung, for an hour."),
        ("one three", "one two three four"),
        ("The pol was raised", "The pool was raised"),
        ("数据库停止响应", "数据库主节点停止响应"),
        ("数据库停止响应。", "数据库停止响应了很久。"),
    ],
)
def test_adding_goes_on_with_the_version(before: str, after: str) -> None:
    assert keeps(before, after)
    assert before in ("", after) or not keeps(after, before), "taking it out again does not"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("one two three four", "one two four"),
        ("for 30 minutes", "for 300 minutes"),
        ("Ch hu", "Charges hung"),
        ("数据库主节点停止响应", "数据库停止响应"),
        ("数据库停止响应", "响应停止数据库"),
    ],
)
def test_what_takes_away_or_turns_round_begins_a_version(before: str, after: str) -> None:
    assert not keeps(before, after)


@pytest.mark.parametrize("seed", range(20))
def test_every_word_of_every_save_stands_in_a_version_that_is_kept(seed: int) -> None:
    chance = random.Random(seed)
    saves, text = [], list[str]()
    for _ in range(60):
        place = chance.randint(0, len(text))
        text[place : place + chance.choice((0, 0, 0, 1, 3))] = chance.choices(WORDS, k=chance.choice((0, 1, 2)))
        saves.append(" ".join(text))
    kept = [""]
    for save in saves:
        kept[-1:] = [save] if keeps(kept[-1], save) else [kept[-1], save]
    lost = [save for save in saves if not any(stands(save, version) for version in kept)]
    assert lost == [], "each save is found in a version: its words in their order, some written further"
    assert len(kept) < len(saves)


WORDS = ("pool", "po", "p", "30", "3", "raised", "raise", "was.", "was", "数据库", "数据", "-")


def stands(save: str, version: str) -> bool:
    """Whether the words of a save are found in a version, each as it was or with letters put into it."""
    rest = iter(words_of(version))
    return all(any(within(word, one) for one in rest) for word in words_of(save))


def within(word: str, longer: str) -> bool:
    letters = iter(longer)
    return all(letter in letters for letter in word)
