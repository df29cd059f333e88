"""How ids and links are spelt: the patterns and tables that `mentions` reads with.

The incident patterns run over a casefolded skeleton (see `mentions.skeleton`).
"""

import re
import unicodedata

# Letters of other scripts, signs and small capitals that are drawn like a Latin letter, by casefolded form.
LOOKALIKES = {
    look: letter
    for letter, looks in {
        "a": "аɑα", "b": "ьвᏏ", "c": "сϲᴄⲥꮯↄ©¢ɕƈ∁", "d": "ԁɗᴅժ", "e": "еєεҽⅇᴇ", "g": "ɡց", "h": "һհн",
        "i": "іιıɪӏⲓɩǀ∣וاⵏꙇ¡丨", "k": "кκᴋ", "m": "мᴍ", "n": "νпոռɴղⲛɲŋηп∩", "o": "оοօᴏø", "p": "рρᴘ", "s": "ѕꜱʂ",
        "t": "тτᴛ", "u": "υսᴜ", "x": "хχ", "y": "уγʏ",
    }.items()
    for look in looks
}  # fmt: skip


def _folded(word: str) -> str:
    """The word as it stands in a casefolded skeleton, without marks and in plain letters."""
    parts = (char for char in unicodedata.normalize("NFKD", word) if unicodedata.category(char) != "Mn")
    return "".join(LOOKALIKES.get(char.casefold(), char.casefold()) for char in parts)


_I = r"[il1|!]"
# The letters may be split (I.N.C), and then only at the start of a word: "kubectl -n c1" is no incident.
_INC = rf"(?:{_I}nc(?:id|dt|'?s)?|(?<![^\W_]){_I}[\W_]{{0,3}}n[\W_]{{0,3}}c)"
# "Incident", and what it is called where teams write in another language.
_ABROAD = (
    "vorfall vorfalls vorfalle storung zwischenfall incidencia incidencias incidência incidências incidentul wypadek"
    " инцидент инцидента инциденте инцидентом инциденты інцидент インシデント 障害 事件 事故 事象 인시던트 사건 사고"
    " 장애 حادث حادثة घटना περιστατικό תקרית olay olayı tapaus händelse hendelse hændelse"
)
_WORDS_ABROAD = "|".join(sorted((_folded(word) for word in _ABROAD.split()), key=len, reverse=True))
INCIDENT = rf"(?:{_I}nc{_I}dent(?:e?s?|i|en)|{_WORDS_ABROAD})"
_TAIL = r"[^\W_]*+(?:_\d+)?"
_SPELT = (
    r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen"
    r"|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand)"
)
_NUMBERED = r"\s+(?:[il1|]ds?|no\.?|numbers?|nr\.?|num\.?|numbered)\s*[:#-]?\s*"

_CALLED = (
    r"(?:\s+(?:with|the|an?|has|having|as|ref(?:erence)?|ticket|report|record|key|named?|called|labell?ed|tagged"
    r"|ids?|numbers?|no\.?|nr\.?)){1,4}[\s:#-]{1,3}"
)

# A number before one of these is measured, whatever stands before it; 504 before "errors" is an HTTP status.
UNIT = (
    r"(?:[\s-]?(?:%|(?:ms|s|secs?|seconds?|mins?|minutes?|h|hours?|days?|weeks?|months?|years?|[kmgt]i?b"
    r"|percent|times|rps|qps)\b)|(?<=[45]\d\d)\s(?:errors?|responses?|status(?:es)?|codes?|timeouts?|failures?)\b)"
)
# A number before one of these counts something, if the model was given that number.
_NOUN = (
    r"(?P<noun>\s(?:pods?|nodes?|hosts?|replicas?|instances?|connections?|sessions?|requests?|queries|messages?"
    r"|events?|users?|customers?|orders?|rows?|threads?|workers?|files?|jobs?|alerts?|calls?|payments?)\b)"
)
# Two digits, or a year, may begin a time, a date or an address: 14:05, 2026-11-30, 10.0.0.5.
_TIME = r"(?:(?<=\b\d\d)|(?<=\b(?:19|20)\d\d))[-/.:]\d{1,2}(?!\d)"
_END = rf"(?!\w|{_TIME})(?=(?:(?P<unit>{UNIT}))?)(?=(?:{_NOUN})?)"

INCIDENT_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_INC}(?P<number>[oil|]*\d{_TAIL})",
        rf"{_INC}[\W_]{{1,40}}(?P<number>[^\W_]*\d{_TAIL})",
        rf"{_INC}{_NUMBERED}(?P<number>\d{_TAIL})",
        rf"(?<![^\W_]){_I}nc-[^\W\d_]\w*",
        rf"{_INC}[\W_]{{0,40}}{_SPELT}\b",
        rf"{INCIDENT}(?:[\W_]{{0,6}}#[\W_]{{0,3}}|[-_:/]|{_NUMBERED}|)(?P<number>\d{_TAIL})",
        rf"{INCIDENT}(?:{_NUMBERED}|[\W_]{{1,6}}){_SPELT}[\W_]{{1,3}}(?:and[\W_])?{_SPELT}\b",
        rf"(?<!\w)(?P<number>\d{{2,}})[-_/]{_I}nc(?![a-z])",
        rf"{INCIDENT}(?:{_NUMBERED}|[\W_]{{1,6}})c{{1,3}}(?:xc|xl|l?x{{0,3}})(?:ix|iv|vi{{0,3}}|i{{2,3}})\b",
    )
)
# Ids begin at 101, so a single bare digit after the word is none.
BARE_NUMBER_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{INCIDENT}[\W_]{{1,8}}(?P<number>\d{{2,}}+){_END}",
        rf"{INCIDENT}{_CALLED}(?P<number>\d{{3,}}+){_END}",
    )
)
LISTED = re.compile(
    r"[)\]]?(?:\s{0,4}(?:[,;/&+~>→-]|\.{2,3}|\band\b|\bor\b|\bto\b|\bthrough\b|\bplus\b|\bas well as\b)\s{0,4}){1,3}"
    r"#?(?P<number>\d{3,}+)" + _END
)

KEYED = re.compile(r"(?<![^\W_])(?P<prefix>[^\W\d_][^\W_]{1,9})(?P<dash>[-_])(?P<number>\d+(?:-\d+)*+)(?![^\W_])")
ADVISORY = re.compile(r"\bCVE[\s_-]*\d{4}[\s_-]*\d{3,}|\bGHSA(?:-[0-9a-z]{4}){3}", re.IGNORECASE)
NUMBER_SIGN = re.compile(r"#\s?(\d{2,}+)(?![^\W_])")
NOUN_AND_NUMBER = re.compile(
    r"(?<![^\W_])(?P<word>ticket|issue|bug|case|outage|post-?mortem|pull request|pr|jira|task|story|epic)s?"
    rf"[\s:#(-]{{1,3}}(?:no\.?|number|id|nr\.?)?[\s:#]{{0,3}}(?P<number>\d{{3,}}+){_END}",
    re.IGNORECASE,
)

# Terms that look like a tracker's key. RFC and ISO numbers name public standards, not anybody's record.
TERM = re.compile(
    r"UTF-(?:7|8|16|32)|SHA-(?:[123]|224|256|384|512)|MD-5|AES-(?:128|192|256)|RSA-\d{3,4}|ED-25519|CRC-(?:16|32)"
    r"|HTTPS?[-_](?:[123]|\d{3})|(?:EXIT|SIG|STATUS|CODE)[-_]\d{1,3}|TLS-1|SSL-[23]|IPV?-[46]|UTC-\d{1,2}|GMT-\d{1,2}"
    r"|RFC-\d{3,5}|ISO-\d{4,5}(?:-\d+)?|IEEE-\d{3,4}|FIPS-140(?:-[23])?|SOC-2|PCI-\d|LATIN-1|CP-\d{3,4}|BASE-\d\d"
    r"|SEV-?[0-5]|Q[1-4]-\d{4}|(?:AZ|DC|TIER|LAYER|LEVEL|STEP|PHASE|RAID|GPT|TOP)-\d{1,3}|X\d\d-\d\d|COVID-19",
    re.IGNORECASE,
)
_ORDINARY = (
    "http https port error exit code status signal sub pre post non mid over under max min top first last next about"
    " at to from line pid ip sha utf aes rsa iso rfc windows timeout pool size limit jan feb mar apr may jun jul aug"
    " sep sept oct nov dec january february march april june july august september october november december"
)
# What is numbered without being tracked: parts of a cluster, and products by their version.
_NUMBERED_PARTS = (
    "node pod replica shard worker partition broker zone host core gpu cpu rack thread instance server container"
    " cluster region stage slot group batch table page db api web app cache queue primary standby canary follower"
    " leader java jdk openjdk python py php ruby node nodejs go golang postgres postgresql pg mysql mariadb redis kafka"
    " mongo ubuntu debian centos rhel alpine win windows kernel linux spring tomcat tls ssl md ed crc base cp x86 amd"
    " arm covid rc beta alpha build release patch week day hour minute second sprint layer level step phase round tier"
    " option between of or and by in the after before below above than least most only just all both some any per every"
    " nearly about around near twenty thirty forty fifty sixty seventy eighty ninety"
)
ORDINARY = frozenset(f"{_ORDINARY} {_NUMBERED_PARTS}".split())
# Keys that trackers are commonly set up with; behind one of these a single digit is a ticket's.
_TRACKERS = "ops sre jira infra bug pay plat eng sup helpdesk chg prb task story ticket issue snow itsm"
TRACKERS = frozenset(_TRACKERS.split())

ESCAPE = re.compile(r"\\u\{([0-9a-fA-F]{1,6})\}|\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})")
URL = re.compile(
    r"(?:[a-z][a-z0-9+.-]{1,20}:/+|mailto:(?=\S+@)|javascript:|vbscript:|data:(?=[\w/+.-]*[;,])|tel:(?=\+?\d))"
    r"[^\s<>\"'`|]+",
    re.IGNORECASE,
)
ADDRESS = re.compile(
    r"(?<![\w.-])(?P<host>(?:[\w-]+\.)+(?P<last>xn--[a-z0-9-]+|[^\W\d_]{2,24}))(?P<port>:\d+)?(?P<path>/[^\s<>\"'`|]+)?(?!\w)"
)
_DOMAINS = "com org net edu gov mil io dev app ai cloud xyz info biz site online"
DOMAINS = frozenset(_DOMAINS.split())
# Longer top-level domains in use, and names that a company gives its own; two letters are any country's.
_WIDE_DOMAINS = (
    "pro name mobi tel jobs travel club shop store tech space website page link live news blog wiki world today email"
    " cloud host hosting press agency digital systems solutions services support tools software codes team chat zone"
    " download click top win vip bid loan icu cyou fun run sbs rest monster cam buzz quest best lol gg media social"
    " video works company business global group one red blue ninja rocks life city email academy plus center network"
    " corp internal intra intranet lan local localdomain home private test example invalid onion arpa"
    " рф укр бел 中国 中國 公司 网络 みんな 한국"
)
WIDE_DOMAINS = frozenset(_WIDE_DOMAINS.split())
# A dotted name that begins like a domain from behind is a package: io.netty.channel.
_PACKAGE_ROOTS = "com org net io java javax jakarta jdk sun kotlin scala android"
PACKAGE_ROOTS = frozenset(_PACKAGE_ROOTS.split())
# Kubernetes label keys and API groups look like addresses (app.kubernetes.io/name).
API_GROUPS = ("kubernetes.io", "k8s.io")
NAMES_WITH_A_DOT = frozenset({"asp.net", "ado.net", "vb.net", "socket.io", "system.io", "engine.io"})
# Endings of files, and of settings in milliseconds (session.timeout.ms).
_FILE_ENDINGS = (
    "js ts jsx tsx py go rs rb sh php java kt cs cpp sql yaml yml json toml ini cfg conf log md txt html css xml env"
    " service socket timer so jar lock pem crt key csv ms"
)
FILE_ENDINGS = frozenset(_FILE_ENDINGS.split())
