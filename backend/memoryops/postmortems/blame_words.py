"""The words that may read as blame, as regular expressions, and what is said about each kind.

Every repetition is bounded or possessive, so no text takes long to look through.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class BlameKind(StrEnum):
    """What about a phrase may read as blame."""

    person = "person"
    label = "label"
    omission = "omission"
    hindsight = "hindsight"
    question = "question"


@dataclass(frozen=True)
class Advice:
    """What is said about all findings of a kind."""

    why: str
    instead: str


ADVICE: Mapping[BlameKind, Advice] = {
    BlameKind.person: Advice(
        "Names a person as the cause. Whoever acts does what makes sense with what they see at the time.",
        "Say what the system allowed or showed: “The deploy went out although the check was red.”",
    ),
    BlameKind.label: Advice(
        "A label ends the search: it explains nothing that could be changed.",
        "Say what made the mistake easy and its effect large.",
    ),
    BlameKind.omission: Advice(
        "Says what somebody did not do, which only looks plain afterwards.",
        "Say what was done, what was known then, and what would have made the other step the easy one.",
    ),
    BlameKind.hindsight: Advice(
        "Judges the past by what was known later.",
        "Say what happened and how it looked then; put what is to change into an action item.",
    ),
    BlameKind.question: Advice(
        "Asks for somebody rather than for something.",
        "Ask “what” or “how”: “What made this look safe?”",
    ),
}

N_T = r"(?:n['’]?t|\s{1,3}not)"
GAP = r"\s{1,3}"
TECHNICAL = r"budgets?|rates?|messages?|pages?|logs?|codes?|ratios?|counts?|reports?|handl\w{1,6}|responses?|types?"
"""What makes an error before it a measure and not a verdict."""

DUTIES = (
    r"act|alert|anticipate|ask|check|communicate|consider|document|escalate|follow|inform|investigate|monitor|notice"
    r"|notify|page|plan|read|realise|realize|recogni[sz]e|review|tell|test|update|verify|watch"
)
"""What only people may fail to do."""

PHRASES: Mapping[BlameKind, str] = {
    BlameKind.label: (
        r"(?:human|pilot)[\s-]{1,3}errors?"
        rf"|(?:(?:operator|engineer|developer)[\s-]{{1,3}}errors?|user[\s-]{{1,3}}error)(?![\s-]{{1,3}}(?:{TECHNICAL}))"
        r"|careless(?:ly|ness)?|negligen(?:t|tly|ce)|sloppy|sloppi(?:ly|ness)|incompeten(?:t|tly|ce)|reckless(?:ly|ness)?"
        r"|lazy|lazily|laziness|stupid(?:ly|ity)?|foolish(?:ly|ness)?|inexcusabl[ey]|unprofessional(?:ly)?"
        r"|at\s{1,3}fault|to\s{1,3}blame|fat[\s-]{1,3}finger(?:ed|ing)?|rookie\s{1,3}mistakes?"
    ),
    BlameKind.hindsight: (
        rf"should(?:{N_T})?(?:['’]ve|{GAP}have)|shoulda|ought{GAP}(?:not{GAP})?to{GAP}have"
        rf"|if{GAP}only(?={GAP}(?:I|we|you|he|she|they|somebody|someone|people|the)\b)"
        rf"|obviously|as{GAP}everybody{GAP}knows|common{GAP}sense"
        rf"|must{GAP}have{GAP}known|would{GAP}have{GAP}known{GAP}better"
    ),
    BlameKind.question: (
        rf"why{GAP}did{N_T}|why{GAP}was{N_T}|why{GAP}did{GAP}(?:nobody|no{GAP}one|\w+{GAP}not)"
        rf"|who{GAP}(?:broke|caused|did|approved|forgot|let|is{GAP}responsible|was{GAP}responsible)"
    ),
    BlameKind.omission: (
        rf"failure{GAP}to{GAP}(?:{DUTIES})|forgot(?:ten)?{GAP}(?:to|about)|neglect(?:ed|s|ing)?{GAP}to"
        rf"|did{N_T}{GAP}bother|could{N_T}{GAP}be{GAP}bothered|omitted{GAP}to|overlooked"
    ),
}

LEFT_OUT = rf"(?:failed|fail|fails|failing){GAP}to"
PEOPLE = (
    r"I|we|you|he|she|they|who|somebody|someone|anybody|anyone|nobody|everybody|everyone|people|person|man|woman"
    r"|engineers?|operators?|developers?|devs?|admins?|administrators?|authors?|reviewers?|colleagues?|interns?"
    r"|responders?|commanders?|managers?|leads?|staff|humans?|on-?call|on[\s-]call|teams?|squads?|crew|shift|vendors?"
    r"|support|sres?"
)
"""Whose failing to do a thing reads as blame; machines and customers fail to do things without it."""

SOMEBODY = (
    r"(?:the\s{1,3})?(?:on-?call|engineer|operator|developer|admin(?:istrator)?|author|reviewer|colleague|intern)"
)
BETWEEN = r"(?:(?:had|has|have|then|also|again|simply|just|later|apparently|clearly|even|engineer|,)\s{1,3}){0,3}"
FAULTS = (
    r"failed|forgot|forgets|broke|breaks|missed|ignored|neglected|overlooked|caused|misconfigured|misread|misjudged"
    r"|misunderstood|mistyped|botched|crashed|screwed|messed|took\s{1,3}down|brought\s{1,3}down|knocked|ruined|blundered"
    rf"|did{N_T}|was{N_T}|had{N_T}|never|made\s{{1,3}}(?:a|the|an)\s{{1,3}}(?:\w{{1,20}}\s{{1,3}})?(?:mistake|error)"
    r"|(?:mistakenly|wrongly|accidentally|incorrectly|carelessly|hastily|prematurely)"
)
FAULT_OF = (
    r"['’]s?\s{1,3}(?:\w{1,20}\s{1,3})?(?:mistakes?|errors?|faults?|oversights?|negligence|blunders?|carelessness)"
)
BEFORE_A_NAME = (
    r"(?:caused|broken|introduced|overlooked|missed|forgotten)\s{1,3}by|(?:blame|fault\s{1,3}of|mistake\s{1,3}of)"
)
