"""A quote is found by its words, and given back as it stands."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryops.analysis.quotes import MIN_QUOTE, find_quote, normalise

TEXT = "Raised the pool 20 -> 100 and shipped “a hotfix” for\n the session leak; limit 1.5 GB."


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("raised THE   pool\n20 -> 100", "Raised the pool 20 -> 100"),
        ("the pool 20 → 100 and", "the pool 20 -> 100 and"),
        ('shipped "a hotfix" for the', "shipped “a hotfix” for\n the"),
        ("“the session leak”", "the session leak"),
        ("… for the session leak ...", "for\n the session leak"),
        ("ｔｈｅ ｓｅｓｓｉｏｎ ｌｅａｋ", "the session leak"),
        ("the ses\u00adsion\u200b leak", "the session leak"),
    ],
)
def test_typography_does_not_count(quote: str, found: str) -> None:
    assert find_quote(quote, [TEXT]) == found


@pytest.mark.parametrize(
    "quote",
    [
        "the pool 20 -> 10",
        "aised the pool 20",
        "session leak; limit 1",
        "the pool 20 -> 100, and",
        "pool",
        "",
        "...",
        "“”",
        "the pool",
    ],
)
def test_a_piece_that_says_something_else_or_nothing_is_not_found(quote: str) -> None:
    assert find_quote(quote, [TEXT]) is None


def test_a_short_quote_is_found_only_where_it_is_the_whole_text() -> None:
    assert find_quote("pool leak", ["Pool leak."]) == "Pool leak"
    assert find_quote("pool leak", ["The pool leak."]) is None


def test_words_of_two_texts_are_not_one_quote() -> None:
    assert find_quote("first text ends second text", ["The first text ends", "second text begins"]) is None


def test_a_letter_with_another_accent_is_another_letter() -> None:
    assert find_quote("the new resume", ["the new resume\u0301 page"]) is None
    assert find_quote("the new résumé page", ["the new re\u0301sume\u0301 page"]) == "the new re\u0301sume\u0301 page"


@settings(deadline=None)
@given(st.text(min_size=1), st.data())
def test_whatever_is_found_is_a_slice_of_the_text_that_reads_as_the_quote(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    quote = text[start : data.draw(st.integers(start, len(text)))]
    found = find_quote(quote, [text])
    if found is not None:
        assert found in text
        assert len(normalise(found).text) >= MIN_QUOTE or found.strip() in text.strip()


@settings(deadline=None)
@given(st.text())
def test_the_way_back_to_the_original_has_one_step_a_character(text: str) -> None:
    normalised = normalise(text)
    assert len(normalised.text) == len(normalised.origins)
    assert all(0 <= start < end <= len(text) for start, end in normalised.origins)
