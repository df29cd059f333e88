"""Names are taken out of a text, each person's always for the same letter, and words that are no names stay."""

import pytest

from memoryops.postmortems.people import people
from memoryops.postmortems.redaction import Redaction, letters

REDACTION = Redaction(people(["Ada Lovelace", "bo@example.com", "Mark Will", "José Núñez", "grace", "unknown"]))


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("Ada Lovelace rolled back.", "Person A rolled back."),
        ("Ada rolled back, then Lovelace watched.", "Person A rolled back, then Person A watched."),
        ("ADA's change", "Person A's change"),
        ("Ada  Lovelace", "Person A"),
        ("Ada\nLovelace", "Person A"),
        ("bo@example.com and @bo", "Person B and Person B"),
        ("ada@corp.example wrote", "Person A wrote"),
        ("Mark said to mark it; it will pass.", "Person C said to mark it; it will pass."),
        ("José and Jose\u0301", "Person D and Person D"),
        ("grace asked; Grace too", "Person E asked; Person E too"),
        ("Adamant lovelaces", "Adamant lovelaces"),
        ("unknown and memoryops", "unknown and memoryops"),
        ("", ""),
    ],
)
def test_names_that_the_record_knows_are_redacted_however_they_are_written(text: str, redacted: str) -> None:
    assert REDACTION.of(text) == redacted


def test_without_people_nothing_changes() -> None:
    assert Redaction(()).of("Ada") == "Ada"


def test_a_name_that_two_share_is_redacted_where_it_is_written_out() -> None:
    both = Redaction(people(["Ada Lovelace", "Ada Byron"]))
    assert both.of("Ada Byron and Ada Lovelace") == "Person B and Person A"


@pytest.mark.parametrize(("place", "label"), [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA")])
def test_letters_go_on_behind_z(place: int, label: str) -> None:
    assert letters(place) == label
