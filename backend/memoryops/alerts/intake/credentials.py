"""Credentials within texts that stand where credentials stand: after a scheme, in an address, in a header's line, on a
command line; every pattern is linear in the length of the text, however hostile.
"""

import base64
import binascii
import re
from typing import Final

from memoryops.alerts.intake.secret_shapes import Note, has_one, noted

SCHEME: Final = re.compile(
    r"(?i)(?<![\w-])(bearer|basic|digest|token|geniekey|apikey|splunk)([ \t]{1,4})([\w.~+/=:-]{6,}+)", re.ASCII
)
SCHEME_NEEDLES: Final = ("bearer ", "basic ", "digest ", "token ", "geniekey ", "apikey ", "splunk ", "\t")
SCHEMES: Final = frozenset(
    "basic bearer digest token negotiate ntlm apikey geniekey splunk hawk oauth dpop key custom sharedkey".split()  # noqa: SIM905
)
PROSE: Final = re.compile(r"(?i)(?:[a-z]+(?:[-_:/.][a-z]+)*[.:]?)\Z")
"""Words, as in `bearer authentication`: no credential, unless the text says that it is one."""

PROSE_WORDS: Final = frozenset(
    """
    authentication authorization authorisation credentials certificate verification validation configuration
    """.split()  # noqa: SIM905
)
SAID_OF_CREDENTIALS: Final = PROSE_WORDS.union(
    """
    auth expired failed header invalid is missing refused rejected required scheme token was
    """.split()  # noqa: SIM905
)

USERINFO: Final = re.compile(
    r"(?<=://)([^\s/:@?#\"'<>\[]{0,200}+):(?![0-9]{1,5}[/?#])((?:[^\s\"'<>:]|:(?!//)){1,400}@)"
)
PARAMETER_AHEAD: Final = re.compile(r"[?&#][\w.\-]{1,60}=")

COOKIE_LINE: Final = re.compile(r"(?i)(?<![\w-])((?:set-)?cookie)([ \t]{0,4}:[ \t]{0,4})([^\r\n\"]++)")
AUTHORIZATION: Final = re.compile(
    r"(?i)(?<!\w)([\"']?)((?:proxy-|x-)?authorization)([ \t]{0,4}+:[ \t]{0,4}+)(?=[^\s\"'\\])"
)
REST: Final = {
    "": re.compile(r"[^\r\n\"']*+"),
    '"': re.compile(r"[^\r\n\"]*+"),
    "'": re.compile(r"[^\r\n']*+"),
    "digest": re.compile(r"[^\r\n]*+"),
}
"""How far a header goes, by the quote that it is in; a Digest has quotes of its own."""

QUOTES_OF_ITS_OWN: Final = re.compile(r"[^\r\n]*=\\{0,3}\"")
JUDGED: Final = 64
"""How much of a line is looked at to judge whether it is a credential: its first words tell."""

ONE_CREDENTIAL: Final = re.compile(r"[\w-]{1,40}[ \t]{1,4}\[redacted: [^\]\r\n]{1,80}\](?=[\s\\\"',;]|\Z)")
SHORTEST_CREDENTIAL: Final = 6
LONGEST_PROSE: Final = 12

USER_OPTION: Final = re.compile(
    r"(?<![\w-])((?:-u|--(?:proxy-)?user)[ \t=]{0,4}+[\"']?+)([^\s:\"'@/\\]{1,100}+):(?!//)([^\s\"']++)"
)
COMMAND: Final = re.compile(r"(?<![\w-])(mysql\w{0,12}|mariadb[\w-]{0,12}|sshpass|redis-cli)(?=[ \t])([^\r\n|;&]*+)")
COMMAND_NEEDLES: Final = ("mysql", "mariadb", "sshpass", "redis-cli")
_GIVEN: Final = r"(?!\[redacted:)(\"[^\"]*+\"?|'[^']*+'?|[^\s\"'-][^\s\"']*+)"
ATTACHED: Final = re.compile(r"(?<=[ \t])(-p)" + _GIVEN)
SPACED: Final = {
    "sshpass": re.compile(r"(?<=[ \t])(-p[ \t]{0,4})" + _GIVEN),
    "redis-cli": re.compile(r"(?<=[ \t])(-a[ \t]{1,4})" + _GIVEN),
}


def without_schemes(text: str, lower: str, note: Note) -> str:
    """The text without what follows the name of an authentication scheme; `lower` is the text in lower case."""
    return SCHEME.sub(lambda found: _credential(found, note), text) if has_one(lower, SCHEME_NEEDLES) else text


def without_passwords_in_addresses(text: str, note: Note) -> str:
    """The text without passwords before the host of an address, whatever characters they hold."""
    return USERINFO.sub(lambda found: _userinfo(found, note), text) if "://" in text else text


def without_header_lines(text: str, lower: str, note: Note) -> str:
    """The text without what a Cookie or Authorization header has behind its name, to the end of the line."""
    if "cookie" in lower:
        text = COOKIE_LINE.sub(lambda found: f"{found[1]}{found[2]}{noted(found[1].lower(), note)}", text)
    return _without_authorization(text, note) if "authorization" in lower else text


def without_command_lines(text: str, lower: str, note: Note) -> str:
    """The text without the passwords that commands such as curl and mysql are given."""
    if "-u" in lower or "-user" in lower:
        text = USER_OPTION.sub(lambda found: _user_option(found, note), text)
    return COMMAND.sub(lambda found: _command(found, note), text) if has_one(lower, COMMAND_NEEDLES) else text


def is_redacted(value: str) -> bool:
    """Whether something was taken out of the value already."""
    return "[redacted:" in value


def _credential(found: re.Match[str], note: Note) -> str:
    scheme, space, value = found.groups()
    known = scheme.lower()
    if known == "basic":
        secret = _is_basic(value)
    elif known in ("bearer", "geniekey", "apikey"):
        secret = PROSE.match(value) is None or (len(value) >= LONGEST_PROSE and not _is_prose_word(value))
    else:
        secret = len(value) >= 16 and PROSE.match(value) is None
    return f"{scheme}{space}{noted(known, note)}" if secret else found[0]


def _is_prose_word(value: str) -> bool:
    return value.rstrip(".:").lower() in PROSE_WORDS


def _is_basic(value: str) -> bool:
    try:
        return b":" in base64.b64decode(value + "=" * (-len(value) % 4), validate=True)
    except (ValueError, binascii.Error):
        return False


def _userinfo(found: re.Match[str], note: Note) -> str:
    """The password ends at the last `@` that begins no path segment (`/@scope`) and lies in no parameter."""
    user, run = found.groups()
    if run.count("@") == 1 and "=" not in run and not is_redacted(run):
        return f"{user}:{noted('password', note)}@"
    ahead = PARAMETER_AHEAD.search(run)
    looked_at = run if ahead is None else run[: ahead.start()]
    ends = [at for at, letter in enumerate(looked_at) if letter == "@"]
    if not ends:
        return found[0]
    end = next((at for at in reversed(ends) if looked_at[at - 1 : at] != "/"), ends[0])
    password = looked_at[:end]
    return found[0] if is_redacted(password) else f"{user}:{noted('password', note)}{run[end:]}"


def _without_authorization(text: str, note: Note) -> str:
    kept: list[str] = []
    done = at = 0
    while found := AUTHORIZATION.search(text, at):
        at = found.end()
        far = REST["digest" if not found[1] and QUOTES_OF_ITS_OWN.match(text, at, at + 4 * JUDGED) else found[1]]
        if not _is_authorization(_run(far, text, at, at + JUDGED)):
            continue
        kept += [text[done:at], noted(found[2].lower(), note)]
        done = at = at + len(_run(far, text, at, len(text)))
    return "".join((*kept, text[done:]))


def _run(far: re.Pattern[str], text: str, at: int, end: int) -> str:
    found = far.match(text, at, end)
    return "" if found is None else found[0].rstrip("\\")


def _is_authorization(rest: str) -> bool:
    """Whether it is a credential, `Token abc123`, and not a sentence, as in `authorization: denied by the policy`."""
    one = ONE_CREDENTIAL.match(rest)
    if one is not None and not rest[one.end() :].strip():
        return False
    if is_redacted(rest):
        return not rest.startswith("[redacted:")
    words = rest.replace(",", " ").split()
    if len(words) == 2 and words[0].lower() in SCHEMES:
        return words[1].lower().rstrip(".:") not in SAID_OF_CREDENTIALS
    return any(_is_like_a_credential(word) for word in words)


def _is_like_a_credential(word: str) -> bool:
    if len(word) < SHORTEST_CREDENTIAL or _is_prose_word(word):
        return False
    return PROSE.match(word) is None or len(word) > LONGEST_PROSE


def _user_option(found: re.Match[str], note: Note) -> str:
    option, user, password = found.groups()
    if user.isdigit() or is_redacted(password):
        return found[0]
    return f"{option}{user}:{noted('password', note)}"


def _command(found: re.Match[str], note: Note) -> str:
    command, given = found.groups()
    option = SPACED.get(command, ATTACHED)
    return command + option.sub(lambda one: f"{one[1]}{noted('password', note)}", given)
