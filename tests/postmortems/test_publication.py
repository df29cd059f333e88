"""What sections and numbers become in the incident."""

import pytest

from memoryops.postmortems.factors import as_cause, factors_of
from memoryops.postmortems.impact import duration_words, impact_lines
from memoryops.postmortems.publication import PostmortemTooLongError, compose, tag_of
from memoryops.postmortems.schemas import ImpactView
from memoryops.postmortems.sections import SECTIONS, SectionKey

K = SectionKey
UNKNOWN = ImpactView(
    duration_s=None, users_affected=None, requests_failed_percent=None, tickets=None, revenue=None, currency=None
)
KNOWN = ImpactView(
    duration_s=7500, users_affected=12000, requests_failed_percent=3.5, tickets=4, revenue=1234.5, currency="EUR"
)


@pytest.mark.parametrize(
    ("text", "factors"),
    [
        ("", []),
        ("One cause.", ["One cause."]),
        ("One\ncause.\n\nAnother.", ["One cause.", "Another."]),
        ("- A\n- B", ["A", "B"]),
        ("* A\n  goes on\n* B", ["A goes on", "B"]),
        ("1. A\n2) B", ["A", "B"]),
        ("- [ ] A\n- [x] B", ["A", "B"]),
        ("These came together:\n- A", ["These came together:", "A"]),
        ("- \n- B\n\n", ["B"]),
        ("2.4 was the version.", ["2.4 was the version."]),
    ],
)
def test_factors_are_one_a_bullet_or_one_a_paragraph(text: str, factors: list[str]) -> None:
    assert factors_of(text) == factors


def test_several_factors_are_a_cause_in_which_none_is_the_root() -> None:
    assert as_cause([]) == ""
    assert as_cause(["A."]) == "A."
    assert as_cause(["A.", "B."]) == "Several factors came together:\n1. A.\n2. B."


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "1 min"), (59, "1 min"), (3_599, "1 h"), (7_500, "2 h 5 min"), (90_000, "1 d 1 h"), (172_800, "2 d")],
)
def test_a_duration_is_told_in_its_two_largest_units(seconds: int, words: str) -> None:
    assert duration_words(seconds) == words


def test_only_numbers_that_are_known_are_told() -> None:
    assert impact_lines(UNKNOWN) == []
    assert impact_lines(KNOWN) == [
        "Duration: 2 h 5 min",
        "Users affected: 12,000",
        "Requests failed: 3.5 %",
        "Support tickets: 4",
        "Revenue lost: 1,234.50 EUR",
    ]


def test_nothing_written_changes_nothing() -> None:
    assert compose({}, KNOWN).as_edit().model_fields_set == set()
    assert compose({K.overview: "  \n"}, KNOWN).postmortem is None


def test_what_has_a_field_of_its_own_is_not_repeated_in_the_text() -> None:
    texts = {key: f"{key.value} text" for key in SECTIONS}
    made = compose(texts, KNOWN)
    assert made.root_cause == "contributing_factors text"
    assert made.ineffective_actions == "dead_ends text"
    assert made.resolution == "For the moment: resolution_temporary text\n\nLasting: resolution_lasting text"
    assert made.postmortem is not None
    for said, stands in ((made.root_cause, False), ("dead_ends text", False), ("surprised text", True)):
        assert (said in made.postmortem) is stands, said
    assert "- Users affected: 12,000\n" in made.postmortem


@pytest.mark.parametrize("key", [K.resolution_temporary, K.resolution_lasting])
def test_one_resolution_alone_stands_without_a_label(key: SectionKey) -> None:
    assert compose({key: " Raised the pool. "}, UNKNOWN).resolution == "Raised the pool."


def test_sections_that_together_outgrow_the_incident_are_refused_by_name() -> None:
    long = "x" * 15_000
    with pytest.raises(PostmortemTooLongError, match="resolution: Is 3"):
        compose({K.resolution_temporary: long, K.resolution_lasting: long}, UNKNOWN)


def test_a_tag_is_of_every_word_and_of_the_incident_s_revision() -> None:
    one, other = compose({K.overview: "A"}, UNKNOWN), compose({K.overview: "B"}, UNKNOWN)
    assert len({tag_of(one, 1), tag_of(one, 2), tag_of(other, 1)}) == 3
    assert tag_of(one, 1) == tag_of(compose({K.overview: "A\n"}, UNKNOWN), 1)
