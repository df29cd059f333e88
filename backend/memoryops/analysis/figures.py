"""Numbers in prose that may be an incident's, with no word beside them that says so.

"As in 102" names an incident as surely as "INC-102" does. So each number of
three digits and more is taken for one, in digits or spelt out, unless the model
was given that number or the words around it make it a measure: a unit, a thing
that is counted, an HTTP status, a port, a setting, a year. What passes is an id
in the guise of a measure ("a pool of 104").
"""

import re
from collections.abc import Iterator

from memoryops.analysis.mentions import Mention, readings, skeleton
from memoryops.analysis.spellings import ADDRESS, ADVISORY, INCIDENT, UNIT, URL

_FIGURE = re.compile(r"(?<![a-z0-9_#])(?P<number>\d{3,}+)(?:st|nd|rd|th|ere?|eme|[eoa])?(?![a-z0-9_])")
_DIGIT_BY_DIGIT = re.compile(r"(?<![\w.,:/-])\d(?:(?:\s\d){2,5}|(?:-\d){2,5})(?![\w:/-]|[.,]\d)")

_COUNTED = (
    r"(?:pod|node|replica|instance|connection|session|request|quer(?:y|ie)|message|event|user|customer|client|row"
    r"|thread|worker|job|payment|partition|item|entr(?:y|ie)|key|retr(?:y|ie)|transaction|socket"
    r"|container|core|metre|character|cpu|millicore|vcpu|merchant|ppm"
    r")"
)
_COUNTED_HOW = r"(?:\s(?:idle|active|open|waiting|concurrent|parallel|stale|more|new|database|db|http|tcp|in-flight))"
_STATUS_NOUN = r"(?:errors?|responses?|status(?:es)?|codes?|timeouts?|failures?|s)\b"
_AFTER = re.compile(
    rf"(?:[.,]\d+)?(?:\s?(?:-|to|->|→)\s?\d+(?:[.,]\d+)?)?"
    rf"(?:{UNIT}|\s?/\s?(?:s|sec|second|min|minute|h|hour|day|req)\b|\s?(?:°|px|gi|mi|ki|bytes?|bps|/tcp|/udp)\b"
    r"|(?:\s\w+)?\sper\s(?:second|minute|hour|day)\b"
    rf"|{_COUNTED_HOW}{{0,2}}\s(?:{_COUNTED}s|people)\b|-{_COUNTED}\b)"
)
_RETURNED = r"\s(?:(?:is|are|was|were|being)\s)?(?:returned|received|thrown)\b"
_AFTER_STATUS = re.compile(
    rf"(?:(?:\s?(?:,|/|-|and|or|to)\s?[45]\d\d)*(?:\s?{_STATUS_NOUN}|{_RETURNED})|\s(?:ok|too many requests|bad gateway"
    r"|service unavailable|gateway time-?out|not found|unauthori[sz]ed|forbidden|internal server error)\b)"
)
_DECIMALS = re.compile(r"\.\d{1,2}(?!\d)|(?:,\d{3})*,000(?!\d)")
_DATE = re.compile(r"[-/.]\d{1,2}(?!\d)")

# What a setting or a gauge is called, in whole or in part: max_connections, poolSize, timeout-ms.
_GAUGE = (
    r"(?:max|min|timeout|size|limit|pool|conn|count|replica|thread|worker|memory|heap|ttl|rate|interval|retries|batch"
    r"|buffer|queue|capacity|threshold|total|average|latency|quota|backlog|page|offset|p9\d)"
)
_SETTING = (
    r"(?:set|rais|increas|lower|reduc|decreas|bump|scal|limit|cap|gr[eo]w|tun|chang|resiz|drop|r[io]se|climb|peak|jump"
    r"|f[ae]ll|went|restor|doubl|adjust)(?:e[sd]?|s|t?ing|p?ped|p?ping|n|)"
)
# "Raise the pool, similar to 102" sets nothing to 102.
_ELSEWHERE = (
    r"\b(?:similar\w*|identical\w*|according\w*|compar\w*|due|relat\w*|refer\w*|link\w*|match\w*|like|as|see|equal\w*"
    r"|akin|alike|close|next|thanks|point\w*|lead\w*|trac\w*|incident\w*)\b"
)
_BEFORE = re.compile(
    r"(?:"
    r"\b(?:ports?|rfc|iso|ieee|http(?:/[\d.]+)?|status|codes?|signal|errno|pid|uid|gid|line|version|release|error"
    r"|sqlstate|exit(?:s|ed)? with)(?:\s(?:is|was))?[\s:#=-]{0,3}"
    rf"|\b\w*{_GAUGE}\w*\s?=\s?|(?<![a-z])(?:{_GAUGE}[_-]?)+\s?(?:[:<>]|\b(?:to|of|is|was|at)\b|)\s?"
    rf"|\b{_SETTING}\b(?:(?!{_ELSEWHERE})[^.,;!?\n]){{0,60}}\b(?:to|at)\s"
    r"|\b(?:more than|less than|fewer than|at most|up to|exceed(?:s|ed|ing)?|allow(?:s|ed)?)\s"
    r"|[a-z_]\s?[<>≤≥]=?\s?|[$€£]\s?"
    r"|(?<![\d.,])\d{1,2}\s?(?:->|→|=>)\s?"
    r"|(?<!\d)\d{1,2}[.,:]|\d\.\d+\.|(?<!\d)\d{1,2}(?:,\d{3})+,"
    r"|\blocalhost:"
    r")$"
)
_BEFORE_STATUS = re.compile(
    r"\b(?:return|answer|respond|repl(?:y|ie)|receiv|got|get|giv|throw|serv|fail|refus|reject|generic)(?:s|e[sd]?|ed|d|ing|)"
    r"(?:\s(?:with|an?|http)){0,3}\s(?:[2-5]\d\d(?:\s?[,/]\s?|\s(?:and|or)\s)){0,4}$"
)
_BEFORE_YEAR = re.compile(
    r"(?:\b(?:in|since|until|till|by|before|after|during|early|late|mid|from|year|copyright"
    r"|jan\w*|feb\w*|mar\w*|apr\w*|may|june?|july?|aug\w*|sep\w*|oct\w*|nov\w*|dec\w*)[\s-]"
    r"|\b\d{1,2}[./-]\d{1,2}[./-])$"
)
_KEY = re.compile(r"(?<![^\W_])[^\W\d_][^\W_]{1,9}[-_]$")
# "From 200 to 850", "between 200 and 300 ms": the first number of a range that the second one makes a measure.
_RANGE_BEFORE = re.compile(r"\b(?:from|between)\s$")
_RANGE_AFTER = re.compile(rf"\s(?:to|and)\s\d+(?:{UNIT}|\s{_COUNTED}s\b)|\s?(?:to|->|→)\s?\d+")
_INCIDENT_AFTER = re.compile(rf"[\s-]{{1,3}}(?:[^\W\d]+\s)?{INCIDENT}\b")

_SPELT_OUT = (
    "zero one two three four five six seven eight nine"
    " ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    " twenty thirty forty fifty sixty seventy eighty ninety"
)
_SMALL, _TENS = _SPELT_OUT.split()[:20], _SPELT_OUT.split()[20:]
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fifth": 5, "eighth": 8, "ninth": 9, "twelfth": 12,
    **{f"{word}th": value for value, word in enumerate(_SMALL)},
    **{f"{word[:-1]}ieth": value * 10 for value, word in enumerate(_TENS, 2)},
}  # fmt: skip
_VALUES = {
    **{word: value for value, word in enumerate(_SMALL)},
    **{word: value * 10 for value, word in enumerate(_TENS, 2)},
    "oh": 0, "hundred": 100, "thousand": 1000,
}  # fmt: skip
_CARDINAL = rf"(?:{'|'.join(sorted(_VALUES, key=len, reverse=True))})"
_VALUES |= _ORDINALS | {"hundredth": 100, "thousandth": 1000}
_WORD = rf"(?:{'|'.join(sorted(_VALUES, key=len, reverse=True))})"
_JOINT = r"(?:\s|\s?-\s?)(?:and(?:\s|-))?"
_SPELT = re.compile(rf"\b{_CARDINAL}(?:{_JOINT}{_CARDINAL}\b)*{_JOINT}{_WORD}\b")
# "Einhundertvier", "ciento cuatro", "cent quatre": refused whole, for nobody spells a measure so.
_SPELT_ABROAD = re.compile(
    r"\b(?:ein|zwei|drei|vier|funf)?hundert(?:und)?(?:ein|zwei|drei|vier|funf|sech|sieb|acht|neun|zehn|elf|zwolf)\w*"
    r"|\bciento\s(?:y\s)?\w+"
    r"|\bcent[\s-](?:un|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingt)\b"
)


def figures(text: str, *, known_numbers: frozenset[str]) -> frozenset[Mention]:
    """Every number from 100 up that is neither a measure nor one of `known_numbers`.

    Right before a word for "incident", a known number is let through only
    where it is an HTTP status or a count ("the 504 incident", "312 incidents").
    """
    found: set[Mention] = set()
    for reading in readings(text):
        plain = skeleton(reading).casefold()
        for judged_elsewhere in (URL, ADDRESS, ADVISORY):
            plain = judged_elsewhere.sub(" name ", plain)
        found.update(_in_digits(plain, known_numbers))
        found.update(_in_words(plain, known_numbers))
        found.update(Mention(match[0]) for match in _SPELT_ABROAD.finditer(plain))
    return frozenset(found)


def _in_digits(text: str, known: frozenset[str]) -> Iterator[Mention]:
    for match in _FIGURE.finditer(text):
        number = match["number"]
        if int(number[:18]) and not _is_known(text, match, known) and not _is_measure(text, match):
            yield Mention(match[0], number)
    for match in _DIGIT_BY_DIGIT.finditer(text):
        yield Mention(match[0], re.sub(r"\D", "", match[0]))


def _is_known(text: str, match: re.Match[str], known: frozenset[str]) -> bool:
    number = match["number"]
    if number not in known:
        return False
    before_incident = _INCIDENT_AFTER.match(text, match.end())
    return not before_incident or before_incident[0].endswith("s") or bool(re.fullmatch("[45]..", number))


def _is_measure(text: str, match: re.Match[str]) -> bool:
    before, number, end = text[max(0, match.start() - 90) : match.start()], match["number"], match.end()
    if _INCIDENT_AFTER.match(text, end):
        return False
    if _BEFORE.search(before) or _AFTER.match(text, end) or _DECIMALS.match(text, end):
        return True
    if _RANGE_BEFORE.search(before) and _RANGE_AFTER.match(text, end):
        return True
    if re.fullmatch("[2-5]..", number) and (_BEFORE_STATUS.search(before) or _AFTER_STATUS.match(text, end)):
        return True
    if re.fullmatch(r"199\d|20[0-4]\d", number) and (_BEFORE_YEAR.search(before) or _DATE.match(text, end)):
        return True
    return _is_part_of_a_name(before, number)


def _is_part_of_a_name(before: str, number: str) -> bool:
    """Whether the number ends a path, a tracker's key (judged elsewhere) or a host with its port."""
    chunk = before.rsplit(None, 1)[-1] if before and not before[-1].isspace() else ""
    is_path = chunk.lstrip("\"'(`[").startswith("/") and chunk.endswith("/")
    is_port = len(number) >= 4 and re.search(r"[a-z]:$", before) is not None
    return is_path or is_port or _KEY.search(before) is not None


def _in_words(text: str, known: frozenset[str]) -> Iterator[Mention]:
    for match in _SPELT.finditer(text):
        number = str(_value(re.findall(_WORD, match[0])))
        if len(number) >= 3 and number not in known and not _AFTER.match(text, match.end()):
            yield Mention(match[0], number)


def _value(words: list[str]) -> int:
    """The number in the words: "one hundred and four", "one oh four" and "one seventeen" alike."""
    total = 0
    for place, word in enumerate(words):
        value = _VALUES[word]
        if value >= 100:
            total = max(total, 1) * value
        elif place and words[place - 1] not in ("hundred", "thousand") and not _completes(words[place - 1], value):
            total = total * (100 if value > 9 else 10) + value
        else:
            total += value
    return total


def _completes(before: str, value: int) -> bool:
    """Whether the number goes on a multiple of ten: the four in "twenty-four"."""
    return _VALUES[before] in range(20, 100) and 0 < value < 10
