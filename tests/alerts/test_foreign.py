"""Foreign JSON: whatever it is, what is asked of it comes back small, storable, or not at all."""

import pytest

from memoryops.alerts.reading.foreign import (
    as_stood,
    fingerprint,
    hashed_labels,
    is_placeholder,
    items,
    labels,
    labels_note,
    links,
    mapping,
    text,
    title,
    word,
)
from memoryops.alerts.values import Link, NotUnderstood

BODY = {"event": {"data": {"id": "P1", "count": 3, "up": False, "tags": ["a"], "note": " \x00\ud800 "}}}
HOSTILE: list[object] = [
    None,
    True,
    3,
    2.5,
    "text",
    [],
    [[]],
    {},
    {"event": []},
    {"event": {"data": "text"}},
    {"event": None},
]


def test_a_path_leads_to_text_numbers_and_truth_as_text() -> None:
    assert text(BODY, "event.data.id") == "P1"
    assert text(BODY, "event.data.count") == "3"
    assert text(BODY, "event.data.up") == "false"
    assert text(BODY, "event.gone", "event.data.id") == "P1"


@pytest.mark.parametrize("body", HOSTILE)
def test_a_path_into_something_else_leads_nowhere(body: object) -> None:
    assert text(body, "event.data.id") is None
    assert mapping(body, "event.data") == {}
    assert list(items(body, "event.data.tags")) == []


@pytest.mark.parametrize("path", ["event.data.note", "event.data.tags", "event.data"])
def test_blank_text_and_containers_are_no_text(path: str) -> None:
    assert text(BODY, path) is None


@pytest.mark.parametrize("blank", ["", " \t\n", "\u200b", "\u3164", "\u2800\u2800", "\x00 \ud800"])
def test_text_of_which_nothing_can_be_seen_is_none(blank: str) -> None:
    assert text({"a": blank}, "a") is None


def test_text_loses_what_no_database_holds_and_its_length() -> None:
    assert text({"a": "o\x00k\ud800"}, "a") == "ok"
    assert len(text({"a": "x" * 2**20}, "a") or "") == 20_000
    assert text({"a": 10**5_000}, "a") is None


@pytest.mark.parametrize(
    "value",
    [
        "{{host.name}}",
        "down on {{ $labels.x }}",
        "$SERVICE",
        "${service}",
        "{EVENT.ID}",
        "{$MACRO}",
        "*alertDuration*",
        "<no value>",
    ],
)
def test_what_a_template_left_names_nothing_and_is_still_text(value: str) -> None:
    assert is_placeholder(value)
    assert word({"a": value}, "a") is None
    assert text({"a": value}, "a") == value


@pytest.mark.parametrize("value", ["cart", '{}/{}:{alertname="Slow"}', "costs $5", "{app} is slow", "*", "a * b"])
def test_braces_and_dollars_of_ordinary_text_are_no_placeholder(value: str) -> None:
    assert not is_placeholder(value)


def test_text_loses_what_makes_it_look_like_another_and_keeps_what_joins_signs() -> None:
    assert text({"a": "gpj.\u202eexe\u202c pay\u200bments\ufeff \u2066x\u2069"}, "a") == "gpj.exe payments x"
    assert (
        text({"a": "\U0001f469\u200d\U0001f680 n\u0105m\u200ce"}, "a") == "\U0001f469\u200d\U0001f680 n\u0105m\u200ce"
    )


def test_a_title_is_one_line_of_two_hundred_characters() -> None:
    assert title(None, " \n\u200b", "Disk\nfull\x07 on\tdb") == "Disk full on db"
    assert len(title("x" * 2**20)) == 200


def test_a_body_that_names_nothing_is_not_understood() -> None:
    with pytest.raises(NotUnderstood, match="no title"):
        title(None, "", "\u2800")


def test_labels_are_text_and_few_and_short() -> None:
    many = {f"k{n}": n for n in range(70)}
    assert labels({"up": True, "n": 3, "list": ["a", 1], "deep": {"a": 1}, "blank": " "}) == {
        "up": "true",
        "n": "3",
        "list": "a, 1",
    }
    assert len(labels(many)) == 64
    assert labels_note(many) == "6 of 70 labels were left out"
    assert labels_note({"a": 1}) is None
    assert {len(side) for pair in labels({"k" * 5_000: "v" * 5_000}).items() for side in pair} == {100, 500}


def test_the_identity_of_labels_knows_no_order_and_all_of_their_text() -> None:
    long = "v" * 5_000
    assert hashed_labels({"a": "1", "b": long}) == hashed_labels({"b": long, "a": "1"})
    assert hashed_labels({"a": "1", "b": long}) != hashed_labels({"a": "1", "b": long + "x"})
    assert hashed_labels({"a": "1", "b": ""}) != hashed_labels({"a": "1b"})


def test_a_short_identity_stays_readable_and_a_long_one_is_hashed() -> None:
    assert fingerprint("12", None, "db-1") == "12/db-1"
    assert fingerprint("x" * 300) == fingerprint("x" * 300) != fingerprint("x" * 301)
    assert fingerprint("x" * 300).startswith("sha256:")


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "ftp://a/b",
        "/d/1",
        "?orgId=1",
        "",
        None,
        3,
        {},
        "http://a b",
        pytest.param("https://a/" + "x" * 3_000, id="too long"),
    ],
)
def test_only_addresses_of_the_web_are_links(address: object) -> None:
    assert links(("Graph", address)) == ()


def test_an_address_is_linked_once_by_its_first_text() -> None:
    assert links(("Graph", "http://a.example/x"), ("Again", "http://a.example/x")) == (
        Link("Graph", "http://a.example/x"),
    )


@pytest.mark.parametrize(
    "value", [*HOSTILE, pytest.param(10**5_000, id="5001 digits"), pytest.param("x" * 2**20, id="1 MiB")]
)
def test_what_stood_there_can_always_be_told_in_a_short_line(value: object) -> None:
    assert 0 < len(as_stood(value)) <= 82
