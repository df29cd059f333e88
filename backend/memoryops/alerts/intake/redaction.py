"""Redaction of bodies and headers, before anything is stored: secrets by name and by look, personal data of people.

Pure and deterministic. Every redaction shows in place, as `[redacted: cookie]`, and in a list of what was redacted
where. What identifies an alert has names of its own and stays; so does an instance's own address.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from memoryops.alerts.intake.bodies import UndecodableBody, decode_json, encode, storable
from memoryops.alerts.intake.secret_keys import SecretNames
from memoryops.alerts.intake.secret_texts import SecretTexts, placeholder, without_e_mail, without_people

LISTED_AT_MOST: Final = 200
PATH_LIMIT: Final = 300
NAME_SHOWN: Final = 80
TEXTS_IN_TEXTS: Final = 3
"""JSON inside a text inside JSON: how often that is opened; SNS needs once."""

PAIR_NAMES: Final = ("key", "name", "header", "field", "k")
PAIR_VALUES: Final = ("value", "val", "v")
OPENINGS: Final = frozenset("{[ \t\r\n")
DEEPEST_IN_TEXT: Final = 16
"""How deep such a JSON may be nested to be opened."""


@dataclass(frozen=True)
class Redacted:
    """A value without secrets, and what was taken out of it: `{path, rule}`, at most some hundreds of them."""

    value: Any
    redactions: tuple[Mapping[str, str], ...]


class Redactor:
    """Redacts by the names and patterns of this product, and by further names that the operator lists."""

    def __init__(self, extra_keys: Iterable[str] = ()) -> None:
        self._names = SecretNames(extra_keys)
        self._texts = SecretTexts(self._names)

    def redact(self, value: Any) -> Redacted:
        """The decoded body without what is secret or personal in it."""
        walk = _Walk(self._names, self._texts)
        return Redacted(walk.clean(value, None, person=False), walk.listed())

    def redact_text(self, text: str) -> Redacted:
        """A body that could not be decoded, by pattern only."""
        walk = _Walk(self._names, self._texts)
        return Redacted(walk.text(text, None), walk.listed())


Path = tuple[Any, str] | None
"""Where a value stands: the path to what it stands in, and the last step; a text only once it is shown."""


@dataclass
class _Walk:
    """One pass over one body."""

    names: SecretNames
    texts: SecretTexts
    found: list[Mapping[str, str]] = field(default_factory=list)
    counted: int = 0
    inside: int = 0
    harmless: set[str] = field(default_factory=set)

    def listed(self) -> tuple[Mapping[str, str], ...]:
        more = self.counted - len(self.found)
        return (*self.found, {"path": "…", "rule": f"{more} more"}) if more else tuple(self.found)

    def note(self, path: Path, rule: str) -> None:
        self.counted += 1
        if len(self.found) < LISTED_AT_MOST:
            self.found.append({"path": _shown(path), "rule": rule})

    def clean(self, value: Any, path: Path, *, person: bool) -> Any:
        if isinstance(value, str):
            return self.string(value, path, person=person)
        if isinstance(value, dict):
            return self.object(value, path, person=person)
        if isinstance(value, list):
            return [self.element(inner, (path, f"[{at}]"), person=person) for at, inner in enumerate(value)]
        return value

    def object(self, value: dict[str, Any], path: Path, *, person: bool) -> dict[str, Any]:
        told = _told_name(value)
        cleaned: dict[str, Any] = {}
        for name, inner in value.items():
            shown = self.text(name, path)
            called = name if told is None or name.lower() not in PAIR_VALUES else told
            cleaned[shown] = self.named(called, inner, (path, shown), person=person)
        return cleaned

    def element(self, value: Any, path: Path, *, person: bool) -> Any:
        """An element of a list, which may be a pair of a name and its value."""
        if isinstance(value, list) and len(value) == 2 and isinstance(value[0], str):
            name = self.string(value[0], (path, "[0]"), person=person)
            return [name, self.named(value[0], value[1], (path, "[1]"), person=person)]
        return self.clean(value, path, person=person)

    def named(self, name: str, value: Any, path: Path, *, person: bool) -> Any:
        """The value of a field of this name."""
        if value is None or value == "" or isinstance(value, bool):
            return value
        judged = self.names.judged(name)
        if judged.rule is not None:
            return self.hidden(path, judged.rule)
        if judged.client and isinstance(value, str | list):
            return self.hidden(path, "ip address")
        if person and judged.place is not None:
            return self.hidden(path, judged.place)
        if judged.handshake and _is_of_provider(value):
            return value
        if judged.e_mail and isinstance(value, str):
            value = without_e_mail(value, lambda rule: self.note(path, rule))
        return self.clean(value, path, person=person or judged.person)

    def hidden(self, path: Path, rule: str) -> str:
        self.note(path, rule)
        return placeholder(rule)

    def string(self, value: str, path: Path, *, person: bool) -> str:
        if value[:1] in OPENINGS:
            opened = self.opened(value, path, person=person)
            if opened is not None:
                return opened
        if person:
            value = without_people(value, lambda rule: self.note(path, rule))
        return self.text(value, path)

    def text(self, value: str, path: Path) -> str:
        if value in self.harmless:
            return value
        before = self.counted
        cleaned = self.texts.clean(value, lambda rule: self.note(path, rule))
        if self.counted == before:
            self.harmless.add(value)
        return cleaned

    def opened(self, value: str, path: Path, *, person: bool) -> str | None:
        """A text that is JSON itself, redacted as such; None where it is no JSON. Without secrets it stays as it is."""
        if self.inside >= TEXTS_IN_TEXTS or not _may_be_json(value):
            return None
        try:
            decoded = decode_json(value, deepest=DEEPEST_IN_TEXT)
        except UndecodableBody:
            return None
        before = self.counted
        self.inside += 1
        cleaned = self.clean(decoded, path, person=person)
        self.inside -= 1
        return value if self.counted == before else encode(cleaned)


def _shown(path: Path) -> str:
    steps: list[str] = []
    while path is not None:
        path, step = path
        steps.append(step[:NAME_SHOWN])
    shown = "".join(step if step.startswith("[") else f".{step}" for step in reversed(steps))
    return storable(shown.removeprefix(".")[:PATH_LIMIT]) or "(body)"


def _told_name(value: Mapping[str, Any]) -> str | None:
    """The name that an object of name and value tells, as `{"key": "password", "value": ...}` does."""
    if len(value) <= 6:
        for name in PAIR_NAMES:
            told = value.get(name)
            if isinstance(told, str):
                return told
    return None


def _may_be_json(text: str) -> bool:
    stripped = text.strip()
    return (stripped[:1], stripped[-1:]) in (("{", "}"), ("[", "]"))


def _is_of_provider(value: Any) -> bool:
    if not isinstance(value, str):
        return False
    try:
        host = urlsplit(value).hostname or ""
    except ValueError:
        return False
    return (
        value.startswith("https://")
        and host.startswith("sns.")
        and host.endswith((".amazonaws.com", ".amazonaws.com.cn"))
    )
