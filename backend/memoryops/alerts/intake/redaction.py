"""Redaction of bodies and headers, before anything is stored: secrets by name and by look, personal data of people.

Pure and deterministic. Every redaction shows in place, as `[redacted: cookie]`, and in a list of what was redacted
where. What identifies an alert has names of its own and stays; so does an instance's own address.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from memoryops.alerts.intake.bodies import UndecodableBody, decode_json, encode, storable
from memoryops.alerts.intake.personal_texts import without_e_mail, without_ip_addresses
from memoryops.alerts.intake.secret_keys import About, Judged, SecretNames, normal
from memoryops.alerts.intake.secret_shapes import placeholder
from memoryops.alerts.intake.secret_texts import SecretTexts, is_count

LISTED_AT_MOST: Final = 200
PATH_LIMIT: Final = 300
NAME_SHOWN: Final = 80
TEXTS_IN_TEXTS: Final = 3
"""JSON inside a text inside JSON: how often that is opened; SNS needs once."""

PAIR_NAMES: Final = frozenset(
    """
    key name header headername field k title label property attribute parameter param variable setting
    """.split()  # noqa: SIM905
)
PAIR_VALUES: Final = frozenset({"value", "val", "v", "values", "stringvalue", "headervalue"})
LARGEST_PAIR: Final = 8
"""Of how many fields an object of a name and its value is at most."""

IP_FIELDS: Final = frozenset({"ip", "ips", "ipv4", "ipv6", "ipaddress", "ipaddresses", "address", "addr"})
"""Where the address of a client stands, in the object of a client."""

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
        return Redacted(walk.clean(value, None, About.NOBODY), walk.listed())

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

    def clean(self, value: Any, path: Path, about: About) -> Any:
        if isinstance(value, str):
            return self.string(value, path, about)
        if isinstance(value, dict):
            return self.object(value, path, about)
        if isinstance(value, list):
            return [self.element(inner, (path, f"[{at}]"), about) for at, inner in enumerate(value)]
        return value

    def object(self, value: dict[str, Any], path: Path, about: About) -> dict[str, Any]:
        told = self.told(value)
        cleaned: dict[str, Any] = {}
        for name, inner in value.items():
            shown = self.text(name, path)
            called = name if told is None or normal(name) not in PAIR_VALUES else told
            cleaned[shown] = self.named(called, inner, (path, shown), about)
        return cleaned

    def told(self, value: Mapping[str, Any]) -> str | None:
        """The name that an object of name and value tells, as `{"Key": "password", "Value": ...}` does."""
        if len(value) > LARGEST_PAIR:
            return None
        told = (inner for name, inner in value.items() if isinstance(inner, str) and normal(name) in PAIR_NAMES)
        return next((name for name in told if self.names.judged(name).tells), None)

    def element(self, value: Any, path: Path, about: About) -> Any:
        """An element of a list, which may be a pair of a name and its value."""
        if isinstance(value, list) and len(value) == 2 and isinstance(value[0], str):
            name = self.string(value[0], (path, "[0]"), about)
            return [name, self.named(value[0], value[1], (path, "[1]"), about)]
        return self.clean(value, path, about)

    def named(self, name: str, value: Any, path: Path, about: About) -> Any:
        """The value of a field of this name."""
        if value is None or value == "" or isinstance(value, bool):
            return value
        judged = self.names.judged(name)
        rule = _rule_of(judged, value, about)
        if rule is not None:
            return self.hidden(path, rule)
        if judged.handshake and _is_of_provider(value):
            return value
        return self.clean(value, path, _about(judged, normal(name) in IP_FIELDS, about))

    def hidden(self, path: Path, rule: str) -> str:
        self.note(path, rule)
        return placeholder(rule)

    def string(self, value: str, path: Path, about: About) -> str:
        if value[:1] in OPENINGS:
            opened = self.opened(value, path, about)
            if opened is not None:
                return opened
        if about is not About.NOBODY:
            value = self.without_people(value, path, about)
        return self.text(value, path)

    def without_people(self, value: str, path: Path, about: About) -> str:
        if About.PERSON in about or About.MAIL in about:
            value = without_e_mail(value, lambda rule: self.note(path, rule))
        if About.PERSON in about:
            value = without_ip_addresses(value, lambda rule: self.note(path, rule))
        return value

    def text(self, value: str, path: Path) -> str:
        if value in self.harmless:
            return value
        before = self.counted
        cleaned = self.texts.clean(value, lambda rule: self.note(path, rule))
        if self.counted == before:
            self.harmless.add(value)
        return cleaned

    def opened(self, value: str, path: Path, about: About) -> str | None:
        """A text that is JSON itself, redacted as such; None where it is no JSON. Without secrets it stays as it is."""
        if self.inside >= TEXTS_IN_TEXTS or not _may_be_json(value):
            return None
        try:
            decoded = decode_json(value, deepest=DEEPEST_IN_TEXT)
        except UndecodableBody:
            return None
        before = self.counted
        self.inside += 1
        cleaned = self.clean(decoded, path, about)
        self.inside -= 1
        return value if self.counted == before else encode(cleaned)


def _shown(path: Path) -> str:
    steps: list[str] = []
    while path is not None:
        path, step = path
        steps.append(step[:NAME_SHOWN])
    shown = "".join(step if step.startswith("[") else f".{step}" for step in reversed(steps))
    return storable(shown.removeprefix(".")[:PATH_LIMIT]) or "(body)"


def _rule_of(judged: Judged, value: Any, about: About) -> str | None:
    """The rule by which the whole value is redacted; None where it is not."""
    if judged.rule is not None and not (judged.counted and is_count(value)):
        return judged.rule
    if judged.client and isinstance(value, str | list):
        return "ip address"
    return judged.place if About.PERSON in about else None


def _about(judged: Judged, of_an_address: bool, about: About) -> About:
    """Of whom the value tells; the address of a client is told of a person."""
    if (judged.ip_address and About.MACHINE not in about) or (of_an_address and About.CLIENT in about):
        return about | About.PERSON
    return about if judged.about is None else about | judged.about


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
