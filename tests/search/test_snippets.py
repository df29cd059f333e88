"""Snippets show where the words stand that were searched for, as the index found them."""

import pytest

from memoryops.search.snippets import LENGTH, cut, find_words, folded_words, snippet


def marked(text: str, query: str) -> list[str]:
    """What the matches of the snippet cover."""
    _, piece = snippet({"text": text}, query)
    return [piece.text[start:end] for start, end in piece.matches]


def test_words_are_marked_from_their_beginning_to_their_end() -> None:
    assert marked("The pool's pooling was spoiled", "pool") == ["pool", "pooling"]


@pytest.mark.parametrize("query", ["cafe", "CAFÉ", "cafe\u0301", "caf"])
@pytest.mark.parametrize("text", ["Café closed", "CAFE closed", "cafe\u0301 closed"])
def test_case_and_accents_do_not_matter(text: str, query: str) -> None:
    assert marked(text, query) == [text.split()[0]]


def test_an_accent_inside_a_decomposed_word_is_no_boundary() -> None:
    assert marked("e\u0301clair flair", "eclair") == ["e\u0301clair"]
    assert marked("e\u0301clair flair", "clair") == []


def test_words_inside_paths_and_hosts_are_marked() -> None:
    assert marked("GET https://db.internal:5432/v1/charge?id=7", "internal charge") == ["internal", "charge"]
    assert marked("pool_size=20", "size") == ["size"]


def test_what_looks_like_an_operator_is_only_its_words() -> None:
    assert folded_words('"a* OR NEAR(b) -c') == ["a", "or", "near", "b", "c"]
    assert marked("(why) .* [x]", ".* ( [") == []


def test_the_longest_word_that_fits_is_the_one_that_counts() -> None:
    assert find_words("connection", ["conn", "connection"]) == [(0, 10, "connection")]


def test_the_field_with_most_of_the_words_is_shown() -> None:
    name, piece = snippet({"title": "Pool", "error": None, "root_cause": "The pool leaked sessions."}, "pool leaked")
    assert name == "root_cause"
    assert piece.text == "The pool leaked sessions."
    assert piece.matches == ((4, 8), (9, 15))


def test_of_equals_the_first_field_is_shown_and_without_a_match_its_beginning() -> None:
    assert snippet({"title": "Pool", "error": "pool"}, "pool")[0] == "title"
    name, piece = snippet({"title": "Pool", "error": "pool"}, "absent")
    assert (name, piece.text, piece.matches) == ("title", "Pool", ())


def test_a_long_text_is_cut_between_words_around_its_first_match() -> None:
    text = f"{'before ' * 60}needle {'after ' * 100}needle"
    _, piece = snippet({"text": text}, "needle")
    assert piece.text.startswith("…before ")
    assert piece.text.endswith(" after…")
    assert len(piece.text) <= LENGTH + 2
    [(start, end)] = piece.matches
    assert piece.text[start:end] == "needle"


def test_a_text_without_spaces_is_cut_all_the_same() -> None:
    piece = cut("x" * 1_000, [(500, 510)])
    assert len(piece.text) <= LENGTH + 2
    [(start, end)] = piece.matches
    assert end - start == 10


def test_lines_become_one() -> None:
    assert snippet({"text": "one\ntwo\r\nthree"}, "two")[1].text == "one two  three"


def test_characters_are_counted_not_units_of_an_encoding() -> None:
    _, piece = snippet({"text": "🔥🔥 burning"}, "burning")
    assert piece.matches == ((3, 10),)


def test_nothing_to_show_is_an_empty_snippet() -> None:
    assert snippet({"text": None}, "pool") == ("", cut("", []))
