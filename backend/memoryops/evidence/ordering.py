"""How feedback orders evidence: pure functions over frozen values; docs/recall.md tells the rule.

One person has one voice an incident, and one incident one voice on a document. What an incident's resolution claims
(it ended the same way, it was tried in vain) outweighs what was said on the way there. Feedback moves strong matches
among each other by no more than a bounded step: it makes no weak match strong, and hides nothing.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from memoryops.kit.counting import counted
from memoryops.kit.dependencies import UNKNOWN_ACTOR

STEP = 0.05
"""What one incident moves a match by, on the scale of `matching.rank`: as much as the same service does."""

MOST_INCIDENTS = 2
"""So many more on one side than on the other are counted; two steps outweigh a clear difference in likeness."""


class Verdict(StrEnum):
    """What a person says of evidence, or of an analysis."""

    helped = "helped"
    did_not_help = "did_not_help"
    wrong = "wrong"


CAUTION = {Verdict.helped: 0, Verdict.did_not_help: 1, Verdict.wrong: 2}
"""Where the people of one incident are divided evenly, the more cautious verdict is the incident's."""


@dataclass(frozen=True)
class Voice:
    """What one person said of a document in one incident."""

    incident_id: str
    by: str
    verdict: Verdict
    sentence: str | None
    at: datetime


@dataclass(frozen=True)
class Tally:
    """In how many incidents a document helped, did not, was called wrong; and who objected last of those."""

    helped: int = 0
    did_not_help: int = 0
    wrong: int = 0
    objection: Voice | None = None

    @property
    def is_wrong(self) -> bool:
        """Whether it is called wrong in more incidents than it helped in."""
        return self.wrong > self.helped

    @property
    def shift(self) -> float:
        """What feedback adds to the place of a match, between minus and plus `STEP * MOST_INCIDENTS`."""
        net = self.helped - self.did_not_help - self.wrong
        return STEP * max(-MOST_INCIDENTS, min(MOST_INCIDENTS, net))


def tally(voices: Iterable[Voice], helped_in: Collection[str] = (), failed_in: Collection[str] = ()) -> Tally:
    """The voices counted by incident; `helped_in` and `failed_in` are the incidents whose resolution says so itself."""
    said = verdicts_by_incident(voices)
    verdicts = {incident_id: said[incident_id][0] for incident_id in said}
    verdicts |= dict.fromkeys(helped_in, Verdict.helped) | dict.fromkeys(failed_in, Verdict.did_not_help)
    counted = Counter(verdicts.values())
    objections = [said[one][1] for one, verdict in verdicts.items() if verdict is Verdict.wrong]
    return Tally(
        helped=counted[Verdict.helped],
        did_not_help=counted[Verdict.did_not_help],
        wrong=counted[Verdict.wrong],
        objection=max(objections, key=lambda voice: voice.at, default=None),
    )


def verdicts_by_incident(voices: Iterable[Voice]) -> Mapping[str, tuple[Verdict, Voice]]:
    """The verdict of each incident, that of most of its people, with the last voice that says so."""
    last: dict[tuple[str, str], Voice] = {}
    for voice in sorted(voices, key=lambda one: one.at):
        last[voice.incident_id, voice.by] = voice
    incidents: dict[str, list[Voice]] = {}
    for voice in last.values():
        incidents.setdefault(voice.incident_id, []).append(voice)
    return {incident_id: _of_most(said) for incident_id, said in incidents.items()}


def _of_most(voices: Sequence[Voice]) -> tuple[Verdict, Voice]:
    counted = Counter(voice.verdict for voice in voices)
    verdict = max(counted, key=lambda one: (counted[one], CAUTION[one]))
    return verdict, max((one for one in voices if one.verdict is verdict), key=lambda one: one.at)


@dataclass(frozen=True)
class Placed:
    """A strong match: its place by likeness, the higher the better, and whether it is of the very same error."""

    document_id: str
    place: float
    repeat: bool
    tally: Tally = Tally()


def order(matches: Sequence[Placed]) -> list[str]:
    """The ids of strong matches, best first; whoever has no feedback, or equal shifts, stands by likeness.

    The same error stands before what is only alike, and what people call wrong stands last, whatever it is.
    """

    def key(one: Placed) -> tuple[bool, bool, float]:
        return one.tally.is_wrong, not one.repeat, -(one.place + one.tally.shift)

    by_likeness = sorted(matches, key=lambda one: (not one.repeat, -one.place))
    return [one.document_id for one in sorted(by_likeness, key=key)]


QUOTED = 160
"""Characters of an objection's sentence that are quoted among the reasons; all of it stands with the incident."""


class Counts(Protocol):
    """In how many incidents what was said."""

    @property
    def helped(self) -> int: ...
    @property
    def did_not_help(self) -> int: ...
    @property
    def wrong(self) -> int: ...


def in_words(said: Counts) -> str | None:
    """Feedback as one plain sentence without anybody's words; None where there is none."""
    parts = (
        (said.helped, "helped in"),
        (said.did_not_help, "did not help in"),
        (said.wrong, "called wrong in"),
    )
    told = [f"{words} {counted(n, 'incident')}" for n, words in parts if n]
    return f"Feedback: {', '.join(told)}" if told else None


def why_last(objection: Voice) -> str:
    """The reason of what stands last, with who called it wrong and why."""
    by = "somebody" if objection.by == UNKNOWN_ACTOR else objection.by
    return f"Last, since {by} called it wrong in {_quoted(objection)}"


def _quoted(voice: Voice) -> str:
    if not voice.sentence:
        return voice.incident_id
    words = " ".join(voice.sentence.split())
    cut = words if len(words) <= QUOTED else f"{words[: QUOTED - 1].rstrip()}…"
    return f"{voice.incident_id}: “{cut}”"
