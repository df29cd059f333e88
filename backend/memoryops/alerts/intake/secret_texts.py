"""Secrets within texts, by the names that stand before them and by what they look like.

Every pattern is linear in the length of the text, however hostile: it starts only where a run of its own characters
starts, its repetitions are possessive or bounded, and what was looked through to the end is not looked through again.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from memoryops.alerts.intake.credentials import (
    LONGEST_PROSE,
    PROSE,
    SCHEMES,
    is_redacted,
    without_command_lines,
    without_header_lines,
    without_passwords_in_addresses,
    without_schemes,
)
from memoryops.alerts.intake.personal_texts import E_MAIL
from memoryops.alerts.intake.secret_keys import About, SecretNames, normal
from memoryops.alerts.intake.secret_shapes import Note, has_one, noted, without_shapes

PARAMETER: Final = re.compile(r"(?<=[?&;#])([\w.\-\[\]%]{1,100}+)=([^&;\s#\"'<>]++)")
ELEMENT: Final = re.compile(
    r"<([\w.:\-]{2,100}+)((?:[ \t\r\n][^<>]{0,300}+)?)>(\s{0,40}+(?:<!\[CDATA\[)?)([^<]++)(?=</)"
)
PAIR: Final = re.compile(
    r"(?i)(?<!\w)((?:key|name|header|field)(\\{0,7}[\"']?)\s{0,4}[:=]\s{0,4}\\{0,7}[\"'])([\w.\-]{2,100}+)"
    r"(\\{0,7}[\"']\s{0,4},?\s{0,40}\\{0,7}[\"']?(?:value|val)\\{0,7}[\"']?\s{0,4}[:=]\s{0,4}\\{0,7}[\"'])([^\"'\\]++)"
)
OPTION: Final = re.compile(r"(?<![\w-])--?([A-Za-z][\w\-]{1,60}+)[ \t]{1,4}+(?=[^\s-])", re.ASCII)
NAMED: Final = re.compile(
    r"(?<![\w.\-%])([\"']?+)([\w.\-%]{2,100}+)(\\{0,15}[\"']?\]?)[ \t]{0,4}+(=>|:=|[:=])([ \t]{0,4}+)", re.ASCII
)
VALUE: Final = re.compile(
    r"\"(?:[^\"\\]|\\.)*+(?:\"|\Z)"
    r"|'(?:[^'\\]|\\.)*+(?:'|\Z)"
    r"|(?P<escape>\\{1,15}+)\"(?:[^\"\\]++|(?P=escape)\\+\"|\\++(?!\"))*+(?:(?P=escape)\")?+"
    r"|[^\s,;&\"'(){}\[\]]++",
    re.DOTALL,
)
ELEMENTS: Final = re.compile(r"\[(?=\s{0,40}\")(?:[^\]\"]|\"(?:[^\"\\]|\\.)*+(?:\"|\Z))*+(?:\]|\Z)", re.DOTALL)
PLACEHOLDER: Final = re.compile(r"\\{0,15}[\"']?\[redacted: [^\]\r\n]{1,80}\]")
REST_OF_SCHEME: Final = re.compile(r"[ \t]{1,4}(?:\[redacted: [^\]\r\n]{1,80}\]|[^\s,;\"'\[\]]++)")
NEXT_LINE: Final = re.compile(r"(?:[|>][+-]?[ \t]{0,4})?\r?\n[ \t]{0,40}(?=[^\s])")
ALONE: Final = re.compile(r"[ \t]{0,40},?[ \t]{0,40}(?=[\r\n}\]]|\Z)")
ANOTHER_NAME: Final = re.compile(r"[\w.\-]{1,100}+(?::\Z|=[^=])")
ADDRESSEE: Final = re.compile(r"[\s\[{\"'<\\]{0,40}+(?=[\w.+%-]{1,100}+@)")

ALWAYS_MEANT: Final = ("password", "passwd", "pwd", "secret", "apikey", "privatekey", "accesskey")
SHORTEST_SECRET: Final = 4
SAID_OF_OPTIONS: Final = frozenset(
    "a an and are as at by can flag for from has if in is must not of on option or should the to was will with".split()  # noqa: SIM905
)
COUNT: Final = re.compile(r"[0-9]{1,5}(?:\.[0-9]{1,5})?\Z", re.ASCII)
"""So short a number under a name in the plural counts something."""


def is_count(value: Any) -> bool:
    """Whether the value counts something: a number, or a text of so few digits that it is no secret."""
    return COUNT.match(value) is not None if isinstance(value, str) else isinstance(value, int | float)


@dataclass(frozen=True)
class SecretTexts:
    """Redacts texts by the names in them and by shape."""

    names: SecretNames

    def clean(self, text: str, note: Note) -> str:
        """The text without what looks like a secret in it."""
        if len(text) < 8:
            return text
        lower = text.lower()
        text = without_shapes(text, lower, note)
        text = without_schemes(text, lower, note)
        text = without_passwords_in_addresses(text, note)
        text = without_command_lines(text, lower, note)
        if has_one(lower, self.names.words) or "%" in text or "@" in text:
            text = self._clean_named(text, lower, note)
        return text

    def _clean_named(self, text: str, lower: str, note: Note) -> str:
        if "=" in text:
            text = PARAMETER.sub(lambda found: self._parameter(found, note), text)
        text = without_header_lines(text, lower, note)
        if "</" in text:
            text = ELEMENT.sub(lambda found: self._element(found, note), text)
        if "val" in lower:
            text = PAIR.sub(lambda found: self._pair(found, note), text)
        if "-" in text:
            text = _walked(OPTION, text, lambda found: self._option(found, text, note))
        if "=" in text or ":" in text:
            whole = text
            text = _walked(NAMED, whole, lambda found: self._assigned(found, whole, note))
        return text

    def _parameter(self, found: re.Match[str], note: Note) -> str:
        rule = self.names.rule_in_address(found[1])
        return found[0] if rule is None or is_redacted(found[2]) else f"{found[1]}={noted(rule, note)}"

    def _element(self, found: re.Match[str], note: Note) -> str:
        name, attributes, _, value = found.groups()
        rule = self.names.rule_of(name.rpartition(":")[2])
        if rule is None or not value.strip() or is_redacted(value):
            return found[0]
        return f"<{name}{attributes}>{noted(rule, note)}"

    def _pair(self, found: re.Match[str], note: Note) -> str:
        rule = self.names.rule_of(found[3])
        if rule is None or is_redacted(found[5]):
            return found[0]
        return f"{found[1]}{found[3]}{found[4]}{noted(rule, note)}"

    def _option(self, found: re.Match[str], text: str, note: Note) -> "Replaced":
        rule = self.names.rule_of(found[1])
        value = VALUE.match(text, found.end()) if rule is not None else None
        if rule is None or value is None or PLACEHOLDER.match(text, found.end()) or not _is_given(found[1], value[0]):
            return None
        return _hidden(value, rule, note)

    def _assigned(self, found: re.Match[str], text: str, note: Note) -> "Replaced":
        opening, name, _, sign, space = found.groups()
        judged = self.names.judged(name)
        at = found.end()
        if judged.rule is None:
            return _addressee(text, at, note) if judged.about in (About.MAIL, About.PERSON) else None
        if PLACEHOLDER.match(text, at) or (sign == ":" and text.startswith("//", at)):
            return None
        several = ELEMENTS.match(text, at)
        if several is not None:
            return f'["{noted(judged.rule, note)}"]', several.end()
        value, below = _value(text, at)
        if value is None or (judged.counted and is_count(value[0].strip("\"'"))):
            return None
        if below or not _is_assignment(name, opening, sign + space, value[0]):
            return _below(text, at, value, judged.rule, note) if below else None
        rest = REST_OF_SCHEME.match(text, value.end()) if value[0].lower() in SCHEMES else None
        hidden, end = _hidden(value, judged.rule, note)
        return hidden, end if rest is None else rest.end()


Replaced = tuple[str, int] | None
"""What stands in place of what follows, and where that ends; None where it stays."""


def _walked(heads: re.Pattern[str], text: str, put: Callable[[re.Match[str]], Replaced]) -> str:
    """The text in which what follows the heads was replaced; what is not replaced is looked into as well."""
    kept: list[str] = []
    done = at = 0
    while found := heads.search(text, at):
        replaced = put(found)
        if replaced is None:
            at = found.end()
            continue
        kept += [text[done : found.end()], replaced[0]]
        done = at = replaced[1]
    return "".join((*kept, text[done:]))


def _value(text: str, at: int) -> tuple[re.Match[str] | None, bool]:
    """The value that stands there, or in the next line, and whether it is that."""
    line = NEXT_LINE.match(text, at)
    return (VALUE.match(text, at), False) if line is None else (VALUE.match(text, line.end()), True)


def _hidden(value: re.Match[str], rule: str, note: Note) -> tuple[str, int]:
    escape, text = value["escape"], value[0]
    quote = f'{escape}"' if escape else text[0] if text[:1] in ("'", '"') else ""
    return f"{quote}{noted(rule, note)}{quote}", value.end()


def _below(text: str, at: int, value: re.Match[str], rule: str, note: Note) -> Replaced:
    """The value in the next line, where it stands alone there and is no further name."""
    if PLACEHOLDER.match(text, value.start()) or ALONE.match(text, value.end()) is None or ANOTHER_NAME.match(value[0]):
        return None
    hidden, end = _hidden(value, rule, note)
    return text[at : value.start()] + hidden, end


def _addressee(text: str, at: int, note: Note) -> Replaced:
    """The e-mail address that stands there."""
    opening = ADDRESSEE.match(text, at)
    address = E_MAIL.match(text, opening.end()) if opening is not None else None
    return None if address is None else (text[at : address.start()] + noted("email", note), address.end())


def _is_given(name: str, value: str) -> bool:
    """Whether an option's value is meant: `--token abc1`, where `the --token option` tells of it."""
    if value[:1] in ("'", '"', "\\"):
        return True
    if value.lower().rstrip(".,:") in SAID_OF_OPTIONS:
        return False
    return normal(name).endswith((*ALWAYS_MEANT, "pass")) or PROSE.match(value) is None or len(value) > LONGEST_PROSE


def _is_assignment(name: str, opening: str, sign: str, value: str) -> bool:
    """Whether a value is meant: `token: expired` and `auth: failed` are prose, `token=x`, `"token": "x"` are none."""
    if sign.strip() != ":" or opening or value[:1] in ("'", '"', "\\"):
        return True
    if sign == ":" or normal(name).endswith(ALWAYS_MEANT):
        return True
    if normal(name) == "pass" and (PROSE.match(value) is not None or value.lower().startswith("test")):
        return False
    return len(value) >= SHORTEST_SECRET and (PROSE.match(value) is None or len(value) > LONGEST_PROSE)
