"""Ways to write an id so that a person still reads it and a careless program does not."""

import random
from collections.abc import Callable

SPELLINGS = (
    "INC-{n}", "inc-{n}", "Inc-{n}", "INC {n}", "INC{n}", "Inc. {n}", "INC_{n}", "INC#{n}", "INC:{n}", "INC: {n}",
    "INC/{n}",
    "INC - {n}", "INC--{n}", "INC\n{n}", "INC\u00a0{n}", "I.N.C.-{n}", "I N C {n}", "[INC-{n}]", "(INC-{n})",
    "“INC-{n}”",
    "`INC-{n}`", "**INC-{n}**", "[INC](#a)-{n}", "[INC-{n}](/incidents/{n})", "INC-{n}'s", "INC-{n}a", "seeINC-{n}",
    "INC-0{n}",
    "incident {n}", "incident #{n}", "Incident-{n}", "incident no. {n}", "incident number {n}", "incident id {n}",
    "incident ID: {n}", "incidents {n}", "the incident ({n})", "incident_{n}", "INCIDENT{n}", "incident [#{n}]",
    "{n}-INC",
    "INCs {n}", "INC no. {n}", "INC number {n}", "INCID-{n}", "incidente {n}", "incidents: {n}",
)  # fmt: skip
DASHES = "‐‑‒–—―−﹘﹣－⸺〜֊᠆⁃"
INVISIBLE = "\u200b\u200c\u200d\u2060\u00ad\ufeff\u034f\ufe0f\u200e\u2063\u180e\u061c"
LETTERS = {"i": "іιｉ𝐢ɪ", "I": "ІΙＩ𝐈ⅠⒾⅼ", "n": "ｎ𝐧ո", "N": "ΝＮ𝐍Ⓝℕ", "c": "сｃ𝐜ϲ", "C": "СＣ𝐂ⒸℂⅭϹ"}
DIGITS = (
    "０１２３４５６７８９",
    "٠١٢٣٤٥٦٧٨٩",
    "०१२३४५६७८९",
    "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗",
    "⁰¹²³⁴⁵⁶⁷⁸⁹",
    "⓪①②③④⑤⑥⑦⑧⑨",
    "〇一二三四五六七八九",
)
PIECES = ("<b></b>", "<!-- x -->", "</span><span>", "**", "`", "\\", "<wbr>", "{}", "~~")
SPELT = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def disguised(rng: random.Random, number: str) -> str:
    """The incident's id in one spelling, with up to two disguises over it; encodings are the outermost."""
    if rng.random() < 0.05:
        return rng.choice(["INC ", "INC-", "incident "]) + "-".join(SPELT[int(digit)] for digit in number)
    text = rng.choice(SPELLINGS).format(n=number)
    chosen = rng.sample(range(len(_DISGUISES)), rng.randint(0, 2))
    for place in sorted(chosen):
        text = _DISGUISES[place](rng, text)
    return text


def _other_dash(rng: random.Random, text: str) -> str:
    return text.replace("-", rng.choice(DASHES))


def _other_letters(rng: random.Random, text: str) -> str:
    return "".join(rng.choice(LETTERS[char]) if char in LETTERS and rng.random() < 0.7 else char for char in text)


def _other_digits(rng: random.Random, text: str) -> str:
    return text.translate(str.maketrans("0123456789", rng.choice(DIGITS)))


def _with_invisible(rng: random.Random, text: str) -> str:
    return "".join(char + (rng.choice(INVISIBLE) if rng.random() < 0.4 else "") for char in text)


def _with_marks(rng: random.Random, text: str) -> str:
    return "".join(char + ("\u0332" if char.isalnum() and rng.random() < 0.5 else "") for char in text)


def _split(rng: random.Random, text: str) -> str:
    at = rng.randrange(1, len(text))
    return text[:at] + rng.choice(PIECES) + text[at:]


def _percent(rng: random.Random, text: str) -> str:
    return "".join(f"%{byte:02X}" for byte in text.encode())


def _entities(rng: random.Random, text: str) -> str:
    form = rng.choice(["&#{};", "&#x{:x};", "&amp;#{};", "&#0{};"])
    return "".join(form.format(ord(char)) if rng.random() < 0.6 else char for char in text)


def _escapes(rng: random.Random, text: str) -> str:
    form = rng.choice(["\\u{:04x}", "\\u{{{:x}}}"])
    return "".join(form.format(ord(char)) if ord(char) < 0x10000 else char for char in text)


_DISGUISES: tuple[Callable[[random.Random, str], str], ...] = (
    _other_dash, _other_letters, _other_digits, _with_invisible, _with_marks, _split, _percent, _entities, _escapes,
)  # fmt: skip
