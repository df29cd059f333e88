"""JMESPath expressions over bodies from outside: compiled once, and stopped before they cost more than is theirs."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from jmespath.exceptions import JMESPathError, JMESPathTypeError, ParseError
from jmespath.functions import Functions, signature
from jmespath.parser import Parser
from jmespath.visitor import Options, TreeInterpreter

LENGTH_LIMIT = 2_000
"""Characters of one expression."""

NESTING_LIMIT = 40
"""Levels of one expression; what reads it goes as deep, a few calls a level."""

STEPS_LIMIT = 600_000
"""What reading one body may cost, in steps, about a microsecond each; a thousand alerts cost half of it."""

_CHARACTERS_A_STEP = 64
_BUILDS = frozenset(
    {
        "filter_projection",
        "flatten",
        "function_expression",
        "multi_select_dict",
        "multi_select_list",
        "projection",
        "slice",
        "value_projection",
    }
)


class BadExpression(Exception):
    """The text is no JMESPath expression that we run; `position` is the character where it goes wrong, from 0."""

    def __init__(self, reason: str, position: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.position = position


class NoValue(Exception):
    """The expression cannot be evaluated on this value; `reason` names the types at fault, never the value."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class TooCostly(NoValue):
    """The expressions of one body ask for more work than is allowed."""

    def __init__(self) -> None:
        super().__init__(f"reading this body takes more than {STEPS_LIMIT} steps")


class Budget:
    """How many steps are left to read one body with."""

    def __init__(self, steps: int = STEPS_LIMIT) -> None:
        self.left = steps
        self.interpreter = _BoundedInterpreter(self)

    def spend(self, steps: int) -> None:
        """Raises TooCostly once more is spent than there was."""
        self.left -= steps
        if self.left < 0:
            raise TooCostly


class _BoundedFunctions(Functions):
    """The functions of JMESPath; what could make much of little is weighed before it runs."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget

    @signature({"types": ["string"]}, {"types": ["array-string"]})
    def _func_join(self, separator: str, parts: list[str]) -> str:
        self._budget.spend(len(separator) * len(parts) // _CHARACTERS_A_STEP)
        return separator.join(parts)

    @signature({"types": ["string", "null"]}, {"types": ["string"]})
    def _func_line_after(self, text: str | None, start: str) -> str | None:
        """Ours, not JMESPath's: what follows `start` on the first line that begins with it, null without one."""
        lines = (line.strip() for line in (text or "").splitlines())
        return next((line[len(start) :].strip() for line in lines if line.startswith(start)), None)


class _BoundedInterpreter(TreeInterpreter):
    """Charges every step, and every value that a step builds by its whole size as a tree.

    A list that holds one list twice is small here and twice as large for whatever walks it, so doubling is paid for.
    """

    def __init__(self, budget: Budget) -> None:
        super().__init__(Options(custom_functions=_BoundedFunctions(budget)))
        self._budget = budget
        self._visits: dict[str, Any] = {}

    def visit(self, node: Any, *args: Any, **kwargs: Any) -> Any:
        budget, kind = self._budget, node["type"]
        budget.spend(1)
        visit = self._visits.get(kind)
        if visit is None:
            visit = self._visits[kind] = getattr(self, f"visit_{kind}")
        result = visit(node, *args, **kwargs)
        if kind in _BUILDS:
            budget.spend(weight(result, budget.left))
        return result


@dataclass(frozen=True)
class Expression:
    """One compiled expression."""

    text: str
    tree: Any

    def evaluate(self, value: Any, budget: Budget) -> Any:
        """What the expression yields on a JSON value, None where there is nothing; raises NoValue or TooCostly."""
        try:
            return budget.interpreter.visit(self.tree, value)
        except TooCostly:
            raise
        except JMESPathTypeError as error:
            wanted = " or ".join(error.expected_types)
            raise NoValue(f"{error.function_name}() takes {wanted}, and got {error.actual_type}") from error
        except (JMESPathError, TypeError, ValueError, ArithmeticError, RecursionError) as error:
            raise NoValue(f"the expression does not fit this value ({type(error).__name__})") from error


@lru_cache(maxsize=1024)
def compiled(text: str) -> Expression:
    """The expression that the text spells; raises BadExpression. The same text is compiled once."""
    if not text.strip():
        raise BadExpression("is empty")
    if len(text) > LENGTH_LIMIT:
        raise BadExpression(f"is longer than {LENGTH_LIMIT} characters", LENGTH_LIMIT)
    tree = _parsed(text)
    for node, level in _nodes(tree):
        if level > NESTING_LIMIT:
            raise BadExpression(f"is nested more than {NESTING_LIMIT} levels deep")
        if node["type"] == "function_expression" and node["value"] not in _BoundedFunctions.FUNCTION_TABLE:
            raise BadExpression(f"there is no function {node['value']}()", text.find(node["value"]))
    return Expression(text, tree)


def _parsed(text: str) -> Any:
    try:
        return Parser().parse(text).parsed
    except ParseError as error:
        raise BadExpression(_complaint(error), min(error.lex_position, len(text))) from error
    except (JMESPathError, Warning) as error:
        raise BadExpression("is no JMESPath expression") from error
    except RecursionError as error:
        raise BadExpression(f"is nested more than {NESTING_LIMIT} levels deep") from error


def _complaint(error: ParseError) -> str:
    if not error.token_value:
        return "ends too early"
    return f"is not understood at {str(error.token_value)[:40]!r}"


def _nodes(tree: Any) -> Iterator[tuple[Any, int]]:
    waiting = [(tree, 1)]
    while waiting:
        node, level = waiting.pop()
        if isinstance(node, dict):
            yield node, level
            waiting.extend((child, level + 1) for child in node["children"])


def weight(value: Any, enough: int) -> int:
    """How large a value is as a tree: its values and keys, longer text by its length; counted until above `enough`."""
    waiting, total = [value], 0
    while waiting and total <= enough:
        item = waiting.pop()
        total += 1
        if isinstance(item, str):
            total += len(item) // _CHARACTERS_A_STEP
        elif isinstance(item, list):
            waiting.extend(item)
        elif isinstance(item, dict):
            waiting.extend(item.values())
    return total


def depth_exceeds(value: Any, limit: int) -> bool:
    """Whether a JSON value is nested more than `limit` levels deep."""
    layer = [value]
    for _ in range(limit):
        layer = [inner for item in layer if isinstance(item, (dict, list)) for inner in _inner(item)]
        if not layer:
            return False
    return any(isinstance(item, (dict, list)) for item in layer)


def _inner(item: dict[str, Any] | list[Any]) -> list[Any]:
    return list(item.values()) if isinstance(item, dict) else item
