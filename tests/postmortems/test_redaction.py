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
    assert both.of("Ada Byron and Ada Lovelace, then Ada") == "Person B and Person A, then somebody"


RECORD = Redaction(
    people(
        [
            "Ivan Petkov",
            "Ivan Horvat",
            "Hana Novotná",
            "Bo Li",
            "Seán O'Brien",
            "Deniz Yıldız",
            "Jürgen Groß",
            "Anne-Marie Łuczak",
            "田中 太郎",
            "Payments Team",
            "deploy-bot",
        ]
    )
)


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("Ivan asked, ivan answered", "somebody asked, somebody answered"),
        ("Ivan Petkov and petkov", "Person A and Person A"),
        ("hana novotna, HANA NOVOTNÁ, Novotna", "Person C, Person C, Person C"),
        ("HanaNovotna and hnovotna and @hana.novotna", "Person C and Person C and Person C"),
        ("hana_novotna2's change", "Person C2's change"),
        ("Hana's, Hana’s and Hanas change", "Person C's, Person C’s and Person Cs change"),
        ("**Hana** Novotná", "**Person C"),
        ("Ha\u200bna", "Person C"),
        ("Bo and Li looked", "Person D and Person D looked"),
        ("the li tags of bo.css", "the li tags of bo.css"),
        ("Lighthouse Boeing", "Lighthouse Boeing"),
        ("Sean O’Brien, O'Brien, OBrien, Brien", "Person E, Person E, Person E, Person E"),
        ("yildiz, Yıldız, YILDIZ, Yildiz, YİLDİZ", "Person F, Person F, Person F, Person F, Person F"),
        ("Juergen Gross, jurgen, Jürgen Groß", "Person G, Person G, Person G"),
        ("Anne-Marie, Marie Luczak", "Person H, Person H Person H"),
        ("田中太郎がデプロイ, 田中さん", "Person Iがデプロイ, Person Iさん"),
        ("The payments team paged", "The Person J paged"),
        ("payments were slow, we deploy", "payments were slow, we deploy"),
        ("mail hnovotna@corp.example, or x.y@corp.example.", "mail Person C, or somebody."),
        ("Mail <hana@corp.example>", "Mail <Person C>"),
        ("https://git.example/hana-novotna/pull/3?x=1", "https://git.example/…"),
        ("[it](https://git.example/u/HNovotn%C3%A1)", "[it](https://git.example/…)"),
        ("https://novotna.example/a", "https://redacted.invalid/"),
        ("https://hana:x@git.example/a", "https://git.example/…"),
        ("https://status.example/incidents/3", "https://status.example/incidents/3"),
    ],
)
def test_where_in_doubt_a_name_is_taken_out(text: str, redacted: str) -> None:
    assert RECORD.of(text) == redacted


def test_everybody_is_taken_out_however_many_there_are() -> None:
    crowd = Redaction(people([f"First{letters(place)} Last{letters(place)}" for place in range(600)]))
    assert crowd.of(f"First{letters(599)} spoke") == f"Person {letters(599)} spoke"


@pytest.mark.parametrize(("place", "label"), [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA")])
def test_letters_go_on_behind_z(place: int, label: str) -> None:
    assert letters(place) == label
