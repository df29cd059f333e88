"""Whatever a body holds, each source reads it into what can be kept and shown, or says why not; it never fails."""

import ast
import inspect
import re
import sys
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memoryops.alerts import foreign, prometheus
from memoryops.alerts.sources import BY_NAME, SOURCES
from memoryops.alerts.sources.source import Source
from memoryops.alerts.values import AlertReading, NotUnderstood, Reading

EVERY_SOURCE = pytest.mark.parametrize("source", SOURCES.values(), ids=lambda source: source.name)
DEEP: Any = []
for _ in range(500):
    DEEP = [DEEP, {"value": DEEP}] if _ < 3 else [DEEP]
HOSTILE: list[Any] = [
    None, True, False, 0, -1, 10**4_000, 1e308, float("nan"), float("-inf"), "", "\x00", "\ud800", "x" * 2**20, "0",
    "{{ labels.a }}", "$SERVICE", "{EVENT.ID}", "<script>alert(1)</script>\n", "javascript:alert(1)", "[", "{\"a\": [",
    DEEP, {}, [[]], {"\x00": "\ud800"}, {"": {"": []}}, [None, 1, "a", {}], [["a", 1], ["b"], [None, {}], "x"],
]  # fmt: skip


def words(source: Source) -> list[str]:
    """The words that the source's own text knows: the fields that it asks for and the values that it compares with."""
    found: set[str] = set()
    if source.mapping is not None:
        for expression in source.mapping.expressions.values():
            found.update(re.findall(r"[A-Za-z_]\w*", expression))
        return sorted(found | set(source.mapping.status_words))
    for module in (sys.modules[source.read.__module__], prometheus):
        texts = (
            node.value for node in ast.walk(ast.parse(inspect.getsource(module))) if isinstance(node, ast.Constant)
        )
        for text in (text for text in texts if isinstance(text, str) and len(text) < 80):
            found.update((text, *text.split(".")))
    return sorted(found)


def bodies(source: Source) -> st.SearchStrategy[Any]:
    """JSON of the source's own words, with anything at all where it expects something."""
    known = st.sampled_from(words(source))
    scalars = known | st.sampled_from(HOSTILE) | st.text(max_size=12) | st.integers() | st.floats() | st.booleans()
    return st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(known | st.text(max_size=8), inner, max_size=12),
        max_leaves=40,
    )


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


def attempt(source: Source, body: Any) -> None:
    reading = read_or_refuse(source, body)
    if isinstance(reading, NotUnderstood):
        assert keepable(reading.reason, 400)
        return
    assert reading.alerts or (reading.kind != "alert" and reading.reason)
    for alert in reading.alerts:
        check(alert)


@EVERY_SOURCE
def test_any_body_of_its_own_words_is_read_or_refused(source: Source) -> None:
    examples = 10 if source.mapping else 40  # Those with a mapping are read by the same code.

    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(bodies(source))
    def holds(body: Any) -> None:
        attempt(source, body)

    holds()


@EVERY_SOURCE
def test_the_same_hostile_value_in_every_field_is_read_or_refused(source: Source) -> None:
    known = [word for word in words(source) if word]
    for value in (*HOSTILE, 10**4_999):
        inner = dict.fromkeys(known, value)
        for body in (
            value,
            inner,
            [inner],
            {key: dict(inner) for key in known[:40]},
            {key: [inner] for key in known[:40]},
        ):
            attempt(source, body)


def test_a_source_is_found_by_its_name_and_by_its_aliases() -> None:
    assert BY_NAME["prometheus"] is BY_NAME["prometheus-alert-api"] is SOURCES["alertmanager"]
    assert all(BY_NAME[source.name] is source for source in SOURCES.values())
