"""What counts as an answer of the right shape."""

import json
from typing import Any

import pytest

from memoryops.analysis.report import ANSWER_SCHEMA, Answer, AnsweredCitation, InvalidAnswer, parse_answer
from tests.analysis.worlds import HONEST, saying


def test_the_schema_asks_for_exactly_what_is_read() -> None:
    assert ANSWER_SCHEMA["required"] == list(Answer.model_fields)
    cited = ANSWER_SCHEMA["properties"]["supporting_historical_incidents"]["items"]
    assert set(cited["required"]) == set(AnsweredCitation.model_fields) - {"title"}


def test_every_object_of_the_schema_is_closed_and_requires_all_it_has() -> None:
    def objects(schema: Any) -> Any:
        if isinstance(schema, dict):
            if schema.get("type") == "object":
                yield schema
            for value in schema.values():
                yield from objects(value)

    found = list(objects(dict(ANSWER_SCHEMA)))
    assert len(found) == 2
    assert all(o["additionalProperties"] is False and o["required"] == list(o["properties"]) for o in found)


def test_an_answer_is_read_with_outer_space_removed() -> None:
    assert parse_answer(saying(reasoning="  Because.\n")).reasoning == "Because."


@pytest.mark.parametrize("field", list(HONEST))
def test_no_field_may_be_missing(field: str) -> None:
    with pytest.raises(InvalidAnswer, match=field):
        parse_answer(json.dumps({name: value for name, value in HONEST.items() if name != field}))


@pytest.mark.parametrize("field", ["probable_root_cause", "recommended_action", "reasoning"])
@pytest.mark.parametrize(
    "value", ["", "  \n", "\u200b", "...", None, 5, ["a"], {"a": "b"}, "x\0", "\ud800x", "x" * 6_001]
)
def test_a_prose_is_readable_text(field: str, value: object) -> None:
    with pytest.raises(InvalidAnswer, match=field):
        parse_answer(saying(**{field: value}))


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", "not JSON"),
        ("null", "answer"),
        ("[]", "answer"),
        ("{}", "Field required"),
        (json.dumps(HONEST)[:-1], "not JSON"),
        (json.dumps(HONEST) + "{}", "not JSON"),
        (json.dumps(HONEST)[:-1] + ', "confidence": "low"}', "stands twice"),
        (saying(confidence="certain"), "confidence"),
        (saying(extra=1), "extra"),
        ('{"confidence": NaN}', "NaN"),
        ("[" * 100_000, "nested too deeply"),
        ("9" * 5_000, "not JSON"),
        ("x" * 100_001, "longer than"),
    ],
    ids=lambda value: str(value)[:24],
)
def test_what_is_no_answer_is_refused_with_the_reason(content: str, problem: str) -> None:
    with pytest.raises(InvalidAnswer, match=problem):
        parse_answer(content)
