"""Redaction of what is large, deep or hostile: in bounded time, with a bounded list, that can be stored and shown."""

import json
from typing import Any

import pytest

from memoryops.alerts.intake.bodies import decode_json
from memoryops.alerts.intake.redaction import Redactor
from tests.growth import grows_as_the_text_does

REDACTOR = Redactor()
SECRET = "hunter2hunter2"
MIB = 1024 * 1024
HOSTILE = {
    name: part * (MIB // 2 // len(part))
    for name, part in {
        "jwt": "eyJ",
        "jwt with dots": "eyJaaaaaaaa.",
        "one word": "a",
        "assignments": "token=",
        "colons": "token:",
        "open quotes": 'a:"',
        "escaped quotes": 'token:"\\',
        "key blocks": "-----BEGIN PRIVATE KEY-----",
        "at signs": "a@",
        "schemes": "://",
        "user info": "://a:",
        "bearer": "Bearer ",
        "parameters": "?a=b&",
        "cookies": "cookie:",
        "dots": "1.",
        "double colons": "a:b ",
        "quotes": "'",
        "backslashes": "\\",
        "slack": "xox-",
        "spaces": "token  ",
        "authorization lines": "authorization: a ",
        "schemes of addresses": "token://",
        "open quotes below": 'token:\n"',
        "escaped openings": 'token:\\\\"',
        "at signs in addresses": "://a:b/@",
    }.items()
}


@pytest.mark.parametrize("name", HOSTILE)
def test_the_work_on_a_hostile_text_grows_as_the_text_does(name: str) -> None:
    assert grows_as_the_text_does(redact_both_ways, HOSTILE[name])


def redact_both_ways(text: str) -> None:
    REDACTOR.redact_text(text)
    REDACTOR.redact({"user": text})


def test_deep_bodies_and_deep_texts_in_them_are_redacted_without_a_failure() -> None:
    inner: Any = {"password": SECRET}
    for _ in range(60):
        inner = {"a": [inner]} if isinstance(inner, dict) else inner
    for _ in range(12):
        inner = {"t": inner}
    text = json.dumps({"deep": json.dumps({"b": [[[[[[{"password": SECRET}]]]]]]})})
    assert SECRET not in json.dumps(REDACTOR.redact({"deep": json.loads(json.dumps(inner)), "text": text}).value)


def test_nested_texts_are_opened_a_few_levels_only() -> None:
    text: Any = {"password": SECRET}
    for _ in range(3):
        text = json.dumps({"m": text})
    assert SECRET not in json.dumps(REDACTOR.redact({"m": text}).value)


def test_the_place_of_a_redaction_can_be_stored_and_shown_whatever_the_names_are() -> None:
    body = decode_json('{"\\ud800 token": "x", "\\u0000password": "y", "user": {"\\udfff": "a@b.example"}}')
    for redaction in REDACTOR.redact(body).redactions:
        assert "\0" not in redaction["path"]
        assert redaction["path"].encode()


def test_the_list_of_what_was_redacted_is_bounded_and_says_so() -> None:
    listed = REDACTOR.redact([{"password": "x"}] * 1_000).redactions
    assert len(listed) == 201
    assert listed[-1]["rule"] == "800 more"
