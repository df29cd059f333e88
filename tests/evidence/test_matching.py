"""What counts as a match: meaning, and how many words it has in common with the record."""

import pytest

from memoryops.evidence.matching import (
    ENOUGH_WORDS,
    Candidate,
    Match,
    group_by_document,
    rank,
    required_similarity,
    strength,
)
from memoryops.evidence.words import Wording
from memoryops.memory.port import Recalled

THRESHOLD = 0.325


def candidate(similarity: float, support: float | None = None, score: float = 0.0) -> Candidate:
    wording = None if support is None else Wording(score, support)
    return Candidate("INC-1", "text", (), {}, similarity, 0.0, wording)


def test_a_match_that_shares_enough_words_needs_the_threshold_only() -> None:
    assert strength(candidate(THRESHOLD, ENOUGH_WORDS), THRESHOLD) is Match.strong
    assert strength(candidate(THRESHOLD, 40.0), THRESHOLD) is Match.strong


@pytest.mark.parametrize(("similarity", "match"), [(0.55, Match.strong), (0.5, Match.weak), (0.4, None)])
def test_a_match_without_a_word_in_common_needs_more_meaning(similarity: float, match: Match | None) -> None:
    assert strength(candidate(similarity, 0.0), THRESHOLD) is match


def test_every_shared_word_lowers_what_is_asked_for_and_never_below_the_threshold() -> None:
    asked = [required_similarity(THRESHOLD, Wording(0.0, support)) for support in (0.0, 0.5, 1.0, 2.0, 5.0, 9.0)]
    assert asked == sorted(asked, reverse=True)
    assert asked[-1] == asked[-2] == THRESHOLD


def test_words_alone_are_never_a_match() -> None:
    assert strength(candidate(0.0, 30.0, 1.0), THRESHOLD) is None


def test_where_no_words_are_known_the_threshold_decides() -> None:
    assert strength(candidate(THRESHOLD), THRESHOLD) is Match.strong
    assert strength(candidate(THRESHOLD - 0.01), THRESHOLD) is Match.weak


def test_of_two_that_mean_the_same_the_one_with_the_words_comes_first() -> None:
    assert rank(candidate(0.5, 3.0, 1.0), same_service=False) > rank(candidate(0.5, 1.0, 0.2), same_service=False)


def test_the_same_service_raises_a_match_a_little() -> None:
    assert rank(candidate(0.5), same_service=True) > rank(candidate(0.53), same_service=False)
    assert rank(candidate(0.5), same_service=True) < rank(candidate(0.6), same_service=False)


def test_a_document_is_known_by_its_best_piece_and_its_own_wording() -> None:
    pieces = [Recalled("INC-1", f"piece {n}", (), {}, n / 10, None) for n in (3, 6, 1)]
    [found] = group_by_document(pieces, {"INC-1": Wording(1.0, 2.0), "INC-2": Wording(0.5, 1.0)})
    assert (found.text, found.similarity, found.wording) == ("piece 6", 0.6, Wording(1.0, 2.0))


def test_pieces_that_name_no_document_are_left_out() -> None:
    assert group_by_document([Recalled(None, "piece", (), {}, 0.9, None)]) == []
