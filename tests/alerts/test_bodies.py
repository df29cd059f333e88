"""Bodies as plain values: JSON and forms, every digit kept, nothing deep or compressed that runs away."""

import gzip
import zlib
from typing import Any

import pytest

from memoryops.alerts.intake.bodies import (
    ExactFloat,
    TooMuchInside,
    UndecodableBody,
    as_text,
    decode,
    decode_json,
    encode,
    uncompressed,
)
from memoryops.alerts.intake.models import BodyForm

FORM = "application/x-www-form-urlencoded"


def test_a_number_shows_as_it_was_sent_and_still_counts() -> None:
    value = decode_json('{"a": 1.10, "b": 1E+2, "c": 1480685460000000123456}')
    assert [str(value["a"]), str(value["b"]), value["c"]] == ["1.10", "1E+2", 1480685460000000123456]
    assert isinstance(value["a"], float)
    assert value["a"] > 1
    assert encode(value) == '{"a":1.10,"b":1E+2,"c":1480685460000000123456}'


def test_what_is_no_number_is_kept_as_a_word() -> None:
    assert decode_json("[NaN, Infinity, -Infinity]") == ["NaN", "Infinity", "-Infinity"]


def test_of_equal_names_the_last_one_counts() -> None:
    assert decode_json('{"a": 1, "a": 2}') == {"a": 2}


@pytest.mark.parametrize("text", ["[" * 65 + "]" * 65, "[" * 100_000, '{"a":' * 5_000, "9" * 5_000, "{", "nothing", ""])
def test_what_cannot_be_read_says_why(text: str) -> None:
    with pytest.raises(UndecodableBody) as caught:
        decode(text, "application/json")
    assert caught.value.reason.endswith(".")


def test_sixty_four_levels_are_read() -> None:
    assert encode(decode_json("[" * 64 + "]" * 64)) == "[" * 64 + "]" * 64


FORMS: dict[str, Any] = {
    "a=1&b=%7Bx%7D&c=": {"a": "1", "b": "{x}", "c": ""},
    "a=1&a=2&a=3": {"a": ["1", "2", "3"]},
    "payload=%7B%22a%22%3A+1%7D": {"a": 1},
    "payload=%5B%7B%22a%22%3A+1%7D%5D": [{"a": 1}],
    "payload=%7B%22a%22%3A+1%7D&b=2": {"payload": '{"a": 1}', "b": "2"},
}


@pytest.mark.parametrize("text", FORMS)
def test_forms_become_fields_or_the_json_that_they_wrap(text: str) -> None:
    decoded = decode(text, f"{FORM}; charset=utf-8")
    assert (decoded.form, decoded.value) == (BodyForm.form, FORMS[text])


@pytest.mark.parametrize("kind", ["", "text/plain; charset=utf-8", "application/octet-stream"])
def test_a_form_whose_type_was_not_told_is_one(kind: str) -> None:
    assert decode("alert_id=7&title=CPU+high&tags=\n", kind).value == {"alert_id": "7", "title": "CPU high", "tags": ""}


@pytest.mark.parametrize("text", ["plain words", "a=b c", "<a href=x>", "a", "=", "a=1&b"])
def test_any_other_text_is_no_form(text: str) -> None:
    with pytest.raises(UndecodableBody):
        decode(text, "text/plain")


def test_a_line_break_that_a_template_put_into_a_text_is_read() -> None:
    value = decode_json('{"message": "disk is full\non\tdb-1"}')
    assert value == {"message": "disk is full\non\tdb-1"}
    assert decode_json(encode(value)) == value


def test_an_older_encoding_that_was_declared_is_read() -> None:
    body = '{"title": "Überlauf"}'.encode("latin-1")
    assert as_text(body, "application/json; charset=ISO-8859-1") == '{"title": "Überlauf"}'
    assert as_text(body, "application/json; charset=utf-7") == as_text(body) == '{"title": "\ufffdberlauf"}'
    assert as_text("Ü".encode(), "text/plain; charset=latin-1") == "Ü"


def test_a_form_with_too_many_fields_is_not_read() -> None:
    with pytest.raises(UndecodableBody):
        decode("a=1&" * 20_000, FORM)


def test_json_that_is_declared_as_a_form_is_json() -> None:
    assert decode(' {"a": "b=c&d"}', FORM).form is BodyForm.json


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b"\xef\xbb\xbfa", "a"),
        ("é".encode("utf-16"), "é"),
        (b"a\xffb", "a\ufffdb"),
        (b"abc\x00d", "abc\ufffdd"),
        (b"", ""),
    ],
)
def test_bytes_become_text_that_any_database_takes(body: bytes, text: str) -> None:
    assert as_text(body) == text


def test_lone_surrogates_do_not_stop_a_body() -> None:
    assert encode(decode_json('{"\\ud800a": "\\udfff"}')) == '{"?a":"?"}'


def test_compression_is_undone_within_the_limit() -> None:
    plain = b"x" * 1_000
    for encoding, body in (
        ("gzip", gzip.compress(plain)),
        ("deflate", zlib.compress(plain)),
        ("identity", plain),
        ("", plain),
    ):
        assert uncompressed(body, encoding, 1_000) == plain
        if encoding in ("gzip", "deflate"):
            with pytest.raises(TooMuchInside):
                uncompressed(body, encoding, 999)
    bomb = gzip.compress(b"\0" * 50_000_000)
    with pytest.raises(TooMuchInside):
        uncompressed(bomb, "gzip", 1_000)


def test_an_exact_number_is_a_value_like_any_other() -> None:
    assert ExactFloat("2.50") == 2.5
    assert hash(ExactFloat("2.50")) == hash(2.5)
    assert f"{ExactFloat('2.50')!r}" == "2.50"
