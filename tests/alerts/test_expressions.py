"""Expressions from the console: what they find, how they are refused, and that none of them can cost much."""

import time
from typing import Any

import pytest

from memoryops.alerts.reading.expressions import (
    LENGTH_LIMIT,
    STEPS_LIMIT,
    BadExpression,
    Budget,
    NoValue,
    TooCostly,
    compiled,
    depth_exceeds,
)


def evaluated(text: str, value: Any) -> Any:
    return compiled(text).evaluate(value, Budget())


def test_an_expression_finds_what_stands_at_its_place() -> None:
    body = {"monitor": {"name": "disk"}, "tags": [{"key": "env", "value": "prod"}, {"key": "team", "value": "core"}]}
    assert evaluated("monitor.name", body) == "disk"
    assert evaluated("tags[?key=='env'].value | [0]", body) == "prod"
    assert evaluated("missing.name || monitor.name", body) == "disk"
    assert evaluated("missing", body) is None


def test_the_same_expression_is_compiled_once() -> None:
    assert compiled("monitor.name") is compiled("monitor.name")


@pytest.mark.parametrize(
    ("text", "reason", "position"),
    [
        ("", "is empty", None),
        ("   ", "is empty", None),
        ("monitor.", "ends too early", 8),
        ("a b", "is not understood at 'b'", 2),
        ("tags[?key==`1`", "ends too early", 14),
        ('"open', "is not understood at '\"open'", 0),
        ("a || shout(b)", "there is no function shout()", 5),
        ("a" * (LENGTH_LIMIT + 1), "is longer than 2000 characters", LENGTH_LIMIT),
        ("[" * 41 + "a" + "]" * 41, "is nested more than 40 levels deep", None),
        ("(" * 900, "is nested more than 40 levels deep", None),
    ],
)
def test_a_bad_expression_says_what_is_wrong_and_where(text: str, reason: str, position: int | None) -> None:
    with pytest.raises(BadExpression) as refused:
        compiled(text)
    assert (refused.value.reason, refused.value.position) == (reason, position)


@pytest.mark.parametrize(
    "text", ["abs(a)", "length(&a)", "a < b", "[::0]", "abs(`1`, `2`)", "contains(a, b)", "sort([a, b])"]
)
def test_what_does_not_fit_the_value_is_a_reason_without_the_value(text: str) -> None:
    body: Any = [1] if text.startswith("[:") else {"a": "hunter2", "b": 1}
    with pytest.raises(NoValue) as failed:
        evaluated(text, body)
    assert "hunter2" not in failed.value.reason


HUGE = [{"a": {"b": list(range(10))}} for _ in range(8_000)]


@pytest.mark.parametrize(
    ("text", "body"),
    [
        (" | ".join(["[@, @]"] * 30) + " | to_string(@)", "x"),
        (" | ".join(["[@, @][]"] * 30), [1]),
        (" | ".join(["join('', [@, @])"] * 30), "0123456789"),
        ("join(to_string(@), keys(@))", {str(number): "y" * 20 for number in range(20_000)}),
        ("[*].a.b[] | [*].[@, @] | [] | sort(@)", HUGE),
        ("map(&map(&[@, @], @), [@, @, @])", HUGE),
        ("{a: (%s), b: (%s)} | a == b" % ((" | ".join(["[@, @]"] * 20),) * 2), "x"),
    ],
    ids=["doubled list", "flattened list", "doubled text", "joined text", "projections", "nested maps", "comparison"],
)
def test_what_grows_without_end_is_stopped_at_once(text: str, body: Any) -> None:
    expression, began = compiled(text), time.process_time()
    with pytest.raises(TooCostly, match=f"more than {STEPS_LIMIT} steps"):
        expression.evaluate(body, Budget())
    assert time.process_time() - began < 5


def test_one_budget_is_for_all_expressions_of_a_body() -> None:
    budget = Budget(10)
    compiled("a.b").evaluate({"a": {"b": 1}}, budget)
    assert budget.left == 7
    compiled("a.b").evaluate({"a": {"b": 1}}, budget)
    compiled("a.b").evaluate({"a": {"b": 1}}, budget)
    with pytest.raises(TooCostly):
        compiled("a.b").evaluate({"a": {"b": 1}}, budget)


def test_depth_is_counted_in_lists_and_objects() -> None:
    assert not depth_exceeds("flat", 0)
    assert not depth_exceeds({"a": [1]}, 2)
    assert depth_exceeds({"a": [[1]]}, 2)
