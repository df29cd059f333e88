"""Whatever a body holds, each source reads it into what can be kept and shown, or says why not; it never fails."""

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryops.alerts.intake.bodies import ExactFloat
from memoryops.alerts.reading import foreign, prometheus
from memoryops.alerts.sources import BY_NAME, SOURCES
from memoryops.alerts.sources.source import Source
from memoryops.alerts.values import AlertReading, NotUnderstood, Reading

EVERY_SOURCE = pytest.mark.parametrize("source", SOURCES.values(), ids=lambda source: source.name)
DEEP: Any = []
for _ in range(500):
    DEEP = [DEEP, {"value": DEEP}] if _ < 3 else [DEEP]
HOSTILE: list[Any] = [
    None, True, False, 0, -1, 10**4_000, 1e308, ExactFloat("1." + "0" * 100_000),
    float("nan"), float("-inf"), "", "\x00", "\ud800", "x" * 2**20, "0",
    "{{ labels.a }}", "$SERVICE", "{EVENT.ID}", "<script>alert(1)</script>\n", "javascript:alert(1)", "[", "{\"a\": [",
    DEEP, {}, [[]], {"\x00": "\ud800"}, {"": {"": []}}, [None, 1, "a", {}], [["a", 1], ["b"], [None, {}], "x"],
]  # fmt: skip


def words(source: Source) -> list[str]:
    """The words that the source's own text knows: the fields that it asks for and the values that it compares with."""
    if source.mapping is not None:
        asked = re.findall(r"[A-Za-z_]\w*", " ".join(source.mapping.expressions.values()))
        return sorted({*asked, *source.mapping.status_words})
    module = sys.modules[source.read.__module__]
    return sorted({word for one in (module, prometheus) for word in _constants(inspect.getsource(one))})


def _constants(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 80:
            yield from (node.value, *node.value.split("."))


def made_up(random: Random, known: list[str], depth: int = 3) -> Any:
    """JSON of the source's own words, with anything at all where it expects something."""
    kind = random.random()
    if depth and kind < 0.55:
        names = random.choices(known, k=random.randint(1, 9))
        return {name: made_up(random, known, depth - 1) for name in names}
    if depth and kind < 0.7:
        return [made_up(random, known, depth - 1) for _ in range(random.randint(0, 3))]
    return random.choice(known if kind < 0.85 else HOSTILE)


def bodies(source: Source) -> list[Any]:
    """Bodies as the source sends them: those that its own tests call BODIES."""
    named = f"tests.alerts.sources.test_{source.name.replace('-', '_')}"
    return list(getattr(import_module(named), "BODIES", ())) if find_spec(named) else []


def mutated(random: Random, body: Any, known: list[str]) -> Any:
    """The body with a few of its values gone or replaced, wherever they stand."""
    if random.random() < 0.06:
        return made_up(random, known, 1)
    if isinstance(body, dict):
        return {key: mutated(random, value, known) for key, value in body.items() if random.random() > 0.04}
    if isinstance(body, list):
        return [mutated(random, value, known) for value in body for _ in range(random.choice((1, 1, 1, 0, 2)))]
    return body


def keepable(text: str | None, limit: int) -> bool:
    return text is None or (0 < len(text) <= limit and foreign.clean(text) == text)


def check(alert: AlertReading) -> None:
    assert keepable(alert.fingerprint, 255)
    assert alert.fingerprint.isprintable()
    assert keepable(alert.title, 200)
    assert alert.title.splitlines() == [alert.title]
    assert all(keepable(name, 120) for name in (alert.service, alert.environment, alert.version, alert.severity_raw))
    assert all(keepable(prose, 20_000) for prose in (alert.error, alert.description))
    assert all(keepable(key, 100) and keepable(value, 500) for key, value in alert.labels.items())
    assert all(link.href.lower().startswith(("http://", "https://")) for link in alert.links)
    assert all(at is None or at.tzname() == "UTC" for at in (alert.starts_at, alert.ends_at, alert.occurred_at))
    assert all(keepable(note, 400) for note in alert.notes)
    assert len(alert.labels) <= 64


def read_or_refuse(source: Source, body: Any) -> Reading | NotUnderstood:
    try:
        return source.read(body)
    except NotUnderstood as refused:
        return refused


def attempt(source: Source, body: Any) -> Reading | NotUnderstood:
    """What the source makes of the body, after a check that it can be kept and shown."""
    reading = read_or_refuse(source, body)
    if isinstance(reading, NotUnderstood):
        assert keepable(reading.reason, 400)
        return reading
    assert reading.alerts or (reading.kind != "alert" and reading.reason)
    for alert in reading.alerts:
        check(alert)
    return reading


@EVERY_SOURCE
def test_any_body_of_its_own_words_is_read_or_refused(source: Source) -> None:
    known, good = words(source), bodies(source)  # Those with a mapping are read by the same code.

    @settings(max_examples=4 if source.mapping else 12, deadline=None, database=None)
    @given(st.integers(0, 2**32))
    def holds(seed: int) -> None:
        random = Random(seed)
        for _ in range(10):
            for body in (made_up(random, known), *(mutated(random, one, known) for one in good)):
                assert isinstance(attempt(source, body), Reading | NotUnderstood)

    holds()


@EVERY_SOURCE
def test_the_same_hostile_value_in_every_field_is_read_or_refused(source: Source) -> None:
    known = [word for word in words(source) if word]
    for value in (*HOSTILE, 10**4_999):
        inner = dict.fromkeys(known, value)
        for body in (value, inner, [inner], dict.fromkeys(known[:40], inner)):
            assert isinstance(attempt(source, body), Reading | NotUnderstood)


@EVERY_SOURCE
def test_the_bodies_of_its_tests_are_read(source: Source) -> None:
    for body in bodies(source):
        assert isinstance(read_or_refuse(source, body), Reading)


def test_a_source_is_found_by_its_name_and_by_its_aliases() -> None:
    assert BY_NAME["prometheus"] is BY_NAME["prometheus-alert-api"] is SOURCES["alertmanager"]
    assert all(BY_NAME[source.name] is source for source in SOURCES.values())
